package align

import (
	"math"
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

// maxCells is the maximum number of cells of a complete lattice. In a larger lattice, only cells
// within halfBand of the diagonal are computed.
const (
	maxCells = 1 << 15
	halfBand = 12
)

// Ways of pairing: one block with one, one block with two, and two blocks with one.
const (
	single = iota
	split
	merge
	ways
)

var steps = [ways][2]int{single: {1, 1}, split: {1, 2}, merge: {2, 1}}

var prior = [ways]float64{single: math.Log(0.97), split: math.Log(0.015), merge: math.Log(0.015)}

// goesOn is the log probability that another block without a counterpart follows one.
var goesOn = math.Log(0.4)

// lattice aligns the blocks between two certain pairs with a pair hidden Markov model. Each
// alignment has a likelihood; blocks may be missing in both versions. The certainty of a pair is
// the ratio of the likelihood of alignments with this pair to that of all alignments. A pair is
// therefore certain by position alone only if no other pair is possible.
//
// Cell (i, j) means that the first i blocks of xs and the first j blocks of ys are aligned.
type lattice struct {
	xs, ys []*feature
	lo     []int // first column of the band, for each row
	width  int
	scores [ways][]float64   // score of the pair that ends in a cell, for each way; nil before score
	cells  [states][]float64 // forward likelihood of a cell, for each state
	back   [states][]float64
	total  float64
	skip   holes // log probability of a missing block
}

// States of a cell: the last step was a pair, a block of xs alone, or a block of ys alone.
const (
	paired = iota
	aloneX
	aloneY
	states
)

type certainty struct {
	way  int
	i, j int // last block of each version
	sure float64
}

// newRun returns a lattice. It returns nil if the lattice is too large and the numbers of blocks
// differ too much for a band.
func newRun(xs, ys []*feature) *lattice {
	n, m := len(xs), len(ys)
	r := &lattice{xs: xs, ys: ys, lo: make([]int, n+1), width: m + 1}
	if n*m > maxCells {
		if max(n-m, m-n) > halfBand/2 {
			return nil
		}
		r.width = min(m+1, 2*halfBand+1)
	}
	for i := range r.lo {
		center := i
		if n > 0 {
			center = i * m / n
		}
		r.lo[i] = max(0, min(center-r.width/2, m+1-r.width))
	}
	return r
}

func (r *lattice) at(i, j int) int {
	if i < 0 || j < 0 || i >= len(r.lo) || j < r.lo[i] || j >= r.lo[i]+r.width {
		return -1
	}
	return i*r.width + j - r.lo[i]
}

func (r *lattice) score(s *scorer) {
	for w := range ways {
		r.scores[w] = filled(len(r.lo) * r.width)
	}
	twoX, twoY := joins(r.xs), joins(r.ys)
	r.eachCell(func(i, j, at int) {
		if i == 0 || j == 0 {
			return
		}
		x, y := r.xs[i-1], r.ys[j-1]
		r.scores[single][at] = s.of(x, y)
		if two := twoY[j-1]; two != nil && s.holds(x, x.length*s.ratio, two.length) {
			r.scores[split][at] = s.of(x, two)
		}
		if two := twoX[i-1]; two != nil && s.holds(y, y.length, two.length*s.ratio) {
			r.scores[merge][at] = s.of(two, y)
		}
	})
}

func (r *lattice) eachCell(f func(i, j, at int)) {
	for i := range r.lo {
		for j := r.lo[i]; j < r.lo[i]+r.width; j++ {
			f(i, j, i*r.width+j-r.lo[i])
		}
	}
}

func filled(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = never
	}
	return out
}

// computeLikelihoods computes the forward and backward likelihoods for a rate of missing blocks.
func (r *lattice) computeLikelihoods(rate holes) {
	for c := range rate {
		r.skip[c] = math.Log(rate[c])
	}
	r.forward()
	r.backward()
	end := r.at(len(r.xs), len(r.ys))
	r.total = never
	for s := range states {
		r.total = logSum(r.total, r.cells[s][end])
	}
}

// to returns the log probability of a transition to a state. f is the missing block. If blocks
// are missing in both versions, only one order is possible: those of xs first.
func (r *lattice) to(from, state int, f *feature) float64 {
	switch {
	case state == paired:
		return 0
	case from == aloneY && state == aloneX:
		return never
	case from == state:
		return max(goesOn, r.skip[class(f)])
	}
	return r.skip[class(f)]
}

func (r *lattice) forward() {
	for s := range states {
		r.cells[s] = filled(len(r.lo) * r.width)
	}
	r.cells[paired][r.at(0, 0)] = 0
	r.eachCell(func(i, j, at int) {
		for w := range ways {
			from := r.at(i-steps[w][0], j-steps[w][1])
			if from < 0 || r.scores[w][at] == never {
				continue
			}
			into := r.into(from, paired, nil) + prior[w] + r.scores[w][at]
			r.cells[paired][at] = logSum(r.cells[paired][at], into)
		}
		if from := r.at(i-1, j); from >= 0 {
			r.cells[aloneX][at] = r.into(from, aloneX, r.xs[i-1])
		}
		if from := r.at(i, j-1); from >= 0 {
			r.cells[aloneY][at] = r.into(from, aloneY, r.ys[j-1])
		}
	})
}

// into returns the sum of the likelihoods of entering a state from all previous states.
func (r *lattice) into(from, state int, f *feature) float64 {
	sum := never
	for s := range states {
		sum = logSum(sum, r.cells[s][from]+r.to(s, state, f))
	}
	return sum
}

func (r *lattice) backward() {
	for s := range states {
		r.back[s] = filled(len(r.lo) * r.width)
		r.back[s][r.at(len(r.xs), len(r.ys))] = 0
	}
	for i := len(r.xs); i >= 0; i-- {
		for j := r.lo[i] + r.width - 1; j >= r.lo[i]; j-- {
			r.leave(i, j)
		}
	}
}

func (r *lattice) leave(i, j int) {
	at := r.at(i, j)
	add := func(state int, f *feature, likelihood float64) {
		for s := range states {
			r.back[s][at] = logSum(r.back[s][at], r.to(s, state, f)+likelihood)
		}
	}
	for w := range ways {
		if next := r.at(i+steps[w][0], j+steps[w][1]); next >= 0 {
			add(paired, nil, prior[w]+r.scores[w][next]+r.back[paired][next])
		}
	}
	if next := r.at(i+1, j); next >= 0 {
		add(aloneX, r.xs[i], r.back[aloneX][next])
	}
	if next := r.at(i, j+1); next >= 0 {
		add(aloneY, r.ys[j], r.back[aloneY][next])
	}
}

func (r *lattice) eachPair(f func(certainty)) {
	r.eachCell(func(i, j, at int) {
		for w := range ways {
			from := r.at(i-steps[w][0], j-steps[w][1])
			if from < 0 || r.scores[w][at] == never {
				continue
			}
			sure := math.Exp(r.into(from, paired, nil) + prior[w] + r.scores[w][at] + r.back[paired][at] - r.total)
			if sure > 1e-3 {
				f(certainty{way: w, i: i - 1, j: j - 1, sure: sure})
			}
		}
	})
}

func (r *lattice) expect(lost *holes) {
	var rest holes
	for _, fs := range [][]*feature{r.xs, r.ys} {
		for _, f := range fs {
			rest[class(f)]++
		}
	}
	r.eachPair(func(c certainty) { rest[class(r.xs[c.i])] -= c.sure * float64(steps[c.way][0]+steps[c.way][1]) })
	for c := range rest {
		lost[c] += max(0, rest[c])
	}
}

func logSum(x, y float64) float64 {
	switch {
	case x == never:
		return y
	case y == never:
		return x
	case x < y:
		x, y = y, x
	}
	return x + math.Log1p(math.Exp(y-x))
}

// holds reports whether a paragraph is long enough to correspond to two paragraphs of the other
// version.
func (s *scorer) holds(f *feature, size, both float64) bool {
	return len(f.parts) > 1 && both > size/2 && both < size*2
}

// joins returns the features of adjacent paragraphs that are merged. An element is nil if a
// translation would not merge the blocks.
func joins(fs []*feature) []*feature {
	out := make([]*feature, len(fs))
	for i := 1; i < len(fs); i++ {
		f, g := fs[i-1], fs[i]
		if f.shape == paragraph && g.shape == paragraph && f.block().Type == g.block().Type && f.at+1 == g.at {
			out[i] = joined(f, g)
		}
	}
	return out
}

func joined(f, g *feature) *feature {
	out := &feature{
		blocks: []*note.Block{f.block(), g.block()}, at: f.at, shape: f.shape, parent: f.parent,
		length: f.length + g.length, parts: slices.Concat(f.parts, g.parts),
		tokens: sorted(slices.Concat(f.tokens, g.tokens)), words: sorted(slices.Concat(f.words, g.words)),
		source: slices.Concat(f.source, g.source),
	}
	for i := range out.marks {
		out.marks[i] = f.marks[i] + g.marks[i]
	}
	return out
}

// holes has a value for entries and a value for other blocks: the number or the rate of blocks
// without a counterpart. The values are separate, because a version may lack many entries but no
// paragraphs.
type holes [2]float64

const (
	ofEntries = iota
	ofOthers
)

func class(f *feature) int {
	if f.block().Type == note.Entry {
		return ofEntries
	}
	return ofOthers
}
