package press

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// nothing is what html/template prints for an empty value of an attribute without quotes,
// whose next attribute would be its value else.
const nothing = "ZgotmplZ"

// bareEntities are the bytes that must not stand in an attribute without quotes, with what
// stands for them.
var bareEntities = [utf8.RuneSelf]string{
	0: "&#xfffd;", '\t': "&#9;", '\n': "&#10;", '\v': "&#11;", '\f': "&#12;", '\r': "&#13;", ' ': "&#32;",
	'"': "&#34;", '&': "&amp;", '\'': "&#39;", '+': "&#43;", '<': "&lt;", '=': "&#61;", '>': "&gt;", '`': "&#96;",
}

// appendBare escapes what html/template's nospaceescaper escapes: besides those bytes the
// runes that are no characters, and what is no UTF-8.
func appendBare(out []byte, s string) []byte {
	if s == "" {
		return append(out, nothing...)
	}
	done := 0
	for i, width := 0, 1; i < len(s); i += width {
		width = 1
		if c := s[i]; c < utf8.RuneSelf {
			if entity := bareEntities[c]; entity != "" {
				out = append(append(out, s[done:i]...), entity...)
				done = i + 1
			}
			continue
		}
		var r rune
		r, width = utf8.DecodeRuneInString(s[i:])
		if '\ufdd0' <= r && r <= '\ufdef' || '\ufff0' <= r && r <= '\uffff' {
			out = append(append(out, s[done:i]...), "&#x"...)
			out = append(strconv.AppendInt(out, int64(r), 16), ';')
			done = i + width
		}
	}
	return append(out, s[done:]...)
}

// appendBareQuery is appendQuery for an attribute without quotes.
func appendBareQuery(out []byte, s string) []byte {
	if s == "" {
		return append(out, nothing...)
	}
	return appendQuery(out, s)
}

// appendBareAddress is appendAddress for an attribute without quotes, where an equals sign
// needs an entity too.
func appendBareAddress(out []byte, s string) []byte {
	if s == "" {
		return append(out, nothing...)
	}
	for {
		before, after, found := strings.Cut(s, "=")
		out = appendAddress(out, before)
		if !found {
			return out
		}
		out, s = append(out, bareEntities['=']...), after
	}
}

func appendBareFiltered(out []byte, s string) []byte { return appendBare(out, filtered(s)) }

func appendBareSafeAddress(out []byte, s string) []byte { return appendBareAddress(out, filtered(s)) }
