package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
)

// maxLinks is how many links in a row are followed to the file that they mean.
const maxLinks = 10

// create writes a file that is not there yet, with the folders above it. The error is
// [fs.ErrExist] where something has its name already: nothing is ever overwritten.
func create(root *os.Root, name string, data []byte) error {
	if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	if err := filled(f, data); err != nil {
		return errors.Join(err, root.Remove(name))
	}
	return nil
}

// replace gives a file new content, in one step: it is there whole at any moment, as it was
// or as it is to be. Its permissions stay, and a link goes on leading to it.
func replace(root *os.Root, name string, data []byte) error {
	name, info, err := behindLinks(root, name)
	if err != nil {
		return err
	}
	if f, err := root.OpenFile(name, os.O_WRONLY, 0); err != nil { // whom the file forbids it
		return err
	} else if err := f.Close(); err != nil {
		return err
	}
	next := path.Join(path.Dir(name), "."+path.Base(name)+".new")
	f, err := root.OpenFile(next, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, info.Mode().Perm())
	if err != nil {
		return err
	}
	err = filled(f, data)
	if err == nil {
		err = root.Chmod(next, info.Mode().Perm())
	}
	if err == nil {
		err = root.Rename(next, name)
	}
	if err != nil {
		return errors.Join(err, root.Remove(next))
	}
	return nil
}

// filled writes, stores and closes a file.
func filled(f *os.File, data []byte) error {
	_, err := f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// behindLinks is the file that a name means.
func behindLinks(root *os.Root, name string) (string, fs.FileInfo, error) {
	for range maxLinks {
		info, err := root.Lstat(name)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return name, info, err
		}
		to, err := root.Readlink(name)
		if err != nil {
			return name, nil, err
		}
		if path.IsAbs(to) {
			return name, nil, fmt.Errorf("%s is a link out of the site's folder", name)
		}
		name = path.Join(path.Dir(name), to)
	}
	return name, nil, fmt.Errorf("%s is a link to a link to a link", name)
}
