package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/kawaraban/kawaraban/internal/affects"
)

// inputs reads the files that an upgrade checks.
type inputs struct {
	base     *affects.Base
	stdin    io.Reader
	left     int64 // bytes up to the limit of all files
	readings []affects.Reading
}

// add reads a file, the files of a directory, or standard input.
func (in *inputs) add(path string) error {
	if path == "-" {
		return in.read("<stdin>", in.stdin)
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return usage("%q does not exist", path).withHint("name files or directories, or - for standard input")
	case err != nil:
		return machine(fmt.Errorf("reading the input: %w", err))
	case !info.IsDir():
		return in.file(path)
	}
	return machine(filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			in.skip(name, "file")
			return nil
		case d.IsDir() && d.Name() == ".git":
			return filepath.SkipDir
		case d.IsDir():
			return nil
		case d.Type()&fs.ModeSymlink != 0:
			in.skip(name, "link")
			return nil
		}
		return in.file(name)
	}))
}

// file reads a regular file. It does not wait on a pipe.
func (in *inputs) file(name string) error {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		in.skip(name, "file")
		return nil
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil || !info.Mode().IsRegular():
		in.skip(name, "file")
		return nil
	case info.Size() > in.left:
		in.skip(name, "size")
		return nil
	}
	return in.read(name, f)
}

// read reads a text up to the limit.
func (in *inputs) read(name string, r io.Reader) error {
	text, err := io.ReadAll(io.LimitReader(r, in.left+1))
	if err != nil {
		return machine(fmt.Errorf("reading %s: %w", name, err))
	}
	if int64(len(text)) > in.left {
		in.skip(name, "size")
		return nil
	}
	in.left -= int64(len(text))
	in.readings = append(in.readings, affects.Read(filepath.ToSlash(name), string(text), in.base))
	return nil
}

func (in *inputs) skip(name, code string) {
	in.readings = append(in.readings, affects.Reading{File: filepath.ToSlash(name), Skipped: []affects.Skipped{{Code: code}}})
}
