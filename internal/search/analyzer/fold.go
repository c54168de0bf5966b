package analyzer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxMarks limits consecutive marks; others are dropped. Real text has fewer, and norm, unlike the
// browser, splits runs of over thirty.
const maxMarks = 9

// Fold returns s normalised for comparison; see the package comment. Invalid UTF-8 becomes U+FFFD.
func Fold(s string) string { return fold(upright(s)) }

// upright is the part of Fold that keeps upper case, which is needed to find humps.
func upright(s string) string {
	if isSteady(s) {
		return s
	}
	return drop(norm.NFKC.String(guard(strings.ToValidUTF8(s, "\uFFFD"))))
}

// isSteady reports whether upright would not change s. It is a fast path that saves 10 % of the
// time of a digest.
func isSteady(s string) bool {
	for _, r := range s {
		if r >= utf8.RuneSelf && !steady(r) {
			return false
		}
	}
	return true
}

// steady reports whether upright keeps a character next to other steady ones: Han, kana, Russian
// letters, and punctuation.
func steady(r rune) bool {
	switch {
	case r >= 0x4E00:
		return r <= 0x9FFF
	case r >= 0x3000:
		return r >= 0x3041 && r <= 0x3096 || r >= 0x30A1 && r <= 0x30FA || r == 'ー' || r == '、' || r == '。' || r == '「' || r == '」'
	case r >= 0x2014:
		return r <= 0x201D && r != 0x2017
	}
	return r >= 'А' && r <= 'я' || r == 'ё' || r == 'Ё' || r == '«' || r == '»'
}

// fold is the rest of Fold.
func fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	s = strings.Map(unicode.ToLower, strings.ReplaceAll(s, "İ", "i\u0307"))
	return strings.NewReplacer("ё", "е", "ς", "σ").Replace(upright(s))
}

// foldRune is fold for a character that is not next to an odd one.
func foldRune(r rune) rune {
	switch r = unicode.ToLower(r); r {
	case 'ё':
		return 'е'
	case 'ς':
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

// guard drops marks beyond maxMarks.
func guard(s string) string {
	run, long := 0, false
	for _, r := range s {
		if run++; !stacks(r) {
			run = 0
		}
		long = long || run > maxMarks
	}
	if !long {
		return s
	}
	run = 0
	return strings.Map(func(r rune) rune {
		if run++; !stacks(r) {
			run = 0
		}
		if run > maxMarks {
			return -1
		}
		return r
	}, s)
}

// stacks reports whether r is a mark or becomes one by NFKC, like the voiced marks of half-width
// katakana.
func stacks(r rune) bool {
	return r >= 0x300 && (r < 0x3400 || r > 0x9FFF) && (unicode.IsMark(r) || r == 'ﾞ' || r == 'ﾟ')
}

// drop removes invisible characters, uncomposed stress marks and dots above, and the dot before
// katakana.
func drop(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r == '・' || isUnseen(r) }) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		if !isUnseen(r) && (r != '・' || !isKata(after(s[i:]))) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func after(s string) rune {
	_, n := utf8.DecodeRuneInString(s)
	r, _ := utf8.DecodeRuneInString(s[n:])
	return r
}
