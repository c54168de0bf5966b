// Package outdir writes the output directory. A [File] is a path with content that is rendered on
// demand. A [Set] is all files of a site. [WriteDir] is the entry point, and updates a directory
// to a Set. The package does not know what the files contain.
//
// # Writing
//
// WriteDir first renders all files. It writes those that differ to temporary files in a hidden
// directory. A failing template, a full disk or a cancelled context therefore changes nothing. It
// then renames the temporary files and removes old files. The hidden directory exists until the
// end. [Unfinished] detects it, so that the output of a killed build is not published. The next
// build compares all files by content and completes the directory. Files that do not differ keep
// their time, on which rsync and browsers rely.
//
// # Files of others
//
// A manifest in the state directory lists the files that WriteDir wrote. It never overwrites or
// removes other files: such a file at a path of the set is an error. Links are not followed.
//
// The manifest ends with its digest. The mark is a hidden file in the output directory with the
// same digest. A directory that has files, but no manifest and no mark, is an error: it can be a
// home directory given to --out by mistake.
//
// If the manifest is damaged, missing or outdated, all files are compared by
// content. Files that are not in the set are removed. The state directory then keeps a copy of
// each replaced or removed file (Stats.Aside).
//
// The manifest has the digest, size and time of each file. A file with the same size and time
// counts as unchanged, unless it is so new that a later change may have the same time. Such a
// file is read.
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

// File is a file of a site. Bytes renders its content and must be safe for concurrent use. Its
// errors are machine errors or errors of a template, but not content problems.
type File struct {
	Path  string // relative, with slashes: ja/1.27/index.html
	Bytes func() ([]byte, error)
	// Append, if set, appends the content to b, so that callers can reuse memory. The content
	// must equal that of Bytes.
	Append func(b []byte) ([]byte, error)
}

// Onto appends the content to b. It uses Append if it is set.
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

var buffers = sync.Pool{New: func() any { return new([]byte) }}

// maxBuffer is the maximum size in bytes of a buffer that is reused. Few pages exceed it.
const maxBuffer = 1 << 20

func keep(room *[]byte, b []byte) {
	if cap(b) <= maxBuffer {
		*room = b
	}
}

// Once returns a file whose content is rendered at the first call and then cached, for files that
// are used several times. Pages need no cache, because they are only written.
func Once(path string, f func() ([]byte, error)) File {
	return File{Path: path, Bytes: sync.OnceValues(f)}
}

// Static returns a file with the given content.
func Static(path string, b []byte) File {
	return File{Path: path, Bytes: func() ([]byte, error) { return b, nil }}
}

// Set is the immutable set of the files of a site, sorted by path.
type Set struct{ files []File }

// NewSet returns the set of the files. The error lists all invalid paths:
//
//   - unsafe paths: empty, absolute, with .., a backslash, a control character or a name over 255
//     bytes
//   - equal paths, and paths that differ only in letter case or Unicode form, which many file
//     systems treat as equal
//   - the path of a directory of another file
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

// folder is a directory that files require, and the file with the same name, if there is one.
type folder struct{ path, file string }

// foldersAbove returns the directories above a path, outermost first. last is the result for the
// previous path, because sorted paths have most directories in common.
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

// Paths returns the paths, sorted.
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

// Get returns the file at a path, and false if there is none.
func (s *Set) Get(path string) (File, bool) {
	i, ok := slices.BinarySearchFunc(s.files, path, func(f File, path string) int { return strings.Compare(f.Path, path) })
	if !ok {
		return File{}, false
	}
	return s.files[i], true
}

const maxName = 255 // maximum length in bytes of a name in common file systems

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

// Fold returns the same result for paths that a file system may treat as equal. It removes
// differences of letter case and Unicode form.
func Fold(p string) string {
	for i := range len(p) {
		if p[i] >= 0x80 {
			return norm.NFC.String(cases.Fold().String(norm.NFC.String(p)))
		}
	}
	return strings.ToLower(p)
}
