package site

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Anchor returns the anchor of a block on the pages of all versions. It is the anchor of the
// corresponding block of the original, else the ID of the block. It is empty if neither has an
// ID. For an unpublished note it is the ID of the block.
func (s *translations) Anchor(n *note.Note, b *note.Block) note.BlockID {
	if b == nil {
		return ""
	}
	return s.anchors(n.ID).ofBlock(b)
}

// Place returns the anchor for a fragment that uses the block ID of any version. It returns
// existing anchors and unknown fragments unchanged.
func (s *translations) Place(id note.ID, place string) string {
	a := s.anchors(id)
	if a == nil || a.taken[note.BlockID(place)] {
		return place
	}
	if at, ok := a.own[note.BlockID(place)]; ok {
		return string(at)
	}
	return place
}

// PlaceIn is Place for a fragment of one version. The block IDs of that version take precedence.
func (s *translations) PlaceIn(n *note.Note, place string) string {
	if a := s.anchors(n.ID); a != nil {
		if at, ok := a.in[n][note.BlockID(place)]; ok {
			return string(at)
		}
	}
	return s.Place(n.ID, place)
}

// anchors returns the anchors of a note with several versions. It returns nil for other notes.
func (s *translations) anchors(id note.ID) *anchors {
	at := s.index.published[id]
	if at == nil || len(at.versions) < 2 {
		return nil
	}
	return at.memo.anchors.Make(id, func() *anchors { return s.newAnchors(at.versions) })
}

func (s *translations) newAnchors(versions []*note.Note) *anchors {
	a := &anchors{
		of: map[*note.Block]note.BlockID{}, taken: map[note.BlockID]bool{},
		own: map[note.BlockID]note.BlockID{}, in: map[*note.Note]map[note.BlockID]note.BlockID{},
	}
	for i, n := range versions {
		s.inherit(a, n, versions[:i])
		a.assign(n)
	}
	return a
}

// inherit assigns to each block of a version the anchor of its counterpart in an earlier version.
func (s *translations) inherit(a *anchors, n *note.Note, before []*note.Note) {
	for _, other := range before {
		v := s.facing(n, other)
		for b := range n.All {
			if _, have := a.of[b]; have {
				continue
			}
			own, theirs, ok := v.of(b)
			if at := slices.Index(own, b); ok && at < len(theirs) && a.of[theirs[at]] != "" {
				a.of[b] = a.of[theirs[at]]
			}
		}
	}
}
