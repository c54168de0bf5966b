package site

import (
	"strconv"

	"github.com/kawaraban/kawaraban/internal/note"
)

// anchors assigns an anchor to each block of a note. The pages of all versions use the same
// anchors, so a link finds the same block in every language. A block has the anchor of the
// corresponding block of the original. Without one, it has its own ID. Pages of one version also
// show blocks of others, so an anchor is unique across all versions.

type anchors struct {
	of    map[*note.Block]note.BlockID
	taken map[note.BlockID]bool                        // used on pages
	own   map[note.BlockID]note.BlockID                // anchor by block ID; if versions differ, the original takes precedence
	in    map[*note.Note]map[note.BlockID]note.BlockID // anchor by block ID, for each version
}

// ofBlock returns the anchor of a block. If a is nil, the note has only one version and the
// anchor is the ID of the block.
func (a *anchors) ofBlock(b *note.Block) note.BlockID {
	if a != nil {
		if id, ok := a.of[b]; ok {
			return id
		}
	}
	return b.ID
}

// ofMention returns the anchor of a mention, or of the nearest heading above it. It is empty if
// neither has an anchor.
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

// assign assigns anchors to the remaining blocks of a version. The anchor is the ID of the block,
// with a suffix if another block already uses it.
func (a *anchors) assign(n *note.Note) {
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
