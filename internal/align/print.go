package align

import (
	"crypto/sha256"
	"encoding/hex"
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Fingerprint returns a digest of the content of a text, or "" for an empty text. Texts that
// differ only in wrapping and spacing have the same digest. It includes words, emphasis, code,
// list items, table cells and addresses, and all white space in code blocks. It excludes IDs,
// classes and numbers of footnotes.
func Fingerprint(t note.Text) string {
	text := canonical(t)
	if text == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// Same reports whether two texts have the same [Fingerprint].
func Same(x, y note.Text) bool {
	a, b := first(x), first(y)
	if a != b && a != 0 && b != 0 {
		return false
	}
	return slices.EqualFunc(x, y, identical) || canonical(x) == canonical(y)
}

// first returns the first character of a text. It often differs between languages, so Same can
// often return early. It returns 0 if the first character alone does not allow a comparison.
func first(t note.Text) rune {
	if len(t) == 0 || t[0].Ref != nil {
		return 0
	}
	r, _ := utf8.DecodeRuneInString(strings.TrimPrefix(t[0].HTML, "<p>"))
	if r == '<' || r == '&' || r == '[' || r == utf8.RuneError || unicode.IsSpace(r) {
		return 0
	}
	return r
}

// identical reports whether two spans are equal byte by byte, which is the common case.
func identical(a, b note.Span) bool {
	if a.Ref == nil || b.Ref == nil {
		return a.HTML == b.HTML && a.Ref == b.Ref
	}
	return a.Ref.Key() == b.Ref.Key() && a.Ref.Written == b.Ref.Written && a.Ref.Code == b.Ref.Code
}

func canonical(t note.Text) string {
	var c normalizer
	eachPiece(t, c.add)
	return strings.TrimSpace(c.b.String())
}

type htmlToken struct {
	words string    // plain text
	ref   *note.Ref // reference; nil for other tokens
	tag   string    // content of a tag: a href="…" or /li
}

// eachPiece splits rendered HTML into tokens. It skips links to footnotes, and the titles of
// alerts, which are interface text.
func eachPiece(t note.Text, f func(htmlToken)) {
	for _, s := range t {
		if s.Ref != nil {
			f(htmlToken{ref: s.Ref})
			continue
		}
		for rest := s.HTML; rest != ""; {
			rest = nextPiece(rest, f)
		}
	}
}

func nextPiece(s string, f func(htmlToken)) (rest string) {
	words, after, ok := strings.Cut(s, "<")
	if words != "" {
		f(htmlToken{words: html.UnescapeString(words)})
	}
	if !ok {
		return ""
	}
	tag, rest, ok := strings.Cut(after, ">")
	if !ok {
		return ""
	}
	if strings.Contains(tag, ` role="doc-noteref"`) || strings.Contains(tag, ` role="doc-backlink"`) {
		_, rest, _ = strings.Cut(rest, "</a>")
		return rest
	}
	if strings.Contains(tag, ` class="alert-title"`) {
		_, rest, _ = strings.Cut(rest, "</p>")
		return rest
	}
	f(htmlToken{tag: tag})
	return rest
}

var counted = map[string]bool{
	"a": true, "blockquote": true, "code": true, "dd": true, "del": true, "dt": true, "em": true,
	"h1": true, "h2": true, "h3": true, "h4": true, "h5": true, "h6": true, "hr": true, "img": true,
	"input": true, "li": true, "ol": true, "pre": true, "strong": true, "td": true, "th": true, "tr": true, "ul": true,
}

// inline lists the elements that do not separate words.
var inline = map[string]bool{
	"a": true, "abbr": true, "b": true, "bdi": true, "cite": true, "code": true, "del": true, "em": true,
	"i": true, "ins": true, "kbd": true, "mark": true, "q": true, "s": true, "samp": true, "small": true,
	"span": true, "strong": true, "sub": true, "sup": true, "u": true, "var": true, "wbr": true,
}

var noteMark = regexp.MustCompile(`\[\^[^\]\s]+\]`)

// normalizer writes a normalized text. It collapses white space, and removes it next to characters
// of scripts without spaces.
type normalizer struct {
	b     strings.Builder
	last  rune // last character of the text, or 0
	space bool // whether white space is pending
	pre   int  // depth of code blocks
	lines int  // number of pending line breaks of a code block
}

func (c *normalizer) add(p htmlToken) {
	switch {
	case p.ref != nil:
		c.ref(p.ref)
	case p.tag != "":
		c.tag(p.tag)
	case c.pre > 0:
		c.code(p.words)
	default:
		words := p.words
		if strings.Contains(words, "[^") {
			words = noteMark.ReplaceAllString(words, "")
		}
		c.words(words)
	}
}

// ref writes the text and the target of a reference. The texts #1 and k/k#1 have the same target
// but differ in content.
func (c *normalizer) ref(r *note.Ref) {
	c.words(r.Written)
	c.b.WriteString("\x01" + string(r.Kind) + "\x02" + r.ID)
	if r.Code {
		c.b.WriteString("\x03")
	}
}

func (c *normalizer) words(s string) {
	for _, r := range s {
		if unicode.IsSpace(r) {
			c.space = true
			continue
		}
		if c.space && c.last != 0 && !wide(c.last) && !wide(r) {
			c.b.WriteByte(' ')
		}
		c.space = false
		c.b.WriteRune(r)
		c.last = r
	}
}

func (c *normalizer) tag(tag string) {
	name := tagName(tag)
	if !inline[name] {
		c.space = true
	}
	if name == "pre" {
		c.inPre(tag)
	}
	if !counted[name] || c.pre > 0 && name != "pre" {
		return
	}
	c.b.WriteString("\x00")
	if strings.HasPrefix(tag, "/") {
		c.b.WriteByte('/')
	}
	c.b.WriteString(name)
	for _, key := range []string{"href", "src", "alt"} {
		if v := attribute(tag, key); v != "" {
			c.b.WriteString("\x04" + v)
		}
	}
	if name == "input" && strings.Contains(tag, " checked") {
		c.b.WriteString("\x04checked")
	}
	c.b.WriteString("\x05")
}

func (c *normalizer) code(s string) {
	kept := strings.TrimRight(s, "\n")
	if kept != "" {
		c.b.WriteString(strings.Repeat("\n", c.lines) + kept)
		c.lines = 0
	}
	c.lines += len(s) - len(kept)
}

func (c *normalizer) inPre(tag string) {
	c.last, c.space, c.lines = 0, false, 0
	if !strings.HasPrefix(tag, "/") {
		c.pre++
		return
	}
	c.pre = max(c.pre-1, 0)
}

func attribute(tag, key string) string {
	_, rest, ok := strings.Cut(tag, " "+key+`="`)
	if !ok {
		return ""
	}
	value, _, _ := strings.Cut(rest, `"`)
	return html.UnescapeString(value)
}

func tagName(tag string) string {
	tag = strings.TrimPrefix(tag, "/")
	if i := strings.IndexAny(tag, " \t\n/"); i >= 0 {
		tag = tag[:i]
	}
	return strings.ToLower(tag)
}

// wide reports whether a character belongs to a script that has no spaces between words.
func wide(r rune) bool {
	return r >= 0x2E80 && r < utf8.MaxRune && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) ||
		r >= 0x3000 && r <= 0x303F || r >= 0xFF00 && r <= 0xFFEF)
}
