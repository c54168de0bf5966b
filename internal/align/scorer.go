package align

import (
	"math"
)

// votes counts the paired blocks below two headings, at any depth.
type votes struct {
	shared map[[2]*feature]int
	sum    map[*feature]int
	first  map[*feature]*feature // heading above the counterpart of the first paired block below a heading
}

func (v votes) of(x, y *feature) (shared, sumX, sumY int) {
	return v.shared[[2]*feature{x, y}], v.sum[x], v.sum[y]
}

var never = math.Inf(-1)

// scorer scores pairs of blocks. A score is the natural logarithm of a ratio of probabilities:
// that a true pair has the properties that both blocks have, and that two random blocks have
// them.
type scorer struct {
	v      *vocabulary
	a, b   *side
	ratio  float64 // letters of b per letter of a, divided by the usual ratio of their languages
	shapes map[shape]float64
	votes  votes
}

func newScorer(v *vocabulary, a, b *side) *scorer {
	s := &scorer{v: v, a: a, b: b, ratio: 1, shapes: map[shape]float64{}}
	total := float64(len(a.all)+len(b.all)) + 2
	for _, side := range []*side{a, b} {
		for _, f := range side.all {
			s.shapes[f.shape] += 1 / total
		}
	}
	return s
}
