package source

import (
	"regexp"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// join puts HTML before and after a text. What stands between two references becomes one
// span, built in one go: a text may come in very many pieces.
func join(before string, t note.Text, after string) note.Text {
	var out note.Text
	words, open := strings.Builder{}, true
	words.WriteString(before)
	for _, s := range t {
		if s.Ref == nil {
			words.WriteString(s.HTML)
			open = true
			continue
		}
		if open {
			out = append(out, note.Span{HTML: words.String()})
			words, open = strings.Builder{}, false
		}
		out = append(out, s)
	}
	words.WriteString(after)
	if open || after != "" {
		out = append(out, note.Span{HTML: words.String()})
	}
	return out
}

// bare is a text without anchors: they are those of the translation.
func bare(t note.Text) note.Text {
	t = join("", t, "")
	out := t[:0]
	for _, s := range t {
		if s.Ref == nil && strings.Contains(s.HTML, idAttribute) {
			s.HTML = anID.ReplaceAllString(footnoteLink.ReplaceAllString(s.HTML, ""), "")
		}
		if s.Ref != nil || s.HTML != "" {
			out = append(out, s)
		}
	}
	return out
}

// anID is an id in rendered HTML, as [idAttribute] begins one.
var anID = regexp.MustCompile(idAttribute + `[^"]*"`)

// footnoteLink is a link to a footnote of the same comment, which has no place to stand.
var footnoteLink = regexp.MustCompile(`<sup><a href="#` + sourcePrefix + `[^"]*"[^>]*>[0-9]+</a></sup>`)

// idAttribute begins an id in rendered HTML. Text cannot look like one, since its
// quotation marks are escaped.
const idAttribute = ` id="`

// row is a text and the next, with a line end between them where there are both.
func row(a, b note.Text) note.Text {
	switch {
	case len(a) == 0:
		return b
	case len(b) == 0:
		return a
	}
	return append(a[:len(a):len(a)], join("\n", b, "")...)
}

// sourcePrefix begins the ids of footnotes in comments.
const sourcePrefix = "source-"
