package site

import (
	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/note"
)

// Doubts lists the pairs of a translation and its source that were left out since they are
// uncertain: A is of the source, B of the translation. It is nil for a note that translates
// none.
func (s *Site) Doubts(n *note.Note) []align.Doubt {
	src := s.SourceOf(n)
	if src == nil {
		return nil
	}
	v := s.facing(n, src)
	if v.flipped {
		return v.aligned.Doubts
	}
	var out []align.Doubt
	for _, d := range v.aligned.Doubts {
		out = append(out, align.Doubt{A: d.B, B: d.A, Why: d.Why})
	}
	return out
}
