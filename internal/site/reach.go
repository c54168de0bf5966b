package site

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Reach is what an edit inside of notes can reach: of their blocks, and of nothing in their
// front matter. Pages that tell of nothing of that are then surely what they were. See
// [Since.Reach].
type Reach struct {
	before, now *Site

	notes  map[note.ID]bool
	things map[note.Key]bool
	fronts map[note.Key]bool
	said   map[note.Key][]Mention
	named  map[note.Key]bool
	led    map[note.Key]bool // of the named: references lead elsewhere
	rows   map[note.ID]bool  // notes of which lists tell otherwise
	lists
}

// Note reports whether what the page of a note shows may be another.
func (r *Reach) Note(id note.ID) bool { return r.notes[id] }

// Thing reports whether anything that the pages of a thing show may be another.
func (r *Reach) Thing(key note.Key) bool { return r.things[key] }

// Front reports whether the page of a thing itself may be another.
func (r *Reach) Front(key note.Key) bool {
	return r.things[key] || r.fronts[key] || len(r.said[key]) > 0
}

// Said returns the places, before the edit and after it, where a thing is named in a block that
// may be quoted otherwise now. Nobody writes into it.
func (r *Reach) Said(key note.Key) []Mention { return r.said[key] }

// Named reports whether a thing may be named elsewhere, more often or less, so that who counts
// it, or leads to it, may do that otherwise.
func (r *Reach) Named(key note.Key) bool { return r.named[key] }

// Before returns the site before the edit.
func (r *Reach) Before() *Site { return r.before }

// Reach returns what the edit between the two sites reaches; false where it may reach anything.
// Who keeps pages must know besides that they were made of the same settings, words of the
// interface, templates and history.
//
// It reaches the notes themselves, the things that their blocks name which differ, and the notes
// beside whose entries such a block stands. Where it changes how often, where or how a thing is
// named, it reaches who counts that, and where that has a page now and had none, or the other way
// round, all that names it.
//
// That is no trace of what pages ask for: it is held by a test that edits notes in many ways
// and makes all files.
func (c Since) Reach() (*Reach, bool) {
	if !c.same || !c.sameFiles() {
		return nil, false
	}
	r := &Reach{
		before: c.before, now: c.now, notes: map[note.ID]bool{}, things: map[note.Key]bool{},
		fronts: map[note.Key]bool{}, said: map[note.Key][]Mention{}, named: map[note.Key]bool{}, led: map[note.Key]bool{}, rows: map[note.ID]bool{},
	}
	for n, part := range c.now.parts.all() {
		if c.before.parts.get(n) == part {
			continue
		}
		old := c.before.files.get(n.Path)
		if old == nil || old == n { // what other notes call things decides what it names
			return nil, false
		}
		was := c.before.parts.get(old)
		if was == nil || !c.inside(was, part) {
			return nil, false
		}
		if !c.reach(r, was, part) {
			return nil, false
		}
	}
	c.reachLists(r)
	return r, c.sameKinds(r) && c.sameScope()
}

// sameFiles reports whether there are the same files, of which the same are published, and
// those that are not are the same.
func (c Since) sameFiles() bool {
	if c.now.files.size != c.before.files.size || c.now.parts.size != c.before.parts.size {
		return false
	}
	for path, n := range c.now.files.all() {
		if old := c.before.files.get(path); old != n && (old == nil || c.now.parts.get(n) == nil) {
			return false
		}
	}
	return true
}

// sameKinds reports whether there are things of the same kinds, whose lists stand in the menu of
// every page: only something that has a page now and had none, or the other way round, can be the
// first or the last of its kind.
func (c Since) sameKinds(r *Reach) bool {
	kinds := map[note.RefKind]bool{}
	for key := range r.led {
		if RepoOf(key) != "" {
			key.Kind = note.Repo
		}
		kinds[key.Kind] = true
	}
	for kind := range kinds {
		if c.now.Any(kind) != c.before.Any(kind) {
			return false
		}
	}
	return (len(c.now.Proposals()) > 0) == (len(c.before.Proposals()) > 0)
}

// inside reports whether an edit of a note is one of its blocks, and leaves the note what it
// is to others: who wrote it, whether it is a translation and of what, in which languages readers
// are shown it, and where its blocks are found that it had before.
func (c Since) inside(was, is *contribution) bool {
	a, b := was.note, is.note
	return sameFront(a, b) && was.recorded == is.recorded && was.machine == is.machine && was.partly == is.partly &&
		was.wordless == is.wordless && c.sameWritten(a.ID) && c.sameAnchors(a, b) && c.sameLinks(a.ID) &&
		(a.Kind != note.Log || slices.EqualFunc(a.Blocks, b.Blocks, func(a, b note.Block) bool { return sameBlock(&a, &b, false) }))
}

// sameWritten reports whether the same versions of a note have words: readers are shown no other.
func (c Since) sameWritten(id note.ID) bool {
	return slices.EqualFunc(c.before.Versions(id), c.now.Versions(id), func(a, b *note.Note) bool {
		return c.before.Unwritten(a) == c.now.Unwritten(b)
	})
}

// sameAnchors reports whether the blocks of the versions of a note of which one differs are
// where links found them before.
func (c Since) sameAnchors(was, is *note.Note) bool {
	now, before := c.now.anchors(is.ID), c.before.anchors(is.ID)
	for _, v := range c.now.Versions(is.ID) {
		old := v
		if v == is {
			old = was
		}
		at := map[note.BlockID]note.BlockID{}
		for b := range old.All {
			if b.ID != "" {
				at[b.ID] = before.ofBlock(b)
			}
		}
		for b := range v.All {
			if id, ok := at[b.ID]; ok && id != now.ofBlock(b) {
				return false
			}
		}
	}
	return true
}

// sameLinks reports whether links in other notes to places of a note lead where they led.
func (c Since) sameLinks(id note.ID) bool {
	for _, n := range c.now.notes {
		for _, l := range n.Links {
			if l.Note == id && l.Place != "" && (c.now.Place(id, l.Place) != c.before.Place(id, l.Place) ||
				c.now.taken(id, l.Place) != c.before.taken(id, l.Place)) {
				return false
			}
		}
	}
	return true
}

// taken reports whether the pages of a note have a place.
func (s *Site) taken(id note.ID, place string) bool {
	if a := s.anchors(id); a != nil {
		return a.taken[note.BlockID(place)]
	}
	for _, n := range s.Versions(id) {
		for b := range n.All {
			if b.ID == note.BlockID(place) {
				return true
			}
		}
	}
	return false
}
