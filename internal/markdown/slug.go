package markdown

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Slug makes the id of a heading from its words: NFC, lower case, letters, marks
// and digits of every script kept, spaces and dashes as one dash, the rest
// dropped. It never transliterates; it is "" when no letter or digit is in words.
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
	return norm.NFC.String(b.String()) // what is dropped may have kept a letter and its mark apart
}
