package fragment

import (
	"html"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// named adds links to the KEP names in made, the HTML of t. Names that are split by markup are not
// linked.
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

// nextTag returns the text up to the next tag, and the tag. Attribute values contain no raw >,
// because it is escaped.
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
