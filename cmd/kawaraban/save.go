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

// lockNotes keeps other commands from changing notes and data until unlock is called.
func lockNotes(ctx context.Context, site *os.Root) (unlock func(), err error) {
	return diskcache.Lock(ctx, site, "content")
}

// create writes a file that is not there yet, with the folders above it, in one step. The error
// is [fs.ErrExist] where something has its name already: nothing is ever overwritten.
func create(root *os.Root, name string, data []byte) error {
	if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	taken := &fs.PathError{Op: "create", Path: name, Err: fs.ErrExist}
	if _, err := root.Lstat(name); err == nil {
		return taken
	}
	next, err := writeBeside(root, name, data, 0o644)
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
		return errors.Join(about(name, err), root.Remove(next))
	}
	return nil
}

// errChanged says that somebody wrote a file between its reading and its replacement.
var errChanged = errors.New("it was changed meanwhile")

// replace gives a file that was read as was new content, in one step: it is there whole at
// any moment, as it was or as it is to be. Its permissions stay. Where it is no longer what
// was read, nothing is written.
func replace(root *os.Root, name string, was, data []byte) error {
	info, err := root.Lstat(name)
	if err == nil && !info.Mode().IsRegular() { // a pipe, whose opening would wait for a reader
		err = &fs.PathError{Op: "replace", Path: name, Err: errNoFile}
	}
	if err != nil {
		return err
	}
	if f, err := root.OpenFile(name, os.O_WRONLY, 0); err != nil { // a file without write permission
		return err
	} else if err := f.Close(); err != nil {
		return err
	}
	next, err := writeBeside(root, name, data, info.Mode().Perm())
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
		return errors.Join(about(name, err), root.Remove(next))
	}
	return nil
}

// writeBeside writes what a file is to hold into a hidden one next to it, and returns its name.
func writeBeside(root *os.Root, name string, data []byte, mode fs.FileMode) (next string, err error) {
	next = path.Join(path.Dir(name), "."+path.Base(name)+".new")
	if err := root.Remove(next); err != nil && !errors.Is(err, fs.ErrNotExist) { // of a command that was killed
		return "", about(name, err)
	}
	f, err := root.OpenFile(next, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode) // through no link
	if err != nil {
		return "", about(name, err)
	}
	if err := filled(f, data); err != nil {
		return "", errors.Join(about(name, err), root.Remove(next))
	}
	return next, nil
}

// unchanged is an error where a file is not as it was read.
func unchanged(root *os.Root, name string, was []byte) error {
	now, err := root.ReadFile(name)
	if err == nil && !bytes.Equal(now, was) {
		err = errChanged
	}
	return err
}

// about says an error of the file beside another one as one of that file.
func about(name string, err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return &fs.PathError{Op: e.Op, Path: name, Err: e.Err}
	}
	return err
}

// filled writes, stores and closes a file.
func filled(f *os.File, data []byte) error {
	_, err := f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// onPath is the first part of a file's path that is a link; empty where none is, and from
// where nothing stands yet. What notes are read through, no link is part of.
func onPath(root *os.Root, name string) string {
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

// noLink refuses a file to which a link leads: the site does not read it either.
func noLink(root *os.Root, name string) error {
	if at := onPath(root, name); at != "" {
		return usage("%s is a link, and links are not followed", at).withHint("put the file or folder itself there")
	}
	return nil
}
