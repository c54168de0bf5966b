package token

import "unicode"

// kind is what a run of characters is.
type kind uint8

const (
	none   kind = iota // what separates
	word               // letters and digits of alphabets
	kata               // katakana
	cjk                // Han, hiragana, Hangul
	mark               // belongs to what stands before it
	number             // digits with dots; only runs are that
)

// kindOf returns the kind of a character. Han, kana and Hangul are told by ranges and not
// by tables of Unicode, so that all versions of browsers agree on them: planes 2 and 3
// are kept for Han.
func kindOf(r rune) kind {
	switch {
	case r < 0x80:
		if isDigit(r) || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return word
		}
		return none
	case r >= 0x400 && r < 0x482:
		return word
	case isKata(r):
		return kata
	case isHan(r), r >= 0x3041 && r <= 0x3096, r >= 0x309D && r <= 0x309F, isHangul(r):
		return cjk
	case unicode.IsLetter(r), unicode.IsNumber(r):
		return word
	case unicode.IsMark(r):
		return mark
	}
	return none
}

func isMark(r rune) bool { return unicode.IsMark(r) }

func isKata(r rune) bool {
	return r >= 0x30A1 && r <= 0x30FA || r >= 0x30FC && r <= 0x30FF || r >= 0x31F0 && r <= 0x31FF
}

func isHan(r rune) bool {
	return r >= 0x4E00 && r <= 0x9FFF || r >= 0x3005 && r <= 0x3007 || r >= 0x3400 && r <= 0x4DBF ||
		r >= 0xF900 && r <= 0xFAFF || r >= 0x20000 && r <= 0x3FFFF
}

func isHangul(r rune) bool { return r >= 0xAC00 && r <= 0xD7A3 || isJamo(r) }

func isJamo(r rune) bool { return r >= 0x1100 && r <= 0x11FF }

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// isJoiner reports whether a single r joins two parts of a word.
func isJoiner(r rune) bool { return r == '-' || r == '.' || r == '_' || r == '‐' }

// isNumber reports whether s is made of digits only.
func isNumber(s string) bool {
	for i := range len(s) {
		if !isDigit(rune(s[i])) {
			return false
		}
	}
	return s != ""
}
