package search

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Lengths in characters at which texts in a record are cut: each, and all together, since
// who finds one of the documents of a shard loads them all. No document of this
// repository's own site has half of it.
const (
	maxText  = 280
	maxTexts = 4000
	maxOf    = 60 // of a note's title behind a heading
)

// appendRecord writes the record of a document, a JSON array in the order that the
// package's comment tells.
func appendRecord(b []byte, d *Doc) []byte {
	name, lang := shownName(d)
	b = append(b, '[')
	b = appendQuoted(b, d.Path, name, string(lang))
	b = append(b, ",["...)
	b = appendTexts(b, d)
	b = appendQuoted(append(b, "],"...), string(d.Release))
	b = append(b, ",["...)
	if d.Type != SIG { // whose name is its own
		for i, s := range d.SIGs {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendQuoted(b, string(s))
		}
	}
	b = appendQuoted(append(b, "],"...), string(d.Kind), string(d.Stage), d.Out, string(d.Type))
	return append(b, ']')
}

// shownName is the name of a row: of a heading with the title of its note, since a list of
// what was found has many a "Feature". Where the two are in two languages it is told as in
// that of the title, which is most of it.
func shownName(d *Doc) (string, note.Lang) {
	if d.Of == "" || d.Of == d.Name {
		return d.Name, d.NameLang
	}
	return d.Name + " · " + cut(d.Of, maxOf), cmp.Or(d.OfLang, d.NameLang)
}

// appendTexts writes the texts of a document with a comma between, an ellipsis in the place
// of those for which there is no room.
func appendTexts(b []byte, d *Doc) []byte {
	first, room := len(b), maxTexts
	for _, t := range d.Texts {
		text := cut(t.Text, maxText)
		if text == "" {
			continue
		}
		if room -= utf8.RuneCountInString(text); room < 0 {
			text = "…"
		}
		if len(b) > first {
			b = append(b, ',')
		}
		b = appendQuoted(append(b, '['), string(t.Lang), text)
		b = strconv.AppendInt(append(b, ','), int64(d.shown(t.Role)), 10)
		b = append(b, ']')
		if room < 0 {
			break
		}
	}
	return b
}

// shown returns the role that a record tells. A title in another language is what the row may
// be called there, but of a heading, which is not shown without that of its note.
func (d *Doc) shown(r Role) Role {
	if r == Title && d.Of != "" {
		return Own
	}
	return r
}

// appendQuoted writes JSON strings with a comma between. It does by hand what
// encoding/json does, which needs a fifth of the time of a digest for it.
func appendQuoted(b []byte, list ...string) []byte {
	for i, s := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '"')
		for len(s) > 0 {
			n := plain(s)
			b, s = append(b, s[:n]...), s[n:]
			if len(s) == 0 {
				break
			}
			b, n = appendEscaped(b, s)
			s = s[n:]
		}
		b = append(b, '"')
	}
	return b
}

// plain returns how many bytes of s, from the first on, stand in JSON as they are.
func plain(s string) int {
	for i, r := range s {
		if r < ' ' || r == '"' || r == '\\' || r == utf8.RuneError {
			return i
		}
	}
	return len(s)
}

// appendEscaped writes the first character of s, and returns how many bytes it has.
func appendEscaped(b []byte, s string) ([]byte, int) {
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case r == utf8.RuneError:
		return utf8.AppendRune(b, r), n
	case r < ' ':
		const digits = "0123456789abcdef"
		return append(b, '\\', 'u', '0', '0', digits[r>>4], digits[r&15]), n
	}
	return append(b, '\\', byte(r)), n
}

// appendJSON writes a value that holds nothing but strings, numbers and arrays, which
// cannot fail.
func appendJSON(b []byte, v any) []byte {
	buf := bytes.NewBuffer(b)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v)
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
}

// cut shortens a text to n characters: at a space of its last third where there is
// one, else anywhere but before a mark. What was cut ends in an ellipsis. White space
// is folded. Behind a sentence's end the ellipsis stands apart, and in the place of a comma.
func cut(text string, n int) string {
	text = folded(valid(text))
	end := after(text, n)
	if end == len(text) {
		return text
	}
	if space := strings.LastIndexByte(text[:end+1], ' '); space >= end*2/3-1 {
		end = space
	}
	kept := strings.TrimRight(text[:end], " ,;:、，；：")
	if strings.TrimRight(kept, ".!?") != kept {
		kept += " "
	}
	return kept + "…"
}

// folded returns the text with one space in the place of any white space, none at its
// ends: most texts as they are.
func folded(text string) string {
	before := ' '
	for _, r := range text {
		if r != ' ' && unicode.IsSpace(r) || r == ' ' && before == ' ' {
			return strings.Join(strings.Fields(text), " ")
		}
		before = r
	}
	return strings.TrimSuffix(text, " ")
}

// after returns where n characters of the text end, with the marks that belong to the
// last one; a letter with more marks than any script has is cut among them.
func after(text string, n int) int {
	const marks = 8
	count := 0
	for i, r := range text {
		if count >= n && (!unicode.Is(unicode.M, r) || count > n+marks) {
			return i
		}
		count++
	}
	return len(text)
}

// valid puts U+FFFD in the place of what is not UTF-8, as nearly all text is.
func valid(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}
