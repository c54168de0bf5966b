package analyzer

import "unicode"

type kind uint8

const (
	none   kind = iota // separators
	word               // letters and digits of alphabets
	kata               // katakana
	cjk                // Han, hiragana, Hangul
	mark               // belongs to the character before it
	number             // digits and dots; used for spans only
)

var ascii = func() (kinds [0x80]kind) {
	for r := range kinds {
		if isDigit(rune(r)) || 'a' <= r|0x20 && r|0x20 <= 'z' {
			kinds[r] = word
		}
	}
	return kinds
}()

// kindOf returns the kind of a character. It checks frequent ranges first.
func kindOf(r rune) kind {
	switch {
	case r < 0x80:
		return ascii[r]
	case r >= 0x400 && r < 0x482:
		return word
	case r >= 0x4E00 && r <= 0x9FFF, r >= 0x3041 && r <= 0x3096:
		return cjk
	case isKata(r):
		return kata
	case r == '、', r == '。', r == '「', r == '」', r == '（', r == '）', r == '，':
		return none
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Hangul):
		return cjk
	case unicode.IsLetter(r), unicode.IsNumber(r):
		return word
	case unicode.IsMark(r):
		return mark
	}
	return none
}

func isKata(r rune) bool {
	return r >= 0x30A1 && r <= 0x30FA || r == 'ー' || unicode.Is(unicode.Katakana, r)
}

// isOdd reports whether normalisation may combine r with the character before it: a mark, or a
// part of a Hangul syllable.
func isOdd(r rune) bool {
	return r >= 0x300 && (unicode.IsMark(r) || unicode.Is(unicode.Hangul, r) && (r < 0xAC00 || r > 0xD7A3))
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// isJoiner reports whether r joins two parts of a word.
func isJoiner(r rune) bool { return r == '-' || r == '.' || r == '_' || r == '‐' }

// isUnseen reports whether r is invisible (Default_Ignorable_Code_Point of Unicode), or a stress
// mark or dot above that was not composed.
func isUnseen(r rune) bool { return r >= 0xAD && unicode.Is(unseen, r) }

var unseen = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0xAD, Hi: 0xAD, Stride: 1},
		{Lo: 0x300, Hi: 0x301, Stride: 1},
		{Lo: 0x307, Hi: 0x307, Stride: 1},
		{Lo: 0x34F, Hi: 0x34F, Stride: 1},
		{Lo: 0x61C, Hi: 0x61C, Stride: 1},
		{Lo: 0x115F, Hi: 0x1160, Stride: 1},
		{Lo: 0x17B4, Hi: 0x17B5, Stride: 1},
		{Lo: 0x180B, Hi: 0x180F, Stride: 1},
		{Lo: 0x200B, Hi: 0x200F, Stride: 1},
		{Lo: 0x202A, Hi: 0x202E, Stride: 1},
		{Lo: 0x2060, Hi: 0x206F, Stride: 1},
		{Lo: 0x3164, Hi: 0x3164, Stride: 1},
		{Lo: 0xFE00, Hi: 0xFE0F, Stride: 1},
		{Lo: 0xFEFF, Hi: 0xFEFF, Stride: 1},
		{Lo: 0xFFA0, Hi: 0xFFA0, Stride: 1},
		{Lo: 0xFFF0, Hi: 0xFFF8, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x1BCA0, Hi: 0x1BCA3, Stride: 1},
		{Lo: 0x1D173, Hi: 0x1D17A, Stride: 1},
		{Lo: 0xE0000, Hi: 0xE0FFF, Stride: 1},
	},
	LatinOffset: 1,
}

func isNumber(s string) bool {
	for i := range len(s) {
		if !isDigit(rune(s[i])) {
			return false
		}
	}
	return s != ""
}
