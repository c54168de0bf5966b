package builder

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// Noted marks a fact that only a note states.
const Noted upstream.Mark = "note"

// marks lists the marks that show the sources of facts, with the keys of their interface texts.
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

// MarkWord returns the interface text of a mark.
func (pg *Page) MarkWord(m upstream.Mark) string { return pg.L.T("fact." + string(m)) }

// Marks explains the marks that a page uses. Each link has the word of a mark, and its meaning as
// a note.
func (pg *Page) Marks(used []upstream.Mark) []view.Link {
	var out []view.Link
	for _, m := range marks {
		if slices.Contains(used, m.mark) {
			out = append(out, view.Link{Text: pg.L.T("fact." + m.word), Note: pg.L.T("fact." + m.meaning)})
		}
	}
	return out
}

// RemovedIn returns the releases in which a gate was removed, as removalReleases does, followed
// by the mark of their source.
func (pg *Page) RemovedIn(g upstream.GateRemoval) string {
	return pg.removalReleases(g) + pg.L.T("mark.comma") + pg.MarkWord(g.Mark)
}

// removalReleases returns in words the release in which a gate was removed, such as 1.27. If
// sources disagree or leave it open, it joins all possible releases: "1.24 or 1.23".
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
