package build

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
)

// Overlay is the union of the files of a site and the built-in files. A file of the site replaces
// the built-in file with the same name. Folders have the files of both. It omits files of the
// site that are hidden or end in ~, because editors create them.
type Overlay struct {
	Site    fs.FS // may be nil
	BuiltIn fs.FS
}

// Open opens a file of the site, else the built-in file. It implements fs.FS.
func (o Overlay) Open(name string) (fs.File, error) {
	if o.Site != nil {
		f, err := o.Site.Open(name)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return f, err
		}
	}
	return o.BuiltIn.Open(name)
}

// ReadFile reads a file of the site, else the built-in file. It implements fs.ReadFileFS.
func (o Overlay) ReadFile(name string) ([]byte, error) {
	if o.Site != nil {
		data, err := fs.ReadFile(o.Site, name)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return data, err
		}
	}
	return fs.ReadFile(o.BuiltIn, name)
}

// ReadDir returns the sorted entries of both folders. It implements fs.ReadDirFS.
func (o Overlay) ReadDir(name string) ([]fs.DirEntry, error) {
	builtIn, errBuiltIn := fs.ReadDir(o.BuiltIn, name)
	if o.Site == nil {
		return builtIn, errBuiltIn
	}
	own, err := fs.ReadDir(o.Site, name)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return builtIn, errBuiltIn
		}
		return nil, err
	}
	own = slices.DeleteFunc(own, func(e fs.DirEntry) bool { return hidden(e.Name()) })
	byName := func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) }
	all := append(own, builtIn...) // Compact keeps the entry of the site, which is first after a stable sort
	slices.SortStableFunc(all, byName)
	return slices.CompactFunc(all, func(a, b fs.DirEntry) bool { return a.Name() == b.Name() }), nil
}
