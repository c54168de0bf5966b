package source

import (
	"html"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// anchors gives the blocks of a note their ids.
type anchors struct {
	*parser
	blocks []note.Block
	taken  idSet
}

// claimAll takes the ids that stand within the text of a block: footnotes, items
// that have one of their own, raw HTML. A second one of the same is left out and reported,
// as an id that stands twice on a page leads nowhere for sure.
func (a *anchors) claimAll(n *note.Block) {
	for i := range n.Text {
		n.Text[i].HTML = a.claimIn(n.Text[i].HTML, n.Pos)
	}
}

// claimIn returns the HTML without the ids that are taken already.
func (a *anchors) claimIn(s string, at diag.Position) string {
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
		if _, twice := a.taken[id]; twice {
			a.twice(id, at)
		} else {
			a.taken.unique(id)
			out.WriteString(idAttribute + value + `"`)
		}
		s = after
	}
}

// twice reports an id that the author gave to two things, or that a page has already.
func (a *anchors) twice(id note.BlockID, at diag.Position) {
	d := diag.Errorf(at, "markdown/duplicate-id", "the id %s is given twice", id)
	if slices.Contains(note.PageIDs, id) {
		d = diag.Errorf(at, "markdown/duplicate-id", "the id %s is one that every page has already", id)
	}
	a.report(d.WithHint("give each its own"))
}

// idSet holds the ids that are taken, each with the number that its next repeat gets.
type idSet map[note.BlockID]int

// unique returns id, or id-2, id-3 … where that is taken, and takes it.
func (s idSet) unique(id note.BlockID) note.BlockID {
	out := id
	for i := max(s[id], 2); ; i++ {
		if _, taken := s[out]; !taken {
			s[out] = 2
			return out
		}
		out = id + note.BlockID("-"+strconv.Itoa(i))
		s[id] = i + 1
	}
}
