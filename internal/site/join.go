package site

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// entries finds the upstream data about the pull requests and KEPs of entries.
type entries struct {
	keys      *keys
	lines     *lines
	official  *official
	changelog *changelog
	citations *citations
	data      *upstream.Data
}

// Joined is the upstream data about the pull requests in the attribution of an entry. Callers
// must not modify its slices.
type Joined struct {
	Official     []OfficialNote // official note of the release of the note first, then oldest first
	SIGs         []note.SIG     // SIGs of the entry, else of the official notes
	Kind         note.EntryKind // kind of the entry, else of the first official note
	Urgent       bool           // whether an official note is urgent
	KEPs         []string       // KEP numbers in the entry, else in the official notes, else of the gates in both
	OfficialKEPs []string       // KEP numbers that the official notes link to
	Authors      []note.Person  // people of the entry, else of the official notes
	Release      note.Release   // release of the first official note; empty if no release published it
}

// Join returns the upstream data about a block of a note. It is the zero value if the block has
// no attribution and names no KEP.
func (s *entries) Join(n *note.Note, b *note.Block) Joined {
	j := Joined{SIGs: b.Attr.SIGs, Kind: b.Kind, Authors: b.Attr.People, Official: s.official.officialOf(n, b), KEPs: s.citations.KEPsNamed(n, b)}
	for i, o := range j.Official {
		if i == 0 {
			j.Release = o.Release
		}
		j.Urgent = j.Urgent || o.Note.Urgent
		if j.Kind == "" {
			j.Kind = o.Note.Kind
		}
		if len(b.Attr.SIGs) == 0 {
			j.SIGs = with(j.SIGs, o.Note.SIGs...)
		}
		if len(b.Attr.People) == 0 {
			j.Authors = withPeople(j.Authors, o.Note)
		}
		j.OfficialKEPs = with(j.OfficialKEPs, s.data.KEPsOfNote(o.Note)...)
	}
	if len(j.KEPs) == 0 {
		j.KEPs = j.OfficialKEPs
	}
	if len(j.KEPs) == 0 {
		j.KEPs = s.throughGates(b, j.Official)
	}
	return j
}

// throughGates returns the KEPs of the gates in an entry and in its official notes. It ignores
// gates with several KEPs.
func (s *entries) throughGates(b *note.Block, official []OfficialNote) []string {
	var out []string
	add := func(refs []note.Ref) {
		for _, r := range refs {
			if r.Kind != note.Gate {
				continue
			}
			if keps := s.citations.KEPsOfGate(s.keys.Normal(r.Key()).ID); len(keps) == 1 {
				out = with(out, keps[0])
			}
		}
	}
	add(b.Refs)
	for _, o := range official {
		if o.Text != nil {
			add(o.Text.Refs)
		}
	}
	return out
}

func withPeople(list []note.Person, n *upstream.ReleaseNote) []note.Person {
	for _, p := range append([]note.Person{n.Author}, n.Authors...) {
		if strings.TrimSpace(string(p)) != "" {
			list = with(list, p)
		}
	}
	return list
}
