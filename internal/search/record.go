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

// Limits of texts in a record, in characters: of one, and of all, because a browser loads all
// documents of a shard. Documents of this repository's site have less than half.
const (
	maxText  = 280
	maxTexts = 4000
	maxOf    = 60 // title of the note after a heading

	aside = " · " // a heading and this title
)

// appendRecord writes the record of a document, a JSON array described in the package comment.
func appendRecord(b []byte, d *Doc) []byte {
	name, lang := shownName(d)
	b = append(b, '[')
	b = appendQuoted(b, d.Path, name, string(lang))
	b = append(b, ",["...)
	b = appendTexts(b, d)
	b = appendQuoted(append(b, "],"...), string(d.Release))
	b = append(b, ",["...)
	if d.Type != SIG { // a SIG does not list itself
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

// shownName returns the name in a row. A heading also has the title of its note, because headings
// such as "Feature" are frequent. If their languages differ, the result has that of the title.
func shownName(d *Doc) (string, note.Lang) {
	if d.Of == "" || d.Of == d.Name {
		return d.Name, d.NameLang
	}
	return d.Name + aside + cut(d.Of, maxOf), cmp.Or(d.OfLang, d.NameLang)
}

// appendTexts writes the texts of a document separated by commas, with an ellipsis for those
// beyond the limit.
func appendTexts(b []byte, d *Doc) []byte {
	first, room := len(b), maxTexts
	for _, t := range d.Texts {
		text := cut(t.Text, maxText)
		if of := d.OfAlso[t.Lang]; of != "" && of != t.Text && t.Role == Title {
			text += aside + cut(of, maxOf)
		}
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
		b = strconv.AppendInt(append(b, ','), int64(t.Role), 10)
		b = append(b, ']')
		if room < 0 {
			break
		}
	}
	return b
}

// appendQuoted writes JSON strings separated by commas. encoding/json would take a fifth of the
// time of a digest.
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

// plain returns the length of the prefix of s that needs no escaping in JSON.
func plain(s string) int {
	for i, r := range s {
		if r < ' ' || r == '"' || r == '\\' || r == utf8.RuneError {
			return i
		}
	}
	return len(s)
}

// appendEscaped writes the first character of s and returns its length.
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

// appendJSON writes a value of strings, numbers and arrays, which cannot fail.
func appendJSON(b []byte, v any) []byte {
	buf := bytes.NewBuffer(b)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v)
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
}

// cut shortens a text to n characters with an ellipsis: at a space in the last third, else
// anywhere except before a combining mark. It folds white space. The ellipsis follows a space
// after the end of a sentence, and replaces a comma.
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

// folded replaces white space with single spaces and trims it.
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

// after returns where n characters end, including combining marks; very long runs of marks are
// cut.
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

// valid replaces invalid UTF-8 with U+FFFD.
func valid(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}
