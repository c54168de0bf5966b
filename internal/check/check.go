// Package check compares notes with upstream data and with each other, and decides the severity of
// all problems in a site's content.
//
// # Rules
//
// [Rules] lists all checks. A [Rule] has a code, a default severity and a function that checks one
// [File] or all files. [Run] runs all rules. [RunSince] skips files for which nothing has changed
// since the last run. To add a rule, write a function, add it to the list, and add a section with
// a bad and a good example to docs/checks.md; a test runs the examples.
//
// Rules check words only. [File.Segments] separates words from code, addresses, HTML, comments and
// front matter. [File.Mask] returns the text with everything else masked. [File.At] converts an
// offset to the position used by blocks and references; [File.Offset] is the inverse.
//
// # Spelling
//
// A [Vocabulary] holds the known names. An unknown word is reported as misspelt if it is a few
// letters away from a name, has the same structure, and has a part that does not occur in
// upstream's English texts. So a new name made of known words is not reported. Suggestions come,
// in this order, from feature gates; from release notes of the note's own release, components and
// API kinds; from other releases; and from the spelling that most notes of the site use.
//
// # Fixes
//
// A diagnostic has a diag.Fix only if no other correction is possible. [Settle] removes fixes that
// touch anything but words, so that a rule cannot damage code, an address or front matter. [Mend]
// applies the others and refuses fixes that overlap or would change how the rest of the file is
// parsed.
//
// # Configuration
//
// [Settings] reads severities from site.yaml: off, info, warning or error for a code. A comment
// disables a code at one place, on the same line or alone on the line before:
//
//	<!-- kawaraban-ignore gate/unknown -->
//
// [Settle] applies both to all problems. Problems that make a note unusable cannot be changed: see
// [Entry.Fixed].
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

// unknownWords are the words of a file that are not in vocabulary.
type unknownWords struct {
	mu    sync.Mutex
	by    *Vocabulary
	words []word
}

// cite is a reference to a pull request, issue or release of a repository.
type cite struct {
	file   *File
	repo   string // as written: kubernetes/enhancements, k/k, kk
	number string // of the pull request or issue; empty for a release
	start  int    // offset of the repository
	end    int    // its end, at the #
}

// fileCites are the references in a file, and the repositories in its links.
type fileCites struct {
	cites []cite
	repos []string
}

// cited are the references in all notes, with the number of correct uses of each repository.
type cited struct {
	cites     []cite
	count     map[string]int      // by repository
	upstream  map[string]bool     // repositories named in upstream data
	elsewhere map[string][]string // by number: at most two repositories outside Kubernetes
	near      family
}

// spellingData is computed once for each run, when a rule first needs it.
type spellingData struct {
	wordsOnce   sync.Once
	vocabulary  *Vocabulary
	threadsOnce sync.Once
	threads     *cited
	unknown     sync.Map // word -> whether it is unknown and near no known name
}

// File is the file of a note. Its methods are safe for concurrent use.
type File struct {
	Path  string // relative to the site: content/...
	Bytes []byte
	Note  *note.Note // nil if the file cannot be parsed

	cites    func() fileCites
	silences func() bool
	unknown  unknownWords

	// Large values derived from the file. A run drops them; settling a problem may compute them
	// again.
	lines    atomic.Pointer[[]int]
	segments atomic.Pointer[[]source.Segment]
	masked   atomic.Pointer[string]
}

// known returns the cached value, or computes it. Two goroutines may compute it at once.
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

// lineStarts returns the offsets of lines. As in package source, lines end with a line feed, a
// carriage return, or both.
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

// At returns the position of an offset.
func (f *File) At(offset int) diag.Position {
	starts := f.starts()
	offset = min(max(offset, starts[0]), len(f.Bytes))
	line := sort.SearchInts(starts, offset+1) - 1
	col := 1
	for at := starts[line]; at < offset; col++ { // utf8.RuneCount would allocate
		_, size := utf8.DecodeRune(f.Bytes[at:offset])
		at += size
	}
	return diag.Position{File: f.Path, Line: line + 1, Col: col}
}

// Offset returns the offset of a position. Column 0 is the start of the line. A position past the
// end of a line or of the file becomes that end.
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

// Line returns line n, counted from 1, without its line ending; empty if it does not exist.
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

// Segments divides the file into words, code, addresses and so on. They are sorted and cover the
// file. The caller must not change them.
func (f *File) Segments() []source.Segment {
	return known(&f.segments, func() []source.Segment { return source.Segments(f.Bytes) })
}

// IsWords reports whether all bytes from start to end are words. An empty range counts if text may
// be inserted there: within words, or where words or Markdown markup begin or end.
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

// In is the input of rules. They do not change it.
type In struct {
	Site  *site.Site
	Names *ref.Names
	Files []*File     // sorted by path
	Words *Vocabulary // cached vocabulary of Site's upstream data; may be nil

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

// Rule is one check.
type Rule struct {
	Code     diag.Code
	Severity diag.Severity // default severity
	// File checks one parsed file. It may read only that file, upstream data, the vocabulary, and
	// what site.Since.Note covers. It may report other codes that are listed without a function.
	File func(*In, *File) []diag.Diagnostic
	// Corpus checks all files together.
	Corpus func(*In) []diag.Diagnostic
}

// Last is the result of a run, for the next run. It is immutable.
type Last struct {
	site  *site.Site
	names *ref.Names
	words *Vocabulary
	files map[*File][]diag.Diagnostic
}

// sameIn returns a function that returns the old problems of a file if they are still valid.
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

// Vocabulary returns the names in the site's upstream data.
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
