package align

import (
	"math"
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

// The bounds of what a run may cost. One of more cells is looked at only near its
// diagonal.
const (
	maxCells = 1 << 15
	halfBand = 12
)

// The ways in which a step of a run goes: one block each, one against two, two against one.
const (
	single = iota
	split
	merge
	ways
)

// steps are how many blocks of each side a way takes.
var steps = [ways][2]int{single: {1, 1}, split: {1, 2}, merge: {2, 1}}

// prior is how likely a pair is of each way, as a logarithm.
var prior = [ways]float64{single: math.Log(0.97), split: math.Log(0.015), merge: math.Log(0.015)}

// goesOn is how likely a block without a counterpart is followed by another, as a logarithm.
var goesOn = math.Log(0.4)

// run is a stretch of both versions between two certain pairs. It is a pair hidden Markov
// model: each way to lay one side along the other, with blocks left out on both, has a
// likelihood, and a pair is as certain as the ways that hold it weigh among all. So a pair
// is certain by its place only where no other place could be meant.
//
// Cell (i, j) stands for the first i blocks of xs and the first j of ys being done with.
type run struct {
	xs, ys []*feature
	lo     []int             // of each row, the first column within the band
	width  int               // of the band
	scores [ways][]float64   // of the pair that ends in a cell; nil before the first look
	cells  [states][]float64 // forward: the likelihood of all ways into a cell, per state
	back   [states][]float64
	total  float64
	skip   holes // how likely a block is left out, as a logarithm
}

// The states of a run: the last step was a pair, a block of xs alone, one of ys alone.
const (
	paired = iota
	aloneX
	aloneY
	states
)

// certainty is how sure a run is of a pair, from 0 to 1.
type certainty struct {
	way  int
	i, j int // the last block of each side
	sure float64
}

// newRun prepares a run; nil where it would cost too much and the sides are too unlike in
// number for a band to hold them.
func newRun(xs, ys []*feature) *run {
	n, m := len(xs), len(ys)
	r := &run{xs: xs, ys: ys, lo: make([]int, n+1), width: m + 1}
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

// at is the place of a cell, -1 outside the band.
func (r *run) at(i, j int) int {
	if i < 0 || j < 0 || i >= len(r.lo) || j < r.lo[i] || j >= r.lo[i]+r.width {
		return -1
	}
	return i*r.width + j - r.lo[i]
}

// score looks at every pair of the run once.
func (r *run) score(s *scorer) {
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

func (r *run) eachCell(f func(i, j, at int)) {
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

// weigh finds how likely every cell is, forward and backward, when blocks have no
// counterpart with the likelihoods of rate.
func (r *run) weigh(rate holes) {
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

// to is the likelihood of a state after another, as a logarithm; f is the block that is
// left out. Blocks left out on both sides stand in one order only, those of xs first.
func (r *run) to(from, state int, f *feature) float64 {
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

func (r *run) forward() {
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

// into is the likelihood of leaving a cell, in whatever state it was reached, for another
// in the given state.
func (r *run) into(from, state int, f *feature) float64 {
	sum := never
	for s := range states {
		sum = logSum(sum, r.cells[s][from]+r.to(s, state, f))
	}
	return sum
}

func (r *run) backward() {
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

// leave adds up all ways out of a cell.
func (r *run) leave(i, j int) {
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

// eachPair calls f for every pair that is not out of the question, in reading order.
func (r *run) eachPair(f func(certainty)) {
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

// expect adds how many blocks of the run are likely to have no counterpart.
func (r *run) expect(lost *holes) {
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

// holds reports whether a paragraph has room for two of the other side: sizes by one
// measure.
func (s *scorer) holds(f *feature, size, both float64) bool {
	return len(f.parts) > 1 && both > size/2 && both < size*2
}

// joins are the features of neighbouring paragraphs taken together; nil where two are not
// of a kind that a translation would make one of.
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

// joined is the feature of two blocks that stand for one.
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

// holes is a number for entries and one for all other blocks: how many of them have no
// counterpart, or how likely one has none. Who leaves out entries need not leave out
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
