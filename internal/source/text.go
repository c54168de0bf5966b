package source

import (
	"regexp"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// join adds HTML before and after a text. It joins all HTML between two references to one span.
// It builds each span only once, because a text may have very many spans.
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

// withoutAnchors removes the anchors from a text of a comment. The page has the same anchors in
// the translation.
func withoutAnchors(t note.Text) note.Text {
	t = join("", t, "")
	out := t[:0]
	for _, s := range t {
		if s.Ref == nil && strings.Contains(s.HTML, idAttribute) {
			s.HTML = idForm.ReplaceAllString(footnoteLink.ReplaceAllString(s.HTML, ""), "")
		}
		if s.Ref != nil || s.HTML != "" {
			out = append(out, s)
		}
	}
	return out
}

// idForm matches an id in rendered HTML, see [idAttribute].
var idForm = regexp.MustCompile(idAttribute + `[^"]*"`)

// footnoteLink matches a link to a footnote in a comment. The page does not show that footnote.
var footnoteLink = regexp.MustCompile(`<sup><a href="#` + sourcePrefix + `[^"]*"[^>]*>[0-9]+</a></sup>`)

// idAttribute is the beginning of an id attribute in rendered HTML. Text cannot contain it,
// because quotation marks are escaped.
const idAttribute = ` id="`

// row joins two texts with a line break between them.
func row(a, b note.Text) note.Text {
	switch {
	case len(a) == 0:
		return b
	case len(b) == 0:
		return a
	}
	return append(a[:len(a):len(a)], join("\n", b, "")...)
}

// sourcePrefix is the prefix of ids of footnotes in comments.
const sourcePrefix = "source-"
