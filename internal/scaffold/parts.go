package scaffold

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/source"
)

// commentsWithin returns the comments inside of blocks, by the line of the part after them.
func commentsWithin(l *source.Layout) map[int]comments {
	out := map[int]comments{}
	for i := range l.Asides {
		a := &l.Asides[i]
		if !a.Within {
			continue
		}
		c := out[a.Part]
		c.take(a)
		out[a.Part] = c
	}
	return out
}

func worded(p *source.Passage) []source.Part {
	return slices.DeleteFunc(slices.Clone(p.Parts), func(x source.Part) bool { return x.Neutral || x.Words == "" })
}

// markParts is mark for a remark with several parts. Each part has a comment of its own. It
// returns false if the translation has a different number of parts.
func (t *translation) markParts(m align.Match, on comments, parts map[int]comments, q *source.Passage, record bool) (commentChange, bool) {
	p := t.original.at[m.A[0]]
	k := commentChange{block: m.B[0], now: m.A[0].Text, piece: t.original.piece(p)}
	was, now := worded(q), worded(p)
	if len(was) != len(now) {
		return k, false
	}
	w := partMarks{translation: t, record: record && len(m.B[0].Source) == 0}
	for i, part := range now {
		c := parts[was[i].From]
		if i == 0 && !q.Alone {
			c, part.Words = on, t.original.firstPart(p)
		}
		w.part(part.Words, was[i], c)
	}
	k.edits, k.piece.Text, k.piece.Was = w.edits, strings.Join(w.now, "\n\n"), strings.Join(w.was, "\n\n")
	switch {
	case w.stale > 0:
		k.list = &t.report.Stale
	case w.settled > 0:
		k.list = &t.report.Settled
	case w.refreshed > 0:
		k.list = &t.report.Refreshed
	default:
		k.list = &t.report.Recorded
	}
	return k, len(k.edits) > 0
}

type partMarks struct {
	*translation
	record                    bool
	edits                     []edit
	was, now                  []string
	stale, settled, refreshed int
}

// part compares the comment of a part with the text in the original.
func (w *partMarks) part(text string, at source.Part, c comments) {
	switch {
	case c.source == nil:
		if w.record && c.stale == nil {
			w.edits = append(w.edits, edit{at.From, at.From, within(comment(text), at.Indent)})
			w.now = append(w.now, text)
		}
		return
	case !c.source.Alone || c.stale != nil && !c.stale.Alone:
		return
	}
	was := source.FromComment(c.source.Words)
	renewed := edit{c.source.From, c.source.To, within(comment(text), c.source.Indent)}
	switch {
	case c.stale != nil && squeezed(source.FromComment(c.stale.Words)) == squeezed(text):
		w.settled++
		w.edits = append(w.edits, renewed, edit{c.stale.From, c.stale.To, ""})
	case squeezed(was) == squeezed(text):
		return
	case c.stale != nil:
		w.refreshed++
		w.edits = append(w.edits, renewed)
	default:
		w.stale++
		w.was = append(w.was, was)
		renewed.text += "\n" + within(staleComment(was), c.source.Indent)
		w.edits = append(w.edits, renewed)
	}
	w.now = append(w.now, text)
}
