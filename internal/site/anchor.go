package site

import (
	"slices"
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

// Anchor returns the anchor that a block of a note has on the pages of all its versions: that
// of the block of the original which it stands for, else its own; empty where neither has
// one. Of a note that is not published it is the block's own.
func (s *Site) Anchor(n *note.Note, b *note.Block) note.BlockID {
	if b == nil {
		return ""
	}
	return s.anchors(n.ID).ofBlock(b)
}

// Place returns the anchor that pages have where any version of a note has a place: an
// anchor of a page stays as it is, the own anchor of a translation leads to that of its
// block. A place that no version has is returned as it is.
func (s *Site) Place(id note.ID, place string) string {
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
func (s *Site) PlaceIn(n *note.Note, place string) string {
	if a := s.anchors(n.ID); a != nil {
		if at, ok := a.in[n][note.BlockID(place)]; ok {
			return string(at)
		}
	}
	return s.Place(n.ID, place)
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

// anchors returns the anchors of a note that has several versions; nil for any other, whose
// blocks have their own.
func (s *Site) anchors(id note.ID) *anchors {
	at := s.published[id]
	if at == nil || len(at.versions) < 2 {
		return nil
	}
	return at.kin.anchors.get(func() *anchors { return s.newAnchors(at.versions) })
}

func (s *Site) newAnchors(versions []*note.Note) *anchors {
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
func (s *Site) inherit(a *anchors, n *note.Note, before []*note.Note) {
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
