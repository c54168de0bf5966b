package ref

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Context says where the text stands. Without InCode it is to be all the words of a block
// (an item, a cell): an owner/repo that nothing else vouches for is one where it fills
// the text.
type Context struct {
	// InCode: the text is an inline code span. Only a span that is exactly the name of
	// a gate, or Name=true or Name=false, is a reference.
	InCode bool
	// Titles: KEPs named by their titles are references too, as in a talk.
	Titles bool
}

// Match is a reference found in a text.
type Match struct {
	Start, End int      // bytes of the text as it was given
	Ref        note.Ref // Pos is not set
}

// found is what a row of the table reports: the end of the reference within the folded
// text and its normal form. The zero value is no match. A row may hand the match over
// to another kind whose form it shares (kubernetes/enhancements#3788 is a KEP).
type found struct {
	end  int
	id   string
	kind note.RefKind
}

// scanner is one pass over one text.
type scanner struct {
	folded
	ctx   Context
	names *Names
	list  int   // the end of the bracket of SIGs that the scanner is in, or 0
	prev  Match // the match before, with folded offsets
	asked asked
}

// Scan returns the references of a text, sorted and without overlap: at each place the
// longest match, and after it the next. names may be nil; then what must be known to
// be recognised is not found.
func Scan(text string, in Context, names *Names) []Match {
	if in.InCode {
		return scanCode(text, names)
	}
	var r Reader
	return r.Scan(text, in, names)
}

// Reader reads one text after another into the same memory. The zero value is ready.
type Reader struct {
	s   scanner
	c   closing
	out []Match

	of     string // the text that was folded last
	folded folded
	off    []int32
}

// fold folds a text, which is mostly that of the last time.
func (r *Reader) fold(text string) folded {
	if r.of != text || text == "" {
		r.of, r.folded = text, foldInto(text, r.off[:0])
		if r.folded.off != nil {
			r.off = r.folded.off
		}
	}
	return r.folded
}

// Scan is [Scan]. The list holds until the next text is read; what stands in it stays.
func (r *Reader) Scan(text string, in Context, names *Names) []Match {
	if in.InCode {
		return scanCode(text, names)
	}
	s := &r.s
	*s = scanner{folded: r.fold(text), ctx: in, names: names}
	out := r.out[:0]
	for i := 0; i < len(s.text); {
		if s.text[i] == '[' {
			s.list = s.sigList(i)
		}
		if !s.starts(i) {
			i++
			continue
		}
		if end := s.address(i); end > i {
			i = end
			continue
		}
		kind, f := s.longest(i)
		if f.end <= i {
			i = s.wordEnd(i)
			continue
		}
		out = append(out, s.match(text, i, kind, f))
		i = f.end
	}
	r.out = out
	return out
}

// match returns the match and remembers it for rows that look back.
func (s *scanner) match(text string, i int, kind note.RefKind, f found) Match {
	start, end := s.at(i), s.at(f.end)
	r := note.Ref{Kind: kind, ID: f.id, Written: text[start:end], Comment: s.afterComment(i)}
	s.prev = Match{Start: i, End: f.end, Ref: r}
	return Match{start, end, r}
}

// scanCode scans a code span, in which only gates are references.
func scanCode(text string, names *Names) []Match {
	name := strings.TrimSpace(fold(text).text)
	name, value, given := strings.Cut(name, "=")
	if given && value != "true" && value != "false" {
		return nil
	}
	id, ok := names.Gate(name)
	if !ok {
		return nil
	}
	r := note.Ref{Kind: note.Gate, ID: id, Written: text, Code: true}
	return []Match{{0, len(text), r}}
}

// longest asks the rows for a match at i.
func (s *scanner) longest(i int) (note.RefKind, found) {
	return s.longestOf(i, s.rows(i))
}

// rows are the numbers of the rows that may have a match at i. Within a bracket of groups any
// word may be one.
func (s *scanner) rows(i int) []int {
	switch {
	case i < s.list:
		return everyRow
	case s.byteAt(s.run(i, func(c byte) bool { return ownerByte(c) || c == '.' }, 100)) == '/':
		return rows[1][s.text[i]]
	}
	return rows[0][s.text[i]]
}

// longestOf asks some rows.
func (s *scanner) longestOf(i int, rows []int) (note.RefKind, found) {
	var best found
	for _, k := range rows {
		f := kinds[k].match(s, i)
		if f.end > i && f.end > best.end {
			best = f
			if best.kind == "" {
				best.kind = kinds[k].Name
			}
		}
	}
	if s.ctx.Titles {
		if f := matchTitle(s, i); f.end > best.end {
			best = f
		}
	}
	return best.kind, best
}

// starts reports whether a reference may begin at byte i: at the first letter or digit
// of a word, or at a sign that opens one.
func (s *scanner) starts(i int) bool {
	switch c := s.text[i]; {
	case c == '#', c == '@':
		return true
	case isWord(c):
		return i == 0 || !isWord(s.text[i-1]) || s.gluedMinor(i)
	}
	return false
}

// gluedMinor reports whether a number 1.N begins at i right after a letter, as in
// Kubernetes1.25.
func (s *scanner) gluedMinor(i int) bool {
	return s.text[i] == '1' && s.byteAt(i+1) == '.' && isLetter(s.prevByte(i))
}

// wordEnd returns the end of the word that begins at i, at least i+1.
func (s *scanner) wordEnd(i int) int {
	j := i + 1
	for j < len(s.text) && isWord(s.text[j]) && !s.gluedMinor(j) {
		j++
	}
	return j
}

// address returns the end of the web address that begins at i, or i: nothing within an
// address is a reference.
func (s *scanner) address(i int) int {
	rest := s.text[i:]
	if !strings.HasPrefix(rest, "http://") && !strings.HasPrefix(rest, "https://") {
		return i
	}
	for j := i; j < len(s.text); j++ {
		if c := s.text[j]; c <= ' ' || c >= 0x80 || strings.IndexByte("<>\"`()[]{}", c) >= 0 {
			return j
		}
	}
	return len(s.text)
}

// afterComment reports whether a word for comment stands before i: (comment - k/k#1).
func (s *scanner) afterComment(i int) bool {
	before := strings.TrimRight(s.text[max(0, i-24):i], " -:")
	if len(before) < 7 {
		return false
	}
	for _, w := range [...]string{"comment", "comments", "コメント", "评论", "комментарий"} {
		if endsWith(before, w) {
			return true
		}
	}
	return false
}

// endsWith reports whether s ends in w, letter case aside.
func endsWith(s, w string) bool {
	return len(s) >= len(w) && strings.EqualFold(s[len(s)-len(w):], w)
}

// The characters of which references are made.

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isWord(c byte) bool { return isDigit(c) || isLetter(c) || c == '_' }

// prevByte returns the byte before i, 0 at the start.
func (s *scanner) prevByte(i int) byte {
	if i == 0 {
		return 0
	}
	return s.text[i-1]
}

// byteAt returns byte i, 0 beyond the end.
func (s *scanner) byteAt(i int) byte {
	if i >= len(s.text) {
		return 0
	}
	return s.text[i]
}

// number reads up to limit digits at i that no letter or digit follows; the normal form
// has no leading zeros. An end of i means that there is none.
func (s *scanner) number(i, limit int) (string, int) {
	j := i
	for j < len(s.text) && isDigit(s.text[j]) {
		j++
	}
	if j == i || j-i > limit || isWord(s.byteAt(j)) {
		return "", i
	}
	n := strings.TrimLeft(s.text[i:j], "0")
	if n == "" {
		return "", i
	}
	return n, j
}

// gluedNumber is number where a word in capitals may be glued to its end, as when a line
// break was lost: k/k#115331RestartPolicy. Only a repository before it makes that plain.
func (s *scanner) gluedNumber(i int) (string, int) {
	j := s.run(i, isDigit, 8)
	if c := s.byteAt(j); j-i >= 3 && j-i < 8 && c >= 'A' && c <= 'Z' && s.text[i] != '0' {
		return s.text[i:j], j
	}
	return s.number(i, 7)
}

// spaces returns the first byte from i on that is no space, at most three on.
func (s *scanner) spaces(i int) int {
	for k := 0; k < 3 && s.byteAt(i) == ' '; k++ {
		i++
	}
	return i
}

// word reports whether the text has w at i, letter case aside, and no ASCII letter
// after it; it returns the end.
func (s *scanner) word(i int, w string) (int, bool) {
	end := i + len(w)
	if end > len(s.text) || !strings.EqualFold(s.text[i:end], w) || isLetter(s.byteAt(end)) {
		return i, false
	}
	return end, true
}
