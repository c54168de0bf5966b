// Package diskcache keeps files in .kawaraban/cache of a site's directory: fetched files, and the
// outcome of the last build of each output directory. A [Folder] is a locked directory. A [Lookup]
// decides whether a build can be skipped: the hash of all its inputs, the flags and the program must
// equal that of the stored [Outcome]. The package does not record what an edit affects.
//
// Every command works without the cache, and users may delete it at any time. A damaged entry is
// treated as missing.
package diskcache

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
)

// StateDir is the directory for files that the program keeps in a site.
const StateDir = ".kawaraban"

// Dir is the directory of the cache in a site.
const Dir = StateDir + "/cache"

// maxBytes is the size limit for a cached file that is read.
const maxBytes = 64 << 20

var errNotRegular = errors.New("not a regular file")

// Folder is a locked directory of the cache. It implements fetch.Cache.
type Folder struct {
	root   *os.Root
	dir    string
	unlock func()
}

// Open creates a directory of the cache if it is missing, and waits for its lock. The error is
// the context's, or the reason why the site has no cache, such as a read-only disk.
func Open(ctx context.Context, site *os.Root, name string) (*Folder, error) {
	dir := path.Join(Dir, name)
	if err := site.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	unlock, err := Lock(ctx, site, dir)
	if err != nil {
		return nil, err
	}
	return &Folder{site, dir, unlock}, nil
}

// Close releases the lock.
func (c *Folder) Close() { c.unlock() }

// validName matches the names of cached files. They contain no slash, so a file is never outside
// the directory.
var validName = regexp.MustCompile(`^[a-z0-9]+(?:\.json)?$`)

// Read returns a cached file.
func (c *Folder) Read(name string) ([]byte, error) {
	if !validName.MatchString(name) {
		return nil, fmt.Errorf("invalid cache file name %q", name)
	}
	file := path.Join(c.dir, name)
	info, err := c.root.Lstat(file)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxBytes {
		return nil, &fs.PathError{Op: "read", Path: file, Err: errNotRegular}
	}
	return c.root.ReadFile(file)
}

// Write replaces a cached file in one step.
func (c *Folder) Write(name string, data []byte) error {
	if !validName.MatchString(name) {
		return fmt.Errorf("invalid cache file name %q", name)
	}
	file, temp := path.Join(c.dir, name), path.Join(c.dir, name+".new")
	if err := c.root.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) { // left by a killed command
		return err
	}
	err := c.writeSynced(temp, data)
	if err == nil {
		err = c.root.Rename(temp, file)
	}
	if err != nil {
		return errors.Join(err, c.root.Remove(temp))
	}
	return nil
}

func (c *Folder) writeSynced(name string, data []byte) error {
	f, err := c.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	if _, err = f.Write(data); err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}
