package token

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxMarks is how many marks may follow one another; further ones are dropped. Nothing
// that is written has more, and norm, unlike the browser, breaks runs of over thirty.
const maxMarks = 10

// Fold returns s with everything the same that a reader takes for the same; see the
// package. Bytes that are no UTF-8 become U+FFFD.
func Fold(s string) string { return low(plain(s)) }

// plain is the half of Fold that keeps the case, since humps are told by it.
func plain(s string) string {
	if isASCII(s) {
		return s
	}
	return drop(norm.NFKC.String(guard(strings.ToValidUTF8(s, "\uFFFD"))))
}

// low is the other half of Fold.
func low(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	return strings.ReplaceAll(norm.NFC.String(strings.Map(lower, s)), "ё", "е")
}

// lower returns r in lower case. Of the letters whose lower case is more than one
// (there is only İ) it returns the first, of sigma the form within words.
func lower(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		return r + 'a' - 'A'
	}
	if r < utf8.RuneSelf {
		return r
	}
	if r = unicode.ToLower(r); r == 'ς' {
		return 'σ'
	}
	return r
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// guard drops what goes beyond maxMarks in a run of marks.
func guard(s string) string {
	run := 0
	long := strings.ContainsFunc(s, func(r rune) bool {
		run = runOf(r, run)
		return run > maxMarks
	})
	if !long {
		return s
	}
	run = 0
	return strings.Map(func(r rune) rune {
		if run = runOf(r, run); run > maxMarks {
			return -1
		}
		return r
	}, s)
}

// runOf returns how many marks stand together up to r, where before it were run.
func runOf(r rune, run int) int {
	if r >= 0x300 && stacks(r) {
		return run + 1
	}
	return 0
}

// stacks reports whether r is a mark or becomes one by NFKC (the voiced marks of
// half-width katakana), or a part of a Hangul syllable, which norm counts as a mark.
func stacks(r rune) bool {
	return r == 'ﾞ' || r == 'ﾟ' || isMark(r)
}

// drop takes out what has no meaning of its own: characters that are not seen, stress
// and the dot above that no letter took up, and the dot between two katakana.
func drop(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r == '・' || isDropped(r) }) {
		return s
	}
	var b strings.Builder
	before := rune(0)
	for i, r := range s {
		if !isDropped(r) && (r != '・' || !isKata(before) || !isKata(after(s[i:]))) {
			b.WriteRune(r)
		}
		before = r
	}
	return b.String()
}

// after returns the second character of s.
func after(s string) rune {
	_, n := utf8.DecodeRuneInString(s)
	r, _ := utf8.DecodeRuneInString(s[n:])
	return r
}

func isDropped(r rune) bool {
	switch {
	case r < 0xAD:
		return false
	case r == 0xAD, r == 0x300, r == 0x301, r == 0x307, r == 0x34F, r == 0xFEFF:
		return true
	case r >= 0x200B && r <= 0x200F, r >= 0x2060 && r <= 0x2064:
		return true
	}
	return r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF
}
