// Package outdir writes the output directory. A [File] is a path with content that is made on
// demand. A [Set] holds all files of a site, and [WriteDir] updates a directory to a Set.
//
// # Writing
//
// WriteDir first makes every file and writes those that differ to temporary files in a hidden
// directory. So a failing template, a full disk or a cancelled context changes nothing. Then it
// renames the temporary files and removes old files. The hidden directory exists until the end:
// [Unfinished] detects it, so that nobody publishes the output of a killed build. The next build
// compares all files by content and completes the directory. Files that do not differ keep their
// time, which rsync and browsers rely on.
//
// # Whose files
//
// A manifest in the state directory lists what WriteDir wrote. Other files are never overwritten or
// removed: one at a path of the set is an error. So is a directory with files but neither manifest
// nor mark, such as a home directory given to --out by mistake. Links are not followed.
//
// The manifest ends with its digest. A hidden file in the output directory, the mark, holds the
// same digest. If the manifest is damaged, missing or outdated, all files are compared by content.
// Files that are not in the set are removed. A copy of each replaced or removed file stays in the
// state directory (Stats.Aside).
//
// The manifest has the digest, size and time of each file. A file with the same size and time
// counts as unchanged, unless it is so new that the clock could hide a later change. Else it is
// read.
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

// File is one file of a site. Bytes makes its content and must be safe for concurrent use. Its
// errors are those of the machine or of a template, not of content.
type File struct {
	Path  string // relative, with slashes: ja/1.27/index.html
	Bytes func() ([]byte, error)
	// Append, if set, appends the same content to b, so that the caller can reuse memory.
	Append func(b []byte) ([]byte, error)
}

// Onto appends the content to b, with Append if possible.
func (f File) Onto(b []byte) ([]byte, error) {
	if f.Append != nil {
		return f.Append(b)
	}
	made, err := f.Bytes()
	return append(b, made...), err
}

// Appending returns a file whose content f appends.
func Appending(path string, f func(b []byte) ([]byte, error)) File {
	return File{Path: path, Append: f, Bytes: func() ([]byte, error) {
		room := buffers.Get().(*[]byte)
		defer buffers.Put(room)
		b, err := f((*room)[:0])
		if err != nil {
			return nil, err
		}
		keep(room, b)
		return bytes.Clone(b), nil
	}}
}

// buffers holds reusable buffers for content.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// maxBuffer limits the bytes of a buffer that is kept. Few pages exceed it.
const maxBuffer = 1 << 20

func keep(room *[]byte, b []byte) {
	if cap(b) <= maxBuffer {
		*room = b
	}
}

// Once returns a file whose content is made at the first call and cached, for files with several
// users. Pages are only written, so they need no cache.
func Once(path string, f func() ([]byte, error)) File {
	return File{Path: path, Bytes: sync.OnceValues(f)}
}

// Static returns a file with the given content.
func Static(path string, b []byte) File {
	return File{Path: path, Bytes: func() ([]byte, error) { return b, nil }}
}

// Set is the immutable set of the files of a site, sorted by path.
type Set struct{ files []File }

// NewSet returns the set of the files. The error lists every invalid path:
// - unsafe paths: empty, absolute, with .., a backslash, a control character or a name over 255 bytes
// - two files at one path; paths also collide if they differ only in letter case or Unicode normal
// form, as on many file systems
// - a file at the path of a directory
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
			errs = append(errs, fmt.Errorf("duplicate path: %s and %s", other, f.Path))
			continue
		}
		folded[key] = f.Path
	}
	var above []folder
	for _, f := range s.files {
		above = foldersAbove(above, f.Path, folded)
		for _, dir := range slices.Backward(above) {
			if dir.file != "" {
				errs = append(errs, fmt.Errorf("%s is a file, but %s needs a directory of that name", dir.file, f.Path))
			}
		}
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return s, nil
}

// folder is a required directory, and the file with the same name, if any.
type folder struct{ path, file string }

// foldersAbove returns the directories above a path, outermost first. last is the result for the
// previous path; sorted paths share most of them.
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

const maxName = 255 // bytes in one path element, the limit of common file systems

func checkPath(p string) error {
	if !fs.ValidPath(p) || p == "." || strings.ContainsFunc(p, func(r rune) bool { return r == '\\' || unicode.IsControl(r) }) {
		return fmt.Errorf("unsafe path %q", p)
	}
	if len(p) <= maxName {
		return nil
	}
	for name := range strings.SplitSeq(p, "/") {
		if len(name) > maxName {
			return fmt.Errorf("path %q has a name of %d bytes, limit %d", p, len(name), maxName)
		}
	}
	return nil
}

func parent(p string) string {
	return p[:max(strings.LastIndexByte(p, '/'), 0)]
}

// Fold maps paths that a file system may treat as equal to one form, without letter case and in one
// Unicode normal form.
func Fold(p string) string {
	for i := range len(p) {
		if p[i] >= 0x80 {
			return norm.NFC.String(cases.Fold().String(norm.NFC.String(p)))
		}
	}
	return strings.ToLower(p)
}
