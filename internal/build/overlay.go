package build

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
)

// Overlay overlays a site's files on the built-in ones: a file of the same name replaces the
// built-in one, and a directory has the files of both. Names of the site that are hidden or end in
// ~ are skipped, because editors leave such files, for example the lock files of Emacs.
type Overlay struct {
	Site    fs.FS // may be nil
	BuiltIn fs.FS
}

// Open implements fs.FS.
func (o Overlay) Open(name string) (fs.File, error) {
	if o.Site != nil {
		f, err := o.Site.Open(name)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return f, err
		}
	}
	return o.BuiltIn.Open(name)
}

// ReadFile implements fs.ReadFileFS.
func (o Overlay) ReadFile(name string) ([]byte, error) {
	if o.Site != nil {
		data, err := fs.ReadFile(o.Site, name)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return data, err
		}
	}
	return fs.ReadFile(o.BuiltIn, name)
}

// ReadDir implements fs.ReadDirFS. It merges and sorts the entries of both directories.
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
	all := append(own, builtIn...) // the stable sort and Compact keep the site's entry
	slices.SortStableFunc(all, byName)
	return slices.CompactFunc(all, func(a, b fs.DirEntry) bool { return a.Name() == b.Name() }), nil
}
