package site

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// newestOn returns the newest release that was out on a day; empty where none was, or
// no date is known.
func (s *changelog) newestOn(day string) note.Release {
	var out note.Release
	for _, r := range s.data.Releases {
		if r.Date != "" && r.Date <= day && (out == "" || upstream.CompareReleases(r.Release, out) > 0) {
			out = r.Release
		}
	}
	return out
}

// Then is what held of a KEP at a release.
type Then struct {
	Span  Span
	Known bool
	From  string     // what says it: gates, kep.yaml; empty where Known is not set
	Says  note.Stage // the stage that an official note of that release on the KEP says; empty when none does
}

// What can say a stage of then.
const (
	FromGates = "gates"
	FromFile  = "kep.yaml"
)

// Then returns what held of a KEP at a release: by its gates' stages, else by the
// milestones of its kep.yaml. Of a number used twice nothing is known. A feature that was
// stable when its gate went away is stable ever after.
func (s *changelog) Then(number string, r note.Release) Then {
	k := s.lines.onlyKEP(number)
	if k == nil {
		return Then{}
	}
	t := Then{Says: s.saysAt(k.Number, r)}
	l := s.lines.KEPLine(k)
	if t.Span, t.Known = l.lasting(r); t.Known {
		t.From = FromGates
		if i := slices.Index(l.Spans, t.Span); i < 0 || i >= l.ByGates {
			t.From = FromFile
		}
	}
	return t
}

// saysAt returns the stage that the official notes of a release say of a KEP, where they
// say one and no other.
func (s *changelog) saysAt(number string, r note.Release) note.Stage {
	var said note.Stage
	facts := s.Facts(r)
	for i := range facts.Changes {
		c := &facts.Changes[i]
		if c.Text == nil || c.Text.Stage == "" || !slices.Equal(c.KEPs, []string{number}) {
			continue
		}
		if said != "" && said != c.Text.Stage {
			return ""
		}
		said = c.Text.Stage
	}
	return said
}
