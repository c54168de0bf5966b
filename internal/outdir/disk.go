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

// disk does everything that changes the file system, so that a test can let each step
// fail, or stop there as a killed process does.
type disk struct {
	before   func(op, path string) error // asked before every step; nil in the real world
	unsynced bool                        // for tests that kill processes and not machines
}

// step is what every change passes through.
func (d disk) step(op, path string) error {
	if d.before == nil {
		return nil
	}
	return d.before(op, path)
}

// write makes a file and the folders above it, and returns the time that the file got.
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

// makeFolder makes a folder and those above it. Nearly every page has a folder of its
// own in one that is there, so that is tried first: it costs no look at the disk.
func makeFolder(path string) error {
	err := os.Mkdir(path, 0o755)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrExist) {
		return os.MkdirAll(path, 0o755)
	}
	return err
}

// fill writes b, to the platters if asked, and returns the file's time.
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

// replace writes a file so that it is there whole or not at all, even if the power
// fails: its content is on the disk before its name is.
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

// remove deletes a file; that it is gone, or a folder has its name, is fine.
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

// removeAll deletes a folder of our own with all that is in it.
func (d disk) removeAll(path string) error {
	if err := d.step("remove all", path); err != nil {
		return err
	}
	return os.RemoveAll(path)
}

// exists reports whether there is anything at the path, a broken link too.
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

// absent reports whether an error says that nothing is at a path, also because a
// folder above it is a file.
func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}
