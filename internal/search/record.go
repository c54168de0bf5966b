package search

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode"

	"github.com/kawaraban/kawaraban/internal/note"
)

// maxText is the length in characters at which a text in a record is cut.
const maxText = 280

// appendRecord writes the record of a document, a JSON array in the order that the
// package's comment tells.
func appendRecord(b []byte, d *Doc) []byte {
	texts := make([][3]any, 0, len(d.Texts))
	for _, t := range d.Texts {
		if text := cut(t.Text, maxText); text != "" {
			texts = append(texts, [3]any{t.Lang, text, t.Role.shown()})
		}
	}
	sigs := d.SIGs
	if sigs == nil {
		sigs = []note.SIG{}
	}
	return appendJSON(b, []any{d.Path, d.Name, d.NameLang, texts, d.Release, sigs, d.Kind, d.Stage, d.Out})
}

// shown returns the role that a record tells: another title is a document's own words.
func (r Role) shown() Role {
	if r == Title {
		return Own
	}
	return r
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
// is folded.
func cut(text string, n int) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
	end := after(text, n)
	if end == len(text) {
		return text
	}
	if space := strings.LastIndexByte(text[:end+1], ' '); space >= end*2/3-1 {
		end = space
	}
	return text[:end] + "…"
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
