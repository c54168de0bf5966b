package site

import (
	"fmt"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Doubtful is a KEP whose sources disagree about the stage that it reached in a release.
type Doubtful struct {
	KEP     string // number of the KEP
	Reached bool   // whether [Facts.Reached] has the KEP, so an overview lists it
	Why     string // reason in words: "kep.yaml: beta in 1.28", "status superseded"
}

// DoubtfulAt returns the doubtful KEPs of a release. Some are listed in [Facts.Reached] although
// they are abandoned, or although kep.yaml has another release. The others are not listed
// although kep.yaml has this release.
func (s *lines) DoubtfulAt(r note.Release) []Doubtful {
	var out []Doubtful
	for _, number := range s.data.KEPNumbers() {
		for _, k := range s.data.KEPs[number] {
			if why, reached := s.doubt(k, r); why != "" {
				out = append(out, Doubtful{number, reached, why})
			}
		}
	}
	return out
}

func (s *lines) doubt(k *upstream.KEP, r note.Release) (why string, reached bool) {
	if !k.Numbered() {
		return "", false
	}
	stages := s.KEPLine(k).reachedAt(r)
	if len(stages) > 0 && givenUp(k) {
		return "status " + k.Status, true
	}
	for _, m := range targets(k) {
		for _, stage := range stages {
			if m.Stage == stage && m.From != r && upstream.IsRelease(string(m.From)) {
				return fmt.Sprintf("kep.yaml: %s in %s", stage, m.From), true
			}
		}
		if m.From == r && len(stages) == 0 && started(k) {
			why = fmt.Sprintf("kep.yaml: %s in %s", m.Stage, r)
		}
	}
	return why, len(stages) > 0
}
