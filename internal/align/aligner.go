package align

import (
	"github.com/kawaraban/kawaraban/internal/note"
)

// aligner is the state of one Align. It proceeds from certain pairs to what follows from them.
type aligner struct {
	a, b       *side
	vocabulary *vocabulary
	scorer     *scorer
	doubts     []doubt
	alone      holes // blocks whose place in the other version is empty
}

func newAligner(a, b *note.Note) *aligner {
	v := newVocabulary()
	l := &aligner{a: newSide(a, v), b: newSide(b, v), vocabulary: v}
	v.count(l.a, l.b)
	l.scorer = newScorer(v, l.a, l.b)
	return l
}

func (l *aligner) match(x, y *feature) {
	x.mates, y.mates = append(x.mates, y), append(y.mates, x)
}

// sides orders a block of side from and one of the other side: first a, then b.
func (l *aligner) sides(from *side, f, g *feature) (x, y *feature) {
	if from == l.b {
		return g, f
	}
	return f, g
}
