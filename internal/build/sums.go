package build

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

type answer struct {
	asset note.Asset
	found bool
	why   string // reason why the asset cannot be read, or ""
}

// assetAsk is the lookup of an asset by the parser, with its result.
type assetAsk struct {
	path   string // relative to content/
	answer answer
	sum    sum // hash of the bytes that were read; zero if unknown
}

// sum is the SHA-256 of the bytes of a file.
type sum = [sha256.Size]byte

// Summed is a file system that knows the SHA-256 of its files, as a snapshot. A [Builder] does
// not read files whose hash did not change. It stores a file that it reads by the hash of the
// bytes, which may be newer than the snapshot.
type Summed interface {
	fs.FS
	// Sum returns the hash of a regular file. It returns false if the hash is unknown.
	Sum(name string) (sum [sha256.Size]byte, ok bool)
}

func sumOf(fsys fs.FS, name string) (sum, bool) {
	if s, ok := fsys.(Summed); ok {
		return s.Sum(name)
	}
	return sum{}, false
}

// selection selects the input files of a value: a file, or the files below a folder.
type selection struct {
	path string
	only func(name string) bool // filter for names; nil for all files
}

// cached is a value that is valid until one of its files changes.
type cached[T any] struct {
	digest sum
	value  T
	diags  []diag.Diagnostic
	filled bool
}

// get returns the value for the selected files. It calls load with the whole file system if one
// of the files has changed.
func (c *cached[T]) get(root fs.FS, at selection, load func(fs.FS) (T, []diag.Diagnostic, error)) (T, []diag.Diagnostic, error) {
	sums, known, err := sumsAt(root, at)
	if err != nil {
		return c.value, nil, fmt.Errorf("looking for changes: %w", err)
	}
	if c.filled && digestOf(sums) == c.digest {
		return c.value, c.diags, nil
	}
	read := newWitness(root)
	value, diags, err := load(read)
	if err != nil {
		return c.value, nil, err
	}
	sure := read.correct(sums)
	*c = cached[T]{digestOf(sums), value, diags, sure && known}
	return value, diags, nil
}

// sumsAt returns the selected files with their hashes. For a symbolic link it is the hash of its
// target. known is false if a file is unreadable, which load reports. It is also false if the
// target of a link is not a file, because changes in it would remain undetected.
func sumsAt(root fs.FS, at selection) (sums map[string]sum, known bool, err error) {
	sums, known = map[string]sum{}, true
	err = fs.WalkDir(root, at.path, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			if p == at.path && errors.Is(err, fs.ErrNotExist) {
				return fs.SkipAll
			}
			return err
		}
		link := d.Type()&fs.ModeSymlink != 0
		if !link && !d.Type().IsRegular() || at.only != nil && !at.only(p) && !link {
			return nil
		}
		if have, ok := sumOf(root, p); ok {
			sums[p] = have
			return nil
		}
		data, err := fs.ReadFile(root, p)
		if err != nil {
			known = false
			return nil
		}
		sums[p] = sha256.Sum256(data)
		return nil
	})
	return sums, known, err
}

func digestOf(sums map[string]sum) (digest sum) {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		fmt.Fprintf(h, "%d %s %x\n", len(name), name, sums[name])
	}
	h.Sum(digest[:0])
	return digest
}

// witness is a file system that records what was read.
type witness struct {
	fsys fs.FS
	dir  string // relative to fsys
	seen *seen
}

// seen is the record of a witness. Only one goroutine uses it.
type seen struct {
	sums   map[string]sum // hashes of the bytes that were read
	gone   []string       // files that did not exist
	opened bool           // whether a file was opened, so that it is unknown what was read
}

func newWitness(fsys fs.FS) *witness {
	return &witness{fsys, ".", &seen{sums: map[string]sum{}}}
}

func (w *witness) Open(name string) (fs.File, error) {
	w.seen.opened = true
	return w.fsys.Open(path.Join(w.dir, name))
}

func (w *witness) ReadFile(name string) ([]byte, error) {
	full := path.Join(w.dir, name)
	data, err := fs.ReadFile(w.fsys, full)
	switch {
	case err == nil:
		w.seen.sums[full] = sha256.Sum256(data)
	case errors.Is(err, fs.ErrNotExist):
		w.seen.gone = append(w.seen.gone, full)
	}
	return data, err
}

func (w *witness) ReadDir(name string) ([]fs.DirEntry, error) {
	return fs.ReadDir(w.fsys, path.Join(w.dir, name))
}

func (w *witness) Stat(name string) (fs.FileInfo, error) {
	return fs.Stat(w.fsys, path.Join(w.dir, name))
}

func (w *witness) Sub(dir string) (fs.FS, error) {
	if !fs.ValidPath(dir) {
		return nil, &fs.PathError{Op: "sub", Path: dir, Err: fs.ErrInvalid}
	}
	return &witness{w.fsys, path.Join(w.dir, dir), w.seen}, nil
}

// correct replaces the hashes in sums by those of the bytes that were read. It reports whether
// sums includes everything that was read.
func (w *witness) correct(sums map[string]sum) bool {
	for name := range sums {
		if read, ok := w.seen.sums[name]; ok {
			sums[name] = read
		}
		if slices.Contains(w.seen.gone, name) {
			return false
		}
	}
	return !w.seen.opened
}
