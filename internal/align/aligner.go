package align

import (
	"github.com/kawaraban/kawaraban/internal/note"
)

// aligner is one Align at work: it goes from what is certain to what follows from it.
type aligner struct {
	a, b       *side
	vocabulary *vocabulary
	scorer     *scorer
	doubts     []doubt
	alone      holes // blocks that stand where the other version has nothing
}

func newAligner(a, b *note.Note) *aligner {
	v := newVocabulary()
	l := &aligner{a: newSide(a, v), b: newSide(b, v), vocabulary: v}
	v.count(l.a, l.b)
	l.scorer = newScorer(v, l.a, l.b)
	return l
}

// match pairs a block of the first version with one of the second.
func (l *aligner) match(x, y *feature) {
	x.mates, y.mates = append(x.mates, y), append(y.mates, x)
}

// sides orders a block of a version and one of the other by their versions.
func (l *aligner) sides(from *side, f, g *feature) (x, y *feature) {
	if from == l.b {
		return g, f
	}
	return f, g
}
