package site

import (
	"strconv"

	"github.com/kawaraban/kawaraban/internal/note"
)

// The pages of all versions of a note use the same anchors, so that a link finds the same block in
// every language. A block has the anchor of the original's block, or its own if the original does
// not have the block. Blocks of one version are also shown on the pages of the others, so an anchor
// is unique across all versions.

type anchors struct {
	of    map[*note.Block]note.BlockID
	taken map[note.BlockID]bool                        // used on the pages
	own   map[note.BlockID]note.BlockID                // a version's block ID -> its anchor; the original's version takes precedence
	in    map[*note.Note]map[note.BlockID]note.BlockID // the same per version
}

// ofBlock returns the anchor of a block. If a is nil, the note has one version and the block keeps
// its ID.
func (a *anchors) ofBlock(b *note.Block) note.BlockID {
	if a != nil {
		if id, ok := a.of[b]; ok {
			return id
		}
	}
	return b.ID
}

// ofMention returns the anchor of a mention, or of the nearest heading above it. It is empty if
// only the page can be linked.
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

// settle assigns anchors to the remaining blocks of a version: their own IDs, with a suffix if
// another version uses the same ID.
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

func (a *anchors) free(id note.BlockID) note.BlockID {
	for i, at := 2, id; ; i++ {
		if !a.taken[at] {
			return at
		}
		at = id + "-" + note.BlockID(strconv.Itoa(i))
	}
}
