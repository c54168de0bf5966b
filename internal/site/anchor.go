package site

import (
	"strconv"

	"github.com/kawaraban/kawaraban/internal/note"
)

// The pages of all versions of a note have the same anchors, so that a link leads to the
// same block in whatever language it is followed: those of the original, and for a block
// that the original does not have, its own. What only one version has is shown on the pages
// of the others too, so an anchor is unique in all versions together.

// anchors are those of the versions of a note.
type anchors struct {
	of    map[*note.Block]note.BlockID
	taken map[note.BlockID]bool                        // that pages have
	own   map[note.BlockID]note.BlockID                // what a version calls a block: its anchor, the original's version first
	in    map[*note.Note]map[note.BlockID]note.BlockID // the same by version, where the two differ
}

// ofBlock is the anchor of a block; a is nil for a note with one version, whose blocks have
// their own.
func (a *anchors) ofBlock(b *note.Block) note.BlockID {
	if a != nil {
		if id, ok := a.of[b]; ok {
			return id
		}
	}
	return b.ID
}

// ofMention returns the fragment that leads to a mention on the pages of all versions of
// its note, or to the nearest heading above it; empty when only the page can be linked.
func (a *anchors) ofMention(m Mention) note.BlockID {
	for _, b := range []*note.Block{m.Block, m.Heading} {
		if b == nil {
			continue
		}
		if id := a.ofBlock(b); id != "" {
			return id
		}
	}
	return ""
}

// settle gives the other blocks of a version their own anchors, and others where a block of
// another version has those.
func (a *anchors) settle(n *note.Note) {
	a.in[n] = map[note.BlockID]note.BlockID{}
	for b := range n.All {
		if b.ID == "" {
			continue
		}
		at, have := a.of[b]
		if !have {
			at = a.free(b.ID)
			a.of[b], a.taken[at] = at, true
		}
		if _, have := a.own[b.ID]; !have {
			a.own[b.ID] = at
		}
		if _, have := a.in[n][b.ID]; !have {
			a.in[n][b.ID] = at
		}
	}
}

// free returns an anchor that no page has yet.
func (a *anchors) free(id note.BlockID) note.BlockID {
	for i, at := 2, id; ; i++ {
		if !a.taken[at] {
			return at
		}
		at = id + "-" + note.BlockID(strconv.Itoa(i))
	}
}
