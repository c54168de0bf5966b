package ref

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

type closing struct {
	text    folded
	names   *Names
	field   scanner // of one number or person
	end     int     // the end of the unread text
	damaged bool

	prs, threads []string
	people       []note.Person
	sigs         []note.SIG
}

// Scan returns the references of a text, sorted and without overlap, with the longest match at each
// place. names may be nil; then references that need a known name are not found.
func Scan(text string, in Context, names *Names) []Match {
	if in.InCode {
		return scanCode(text, names)
	}
	var r Reader
	return r.Scan(text, in, names)
}

// Reader parses texts one after another and reuses its memory. The zero value is ready.
type Reader struct {
	s   scanner
	c   closing
	out []Match

	of     string // the last folded text
	folded folded
	off    []int32
}

// fold folds a text; the result is cached, because the same text often follows.
func (r *Reader) fold(text string) folded {
	if r.of != text || text == "" {
		r.of, r.folded = text, foldInto(text, r.off[:0])
		if r.folded.off != nil {
			r.off = r.folded.off
		}
	}
	return r.folded
}

// Scan is like the function [Scan]. The returned slice is valid until the next call.
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

func (s *scanner) longest(i int) (note.RefKind, found) {
	return s.longestOf(i, s.rows(i))
}

// rows returns the rows that can match at i. In a bracket of SIGs all rows can.
func (s *scanner) rows(i int) []int {
	switch {
	case i < s.list:
		return everyRow
	case s.byteAt(s.run(i, func(c byte) bool { return ownerByte(c) || c == '.' }, 100)) == '/':
		return rows[1][s.text[i]]
	}
	return rows[0][s.text[i]]
}

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

// starts reports whether a reference can start at byte i: at the first letter or digit of a word,
// or at an opening sign.
func (s *folded) starts(i int) bool {
	switch c := s.text[i]; {
	case c == '#', c == '@':
		return true
	case isWord(c):
		return i == 0 || !isWord(s.text[i-1]) || s.gluedMinor(i)
	}
	return false
}

// gluedMinor reports whether 1.N follows a letter directly, as in Kubernetes1.25.
func (s *folded) gluedMinor(i int) bool {
	return s.text[i] == '1' && s.byteAt(i+1) == '.' && isLetter(s.prevByte(i))
}

func (s *folded) wordEnd(i int) int {
	j := i + 1
	for j < len(s.text) && isWord(s.text[j]) && !s.gluedMinor(j) {
		j++
	}
	return j
}

// address returns the end of the web address at i, or i. Addresses contain no references.
func (s *folded) address(i int) int {
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

// afterComment reports whether a word for comment precedes i: (comment - k/k#1).
func (s *folded) afterComment(i int) bool {
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
