package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// errNoFile says that what is to be replaced is a folder, a link or a pipe.
var errNoFile = errors.New("it is no file")

// maxRead is how many bytes a file of a site may have: a page is made in memory, and so is
// every file that is copied. Hosts that show sites from a repository take no file of 100 MB.
const maxRead = 256 << 20

var (
	// errTooLarge says that a file has more bytes than are read.
	errTooLarge = fmt.Errorf("it is larger than %d MB", maxRead>>20)
	// errWritten says that a file was another one each time it was read.
	errWritten = errors.New("it is being written while it is read")
)

// readings is how often a file is read that changes meanwhile, readPause how long the program
// waits before it tries again: longer than clocks of file systems take from tick to tick.
const (
	readings  = 5
	readPause = 20 * time.Millisecond
)

// rootFS is what the file system of an [os.Root] can do.
type rootFS interface {
	fs.ReadDirFS
	fs.ReadFileFS
	fs.StatFS
	fs.ReadLinkFS
}

// siteFiles are the files of a folder as the site takes them: of a pipe, a socket or a device,
// behind a link too, it reads nothing, since that may never end; a file without measure is
// refused before memory is; and what somebody writes while it is read is read again.
type siteFiles struct {
	rootFS
	root *os.Root
}

// filesOf are the files of a folder, none outside of it. They are read for as long as it is
// open.
func filesOf(root *os.Root) fs.FS { return siteFiles{root.FS().(rootFS), root} }

// Open implements fs.FS.
func (s siteFiles) Open(name string) (fs.File, error) {
	f, _, err := s.open(name)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// open opens a file or folder and says what it is. The opening of a pipe does not wait.
func (s siteFiles) open(name string) (*os.File, fs.FileInfo, error) {
	if !fs.ValidPath(name) {
		return nil, nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	f, err := s.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if errors.Is(err, syscall.ENXIO) { // what the opening of a socket says
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

// ReadFile implements fs.ReadFileFS. What it returns stood in the file at one moment, as far
// as its size and time tell.
func (s siteFiles) ReadFile(name string) ([]byte, error) {
	for try := 1; ; try++ {
		data, steady, err := s.readOnce(name)
		switch {
		case err != nil:
			return nil, err
		case steady:
			return data, nil
		case try == readings:
			return nil, &fs.PathError{Op: "read", Path: name, Err: errWritten}
		}
		time.Sleep(readPause)
	}
}

// readOnce reads a file, and reports whether it was the same before and after.
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
		time.Sleep(readPause) // for the time of a file may be the same after two changes, as long as a clock takes to tick
	}
	after, err := f.Stat()
	if err != nil {
		return nil, false, err
	}
	steady = before.Size() == after.Size() && before.ModTime().Equal(after.ModTime()) && int64(b.Len()) == after.Size()
	return b.Bytes(), steady, nil
}
