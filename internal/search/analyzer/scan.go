package analyzer

import (
	"unicode"
	"unicode/utf8"
)

// scanner reads a text once and writes the words, folded and joined, into buf. Every term is a
// substring of buf.
type scanner struct {
	src   string
	buf   []byte
	whole string // buf after the scan
	spans []span
	parts []part
}

// span is a word, number or run in buf.
type span struct {
	start, end int
	first      int // range of its parts in scanner.parts
	last       int
	kind       kind
	near       near // separation from the span before
}

// near is the separation of two spans.
type near uint8

const (
	apart near = iota
	blank      // one space
	slash      // a / that joins no group and version
	close      // adjacent
)

type part struct {
	start, end int
	number     bool
}

// scan starts with a new text.
func (s *scanner) scan(src string) {
	s.src, s.buf, s.spans, s.parts = src, s.buf[:0], s.spans[:0], s.parts[:0]
	before := -1 // end of the span before
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

// between returns the separation of two offsets.
func (s *scanner) between(from, to int) near {
	switch {
	case from == to:
		return close
	case from < 0 || from+1 != to:
	case s.src[from] == ' ':
		return blank
	case s.src[from] == '/':
		return slash
	}
	return apart
}

// seam returns the last character of the span before i and the first of i, if one of them is a run
// and at most a space separates them; else "". It omits the v of a version, and of what may become
// one while typing: 到v1, 到v1.27. Of two words with a / between them it returns the parts next to
// it: go/transport for client-go/transport.
func (s *scanner) seam(i int) string {
	t := s.spans[i]
	if t.near == slash {
		return s.path(s.spans[i-1], t)
	}
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

func (s *scanner) path(left, right span) string {
	if left.kind != word || right.kind != word {
		return ""
	}
	a, b := s.parts[left.last-1], s.parts[right.first]
	return cut(s.whole[a.start:a.end] + "/" + s.whole[b.start:b.end])
}

func (t span) isRun() bool { return t.kind == kata || t.kind == cjk }

// at returns the character at i and its length; 0 at the end.
func (s *scanner) at(i int) (rune, int) {
	if i < len(s.src) && s.src[i] < utf8.RuneSelf {
		return rune(s.src[i]), 1
	}
	return utf8.DecodeRuneInString(s.src[i:])
}

// version reads a version at i: digits with dots, or v and digits. It returns the end, or 0.
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

// dotted returns the end of digits with dots at i, or 0.
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

func (s *scanner) digits(i int) int {
	for i < len(s.src) && isDigit(rune(s.src[i])) {
		i++
	}
	return i
}

// run reads a run of kind k at i and returns its end.
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

// caseless is the first East Asian character, from which there are no capitals. lastHan is the end
// of the frequent ones.
const (
	caseless = 0x3000
	lastHan  = 0x9FFF
)

// write folds a range of the text and appends the result to buf. A range with odd characters (see
// [isOdd]) is folded as a whole, any other range character by character.
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

// word reads the word at i and returns its end. Leading numbers are spans of their own.
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

func (s *scanner) begins(i int) bool {
	r, _ := s.at(i)
	return kindOf(r) == word && !s.stops(i, r, 0)
}

// stops reports whether a version begins at i with r, if before is the character before it in the
// part.
func (s *scanner) stops(i int, r, before rune) bool {
	if isDigit(r) {
		return !isDigit(before) && s.dotted(i) > 0
	}
	return (r == 'v' || r == 'V') && !isASCIIWord(s.src[i-1]) && s.dotted(i+1) > 0
}

// isVersion reports whether v and a digit follow at i.
func (s *scanner) isVersion(i int) bool {
	return lead(s.src[i:], "v") > 0 && s.digits(i+1) > i+1
}

// part reads a part at i. It returns its end, and whether a hump ends it, so that the next part
// begins there.
func (s *scanner) part(i int) (end int, hump bool) {
	p := part{start: len(s.buf), number: true}
	from, before, odd := i, rune(0), false
	for i < len(s.src) {
		r, n := s.at(i)
		if isSmall(r) && isSmall(before) { // fast path: no number, hump or separator
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

func isSmall(r rune) bool { return r >= 'a' && r <= 'z' }

// hump reports whether a part begins at the capital r, with before in front and the next character
// at i: aB, 2Bc and the last capital of ABcd.
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

// letter returns the letter at i and its length; 0 if it is not part of the word.
func (s *scanner) letter(i int) (rune, int) {
	r, n := s.at(i)
	if kindOf(r) != word || !unicode.IsLetter(r) || s.stops(i, r, 0) {
		return 0, 0
	}
	return r, n
}
