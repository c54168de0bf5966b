package build

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
)

// Overlay lays a site's own files over the built-in ones: a file of the same name
// replaces the built-in one, a folder holds the files of both. Hidden names of the site, and
// those that end in ~, are not listed: they are what editors put beside the file that they
// have open, such as the link to nowhere by which Emacs locks it.
type Overlay struct {
	Site    fs.FS // may be nil
	BuiltIn fs.FS
}

// Open implements fs.FS: the site's file, else the built-in one.
func (o Overlay) Open(name string) (fs.File, error) {
	if o.Site != nil {
		f, err := o.Site.Open(name)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return f, err
		}
	}
	return o.BuiltIn.Open(name)
}

// ReadFile implements fs.ReadFileFS: the bytes of the site's file, else of the built-in one.
func (o Overlay) ReadFile(name string) ([]byte, error) {
	if o.Site != nil {
		data, err := fs.ReadFile(o.Site, name)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return data, err
		}
	}
	return fs.ReadFile(o.BuiltIn, name)
}

// ReadDir implements fs.ReadDirFS: the names of both folders, sorted, each once, without
// what editors leave in that of the site.
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
	all := append(own, builtIn...) // the site's own first: the stable sort and Compact keep it
	slices.SortStableFunc(all, byName)
	return slices.CompactFunc(all, func(a, b fs.DirEntry) bool { return a.Name() == b.Name() }), nil
}
