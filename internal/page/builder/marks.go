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
