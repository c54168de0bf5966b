package watch

import (
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
)

// Tree is an immutable snapshot of the site's directory and an fs.FS. Names, sizes, times and
// hashes are those of the snapshot; content is read on request. So a file that changed later does
// not match its hash, and a removed one is an error. Tree is safe for concurrent use, as long as
// the root given to [Open] is open.
type Tree struct {
	root *os.Root
	live fs.FS // of root, for what is behind links
	top  *item
}

var (
	_ fs.ReadDirFS  = (*Tree)(nil)
	_ fs.ReadFileFS = (*Tree)(nil)
	_ fs.StatFS     = (*Tree)(nil)
	_ fs.ReadLinkFS = (*Tree)(nil)
)

var errNoFile = errors.New("not a regular file")

// Sum returns the SHA-256 of a regular file; false for links, unreadable and missing files.
func (t *Tree) Sum(name string) (sum [sha256.Size]byte, ok bool) {
	it, _ := t.top.find(name)
	if it == nil || !it.summed {
		return sum, false
	}
	return it.sum, true
}

// lookUp finds an item for the operation op. nil without an error means that only the live
// directory has the answer.
func (t *Tree) lookUp(op, name string) (*item, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	it, linked := t.top.find(name)
	if it == nil && !linked {
		return nil, &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
	}
	return it, nil
}

func (it *item) isLink() bool { return it == nil || it.mode&fs.ModeSymlink != 0 }

// Open implements fs.FS. It refuses pipes and devices.
func (t *Tree) Open(name string) (fs.File, error) {
	it, err := t.lookUp("open", name)
	switch {
	case err != nil:
		return nil, err
	case !it.isLink() && it.mode.IsDir():
		return t.openFolder(it, name)
	}
	if err := t.endless("open", name, it); err != nil {
		return nil, err
	}
	return t.live.Open(name)
}

// endless returns an error for files that may never end, also behind a link.
func (t *Tree) endless(op, name string, it *item) error {
	var mode fs.FileMode
	if it.isLink() {
		info, err := fs.Stat(t.live, name)
		if err != nil {
			return err
		}
		mode = info.Mode()
	} else {
		mode = it.mode
	}
	if mode.IsRegular() || mode.IsDir() {
		return nil
	}
	return &fs.PathError{Op: op, Path: name, Err: errNoFile}
}

// ReadFile implements fs.ReadFileFS.
func (t *Tree) ReadFile(name string) ([]byte, error) {
	it, err := t.lookUp("readfile", name)
	if err != nil {
		return nil, err
	}
	if err := t.endless("readfile", name, it); err != nil {
		return nil, err
	}
	return fs.ReadFile(t.live, name)
}

// Stat implements fs.StatFS. It follows links in the live directory.
func (t *Tree) Stat(name string) (fs.FileInfo, error) {
	it, err := t.lookUp("stat", name)
	if err != nil {
		return nil, err
	}
	if it.isLink() {
		return fs.Stat(t.live, name)
	}
	return itemInfo{it}, nil
}

// Lstat implements fs.ReadLinkFS.
func (t *Tree) Lstat(name string) (fs.FileInfo, error) {
	it, err := t.lookUp("lstat", name)
	if err != nil {
		return nil, err
	}
	if it == nil {
		return fs.Lstat(t.live, name)
	}
	return itemInfo{it}, nil
}

// ReadLink implements fs.ReadLinkFS.
func (t *Tree) ReadLink(name string) (string, error) {
	if _, err := t.lookUp("readlink", name); err != nil {
		return "", err
	}
	return fs.ReadLink(t.live, name)
}

// ReadDir implements fs.ReadDirFS. For an unreadable directory it returns the error of the scan.
func (t *Tree) ReadDir(name string) ([]fs.DirEntry, error) {
	it, err := t.lookUp("readdir", name)
	if err != nil {
		return nil, err
	}
	if it.isLink() || !it.mode.IsDir() {
		return fs.ReadDir(t.live, name)
	}
	return it.entries(), it.err
}

func (it *item) entries() []fs.DirEntry {
	entries := make([]fs.DirEntry, len(it.below))
	for i, c := range it.below {
		entries[i] = fs.FileInfoToDirEntry(itemInfo{c})
	}
	return entries
}

func (t *Tree) openFolder(it *item, name string) (fs.File, error) {
	if it.err != nil {
		return nil, it.err
	}
	return &openFolder{item: it, path: name, rest: it.entries()}, nil
}

type openFolder struct {
	*item
	path string
	rest []fs.DirEntry
}

func (f *openFolder) Stat() (fs.FileInfo, error) { return itemInfo{f.item}, nil }
func (f *openFolder) Close() error               { return nil }

func (f *openFolder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: f.path, Err: errors.New("is a directory")}
}

func (f *openFolder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n > 0 && len(f.rest) == 0 {
		return nil, io.EOF
	}
	if n <= 0 || n > len(f.rest) {
		n = len(f.rest)
	}
	entries := f.rest[:n:n]
	f.rest = f.rest[n:]
	return entries, nil
}
