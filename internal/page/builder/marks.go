package builder

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// Noted marks what only a note says.
const Noted upstream.Mark = "note"

// marks lists the marks of facts with their words.
var marks = []struct {
	mark          upstream.Mark
	word, meaning string
}{
	{upstream.Listed, "listed", "listed_means"},
	{upstream.Said, "said", "said_means"},
	{upstream.Derived, "derived", "derived_means"},
	{upstream.Disagree, "disagree", "disagree_means"},
	{Noted, "note", "note_means"},
}

// MarkWord returns the word for a mark.
func (pg *Page) MarkWord(m upstream.Mark) string { return pg.L.T("fact." + string(m)) }

// Marks explains the marks that a page has: each word with its meaning as a note.
func (pg *Page) Marks(used []upstream.Mark) []view.Link {
	var out []view.Link
	for _, m := range marks {
		if slices.Contains(used, m.mark) {
			out = append(out, view.Link{Text: pg.L.T("fact." + m.word), Note: pg.L.T("fact." + m.meaning)})
		}
	}
	return out
}

// RemovedIn returns the releases in which a gate may be removed, as removalReleases does, with the mark.
func (pg *Page) RemovedIn(g upstream.GateRemoval) string {
	return pg.removalReleases(g) + pg.L.T("mark.comma") + pg.MarkWord(g.Mark)
}

// removalReleases returns the releases in which a gate may be removed: 1.27, "1.24 or 1.23", or the
// releases of all sources.
func (pg *Page) removalReleases(g upstream.GateRemoval) string {
	text := string(g.Release)
	if g.Or != "" {
		text = pg.L.T("fact.or", g.Release, g.Or)
	}
	for _, other := range g.Others {
		text = pg.L.T("fact.or", text, other)
	}
	if g.Alive {
		text = pg.L.T("fact.or", text, pg.L.T("fact.alive"))
	}
	return text
}
