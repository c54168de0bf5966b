// Package outdir turns what a build makes into files: a [File] is a path with bytes
// that are made when they are asked for, a [Set] is all files of one site, and
// [WriteDir] brings a folder to that state.
//
// # How a folder is written
//
// WriteDir makes every file first, and writes those that differ into temporary files in a hidden
// folder of the output folder. A template that fails, a full disk or a cancelled context therefore
// changes nothing. Then it renames the temporary files into place, and removes the files that are
// gone last. The hidden folder exists until the end. [Unfinished] reports it, so that nobody
// publishes the folder of a build that was killed. The next build compares all files by content
// and completes the folder.
//
// Only what differs is written, so file times tell the truth to rsync and browsers,
// and there is no second copy of the whole tree.
//
// # What is ours
//
// A manifest in the state folder lists what WriteDir wrote. Nothing else is overwritten or
// removed: a stranger's file at the path of one of ours is an error, and so is a folder that
// has files and neither manifest nor mark, such as somebody's home folder after a slip of
// --out. Links below the folder are not followed.
//
// The manifest ends with its digest, and a hidden file of the output folder, the mark, holds
// the same digest. Where the manifest is damaged, or missing or older than the folder, all
// files of the folder are compared by content. What the set does not have is removed, and a
// copy of each file that is replaced or removed stays in the state folder (Stats.Aside).
//
// The manifest has each file's digest, size and time. A file whose size and time are
// those of the manifest is taken to have the manifest's digest, unless it was written so
// shortly before the manifest that the clock could not tell a later change; then, and
// whenever anything differs, its content is read and compared.
package outdir

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// File is one file of a site. Bytes makes its content and may be called from any
// goroutine; its error is one of the machine or of a template, not of content.
type File struct {
	Path  string // relative, with slashes: ja/1.27/index.html
	Bytes func() ([]byte, error)
	// Append, where it is set, makes the same content behind what b holds, and returns all of
	// it: who writes many files needs no new memory for each.
	Append func(b []byte) ([]byte, error)
}

// Onto makes the content behind what b holds, in new memory where the file knows no better.
func (f File) Onto(b []byte) ([]byte, error) {
	if f.Append != nil {
		return f.Append(b)
	}
	made, err := f.Bytes()
	return append(b, made...), err
}

// Appending returns a file whose content f makes behind what it is given.
func Appending(path string, f func(b []byte) ([]byte, error)) File {
	return File{Path: path, Append: f, Bytes: func() ([]byte, error) {
		room := rooms.Get().(*[]byte)
		defer rooms.Put(room)
		b, err := f((*room)[:0])
		if err != nil {
			return nil, err
		}
		keep(room, b)
		return bytes.Clone(b), nil
	}}
}

// rooms is memory in which files are made, one after another.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

// maxRoom is how much of it is kept, in bytes: hardly a page has more.
const maxRoom = 1 << 20

// keep leaves the memory that a file has come to need to the next one.
func keep(room *[]byte, b []byte) {
	if cap(b) <= maxRoom {
		*room = b
	}
}

// Once returns a file whose content is made at the first call and kept, for files that
// several ask for. Pages, which only the writer asks for, need no keeping: a File with
// a plain function lets go of them.
func Once(path string, f func() ([]byte, error)) File {
	return File{Path: path, Bytes: sync.OnceValues(f)}
}

// Static returns a file with the given content.
func Static(path string, b []byte) File {
	return File{Path: path, Bytes: func() ([]byte, error) { return b, nil }}
}

// Set is the files of one site, sorted by path. It does not change.
type Set struct{ files []File }

// NewSet returns the set of the files, or an error that names every path which cannot
// be: unsafe ones (empty, absolute, with .., a backslash or a control character, a name
// over 255 bytes), two files at one path, also where they differ only by letter case or
// Unicode normal form, which many file systems do not tell apart, and a file where
// another needs a folder.
func NewSet(files []File) (*Set, error) {
	files = slices.SortedStableFunc(slices.Values(files), func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	s := &Set{files: files}
	var errs []error
	folded := make(map[string]string, len(files))
	for _, f := range s.files {
		if err := checkPath(f.Path); err != nil {
			errs = append(errs, err)
			continue
		}
		key := Fold(f.Path)
		if other, taken := folded[key]; taken {
			errs = append(errs, fmt.Errorf("two files have one path: %s and %s", other, f.Path))
			continue
		}
		folded[key] = f.Path
	}
	var above []folder
	for _, f := range s.files {
		above = foldersAbove(above, f.Path, folded)
		for _, dir := range slices.Backward(above) {
			if dir.file != "" {
				errs = append(errs, fmt.Errorf("%s is a file, and %s needs a folder of that name", dir.file, f.Path))
			}
		}
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return s, nil
}

// folder is one that files need, and the file that has its name, if there is one.
type folder struct{ path, file string }

// foldersAbove lists the folders above a path, the top first, from those above the path
// before: of sorted paths most share them, and each is looked up once.
func foldersAbove(last []folder, path string, folded map[string]string) []folder {
	within := func(dir string) bool { return len(path) > len(dir) && path[len(dir)] == '/' && path[:len(dir)] == dir }
	for len(last) > 0 && !within(last[len(last)-1].path) {
		last = last[:len(last)-1]
	}
	from := 0
	if len(last) > 0 {
		from = len(last[len(last)-1].path) + 1
	}
	for {
		i := strings.IndexByte(path[from:], '/')
		if i < 0 {
			return last
		}
		dir := path[:from+i]
		last = append(last, folder{dir, folded[Fold(dir)]})
		from += i + 1
	}
}

// Paths lists the paths, sorted.
func (s *Set) Paths() []string {
	paths := make([]string, len(s.files))
	for i, f := range s.files {
		paths[i] = f.Path
	}
	return paths
}

// order lists the files in the order in which they are made: see Options.Together.
func (s *Set) order(together func(path string) string) []File {
	if together == nil {
		return s.files
	}
	names := make(map[string]string, len(s.files))
	for _, f := range s.files {
		names[f.Path] = together(f.Path)
	}
	return slices.SortedStableFunc(slices.Values(s.files), func(a, b File) int { return strings.Compare(names[a.Path], names[b.Path]) })
}

// Len returns the number of files.
func (s *Set) Len() int { return len(s.files) }

// has reports whether there is a file at the path.
func (s *Set) has(path string) bool {
	_, ok := s.Get(path)
	return ok
}

// Get returns the file at the path.
func (s *Set) Get(path string) (File, bool) {
	i, ok := slices.BinarySearchFunc(s.files, path, func(f File, path string) int { return strings.Compare(f.Path, path) })
	if !ok {
		return File{}, false
	}
	return s.files[i], true
}

const maxName = 255 // bytes in one element of a path, the limit of common file systems

// checkPath says why a path cannot be written, if so.
func checkPath(p string) error {
	if !fs.ValidPath(p) || p == "." || strings.ContainsFunc(p, func(r rune) bool { return r == '\\' || unicode.IsControl(r) }) {
		return fmt.Errorf("the path %q is not safe to write to", p)
	}
	if len(p) <= maxName {
		return nil
	}
	for name := range strings.SplitSeq(p, "/") {
		if len(name) > maxName {
			return fmt.Errorf("the path %q has a name of %d bytes, and %d is the most", p, len(name), maxName)
		}
	}
	return nil
}

// parent is the folder of a path, or "" at the top.
func parent(p string) string {
	return p[:max(strings.LastIndexByte(p, '/'), 0)]
}

// Fold makes paths equal that a file system may take for one: it takes off letter case
// and Unicode normal form.
func Fold(p string) string {
	for i := range len(p) {
		if p[i] >= 0x80 {
			return norm.NFC.String(cases.Fold().String(norm.NFC.String(p)))
		}
	}
	return strings.ToLower(p)
}
