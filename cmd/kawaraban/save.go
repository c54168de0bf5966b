package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"

	"github.com/kawaraban/kawaraban/internal/diskcache"
)

func lockNotes(ctx context.Context, site *os.Root) (unlock func(), err error) {
	return diskcache.Lock(ctx, site, "content")
}

// create writes a new file in one step, and creates its parent directories. It returns
// [fs.ErrExist] for an existing file and never overwrites one.
func create(root *os.Root, name string, data []byte) error {
	if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	taken := &fs.PathError{Op: "create", Path: name, Err: fs.ErrExist}
	if _, err := root.Lstat(name); err == nil {
		return taken
	}
	next, err := writeTemp(root, name, data, 0o644)
	if err != nil {
		return err
	}
	switch err := root.Link(next, name); {
	case err == nil:
		return root.Remove(next)
	case errors.Is(err, fs.ErrExist):
		return errors.Join(taken, root.Remove(next))
	}
	if err := root.Rename(next, name); err != nil { // the file system has no hard links
		return errors.Join(withPath(name, err), root.Remove(next))
	}
	return nil
}

// errChanged is returned for a file that changed between reading and replacing it.
var errChanged = errors.New("changed by another program")

// replace replaces a file in one step and keeps its permissions. It returns an error if the
// content is no longer was.
func replace(root *os.Root, name string, was, data []byte) error {
	info, err := root.Lstat(name)
	if err == nil && !info.Mode().IsRegular() { // opening a pipe would block
		err = &fs.PathError{Op: "replace", Path: name, Err: errNoFile}
	}
	if err != nil {
		return err
	}
	if f, err := root.OpenFile(name, os.O_WRONLY, 0); err != nil { // no write permission
		return err
	} else if err := f.Close(); err != nil {
		return err
	}
	next, err := writeTemp(root, name, data, info.Mode().Perm())
	if err != nil {
		return err
	}
	err = root.Chmod(next, info.Mode().Perm())
	if err == nil {
		err = unchanged(root, name, was)
	}
	if err == nil {
		err = root.Rename(next, name)
	}
	if err != nil {
		return errors.Join(withPath(name, err), root.Remove(next))
	}
	return nil
}

func writeTemp(root *os.Root, name string, data []byte, mode fs.FileMode) (next string, err error) {
	next = path.Join(path.Dir(name), "."+path.Base(name)+".new")
	if err := root.Remove(next); err != nil && !errors.Is(err, fs.ErrNotExist) { // left by a killed command
		return "", withPath(name, err)
	}
	f, err := root.OpenFile(next, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode) // does not follow a symbolic link
	if err != nil {
		return "", withPath(name, err)
	}
	if err := writeSynced(f, data); err != nil {
		return "", errors.Join(withPath(name, err), root.Remove(next))
	}
	return next, nil
}

// unchanged returns an error if the content is no longer was.
func unchanged(root *os.Root, name string, was []byte) error {
	now, err := root.ReadFile(name)
	if err == nil && !bytes.Equal(now, was) {
		err = errChanged
	}
	return err
}

func withPath(name string, err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return &fs.PathError{Op: e.Op, Path: name, Err: e.Err}
	}
	return err
}

func writeSynced(f *os.File, data []byte) error {
	_, err := f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// linkInPath returns the first part of a path that is a symbolic link; empty if there is none.
// Missing parts are not links.
func linkInPath(root *os.Root, name string) string {
	for i := 0; i <= len(name); i++ {
		if i < len(name) && name[i] != '/' {
			continue
		}
		info, err := root.Lstat(name[:i])
		if err != nil {
			return ""
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return name[:i]
		}
	}
	return ""
}

// noLink refuses a path with a symbolic link: the site does not read it either.
func noLink(root *os.Root, name string) error {
	if at := linkInPath(root, name); at != "" {
		return usage("%s is a symbolic link, and links are not followed", at).withHint("replace the link with the file or directory")
	}
	return nil
}
