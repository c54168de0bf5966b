package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/kawaraban/kawaraban/internal/upstream"
)

const importTarget = "content/_data"

// errNoFile is returned for a directory, symbolic link or pipe where a regular file is expected.
var errNoFile = errors.New("not a file")

// maxRead limits the size of a file of the site: pages and copied files are held in memory. GitHub
// rejects files of 100 MB.
const maxRead = 256 << 20

var (
	errTooLarge = fmt.Errorf("larger than %d MB", maxRead>>20)
	// errUnstable is returned for a file that changed during every attempt to read it.
	errUnstable = errors.New("changed while it was read")
)

// A file that changes while it is read is read again, in at most readings attempts. readPause is
// the delay between attempts. It is longer than the timestamp resolution of file systems.
const (
	readings  = 5
	readPause = 20 * time.Millisecond
)

type rootFS interface {
	fs.ReadDirFS
	fs.ReadFileFS
	fs.StatFS
	fs.ReadLinkFS
}

// siteFiles is the file system that a site is read from. It refuses pipes, sockets and devices,
// because reading them may block forever. It refuses large files. It reads a file again if it
// changed during the read.
type siteFiles struct {
	rootFS
	root *os.Root
}

// filesOf returns a file system of the files below root. It can be used until root is closed.
func filesOf(root *os.Root) fs.FS { return siteFiles{root.FS().(rootFS), root} }

func (s siteFiles) Open(name string) (fs.File, error) {
	f, _, err := s.open(name)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// open opens a file or directory without waiting on a pipe.
func (s siteFiles) open(name string) (*os.File, fs.FileInfo, error) {
	if !fs.ValidPath(name) {
		return nil, nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	f, err := s.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if errors.Is(err, syscall.ENXIO) { // error of opening a socket
		err = &fs.PathError{Op: "open", Path: name, Err: errNoFile}
	}
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.IsDir() {
		switch {
		case !info.Mode().IsRegular():
			err = &fs.PathError{Op: "open", Path: name, Err: errNoFile}
		case info.Size() > maxRead:
			err = &fs.PathError{Op: "open", Path: name, Err: errTooLarge}
		}
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, info, nil
}

// ReadFile implements fs.ReadFileFS. If the size or time of the file changed during the read, it
// reads again. The error after the last attempt is errUnstable.
func (s siteFiles) ReadFile(name string) ([]byte, error) {
	for try := 1; ; try++ {
		data, steady, err := s.readOnce(name)
		switch {
		case err != nil:
			return nil, err
		case steady:
			return data, nil
		case try == readings:
			return nil, &fs.PathError{Op: "read", Path: name, Err: errUnstable}
		}
		time.Sleep(readPause)
	}
}

// readOnce reads a file. steady reports whether the file did not change during the read.
func (s siteFiles) readOnce(name string) (data []byte, steady bool, err error) {
	f, before, err := s.open(name)
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	b := bytes.NewBuffer(make([]byte, 0, before.Size()+bytes.MinRead))
	if _, err := b.ReadFrom(io.LimitReader(f, maxRead+1)); err != nil {
		return nil, false, err
	}
	if b.Len() > maxRead {
		return nil, false, &fs.PathError{Op: "read", Path: name, Err: errTooLarge}
	}
	if age := time.Since(before.ModTime()); age > -readPause && age < readPause {
		time.Sleep(readPause) // two changes within one clock tick have the same time
	}
	after, err := f.Stat()
	if err != nil {
		return nil, false, err
	}
	steady = before.Size() == after.Size() && before.ModTime().Equal(after.ModTime()) && int64(b.Len()) == after.Size()
	return b.Bytes(), steady, nil
}

// loadData reads the upstream data of the site.
func (a *app) loadData() (*upstream.Data, error) {
	data, _, err := upstream.Load(os.DirFS(filepath.Join(a.dir, filepath.FromSlash(importTarget))))
	return data, machine(err)
}
