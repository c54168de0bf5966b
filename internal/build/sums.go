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

// answer is what is known of a file beside a note.
type answer struct {
	asset note.Asset
	found bool
	why   string // it is there and cannot be read
}

// assetAsk is a question that parsing asked about a file beside the note, with its answer.
type assetAsk struct {
	path   string // without content/
	answer answer
	sum    sum // of the bytes that the answer was read from, where a sum of them is known
}

// sum is the SHA-256 of the bytes of a file.
type sum = [sha256.Size]byte

// Summed is a file system of one moment that knows the SHA-256 of its files without reading
// them. A [Builder] reads nothing of it that has the sum of last time. What it does read it
// keeps under the sum of the bytes that it got, since files may be younger than the moment.
type Summed interface {
	fs.FS
	// Sum returns the sum of a regular file; false where it is not known.
	Sum(name string) (sum [sha256.Size]byte, ok bool)
}

// sumOf asks a file system for the sum of a file; false where it does not know it.
func sumOf(fsys fs.FS, name string) (sum, bool) {
	if s, ok := fsys.(Summed); ok {
		return s.Sum(name)
	}
	return sum{}, false
}

// place says which files a value is made of: those in a folder and below it, or one alone.
type place struct {
	path string
	only func(name string) bool // of them; nil: all
}

// cached keeps a value for as long as the files that it was made of are the same.
type cached[T any] struct {
	digest sum
	value  T
	diags  []diag.Diagnostic
	filled bool
}

// get returns the value made of the files at a place, making it anew when one of them
// differs from the last time. load is given the whole file system.
func (c *cached[T]) get(root fs.FS, at place, load func(fs.FS) (T, []diag.Diagnostic, error)) (T, []diag.Diagnostic, error) {
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

// sumsAt lists the files at a place with their sums; none where nothing is there. A link
// counts as the file that it leads to. Not all is known where a file cannot be read, which
// is for who needs it to say, or where a link leads to no file, but perhaps to a folder: what
// is in there may change unseen.
func sumsAt(root fs.FS, at place) (sums map[string]sum, known bool, err error) {
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
		if said, ok := sumOf(root, p); ok {
			sums[p] = said
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

// digestOf is the hash of names and sums.
func digestOf(sums map[string]sum) (digest sum) {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		fmt.Fprintf(h, "%d %s %x\n", len(name), name, sums[name])
	}
	h.Sum(digest[:0])
	return digest
}

// witness is a file system that remembers what was read of it.
type witness struct {
	fsys fs.FS
	dir  string // of fsys, which is the root here
	seen *seen
}

// seen is what a witness remembers. It is filled from one goroutine.
type seen struct {
	sums   map[string]sum // of the bytes that were read
	gone   []string       // what was not there to be read
	opened bool           // something was opened, and nobody knows what was read of it
}

func newWitness(fsys fs.FS) *witness {
	return &witness{fsys, ".", &seen{sums: map[string]sum{}}}
}

// Open implements fs.FS.
func (w *witness) Open(name string) (fs.File, error) {
	w.seen.opened = true
	return w.fsys.Open(path.Join(w.dir, name))
}

// ReadFile implements fs.ReadFileFS.
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

// ReadDir implements fs.ReadDirFS.
func (w *witness) ReadDir(name string) ([]fs.DirEntry, error) {
	return fs.ReadDir(w.fsys, path.Join(w.dir, name))
}

// Stat implements fs.StatFS.
func (w *witness) Stat(name string) (fs.FileInfo, error) {
	return fs.Stat(w.fsys, path.Join(w.dir, name))
}

// Sub implements fs.SubFS.
func (w *witness) Sub(dir string) (fs.FS, error) {
	if !fs.ValidPath(dir) {
		return nil, &fs.PathError{Op: "sub", Path: dir, Err: fs.ErrInvalid}
	}
	return &witness{w.fsys, path.Join(w.dir, dir), w.seen}, nil
}

// correct puts the sums of what was read in the place of those that were said, and reports
// whether what was made of it is sure to be made of files with these sums.
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
