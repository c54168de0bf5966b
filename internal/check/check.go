// Package check finds problems in notes by comparing them with upstream data and with each other.
// [Run] is its entry point. [Filter] determines the severity of all problems of the content of a
// site. The package does not parse or link notes, and does not check built sites: packages source,
// site and sitecheck do.
//
// # Rules
//
// [Rules] lists all checks. A [Rule] has a code, a default severity and a function that checks one
// [File] or all files. [Run] runs all rules. [RunSince] skips files for which nothing has changed
// since the last run. A new rule needs a function, a line in the list, and a section with a bad and
// a good example in docs/checks.md. A test runs the examples.
//
// Rules check only words. [File.Segments] separates words from code, addresses, HTML, comments and
// front matter. [File.Mask] returns the text with all other bytes masked. [File.At] converts an
// offset to a position, as blocks and references have, and [File.Offset] is the inverse.
//
// # Spelling
//
// A [Vocabulary] contains the known names. An unknown word is reported as misspelt if three
// conditions are met. It differs from a name by a few letters, has the same structure, and has a
// part that English upstream texts do not contain. A new name that consists of known words is
// therefore not reported. Suggestions come from these sources, in this order: feature gates,
// official notes of the release, components and API kinds, other releases, and the spelling in most
// notes of the site.
//
// # Fixes
//
// A diagnostic has a diag.Fix only if no other correction is possible. [Filter] removes fixes that
// change bytes outside of words. A rule can therefore not damage code, an address or front matter.
// [ApplyFixes] applies fixes. It rejects fixes that overlap, or that would change how the rest of
// the file is parsed.
//
// # Configuration
//
// [Settings] reads the severity of a code from site.yaml: off, info, warning or error. A comment
// disables a code for its line. If it is on a line of its own, it disables the code for the next
// line:
//
//	<!-- kawaraban-ignore gate/unknown -->
//
// [Filter] applies both to all problems. The severity of problems that make a note unusable
// cannot be changed: see [Entry.Fixed].
package check

import (
	"sort"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// unknownWords caches the unknown words of a file for a vocabulary.
type unknownWords struct {
	mu    sync.Mutex
	by    *Vocabulary
	words []word
}

// cite is a reference to a pull request, issue or release of a repository.
type cite struct {
	file   *File
	repo   string // repository as written: kubernetes/enhancements, k/k, kk
	number string // number of the pull request or issue; empty for a release
	start  int    // offset of the repository
	end    int    // offset of the # after the repository
}

// fileCites are the references in a file to threads, and the repositories in its links.
type fileCites struct {
	cites []cite
	repos []string
}

// cited are the references to threads in all notes, with the number of correct uses of each
// repository.
type cited struct {
	cites     []cite
	count     map[string]int      // by repository
	upstream  map[string]bool     // repositories that upstream data contain
	elsewhere map[string][]string // by number; at most two repositories outside of Kubernetes
	near      family
}

// spellingData is computed once per run, when a rule first needs it.
type spellingData struct {
	wordsOnce   sync.Once
	vocabulary  *Vocabulary
	threadsOnce sync.Once
	threads     *cited
	unknown     sync.Map // for each word, whether it is unknown and not similar to a known name
}

// File is the file of a note. Its methods are safe for concurrent use.
type File struct {
	Path  string // relative to the site: content/…
	Bytes []byte
	Note  *note.Note // nil if the file cannot be parsed

	cites    func() fileCites
	silences func() bool
	unknown  unknownWords

	// Large values that are derived from the file. forget drops them after a run, and
	// known computes them again if needed.
	lines    atomic.Pointer[[]int]
	segments atomic.Pointer[[]source.Segment]
	masked   atomic.Pointer[string]
}

// known returns a cached value, or computes it. Concurrent callers may both compute it.
func known[T any](kept *atomic.Pointer[T], create func() T) T {
	if v := kept.Load(); v != nil {
		return *v
	}
	v := create()
	kept.Store(&v)
	return v
}

func (f *File) forget() {
	f.lines.Store(nil)
	f.segments.Store(nil)
	f.masked.Store(nil)
}

func (f *File) starts() []int { return known(&f.lines, func() []int { return lineStarts(f.Bytes) }) }

// lineStarts returns the offsets of the lines. As in package source, a line ends with a line
// feed, a carriage return, or both.
func lineStarts(b []byte) []int {
	out := []int{0}
	if len(b) >= len(byteOrderMark) && string(b[:len(byteOrderMark)]) == byteOrderMark {
		out[0] = len(byteOrderMark)
	}
	for i, c := range b {
		if c == '\n' || c == '\r' && (i+1 == len(b) || b[i+1] != '\n') {
			out = append(out, i+1)
		}
	}
	return out
}

const byteOrderMark = "\uFEFF"

// At returns the position of an offset in bytes.
func (f *File) At(offset int) diag.Position {
	starts := f.starts()
	offset = min(max(offset, starts[0]), len(f.Bytes))
	line := sort.SearchInts(starts, offset+1) - 1
	col := 1
	for at := starts[line]; at < offset; col++ { // utf8.RuneCount would allocate memory
		_, size := utf8.DecodeRune(f.Bytes[at:offset])
		at += size
	}
	return diag.Position{File: f.Path, Line: line + 1, Col: col}
}

// Offset returns the offset of a position in bytes. Column 0 is the start of the line. For a
// position after the end of a line or of the file, it returns the offset of that end.
func (f *File) Offset(p diag.Position) int {
	starts := f.starts()
	if p.Line < 1 {
		return starts[0]
	}
	if p.Line > len(starts) {
		return len(f.Bytes)
	}
	at, end := starts[p.Line-1], f.lineEnd(p.Line)
	for col := 1; col < p.Col && at < end; col++ {
		_, size := utf8.DecodeRune(f.Bytes[at:end])
		at += size
	}
	return at
}

// Line returns line n, from 1, without its line end. It returns nil if the line does not exist.
func (f *File) Line(n int) []byte {
	if n < 1 || n > len(f.starts()) {
		return nil
	}
	return f.Bytes[f.starts()[n-1]:f.lineEnd(n)]
}

func (f *File) lineEnd(n int) int {
	starts := f.starts()
	if n == len(starts) {
		return len(f.Bytes)
	}
	end := starts[n] - 1
	if end > starts[n-1] && f.Bytes[end] == '\n' && f.Bytes[end-1] == '\r' {
		end--
	}
	return end
}

// Segments divides the file into words, code, addresses and so on. Segments are sorted and cover
// the whole file. Callers must not modify them.
func (f *File) Segments() []source.Segment {
	return known(&f.segments, func() []source.Segment { return source.Segments(f.Bytes) })
}

// IsWords reports whether all bytes from start to end are words. For an empty range, it reports
// whether text may be inserted there. That is within words, or where words or markup begin or
// end.
func (f *File) IsWords(start, end int) bool {
	segments := f.Segments()
	if start < 0 || end < start || end > len(f.Bytes) {
		return false
	}
	i := sort.Search(len(segments), func(i int) bool { return segments[i].End >= max(end, 1) })
	if i == len(segments) {
		return false
	}
	s := segments[i]
	if s.Kind == source.Words {
		return s.Start <= start
	}
	if start < end || end < s.End || i+1 == len(segments) {
		return false
	}
	next := segments[i+1].Kind
	return next == source.Words || next == source.Markup || s.Kind == source.Markup && next == source.Address
}

// In is the input of rules. Rules do not modify it.
type In struct {
	Site  *site.Site
	Names *ref.Names
	Files []*File     // sorted by path
	Words *Vocabulary // cached vocabulary of the upstream data of Site; may be nil

	spellingData spellingData
}

// File returns the file at a path, or nil.
func (in *In) File(path string) *File {
	i := sort.Search(len(in.Files), func(i int) bool { return in.Files[i].Path >= path })
	if i < len(in.Files) && in.Files[i].Path == path {
		return in.Files[i]
	}
	return nil
}

// Rule is a check.
type Rule struct {
	Code     diag.Code
	Severity diag.Severity // default severity
	// File checks a parsed file. It may depend only on that file, upstream data, the vocabulary,
	// and what site.Since.Note includes. It may also report codes that the list has without a
	// function.
	File func(*In, *File) []diag.Diagnostic
	// Corpus checks all files together.
	Corpus func(*In) []diag.Diagnostic
}

// Last is the result of a run, for reuse by the next run. It is immutable.
type Last struct {
	site  *site.Site
	names *ref.Names
	words *Vocabulary
	files map[*File][]diag.Diagnostic
}

// sameIn returns a function that returns the problems of a file in the last run. It returns false
// if they may have changed.
func (l *Last) sameIn(in *In) func(*File) ([]diag.Diagnostic, bool) {
	none := func(*File) ([]diag.Diagnostic, bool) { return nil, false }
	if l == nil || in.Site == nil || l.names != in.Names || l.words != in.Vocabulary() {
		return none
	}
	since := in.Site.Since(l.site)
	if !since.Same() {
		return none
	}
	return func(f *File) ([]diag.Diagnostic, bool) {
		ds, ok := l.files[f]
		return ds, ok && (f.Note == nil || since.Note(f.Note.ID))
	}
}

// Vocabulary returns the names in the upstream data of the site.
func (in *In) Vocabulary() *Vocabulary {
	if in.Words != nil {
		return in.Words
	}
	in.spellingData.wordsOnce.Do(func() {
		d := &upstream.Data{}
		if in.Site != nil {
			d = in.Site.Data()
		}
		in.spellingData.vocabulary = NewVocabulary(d)
	})
	return in.spellingData.vocabulary
}
