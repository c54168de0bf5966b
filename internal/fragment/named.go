package fragment

import (
	"html"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// named links the words of a text that name KEPs without their numbers. Words that other
// markup parts stay as they are: the KEP then stands on the entry's line alone.
func (f filler) named(made string, t note.Text) string {
	if f.n == nil {
		return made
	}
	for _, name := range f.s.NamedIn(f.n, t) {
		path, outside := f.o.Target(note.Ref{Kind: note.KEP, ID: name.KEP})
		switch {
		case path != "":
			made = linkWords(made, html.EscapeString(name.Words), f.up+path)
		case outside != "":
			made = linkWords(made, html.EscapeString(name.Words), outside)
		}
	}
	return made
}

// linkWords makes a link of the first place where words, as HTML, stand in a fragment and
// neither in a tag nor in a link nor in code.
func linkWords(made, words, href string) string {
	linked := 0
	for at := 0; at < len(made); {
		text, tag, ok := nextTag(made[at:])
		if i := strings.Index(text, words); i >= 0 && linked == 0 && words != "" {
			i += at
			return made[:i] + `<a href="` + html.EscapeString(href) + `">` + words + `</a>` + made[i+len(words):]
		}
		switch {
		case !ok:
			return made
		case strings.HasPrefix(tag, "<a ") || tag == "<a>" || strings.HasPrefix(tag, "<code"):
			linked++
		case tag == "</a>" || tag == "</code>":
			linked--
		}
		at += len(text) + len(tag)
	}
	return made
}

// nextTag parts the beginning of a fragment into text and the tag after it; ok is false
// where there is none. The quotation marks of attributes hold no raw >, since they are
// escaped there.
func nextTag(made string) (text, tag string, ok bool) {
	open := strings.IndexByte(made, '<')
	if open < 0 {
		return made, "", false
	}
	size := strings.IndexByte(made[open:], '>')
	if size < 0 {
		return made[:open], made[open:], true
	}
	return made[:open], made[open : open+size+1], true
}
