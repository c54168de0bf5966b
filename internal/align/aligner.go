package align

import (
	"github.com/kawaraban/kawaraban/internal/note"
)

// aligner is the state of a call of Align. It starts with certain pairs, and derives further
// pairs from them.
type aligner struct {
	a, b       *side
	vocabulary *vocabulary
	scorer     *scorer
	doubts     []doubt
	alone      holes // numbers of blocks without a counterpart
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

// sides returns f, a block of from, and g, a block of the other version, in the order a, b.
func (l *aligner) sides(from *side, f, g *feature) (x, y *feature) {
	if from == l.b {
		return g, f
	}
	return f, g
}
