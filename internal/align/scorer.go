package align

import (
	"math"
)

// votes is how many blocks below a heading are paired with one below another, at any
// depth.
type votes struct {
	shared map[[2]*feature]int
	sum    map[*feature]int
	first  map[*feature]*feature // the heading above what the first paired block below is paired with
}

// of returns the votes for a pair of headings, and those for either with any.
func (v votes) of(x, y *feature) (shared, sumX, sumY int) {
	return v.shared[[2]*feature{x, y}], v.sum[x], v.sum[y]
}

// never is the score of two blocks that cannot be a pair.
var never = math.Inf(-1)

// scorer says how much likelier what two blocks have in common is when they are a pair
// than when they are taken at random. Scores are natural logarithms of that ratio.
type scorer struct {
	v      *vocabulary
	a, b   *side
	ratio  float64 // letters of b for one of a, beyond what is usual of their languages
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
