package analyzer

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
	near       near // to the span before
}

// near says what stands between two spans.
type near uint8

const (
	apart near = iota
	blank      // one blank
	close      // nothing
)

// part is what stands between two joints of a word: a piece of buf.
type part struct {
	start, end int
	number     bool
}

// scan begins anew with a text.
func (s *scanner) scan(src string) {
	s.src, s.buf, s.spans, s.parts = src, s.buf[:0], s.spans[:0], s.parts[:0]
	before := -1 // where the spans before end
	for i := 0; i < len(src); {
		from, next := i, len(s.spans)
		r, n := s.at(i)
		if to := s.version(i, r); to > 0 {
			i = to
		} else {
			switch k := kindOf(r); k {
			case word:
				i = s.word(i)
			case kata, cjk:
				i = s.run(i, k)
			default:
				i += n
			}
		}
		if next < len(s.spans) {
			s.spans[next].near = s.between(before, from)
			before = i
		}
	}
	s.whole = string(s.buf)
}

// between says what stands between two places of the text.
func (s *scanner) between(from, to int) near {
	switch {
	case from == to:
		return close
	case from >= 0 && from+1 == to && s.src[from] == ' ':
		return blank
	}
	return apart
}

// seam returns the last character of the span before i and the first of i, where one of
// the two is a run and nothing but a blank parts them; else nothing. As a number with dots
// stands without its v, so does what may become one when it is typed on: 到v1, 到v1.27.
func (s *scanner) seam(i int) string {
	t := s.spans[i]
	if t.near == apart || !t.isRun() && !s.spans[i-1].isRun() {
		return ""
	}
	_, left := utf8.DecodeLastRuneInString(s.whole[:t.start])
	if t.kind == word && s.parts[t.first].end > t.start+1 && s.whole[t.start] == 'v' && isDigit(rune(s.whole[t.start+1])) {
		return s.whole[t.start-left:t.start] + s.whole[t.start+1:t.start+2]
	}
	_, right := utf8.DecodeRuneInString(s.whole[t.start:])
	return s.whole[t.start-left : t.start+right]
}

func (t span) isRun() bool { return t.kind == kata || t.kind == cjk }

// at returns the character at i of the text and its length; nothing at the end.
func (s *scanner) at(i int) (rune, int) {
	if i < len(s.src) && s.src[i] < utf8.RuneSelf {
		return rune(s.src[i]), 1
	}
	return utf8.DecodeRuneInString(s.src[i:])
}

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

// caseless is where the characters of East Asia begin, which have no capitals, and lastHan
// where those that most texts are made of end.
const (
	caseless = 0x3000
	lastHan  = 0x9FFF
)

// write folds a stretch of the text into buf. What is odd may change as a whole, all else
// changes character by character.
func (s *scanner) write(from, to int, odd bool) {
	if odd {
		s.buf = append(s.buf, fold(s.src[from:to])...)
		return
	}
	src := s.src[from:to]
	for i := 0; i < len(src); i++ {
		if c := src[i]; c < utf8.RuneSelf {
			s.buf = append(s.buf, lowerASCII(c))
			continue
		}
		r, n := utf8.DecodeRuneInString(src[i:])
		if r >= caseless && r <= lastHan {
			s.buf = append(s.buf, src[i:i+n]...)
		} else {
			s.buf = utf8.AppendRune(s.buf, foldRune(r))
		}
		i += n - 1
	}
}

// word reads the word at i, all parts of it, and returns where it ends. The numbers that
// it begins with are spans of their own.
func (s *scanner) word(i int) int {
	t := span{kind: word, first: len(s.parts)}
	dotted := false // since the last /
	for more := true; more; {
		if i, more = s.part(i); more {
			continue
		}
		r, n := s.at(i)
		if (isJoiner(r) || r == '/' && (dotted || s.isVersion(i+n))) && s.begins(i+n) {
			dotted = r == '.' || dotted && r != '/'
			i, more = i+n, true
		}
	}
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
	return kindOf(r) == word && !s.stops(i, r, 0)
}

// stops reports whether a number with dots, or v and such, begins with the character r at
// i, where before stands before it in the part.
func (s *scanner) stops(i int, r, before rune) bool {
	if isDigit(r) {
		return !isDigit(before) && s.dotted(i) > 0
	}
	return (r == 'v' || r == 'V') && !isASCIIWord(s.src[i-1]) && s.dotted(i+1) > 0
}

// isVersion reports whether the version of an API stands at i: v and a digit.
func (s *scanner) isVersion(i int) bool {
	return lead(s.src[i:], "v") > 0 && s.digits(i+1) > i+1
}

// part reads the part at i and returns where it ends, and whether a hump ends it, so that
// the next begins right there.
func (s *scanner) part(i int) (end int, hump bool) {
	p := part{start: len(s.buf), number: true}
	from, before, odd := i, rune(0), false
	for i < len(s.src) {
		r, n := s.at(i)
		if isSmall(r) && isSmall(before) { // as most are: no number, no hump, nothing that ends the part
			before = r
			i += n
			continue
		}
		k := kindOf(r)
		if k != word && k != mark || before != 0 && s.stops(i, r, before) {
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

// isSmall reports whether r is a small letter of ASCII.
func isSmall(r rune) bool { return r >= 'a' && r <= 'z' }

// hump reports whether a part begins at r, a capital that stands after the character before
// and whose next is at i: aB, 2Bc and the last capital of ABcd.
func (s *scanner) hump(before, r rune, i int) bool {
	if !unicode.IsUpper(r) {
		return false
	}
	if unicode.IsLower(before) {
		return true
	}
	next, n := s.letter(i)
	if isDigit(before) || n == 0 {
		return n > 0
	}
	_, last := s.letter(i + n)
	return unicode.IsUpper(before) && unicode.IsLower(next) && last > 0
}

// letter returns the letter at i and its length, nothing where none of the word is.
func (s *scanner) letter(i int) (rune, int) {
	r, n := s.at(i)
	if kindOf(r) != word || !unicode.IsLetter(r) || s.stops(i, r, 0) {
		return 0, 0
	}
	return r, n
}
