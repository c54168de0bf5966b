package scaffold

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
)

// edit replaces lines by a text. If from equals to, it inserts the text.
type edit struct {
	from, to int
	text     string // complete lines, without the last line end
}

func (l *lines) edited(edits []edit) []byte {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b edit) int { return a.from - b.from })
	var out []byte
	at := 1
	for _, e := range edits {
		for ; at < e.from; at++ {
			out = append(out, l.raw(at)...)
		}
		if e.text != "" {
			out = append(out, strings.ReplaceAll(e.text, "\n", l.eol)...)
			out = append(out, l.eol...)
		}
		at = max(at, e.to)
	}
	for ; at <= l.count(); at++ {
		out = append(out, l.raw(at)...)
	}
	return out
}

// commentChange is a change of the comments before a block.
type commentChange struct {
	block *note.Block // block of the translation
	edits []edit
	now   note.Text
	list  *[]Piece
	piece Piece
}

// mark returns the change of the comments that a match of blocks requires. It returns false if
// none is required.
func (t *translation) mark(m align.Match, c comments, p *source.Passage, record bool) (commentChange, bool) {
	b := m.B[0]
	var words []string
	k := commentChange{block: b, piece: t.original.piece(t.original.at[m.A[0]])}
	for _, a := range m.A {
		words = append(words, t.original.sourceText(t.original.at[a]))
		k.now = append(k.now, a.Text...)
	}
	text := strings.Join(words, "\n\n")
	k.piece.Text = text
	if c.source == nil {
		// An entry that is blank in both versions waits for its author. An entry that is blank
		// only here is not translated yet, so the original is certainly its source.
		unwritten := b.Type == note.Entry && !site.Written(b)
		if !record && !unwritten || blankEntry(m.A) || len(b.Source) > 0 || c.stale != nil || p == nil || p.From == p.To || strings.TrimSpace(comment(text)) == "" {
			return k, false
		}
		k.list = &t.report.Recorded
		k.edits = []edit{{p.From, p.From, within(comment(text), p.Indent)}}
		return k, p.Indent == indentOf(newLines(t.text).line(p.From))
	}
	was := source.FromComment(c.source.Words)
	same := align.Same(b.Source, k.now) || squeezed(was) == squeezed(text)
	if !c.source.Alone || len(b.Source) == 0 || c.stale != nil && !c.stale.Alone || b.SourceLang != t.original.reading.note.Lang && b.SourceLang != m.A[0].Lang {
		return k, false
	}
	renewed := edit{c.source.From, c.source.To, within(comment(text), c.source.Indent)}
	switch {
	case c.stale != nil && len(b.Was) > 0 && align.Same(b.Was, k.now):
		k.list = &t.report.Settled
		k.edits = []edit{renewed, {c.stale.From, c.stale.To, ""}}
	case same:
		return k, false
	case c.stale != nil || b.Text.Blank():
		k.list, k.edits = &t.report.Refreshed, []edit{renewed}
	default:
		k.list, k.piece.Was = &t.report.Stale, was
		renewed.text += "\n" + within(staleComment(was), c.source.Indent)
		k.edits = []edit{renewed}
	}
	return k, true
}

// blankEntry reports whether blocks is a single entry with only numbers. Such an entry cannot be
// a source.
func blankEntry(blocks []*note.Block) bool {
	return len(blocks) == 1 && blocks[0].Type == note.Entry && blocks[0].Text.Blank()
}

func staleComment(was string) string {
	return "<!-- " + source.StaleMark + "\n" + source.ForComment(tidy(was)) + "\n-->"
}
