package align

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// wordsOf splits a text into units for Diff: words including inner punctuation, runs of white
// space, runs of katakana, and single other characters. Joined units are equal to the text.
func wordsOf(s string) []string {
	var out []string
	for s != "" {
		n := wordLen(s)
		out = append(out, s[:n])
		s = s[n:]
	}
	return out
}

func wordLen(s string) int {
	first, n := utf8.DecodeRuneInString(s)
	kind := kindOf(first)
	if kind == otherRune {
		return n
	}
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		if kindOf(r) != kind && !(kind == wordRune && within(s[n:], r, size)) {
			break
		}
		n += size
	}
	return n
}

const (
	otherRune = iota
	spaceRune
	wordRune
	katakanaRune
)

func kindOf(r rune) int {
	switch {
	case unicode.IsSpace(r):
		return spaceRune
	case r == 'ー' || unicode.Is(unicode.Katakana, r):
		return katakanaRune
	case wide(r) || r == utf8.RuneError:
		return otherRune
	case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r), r == '_':
		return wordRune
	}
	return otherRune
}

// within reports whether a punctuation mark is inside a word: v1.27, kube-proxy, kubelet's.
func within(s string, r rune, size int) bool {
	if !strings.ContainsRune("-./'’:@#", r) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(s[size:])
	return kindOf(next) == wordRune
}

// letters counts letters and digits. A Chinese character counts as two, because it is nearly a
// word.
func letters(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case unicode.Is(unicode.Han, r):
			n += 2
		case unicode.IsLetter(r), unicode.IsDigit(r):
			n++
		}
	}
	return n
}
