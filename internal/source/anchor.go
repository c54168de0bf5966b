package source

import (
	"html"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// idAttribute begins an id in rendered HTML. Text cannot look like one, since its
// quotation marks are escaped.
const idAttribute = ` id="`

// claimAnchors takes the ids that stand within the text of a block: footnotes, items
// that have one of their own, raw HTML. A second one of the same is left out and reported,
// as an id that stands twice on a page leads nowhere for sure.
func (b *builder) claimAnchors(n *note.Block, taken idSet) {
	for i := range n.Text {
		n.Text[i].HTML = b.claimIn(n.Text[i].HTML, n.Pos, taken)
	}
}

// claimIn returns the HTML without the ids that are taken already.
func (b *builder) claimIn(s string, at diag.Position, taken idSet) string {
	if !strings.Contains(s, idAttribute) {
		return s
	}
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(s, idAttribute)
		value, after, closed := strings.Cut(rest, `"`)
		if !ok || !closed {
			out.WriteString(s)
			return out.String()
		}
		out.WriteString(before)
		id := note.BlockID(html.UnescapeString(value))
		if _, twice := taken[id]; twice {
			b.twice(id, at)
		} else {
			taken.unique(id)
			out.WriteString(idAttribute + value + `"`)
		}
		s = after
	}
}

// twice reports an id that the author gave to two things, or that a page has already.
func (b *builder) twice(id note.BlockID, at diag.Position) {
	d := diag.Errorf(at, "markdown/duplicate-id", "the id %s is given twice", id)
	if slices.Contains(note.PageIDs, id) {
		d = diag.Errorf(at, "markdown/duplicate-id", "the id %s is one that every page has already", id)
	}
	b.report(d.WithHint("give each its own"))
}
