package markdown

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Slug makes the ID of a heading from its text: NFC, lower case, letters, marks and digits of every
// script, spaces and dashes as one dash. It never transliterates, and returns "" without letters
// and digits.
func Slug(words string) string {
	var b strings.Builder
	dash := false
	for _, r := range norm.NFC.String(strings.ToLower(words)) {
		switch {
		case unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r) || r == '_':
			if dash && b.Len() > 0 {
				b.WriteByte('-')
			}
			dash = false
			b.WriteRune(r)
		case unicode.IsSpace(r) || unicode.Is(unicode.Pd, r):
			dash = true
		}
	}
	return norm.NFC.String(b.String()) // dropped characters may have separated a letter from its mark
}
