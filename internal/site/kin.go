package site

import (
	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
)

// kin is what the versions of one note are to each other, made when it is asked for. It
// depends on these versions, the official notes and upstream data alone, so sites with the
// same files at an address share it.
type kin struct {
	alignments   memo.Map[[2]*note.Note, *align.Alignment] // of two versions, in their order
	anchors      once[*anchors]
	translations memo.Map[*note.Note, *Translation]
	places       once[map[string]bool]
}

// kinOf returns what versions of a note share. Where one of them is not published it is empty,
// and nobody keeps it.
func (s *Site) kinOf(versions ...*note.Note) *kin {
	for _, n := range versions {
		if s.bases[n] == nil {
			return &kin{}
		}
	}
	return s.published[versions[0].ID].kin
}
