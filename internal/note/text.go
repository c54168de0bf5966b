package note

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Span is a piece of a Text: HTML as it goes onto a page, or a hole where a
// reference stands. Exactly one of the two is set.
type Span struct {
	HTML string
	Ref  *Ref // mostly an element of the Refs of its block, so nobody writes into it; nothing in it points into a syntax tree
}

// Text is rendered HTML with holes. The HTML of all spans together is well formed;
// a single span need not be.
type Text []Span

// Plain returns the words of the text: no markup, holes as they were written,
// white space folded, one space between blocks. The numbers that lead to footnotes and
// the arrows that lead back are no words.
func (t Text) Plain() string {
	var room [roomyText]byte
	b := room[:0]
	for _, s := range t {
		if s.Ref != nil {
			b = append(b, s.Ref.Written...)
		} else {
			b = appendWords(b, s.HTML)
		}
	}
	return string(fold(b))
}

// roomyText is how many bytes nearly every text has at most.
const roomyText = 1024

// fold makes one space of white space in a row, and none of what stands at an end, in place.
func fold(b []byte) []byte {
	out := b[:0]
	for at := 0; at < len(b); {
		start := at
		size := 0
		for at < len(b) {
			if mayBeSpace[b[at]] {
				if size = spaceAt(b, at); size > 0 {
					break
				}
			}
			at++
		}
		if start < at {
			if len(out) > 0 {
				out = append(out, ' ')
			}
			out = append(out, b[start:at]...)
		}
		at += size
	}
	return out
}

// mayBeSpace are the bytes that white space begins with; hardly any others begin with them, but
// for kana.
var mayBeSpace = [256]bool{
	'\t': true, '\n': true, '\v': true, '\f': true, '\r': true, ' ': true, 0xC2: true, 0xE1: true, 0xE2: true, 0xE3: true,
}

// spaceAt returns how many bytes the white space has that begins at a byte; 0 where none does.
func spaceAt(b []byte, at int) int {
	if b[at] < utf8.RuneSelf {
		return 1
	}
	if b[at] == 0xE3 && at+1 < len(b) && b[at+1] != 0x80 {
		return 0 // kana
	}
	if r, size := utf8.DecodeRune(b[at:]); unicode.IsSpace(r) {
		return size
	}
	return 0
}

// Blank reports whether the text says nothing but numbers of things: KEP-127 and a colon,
// say. So stands an entry that was begun for its author and is not yet written.
func (t Text) Blank() bool {
	for _, s := range t {
		words := ""
		if s.Ref == nil {
			if begins(s.HTML) {
				return false
			}
			words = Text{s}.Plain()
		} else if s.Ref.Kind == API || !strings.Contains(s.Ref.Written, s.Ref.ID) || !strings.ContainsFunc(s.Ref.ID, unicode.IsDigit) {
			words = s.Ref.Written
		}
		if strings.ContainsFunc(words, isWord) {
			return false
		}
	}
	return true
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// begins reports whether rendered HTML has words before any markup, as nearly every text
// has: then nothing need be taken out of it to see that it says something.
func begins(html string) bool {
	html = strings.TrimPrefix(strings.TrimPrefix(html, "<p>"), "<code>")
	if i := strings.IndexAny(html, "<&"); i >= 0 {
		html = html[:i]
	}
	return strings.ContainsFunc(html, isWord)
}

// inline lists the elements whose tags separate no words.
var inline = map[string]bool{
	"a": true, "abbr": true, "b": true, "bdi": true, "cite": true, "code": true, "del": true, "em": true,
	"i": true, "ins": true, "kbd": true, "mark": true, "q": true, "s": true, "samp": true, "small": true,
	"span": true, "strong": true, "sub": true, "sup": true, "u": true, "var": true, "wbr": true,
}

// appendWords appends the words of rendered HTML without its tags.
func appendWords(b []byte, s string) []byte {
	for {
		open := strings.IndexByte(s, '<')
		if open < 0 {
			return append(b, html.UnescapeString(s)...)
		}
		b = append(b, html.UnescapeString(s[:open])...)
		end := strings.IndexByte(s[open:], '>')
		if end < 0 {
			return b
		}
		tag := s[open : open+end]
		if !inline[tagName(tag)] {
			b = append(b, ' ')
		}
		s = s[open+end+1:]
		if toFootnote(tag) {
			_, s, _ = strings.Cut(s, "</a>")
		}
	}
}

// toFootnote reports whether a tag begins the link to a footnote or the one back. An
// attribute's value cannot look like that, since its quotation marks are escaped.
func toFootnote(tag string) bool {
	return strings.Contains(tag, ` role="doc-noteref"`) || strings.Contains(tag, ` role="doc-backlink"`)
}

func tagName(tag string) string {
	tag = strings.TrimLeft(tag, "</")
	if i := strings.IndexAny(tag, " \t\n/>"); i >= 0 {
		tag = tag[:i]
	}
	return tag
}

// Home begins an address within the HTML of a Span that leads to the site itself:
// content:1.27/zones.png is a file below content, content:1.27/sig-node#pr-115331 a note.
// Whoever prints the HTML puts a link from the page at hand in its place. An address that
// is a fragment alone stands as it is and means the note that the text belongs to.
const Home = "content:"
