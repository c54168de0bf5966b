package site

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Anchor returns the anchor that a block of a note has on the pages of all its versions: that
// of the block of the original which it stands for, else its own; empty where neither has
// one. Of a note that is not published it is the block's own.
func (s *translations) Anchor(n *note.Note, b *note.Block) note.BlockID {
	if b == nil {
		return ""
	}
	return s.anchors(n.ID).ofBlock(b)
}

// Place returns the anchor that pages have where any version of a note has a place: an
// anchor of a page stays as it is, the own anchor of a translation leads to that of its
// block. A place that no version has is returned as it is.
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

// PlaceIn is Place for a link that names a version of a note, or stands in it: what that
// version calls a place comes first.
func (s *translations) PlaceIn(n *note.Note, place string) string {
	if a := s.anchors(n.ID); a != nil {
		if at, ok := a.in[n][note.BlockID(place)]; ok {
			return string(at)
		}
	}
	return s.Place(n.ID, place)
}

// anchors returns the anchors of a note that has several versions; nil for any other, whose
// blocks have their own.
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
		a.settle(n)
	}
	return a
}

// inherit gives blocks of a version the anchors of those that they stand for in the first
// of the versions before it that has one.
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
