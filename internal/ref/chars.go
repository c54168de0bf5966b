package ref

import (
	"strings"
)

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isWord(c byte) bool { return isDigit(c) || isLetter(c) || c == '_' }

func (s *folded) prevByte(i int) byte {
	if i == 0 {
		return 0
	}
	return s.text[i-1]
}

func (s *folded) byteAt(i int) byte {
	if i >= len(s.text) {
		return 0
	}
	return s.text[i]
}

// run returns the end of at most limit bytes from i for which ok holds.
func (s *folded) run(i int, ok func(byte) bool, limit int) int {
	j := i
	for j < len(s.text) && j-i < limit && ok(s.text[j]) {
		j++
	}
	return j
}

// number reads up to limit digits at i that no letter or digit follows, and drops leading zeros.
// Without a number the returned end is i.
func (s *folded) number(i, limit int) (string, int) {
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

// gluedNumber is like number, but a capitalized word may follow directly, as after a lost line
// break: k/k#115331RestartPolicy. The caller must have read a repository before it.
func (s *folded) gluedNumber(i int) (string, int) {
	j := s.run(i, isDigit, 8)
	if c := s.byteAt(j); j-i >= 3 && j-i < 8 && c >= 'A' && c <= 'Z' && s.text[i] != '0' {
		return s.text[i:j], j
	}
	return s.number(i, 7)
}

func (s *folded) spaces(i int) int {
	for k := 0; k < 3 && s.byteAt(i) == ' '; k++ {
		i++
	}
	return i
}

// word returns the end of the word w at i. It ignores letter case; no ASCII letter may follow.
func (s *folded) word(i int, w string) (int, bool) {
	end := i + len(w)
	if end > len(s.text) || !strings.EqualFold(s.text[i:end], w) || isLetter(s.byteAt(end)) {
		return i, false
	}
	return end, true
}

func endsWith(s, w string) bool {
	return len(s) >= len(w) && strings.EqualFold(s[len(s)-len(w):], w)
}
