package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
)

// cacheDir is where commands keep what may be thrown away, below the site's folder.
const cacheDir = ".kawaraban/cache"

// maxKept is how many bytes a kept file may have.
const maxKept = 64 << 20

// cache keeps files in a folder of the site. It is a [fetch.Cache]. Links are not followed out
// of the site, and whoever holds it is alone with it.
type cache struct {
	root   *os.Root
	dir    string
	unlock func()
}

// openCache opens a folder of the cache, made if it is not there, and waits for whoever has
// it. Without one (a disk that can only be read) the error says why; work goes on without.
func openCache(ctx context.Context, site *os.Root, name string) (*cache, error) {
	dir := path.Join(cacheDir, name)
	if err := site.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	unlock, err := lockFolder(ctx, site, dir)
	if err != nil {
		return nil, err
	}
	return &cache{site, dir, unlock}, nil
}

// keepable is a name that a kept file may have.
var keepable = regexp.MustCompile(`^[a-z0-9]+(?:\.json)?$`)

// Read returns a kept file.
func (c *cache) Read(name string) ([]byte, error) {
	if !keepable.MatchString(name) {
		return nil, fmt.Errorf("%q is no name in the cache", name)
	}
	file := path.Join(c.dir, name)
	info, err := c.root.Lstat(file)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxKept {
		return nil, &fs.PathError{Op: "read", Path: file, Err: errNoFile}
	}
	return c.root.ReadFile(file)
}

// Write keeps a file, whole or not at all.
func (c *cache) Write(name string, data []byte) error {
	if !keepable.MatchString(name) {
		return fmt.Errorf("%q is no name in the cache", name)
	}
	file, next := path.Join(c.dir, name), path.Join(c.dir, name+".new")
	if err := c.root.Remove(next); err != nil && !errors.Is(err, fs.ErrNotExist) { // of a command that was killed
		return err
	}
	f, err := c.root.OpenFile(next, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	if err = filled(f, data); err == nil {
		err = c.root.Rename(next, file)
	}
	if err != nil {
		return errors.Join(err, c.root.Remove(next))
	}
	return nil
}
