// Package check holds the rules that join notes with upstream data and with each other,
// and settles what all problems of a site's content weigh: those of its own rules and
// those that reading and linking found.
//
// # A rule
//
// [Rules] is the one visible list. A [Rule] is a code, its default severity and a function
// that looks at one [File] or at all of them; [Run] calls each for everything there is, and
// [RunSince] leaves out the files in which nothing else can be found than the last time.
// To add one: a function in a file of its family, a line in the list, a section with a bad
// and a good example in docs/checks.md, which a test runs.
//
// A rule judges words: [File.Segments] tells them from code, addresses, HTML, comments and
// front matter, and [File.Mask] shows them line by line without these. Positions are [File.At], the same as those of a note's blocks and
// references; [File.Offset] leads back to the bytes.
//
// # How names are judged
//
// A [Vocabulary] holds the names of the field; a word that is none of them is a slip when
// it is a few letters away from one, put together as that one is, and has a part that no
// English text of upstream has. So a name that upstream does not have yet, made of known
// words, is never a slip. Suggestions are trusted in this order: feature gates; names in
// the English notes of the note's own release, components and kinds of the API; names in
// those of other releases; and last, for words that are near to none of these, what most
// notes of the site write. Where nothing is near, nothing is reported.
//
// # What is certain
//
// A diagnostic carries a diag.Fix only where no other mending is thinkable. [Settle] takes
// away each fix that touches anything but words, so that no rule can damage code, an
// address or front matter; [Mend] applies what is left, from the end of the file, and
// refuses what overlaps or would make something else of the rest of the file.
//
// # What a site decides
//
// [Settings] reads checks of site.yaml: a code may be off, info, warning or error. A
// comment silences one place, on the line itself or alone on the line before:
//
//	<!-- kawaraban-ignore gate/unknown -->
//
// [Settle] applies both to every problem of the content. What makes a whole note unusable
// can be neither silenced nor turned down: see [Entry.Fixed].
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

// unknownWords are those of a file that a vocabulary does not know. They are found once for
// a vocabulary.
type unknownWords struct {
	mu    sync.Mutex
	by    *Vocabulary
	words []word
}

// cite is a place in a note that names a thread or a release of a repository.
type cite struct {
	file   *File
	repo   string // as written: kubernetes/enhancements, k/k, kk
	number string // of the thread; empty for a release
	start  int    // where the repository begins in the file
	end    int    // where it ends: at the number's sign
}

// fileCites is what a file cites, and the repositories that its addresses lead to.
type fileCites struct {
	cites []cite
	repos []string
}

// cited is every cite of all notes, and how often each repository is named rightly.
type cited struct {
	cites     []cite
	count     map[string]int      // by repository
	upstream  map[string]bool     // repositories that upstream data name
	elsewhere map[string][]string // by number: repositories, other than Kubernetes's, that it is cited of; two at most
	near      family
}

// learned is what rules on spelling make of all there is, each part once, when it is
// first asked for.
type learned struct {
	wordsOnce   sync.Once
	vocabulary  *Vocabulary
	threadsOnce sync.Once
	threads     *cited
	unknown     sync.Map // words -> whether upstream does not know them, nor what they are near to
}

// File is one note's file. Its methods are safe for concurrent use.
type File struct {
	Path  string // as diagnostics name it, with content/ in front
	Bytes []byte
	Note  *note.Note // nil when the file cannot be read as a note

	cites    func() fileCites
	silences func() bool
	unknown  unknownWords

	// What takes more memory than the file. A run lets go of it; where it is needed to settle
	// what was found, it is made again and stays.
	lines    atomic.Pointer[[]int]
	segments atomic.Pointer[[]source.Segment]
	masked   atomic.Pointer[string]
}

// known returns a value that is kept in its place once it was made. Made twice it is the same.
func known[T any](kept *atomic.Pointer[T], create func() T) T {
	if v := kept.Load(); v != nil {
		return *v
	}
	v := create()
	kept.Store(&v)
	return v
}

// forget lets go of what can be made of the bytes again.
func (f *File) forget() {
	f.lines.Store(nil)
	f.segments.Store(nil)
	f.masked.Store(nil)
}

func (f *File) starts() []int { return known(&f.lines, func() []int { return lineStarts(f.Bytes) }) }

// lineStarts are the offsets at which lines begin. Lines end as package source reads them:
// at a line feed, a carriage return, or both.
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

// At is the position of a byte.
func (f *File) At(offset int) diag.Position {
	starts := f.starts()
	offset = min(max(offset, starts[0]), len(f.Bytes))
	line := sort.SearchInts(starts, offset+1) - 1
	col := 1
	for at := starts[line]; at < offset; col++ { // utf8.RuneCount allocates what it counts
		_, size := utf8.DecodeRune(f.Bytes[at:offset])
		at += size
	}
	return diag.Position{File: f.Path, Line: line + 1, Col: col}
}

// Offset is the byte at a position: the start of the line where the column is 0, the end
// of the line or file where the position lies beyond it.
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

// Line is a line of the file from 1, without its end; empty where there is none.
func (f *File) Line(n int) []byte {
	if n < 1 || n > len(f.starts()) {
		return nil
	}
	return f.Bytes[f.starts()[n-1]:f.lineEnd(n)]
}

// lineEnd is where a line that exists ends, without what ends it.
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

// Segments says what the file's bytes are: words, code, addresses and so on. They cover
// the file once, in order. The caller must not change them.
func (f *File) Segments() []source.Segment {
	return known(&f.segments, func() []source.Segment { return source.Segments(f.Bytes) })
}

// IsWords reports whether all bytes from start up to end are words. An empty range is where
// something may be put between words and what is none: at a place within words, or where
// they or signs of Markdown begin or end.
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

// In is everything that rules look at. It is not changed by them.
type In struct {
	Site  *site.Site
	Names *ref.Names
	Files []*File     // by path
	Words *Vocabulary // by Site's upstream data, for those who check again and again; may be nil

	learned learned
}

// File returns the file at a path, or nil.
func (in *In) File(path string) *File {
	i := sort.Search(len(in.Files), func(i int) bool { return in.Files[i].Path >= path })
	if i < len(in.Files) && in.Files[i].Path == path {
		return in.Files[i]
	}
	return nil
}

// Rule is a check that [Run] makes.
type Rule struct {
	Code     diag.Code
	Severity diag.Severity // by default
	// File looks at one file whose note could be read, and beside it at nothing but upstream
	// data, the names, and what site.Since.Note is about. It may report under other codes of
	// its family, which stand in the list without a function.
	File func(*In, *File) []diag.Diagnostic
	// Corpus looks at all files together.
	Corpus func(*In) []diag.Diagnostic
}

// Last is what a run leaves to the next one: what it found in each file. It does not change.
type Last struct {
	site  *site.Site
	names *ref.Names
	words *Vocabulary
	files map[*File][]diag.Diagnostic
}

// sameIn returns a function that returns what was found in a file, where that is what would
// be found in it now.
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

// Vocabulary returns the names of the field by the upstream data of the site.
func (in *In) Vocabulary() *Vocabulary {
	if in.Words != nil {
		return in.Words
	}
	in.learned.wordsOnce.Do(func() {
		d := &upstream.Data{}
		if in.Site != nil {
			d = in.Site.Data()
		}
		in.learned.vocabulary = NewVocabulary(d)
	})
	return in.learned.vocabulary
}
