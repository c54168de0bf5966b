package outdir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// disk makes all changes of the file system, so that tests can simulate an error at each step.
type disk struct {
	before   func(op, path string) error // called before each step; nil outside of tests
	unsynced bool                        // set by tests that kill only the process, which does not require fsync
}

func (d disk) step(op, path string) error {
	if d.before == nil {
		return nil
	}
	return d.before(op, path)
}

func (d disk) write(path string, b []byte, sync bool) (time.Time, error) {
	if err := d.step("write", path); err != nil {
		return time.Time{}, err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if errors.Is(err, fs.ErrNotExist) {
		if err = makeFolder(filepath.Dir(path)); err == nil {
			f, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
		}
	}
	if err != nil {
		return time.Time{}, err
	}
	at, err := fill(f, b, sync)
	return at, errors.Join(err, f.Close())
}

// makeFolder creates a directory and its parents. It first assumes that the parent exists.
func makeFolder(path string) error {
	err := os.Mkdir(path, 0o755)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrExist) {
		return os.MkdirAll(path, 0o755)
	}
	return err
}

// fill writes b, calls fsync if sync is set, and returns the modification time of the file.
func fill(f *os.File, b []byte, sync bool) (time.Time, error) {
	if _, err := f.Write(b); err != nil {
		return time.Time{}, err
	}
	if sync {
		if err := f.Sync(); err != nil {
			return time.Time{}, err
		}
	}
	info, err := f.Stat()
	if err != nil {
		return time.Time{}, err
	}
	return info.ModTime(), nil
}

// replace writes a file atomically. It syncs the content before it renames the file.
func (d disk) replace(path string, b []byte) error {
	if _, err := d.write(path+".new", b, !d.unsynced); err != nil {
		return err
	}
	return d.rename(path+".new", path)
}

func (d disk) rename(from, to string) error {
	if err := d.step("rename", to); err != nil {
		return err
	}
	return os.Rename(from, to)
}

func (d disk) mkdirAll(path string) error {
	if err := d.step("mkdir", path); err != nil {
		return err
	}
	return os.MkdirAll(path, 0o755)
}

// remove deletes a file. It returns nil if the file is missing, or if the path is a directory.
func (d disk) remove(path string) error {
	if err := d.step("remove", path); err != nil {
		return err
	}
	info, err := os.Lstat(path)
	if absent(err) || err == nil && info.IsDir() {
		return nil
	}
	return os.Remove(path)
}

func (d disk) removeAll(path string) error {
	if err := d.step("remove all", path); err != nil {
		return err
	}
	return os.RemoveAll(path)
}

func exists(path string) (bool, error) {
	_, err := os.Lstat(path)
	switch {
	case err == nil:
		return true, nil
	case absent(err):
		return false, nil
	}
	return false, fmt.Errorf("looking for %s: %w", path, err)
}

// absent reports whether an error means that a path or its parent does not exist.
func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}
