package source

import (
	"html"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// anchors assigns ids to the blocks of a note.
type anchors struct {
	*parser
	blocks []note.Block
	taken  idSet
}

// claimAll registers the ids within the text of a block: those of footnotes, of list items and in
// raw HTML. It reports and removes duplicates, because a link to a duplicate id is ambiguous.
func (a *anchors) claimAll(n *note.Block) {
	for i := range n.Text {
		n.Text[i].HTML = a.claimIn(n.Text[i].HTML, n.Pos)
	}
}

// claimIn returns the HTML without ids that are already used.
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

// twice reports a duplicate id, or an id that every page has.
func (a *anchors) twice(id note.BlockID, at diag.Position) {
	d := diag.Errorf(at, "markdown/duplicate-id", "duplicate id %q", id)
	if slices.Contains(note.PageIDs, id) {
		d = diag.Errorf(at, "markdown/duplicate-id", "reserved id %q: every page of the site has it", id)
	}
	a.report(d.WithHint("choose another id"))
}

// idSet is the set of used ids. The value is the number to try first for the next duplicate.
type idSet map[note.BlockID]int

// unique registers and returns id. If id is already used, it returns id-2, id-3 and so on.
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
