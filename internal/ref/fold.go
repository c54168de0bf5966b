package ref

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// folded is a text whose full-width characters, ideographic spaces and typographic hyphens are
// replaced by ASCII, with offsets of the original. It does not apply all of NFKC, because ² and ①
// would become digits of the number before them.
type folded struct {
	text string
	off  []int32 // original offset of each byte of text and of the end; nil if nothing was folded
}

func (f folded) at(i int) int {
	if f.off == nil {
		return i
	}
	return int(f.off[i])
}

func narrow(r rune) byte {
	switch {
	case r >= 0xFF01 && r <= 0xFF5E: // full-width forms of ! to ~
		return byte(r - 0xFF01 + '!')
	case r == 0x3000, r == 0xA0, r >= 0x2002 && r <= 0x200A, r == 0x202F:
		return ' '
	case r >= 0x2010 && r <= 0x2013, r == 0x2212, r == 0xFE63:
		return '-'
	case r == 0xFE5F:
		return '#'
	case r == 0xFE6B:
		return '@'
	}
	return 0
}

func fold(text string) folded { return foldInto(text, nil) }

func foldInto(text string, room []int32) folded {
	first := -1
	for i, r := range text {
		if r >= 0xA0 && narrow(r) != 0 {
			first = i
			break
		}
	}
	if first < 0 {
		return folded{text: text}
	}
	var b strings.Builder
	b.Grow(len(text))
	off := slices.Grow(room, len(text)+1)
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if c := narrow(r); c != 0 {
			b.WriteByte(c)
			off = append(off, int32(i))
		} else {
			b.WriteString(text[i : i+size])
			for k := range size {
				off = append(off, int32(i+k))
			}
		}
		i += size
	}
	return folded{b.String(), append(off, int32(len(text)))}
}
