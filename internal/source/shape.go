package source

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

// shapeOf determines the kind of a note from its text and its path.
func shapeOf(doc *markdown.Doc, at parsedPath) note.NoteKind {
	dates, lines, attributed := 0, 0, 0
	for i, m := range doc.Blocks {
		switch {
		case m.Type == markdown.Heading:
			if _, ok := dateOf(m.Plain); ok {
				dates++
			}
			if _, n, _ := kepLine(doc.Blocks[i+1:]); n > 0 {
				lines++
			}
		case hasEntries(m), m.Type == markdown.Paragraph && len(m.Attr.People) > 0:
			attributed++
		}
	}
	switch {
	case at.Log, dates >= 2:
		return note.Log
	case attributed > 0 && attributed >= lines:
		return note.Changes
	case lines > 0:
		return note.Overview
	case findLoose(doc.Blocks).changes():
		return note.Changes
	}
	return note.Talk
}

// kepLine parses the line with the KEPs of the heading above it: "#3673; KEP". It returns the
// references, and the number of blocks including comments before the line. The number is 0 if
// there is no such line.
func kepLine(rest []*markdown.Block) (refs []note.Ref, n int, ok bool) {
	for n = 0; n < len(rest) && rest[n].Type == markdown.Comment; n++ {
	}
	if n == len(rest) || rest[n].Type != markdown.Paragraph || len(rest[n].Plain) > 80 {
		return nil, 0, false
	}
	m := rest[n]
	words := m.Plain
	for _, r := range m.Named() {
		if words = strings.Replace(words, r.Written, "", 1); r.Kind == note.Thread {
			r.Kind, r.ID = note.KEP, strings.TrimPrefix(r.ID, "kubernetes/enhancements#")
		}
		if r.Kind != note.KEP || strings.ContainsAny(r.ID, "/#") {
			return nil, 0, false
		}
		refs = append(refs, r)
	}
	words = strings.NewReplacer("KEP", "", "kep", "").Replace(words)
	if len(refs) == 0 || strings.Trim(words, " ;,:()（）；、，/|·-–—") != "" {
		return nil, 0, false
	}
	return refs, n + 1, true
}

// sectionStage returns the stage that the text of a section mentions first, or "".
func sectionStage(rest []*markdown.Block) note.Stage {
	for _, m := range sectionOf(rest) {
		if m.Type != markdown.Paragraph {
			continue
		}
		if s := stageInText(m.Plain); s != "" {
			return s
		}
	}
	return ""
}
