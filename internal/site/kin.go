package site

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/pair"
)

// kin is what the versions of one note are to each other, made when it is asked for. It
// depends on these versions, the official notes and upstream data alone, so every later site
// in which they are the same shares it.
type kin struct {
	alignments   memo[[2]*note.Note, pair.Alignment] // of two versions, in their order
	anchors      once[*anchors]
	translations memo[*note.Note, Translation]
	places       once[map[string]bool]
}

// kinOf returns what versions of a note share. Where one of them is not published it is empty,
// and nobody keeps it.
func (s *Site) kinOf(versions ...*note.Note) *kin {
	for _, n := range versions {
		if s.bases.get(n) == nil {
			return &kin{}
		}
	}
	return s.published.get(versions[0].ID).kin
}

// inherit takes over from what stood at an address before: all where the versions are the same,
// else how those are aligned that are left.
func (a *address) inherit(was *address) {
	if was.kin == nil {
		return
	}
	if slices.Equal(a.versions, was.versions) {
		a.kin = was.kin
		return
	}
	for versions, al := range was.kin.alignments.all() {
		if slices.Contains(a.versions, versions[0]) && slices.Contains(a.versions, versions[1]) {
			a.kin.alignments.put(versions, al)
		}
	}
}
