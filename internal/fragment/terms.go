package fragment

import (
	"html"
	"strings"

	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/note"
)

// GlossaryPath is the path of the glossary below /{l}/.
const GlossaryPath = "glossary/"

// firsts are the terms whose first mention in a note is in this text.
type firsts struct {
	lang note.Lang // of the text
	ids  []glossary.ID
}

// firstTerms returns the glossary terms that each text of a note mentions first, by the first span
// of the text. Headings, code, links and references are skipped.
func (m *Maker) firstTerms(n *note.Note) map[*note.Span]firsts {
	return m.terms.Make(n, func() map[*note.Span]firsts { return m.listFirstTerms(n) })
}

func (m *Maker) listFirstTerms(n *note.Note) map[*note.Span]firsts {
	out := map[*note.Span]firsts{}
	seen := map[glossary.ID]bool{}
	for b := range n.All {
		if b.Level > 0 || len(b.Text) == 0 || b.Type != note.Entry && b.Type != note.Remark && b.Type != note.Prose {
			continue
		}
		if ids := m.newTerms(b, seen); len(ids) > 0 {
			out[&b.Text[0]] = firsts{b.Lang, ids}
		}
	}
	return out
}

// newTerms returns the terms in a block that are not in seen.
func (m *Maker) newTerms(b *note.Block, seen map[glossary.ID]bool) (ids []glossary.ID) {
	var r skipTracker
	for _, span := range b.Text {
		for words := range r.words(span.HTML) {
			for _, h := range m.o.Glossary.Find(words, b.Lang) {
				if h.Term.Link && !seen[h.Term.ID] {
					seen[h.Term.ID] = true
					ids = append(ids, h.Term.ID)
				}
			}
		}
	}
	return ids
}

func (f filler) termed(made string, t note.Text) string {
	if f.n == nil || f.quoted || f.o.Glossary == nil || len(t) == 0 {
		return made
	}
	first, ok := f.firstTerms(f.n)[&t[0]]
	if !ok {
		return made
	}
	left := map[glossary.ID]bool{}
	for _, id := range first.ids {
		left[id] = true
	}
	return f.linkTerms(made, first.lang, left)
}

func (f filler) linkTerms(made string, lang note.Lang, left map[glossary.ID]bool) string {
	var b strings.Builder
	var r skipTracker
	for words, tag := range r.parts(made) {
		at := 0
		if r.reads() {
			for _, h := range f.o.Glossary.Find(words, lang) {
				if left[h.Term.ID] {
					delete(left, h.Term.ID)
					b.WriteString(words[at:h.Start] + `<a class="term" href="` + html.EscapeString(f.up+GlossaryPath) + "#" + string(h.Term.ID) + `">` + words[h.Start:h.End] + `</a>`)
					at = h.End
				}
			}
		}
		b.WriteString(words[at:] + tag)
	}
	return b.String()
}

// skipTracker iterates over HTML and tracks whether it is inside an element in shut.
type skipTracker struct{ depth int }

// shut lists the elements whose text is skipped: links, code and headings.
var shut = map[string]bool{
	"a": true, "code": true, "pre": true, "kbd": true, "samp": true, "summary": true, "th": true, "svg": true,
	"h1": true, "h2": true, "h3": true, "h4": true, "h5": true, "h6": true,
}

func (r *skipTracker) reads() bool { return r.depth == 0 }

// parts yields pairs of a text and the tag after it, which is empty at the end. During a yield,
// reads applies to that text.
func (r *skipTracker) parts(made string) func(func(text, tag string) bool) {
	return func(yield func(text, tag string) bool) {
		for len(made) > 0 {
			text, tag, _ := nextTag(made)
			made = made[len(text)+len(tag):]
			if !yield(text, tag) {
				return
			}
			r.pass(tag)
		}
	}
}

func (r *skipTracker) pass(tag string) {
	name := strings.Trim(tag, "<>")
	name, closes := strings.CutPrefix(name, "/")
	if i := strings.IndexAny(name, " \t\n"); i >= 0 {
		name = name[:i]
	}
	switch {
	case !shut[name]:
	case closes:
		r.depth = max(r.depth-1, 0)
	default:
		r.depth++
	}
}

func (r *skipTracker) words(made string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for text := range r.parts(made) {
			if text != "" && r.reads() && !yield(text) {
				return
			}
		}
	}
}
