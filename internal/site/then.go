package site

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

func (s *changelog) newestOn(day string) note.Release {
	var out note.Release
	for _, r := range s.data.Releases {
		if r.Date != "" && r.Date <= day && (out == "" || upstream.CompareReleases(r.Release, out) > 0) {
			out = r.Release
		}
	}
	return out
}

// Then is the state of a KEP at a release.
type Then struct {
	Span  Span
	Known bool
	From  string     // source of the span: FromGates or FromFile; empty if Known is false
	Says  note.Stage // stage in an official note of the release about the KEP, or empty
}

// The sources of a stage.
const (
	FromGates = "gates"
	FromFile  = "kep.yaml"
)

// Then returns the state of a KEP at a release. It comes from the stages of the gates of the KEP,
// else from the milestones in kep.yaml. It is unknown if several KEPs share the number. A feature
// that was stable when its gate was removed remains stable.
func (s *changelog) Then(number string, r note.Release) Then {
	k := s.lines.onlyKEP(number)
	if k == nil {
		return Then{}
	}
	t := Then{Says: s.officialStage(k.Number, r)}
	l := s.lines.KEPLine(k)
	if t.Span, t.Known = l.lasting(r); t.Known {
		t.From = FromGates
		if i := slices.Index(l.Spans, t.Span); i < 0 || i >= l.ByGates {
			t.From = FromFile
		}
	}
	return t
}

func (s *changelog) officialStage(number string, r note.Release) note.Stage {
	var stage note.Stage
	facts := s.Facts(r)
	for i := range facts.Changes {
		c := &facts.Changes[i]
		if c.Text == nil || c.Text.Stage == "" || !slices.Equal(c.KEPs, []string{number}) {
			continue
		}
		if stage != "" && stage != c.Text.Stage {
			return ""
		}
		stage = c.Text.Stage
	}
	return stage
}
