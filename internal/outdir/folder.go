package outdir

import (
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// In returns the files of a directory that belong to the set.
func (s *Set) In(folder fs.FS) fs.FS { return inFolder{s, folder} }

type inFolder struct {
	set    *Set
	folder fs.FS
}

func (f inFolder) holds(name string) bool {
	if name == "." || f.set.has(name) {
		return true
	}
	below := name + "/"
	i, _ := slices.BinarySearchFunc(f.set.files, below, func(f File, p string) int { return strings.Compare(f.Path, p) })
	return i < len(f.set.files) && strings.HasPrefix(f.set.files[i].Path, below)
}

func (f inFolder) Open(name string) (fs.File, error) {
	if !f.holds(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	file, err := f.folder.Open(name)
	if err != nil || f.set.has(name) {
		return file, err
	}
	return &openFolder{File: file, all: func() ([]fs.DirEntry, error) { return f.ReadDir(name) }}, nil
}

func (f inFolder) ReadDir(name string) ([]fs.DirEntry, error) {
	if !f.holds(name) {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist}
	}
	entries, err := fs.ReadDir(f.folder, name)
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return !f.holds(path.Join(name, e.Name())) }), err
}

type openFolder struct {
	fs.File
	all  func() ([]fs.DirEntry, error)
	read bool
	rest []fs.DirEntry
}

func (o *openFolder) ReadDir(n int) ([]fs.DirEntry, error) {
	if !o.read {
		entries, err := o.all()
		if err != nil {
			return nil, err
		}
		o.read, o.rest = true, entries
	}
	if n <= 0 {
		n = len(o.rest)
	} else if len(o.rest) == 0 {
		return nil, io.EOF
	}
	part := o.rest[:min(n, len(o.rest))]
	o.rest = o.rest[len(part):]
	return part, nil
}
