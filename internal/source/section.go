package source

import (
	"slices"
	"strings"
	"unicode"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

// sectionEntry reports whether a heading is an entry. In an overview this depends on the line
// below it, in talks and changes notes on references. used is the number of blocks that belong to
// the heading.
func (b *builder) sectionEntry(rest []*markdown.Block, h heading) (used int, refs []note.Ref, ok bool) {
	if h.date != "" {
		return 0, nil, false
	}
	section := sectionOf(rest)
	switch b.note.Kind {
	case note.Overview:
		refs, n, ok := kepLine(section)
		return 1 + n, refs, ok || h.stage == "" && h.kind == "" && namesKEP(rest[0].Refs)
	case note.Changes:
		ok := h.kind == "" && h.stage == "" && numbered(rest[0].Refs) && !slices.ContainsFunc(section, hasEntries)
		return 1, nil, ok
	case note.Talk:
		b.features = !deeper(rest) && !numbered(rest[0].Refs) && severalFeatures(section)
		return 1, nil, !b.features && (numbered(rest[0].Refs) || !deeper(rest) && (aboutKEP(section) || b.between[rest[0]]))
	}
	return 0, nil, false
}

// openSection converts a heading to the entry of its section.
func (b *builder) openSection(n note.Block, h heading, rest []*markdown.Block, refs []note.Ref) {
	n.Type, n.Date = note.Entry, b.heads.date()
	n.Refs = append(n.Refs, refs...)
	n.Kind, n.Stage, n.Area = b.heads.kind(), b.heads.stage(), b.heads.area()
	if b.note.Kind == note.Talk || b.note.Kind == note.Changes && n.Kind == "" {
		n.Kind = note.Proposal
	}
	if n.Stage == "" && b.note.Kind == note.Overview {
		n.Stage = sectionStage(rest)
	}
	b.origins.setOrigin(&n, rest[0])
	b.add(n)
	b.section = len(b.out) - 1
	b.heads.above = append(b.heads.above, h)
}

// headingLang detects the language of a heading. Notes in all languages have English headings for
// kinds and KEPs, which are too short to detect their language.
func (b *builder) headingLang(h heading) note.Lang {
	ascii := strings.IndexFunc(h.words, func(r rune) bool { return r >= 0x250 && unicode.IsLetter(r) }) < 0
	if ascii && (h.kind != "" || len(strings.Fields(h.words)) > 1 && h.date == "") {
		return "en"
	}
	return b.lang(h.words)
}
