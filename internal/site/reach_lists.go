package site

import (
	"maps"
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

// lists are what an edit reaches of pages that tell of many things.
type lists struct {
	releases map[note.Release]bool
	boards   map[note.Release]bool
	groups   map[note.SIG]bool
	byHand   bool // somebody whom a file names that is kept by hand has a page now, or has none any more
}

// Release reports whether what pages tell of the changes that a release has published may be
// another: what notes say of them, and where what upstream's words name has its page.
func (r *Reach) Release(release note.Release) bool { return r.byHand || r.releases[release] }

// Board reports whether what lists tell of the notes on a release may be another.
func (r *Reach) Board(release note.Release) bool { return r.byHand || r.boards[release] }

// Group reports whether what the page of a group counts may be another: its notes, its KEPs, its
// published changes.
func (r *Reach) Group(g note.SIG) bool { return r.byHand || r.groups[g] }

// Row reports whether what lists tell of any note may be another: how much it has, of what, and
// how far its translations have come.
func (r *Reach) Row() bool { return len(r.rows) > 0 }

// Counted reports whether anything that is counted may be another.
func (r *Reach) Counted() bool { return len(r.rows) > 0 || len(r.named) > 0 }

// NamedPerson reports whether a person is [Reach.Named] whose ID is of some.
func (r *Reach) NamedPerson(of func(id string) bool) bool {
	for key := range r.named {
		if key.Kind == note.PersonRef && of(key.ID) {
			return true
		}
	}
	return false
}

// NamedAny reports whether a thing of a kind is [Reach.Named].
func (r *Reach) NamedAny(kind note.RefKind) bool { return anyOf(r.named, kind) }

// LedAny reports whether references to a thing of a kind, or of any for the empty one, may lead
// elsewhere: it has a page now and had none, or the other way round.
func (r *Reach) LedAny(kind note.RefKind) bool {
	return kind == "" && len(r.led) > 0 || anyOf(r.led, kind)
}

func anyOf(keys map[note.Key]bool, kind note.RefKind) bool {
	for key := range keys {
		if key.Kind == kind {
			return true
		}
	}
	return false
}

// reachLists adds the lists on which stands what the edit reaches.
func (c Since) reachLists(r *Reach) {
	r.lists = lists{releases: map[note.Release]bool{}, boards: map[note.Release]bool{}, groups: map[note.SIG]bool{}}
	for id := range r.rows {
		for _, n := range c.now.Versions(id) {
			for _, release := range n.Releases {
				r.boards[release] = true
			}
			for _, g := range n.SIGs {
				r.groups[g] = true
			}
		}
	}
	for _, release := range c.now.Releases() {
		c.now.reachRelease(r, release)
	}
	for key := range r.named {
		if key.Kind == note.KEP {
			for _, k := range c.now.data.KEPs[key.ID] {
				r.groups[k.SIG] = true
			}
		}
	}
	for key := range r.led {
		r.byHand = r.byHand || key.Kind == note.PersonRef && c.now.byHand(key)
	}
}

// reachRelease adds a release where an edit reaches one of its changes, and the groups of those.
func (s *Site) reachRelease(r *Reach, release note.Release) {
	facts := s.Facts(release)
	for i := range facts.Changes {
		ch := &facts.Changes[i]
		switch key := s.Normal(ch.Key()); {
		case r.named[key]:
			for _, g := range ch.Groups() {
				r.groups[g] = true
			}
		case len(r.said[key]) > 0, s.leadsOtherwise(r, ch):
		default:
			continue
		}
		r.releases[release] = true
	}
	for _, keps := range facts.Reached {
		for _, number := range keps {
			r.releases[release] = r.releases[release] || r.named[s.Normal(note.Key{Kind: note.KEP, ID: number})]
		}
	}
}

// leadsOtherwise reports whether anything that upstream says of a change leads elsewhere than
// before the edit.
func (s *Site) leadsOtherwise(r *Reach, ch *Change) bool {
	if len(r.led) == 0 {
		return false
	}
	led := func(kind note.RefKind, id string) bool { return r.led[s.Normal(note.Key{Kind: kind, ID: id})] }
	for _, p := range withPeople(nil, ch.Note) {
		if led(note.PersonRef, string(p)) {
			return true
		}
	}
	if slices.ContainsFunc(ch.Note.SIGs, func(g note.SIG) bool { return led(note.SIGRef, string(g)) }) ||
		slices.ContainsFunc(ch.KEPs, func(k string) bool { return led(note.KEP, k) }) {
		return true
	}
	if ch.Text == nil {
		return false
	}
	for key := range r.led {
		if s.namesThing(ch.Text, key) {
			return true
		}
	}
	return false
}

// byHand reports whether somebody is named by a file that is kept by hand: the groups' leads, who
// has taken what, who wrote elsewhere.
func (s *Site) byHand(person note.Key) bool {
	is := func(p note.Person) bool { return s.normalPerson(string(p)) == person.ID }
	for _, g := range s.data.SIGs {
		for _, lead := range g.Leads {
			if is(lead.Person) {
				return true
			}
		}
	}
	for _, claim := range s.data.Claims {
		if is(claim.Person) {
			return true
		}
	}
	for _, e := range s.data.Elsewhere {
		if is(e.Author) {
			return true
		}
	}
	return false
}

// sameScope reports whether the same KEPs and gates belong to a site of one release.
func (c Since) sameScope() bool {
	scope := func(s *Site) map[note.Key]bool { return s.lazy.scope.get(s.listScope) }
	return c.now.opts.Only == "" || maps.Equal(scope(c.before), scope(c.now))
}
