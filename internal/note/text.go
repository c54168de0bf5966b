package note

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Span is a piece of a Text: HTML, or a placeholder for a reference. Exactly one of the two is set.
type Span struct {
	HTML string
	Ref  *Ref // usually shared with Refs of its block: read only
}

// Text is rendered HTML with placeholders. The HTML of all spans together is well-formed; a single
// span need not be.
type Text []Span

// Plain returns the visible text: no markup, references as written, collapsed white space, one
// space between blocks, and no footnote marks and back-links.
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

// roomyText is the size in bytes that few texts exceed.
const roomyText = 1024

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

// mayBeSpace marks the first bytes of white space characters. Of other characters, mostly kana
// share them.
var mayBeSpace = [256]bool{
	'\t': true, '\n': true, '\v': true, '\f': true, '\r': true, ' ': true, 0xC2: true, 0xE1: true, 0xE2: true, 0xE3: true,
}

// spaceAt returns the bytes of a white space character at a position; 0 for other characters.
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

// Blank reports whether the text contains only references, such as KEP-127 and a colon. An entry
// that was created but not written yet is blank.
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

// begins reports whether rendered HTML starts with text, the usual case.
func begins(html string) bool {
	html = strings.TrimPrefix(strings.TrimPrefix(html, "<p>"), "<code>")
	if i := strings.IndexAny(html, "<&"); i >= 0 {
		html = html[:i]
	}
	return strings.ContainsFunc(html, isWord)
}

var inline = map[string]bool{
	"a": true, "abbr": true, "b": true, "bdi": true, "cite": true, "code": true, "del": true, "em": true,
	"i": true, "ins": true, "kbd": true, "mark": true, "q": true, "s": true, "samp": true, "small": true,
	"span": true, "strong": true, "sub": true, "sup": true, "u": true, "var": true, "wbr": true,
}

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

// toFootnote reports whether a tag starts a link to a footnote or back. Attribute values cannot
// contain these strings, since their quotation marks are escaped.
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

// Home is the prefix of addresses within the site in the HTML of a Span. content:1.27/zones.png is a
// file below content, content:1.27/sig-node#pr-115331 a note. Code that prints the HTML replaces the
// address by a relative link. A fragment alone refers to the note of the text.
const Home = "content:"
