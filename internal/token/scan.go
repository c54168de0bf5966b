package token

import (
	"unicode"
	"unicode/utf8"
)

// scanner goes once through a text and writes the words, folded and joined, one after
// another into buf, so that every term is a piece of it.
type scanner struct {
	src   string
	buf   []byte
	whole string // buf, when all is read
	spans []span
	parts []part
}

// span is a word, number or run: a piece of buf.
type span struct {
	start, end int
	first      int // its first part in scanner.parts, and the one after its last
	last       int
	kind       kind
	joined     bool // a / joins it to the span before
	dotted     bool // written with a dot
}

// part is what stands between two joints of a word: a piece of buf.
type part struct {
	start, end int
	number     bool
}

func scan(src string) *scanner {
	s := &scanner{src: src, buf: make([]byte, 0, len(src)+8), spans: make([]span, 0, len(src)/6+4), parts: make([]part, 0, len(src)/6+4)}
	end := -1 // of the word before, in src
	for i := 0; i < len(src); {
		r, n := s.at(i)
		if to := s.version(i, r); to > 0 {
			i = to
			continue
		}
		switch k := kindOf(r); k {
		case word:
			slash := end >= 0 && end+1 == i && src[end] == '/'
			end = s.word(i, slash)
			i = end
		case kata, cjk:
			i = s.run(i, k)
		default:
			i += n
		}
	}
	s.whole = string(s.buf)
	return s
}

// at returns the character at i of the text and its length; nothing at the end.
func (s *scanner) at(i int) (rune, int) {
	if i < len(s.src) && s.src[i] < utf8.RuneSelf {
		return rune(s.src[i]), 1
	}
	return utf8.DecodeRuneInString(s.src[i:])
}

// partsOf returns the parts of the word at i of spans.
func (s *scanner) partsOf(i int) []part { return s.parts[s.spans[i].first:s.spans[i].last] }

// version reads digits with dots, or v and such, at i. It returns where they end, 0 when
// there are none.
func (s *scanner) version(i int, r rune) int {
	if r == 'v' || r == 'V' {
		i++
	} else if !isDigit(r) {
		return 0
	}
	end := s.dotted(i)
	if end > 0 {
		start := len(s.buf)
		s.buf = append(s.buf, s.src[i:end]...)
		s.spans = append(s.spans, span{start: start, end: len(s.buf), kind: number})
	}
	return end
}

// dotted returns where digits that have dots between them end if they begin at i, else 0.
func (s *scanner) dotted(i int) int {
	end := s.digits(i)
	if end == i {
		return 0
	}
	for dots := 0; ; dots++ {
		if end < len(s.src) && s.src[end] == '.' {
			if to := s.digits(end + 1); to > end+1 {
				end = to
				continue
			}
		}
		if dots == 0 {
			return 0
		}
		return end
	}
}

// digits returns where the digits that begin at i end.
func (s *scanner) digits(i int) int {
	for i < len(s.src) && isDigit(rune(s.src[i])) {
		i++
	}
	return i
}

// run reads the run of kind k at i and returns where it ends.
func (s *scanner) run(i int, k kind) int {
	start, from, odd := len(s.buf), i, false
	for i < len(s.src) {
		r, n := s.at(i)
		c := kindOf(r)
		if c != k && !unicode.IsMark(r) {
			break
		}
		odd = odd || c != k || k == cjk && isOdd(r)
		i += n
	}
	s.write(from, i, odd)
	s.spans = append(s.spans, span{start: start, end: len(s.buf), kind: k})
	return i
}

// write folds a stretch of the text into buf. What is odd may change as a whole, all else
// changes character by character.
func (s *scanner) write(from, to int, odd bool) {
	if odd {
		s.buf = append(s.buf, fold(s.src[from:to])...)
		return
	}
	for _, r := range s.src[from:to] {
		if r < utf8.RuneSelf {
			s.buf = append(s.buf, lowerASCII(byte(r)))
		} else {
			s.buf = utf8.AppendRune(s.buf, foldRune(r))
		}
	}
}

// word reads the word at i, all parts of it, and returns where it ends. The numbers that
// it begins with are spans of their own. slash says that a word and a / stand right before
// it.
func (s *scanner) word(i int, slash bool) int {
	t := span{kind: word, first: len(s.parts)}
	from := i
	for more := true; more; {
		if i, more = s.part(i); more {
			continue
		}
		if r, n := s.at(i); isJoiner(r) && s.begins(i+n) {
			t.dotted = t.dotted || r == '.'
			i, more = i+n, true
		}
	}
	t.joined = slash && !s.parts[t.first].number && s.joins(s.src[from:i])
	for t.first < len(s.parts) && s.parts[t.first].number {
		p := s.parts[t.first]
		t.first++
		s.spans = append(s.spans, span{start: p.start, end: p.end, kind: number})
	}
	if t.first < len(s.parts) {
		t.start, t.end, t.last = s.parts[t.first].start, len(s.buf), len(s.parts)
		s.spans = append(s.spans, t)
	}
	return i
}

// begins reports whether a part begins at i.
func (s *scanner) begins(i int) bool {
	r, _ := s.at(i)
	return kindOf(r) == word && (!isDigit(r) || s.dotted(i) == 0)
}

// part reads the part at i and returns where it ends, and whether a hump ends it, so that
// the next begins right there.
func (s *scanner) part(i int) (end int, hump bool) {
	p := part{start: len(s.buf), number: true}
	from, before, odd := i, rune(0), false
	for i < len(s.src) {
		r, n := s.at(i)
		k := kindOf(r)
		if k != word && k != mark || isDigit(r) && !isDigit(before) && s.dotted(i) > 0 {
			break
		}
		if before != 0 && s.hump(before, r, i+n) {
			hump = true
			break
		}
		odd = odd || k == mark
		p.number = p.number && isDigit(r)
		before = r
		i += n
	}
	s.write(from, i, odd)
	p.end = len(s.buf)
	s.parts = append(s.parts, p)
	return i, hump
}

// hump reports whether a part begins at r, a capital that stands after the character before
// and whose next is at i: aB, 2Bc and the last capital of ABcd.
func (s *scanner) hump(before, r rune, i int) bool {
	if !unicode.IsUpper(r) {
		return false
	}
	if unicode.IsLower(before) {
		return true
	}
	next, n := s.at(i)
	if !isLetter(next) {
		return false
	}
	if isDigit(before) {
		return true
	}
	last, _ := s.at(i + n)
	return unicode.IsUpper(before) && unicode.IsLower(next) && isLetter(last)
}

// isLetter reports whether r is a letter of an alphabet.
func isLetter(r rune) bool { return kindOf(r) == word && unicode.IsLetter(r) }

// joins reports whether a / joins the last span and the word right to one name: the group
// and version of an API, a domain and its name.
func (s *scanner) joins(right string) bool {
	left := s.spans[len(s.spans)-1]
	version := len(right) > 1 && (right[0] == 'v' || right[0] == 'V') && isDigit(rune(right[1]))
	return left.kind == word && (version || left.dotted)
}
