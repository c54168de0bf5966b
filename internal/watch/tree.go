package watch

import (
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
)

// Tree is an immutable snapshot of the directory of a site, and an fs.FS. Names, sizes, times and
// hashes are those of the snapshot, but content is read on demand. A file that was changed later
// does not match its hash, and reading a removed file returns an error. Tree is safe for
// concurrent use while the root given to [Open] is open.
type Tree struct {
	root *os.Root
	live fs.FS // file system of root, for targets of links
	top  *item
}

var (
	_ fs.ReadDirFS  = (*Tree)(nil)
	_ fs.ReadFileFS = (*Tree)(nil)
	_ fs.StatFS     = (*Tree)(nil)
	_ fs.ReadLinkFS = (*Tree)(nil)
)

var errNoFile = errors.New("not a regular file")

// Sum returns the SHA-256 of a regular file. It returns false for links, and for unreadable and
// missing files.
func (t *Tree) Sum(name string) (sum [sha256.Size]byte, ok bool) {
	it, _ := t.top.find(name)
	if it == nil || !it.summed {
		return sum, false
	}
	return it.sum, true
}

// lookUp returns the item at a path for the operation op. A nil item without an error means that
// the path contains a link, so that the live directory must be read.
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

// Open opens a file or directory. It returns an error for pipes and devices. It implements fs.FS.
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

// endless returns an error for a file that may have no end, such as a pipe. It also follows
// links.
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

// ReadFile returns the current content of a file. It implements fs.ReadFileFS.
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

// Stat returns the data in the snapshot. It follows links in the live directory. It implements
// fs.StatFS.
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

// Lstat returns the data in the snapshot without following links. It implements fs.ReadLinkFS.
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

// ReadLink reads a link in the live directory. It implements fs.ReadLinkFS.
func (t *Tree) ReadLink(name string) (string, error) {
	if _, err := t.lookUp("readlink", name); err != nil {
		return "", err
	}
	return fs.ReadLink(t.live, name)
}

// ReadDir returns the entries in the snapshot. For an unreadable directory, it returns the error
// of the scan. It implements fs.ReadDirFS.
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
