package align

import (
	"maps"
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

// sure is the minimum certainty of a pair. It corresponds to an error rate of three in ten
// thousand.
const sure = 0.9997

type segment struct{ xs, ys []*feature }

// bySequence pairs blocks within sections by score and order, if may returns true. It returns the
// rate of blocks without a counterpart.
func (l *aligner) bySequence(may func(*feature) bool) holes {
	var runs []*lattice
	l.alone = holes{}
	for _, seg := range l.segments() {
		runs = append(runs, l.runs(seg.xs, seg.ys)...)
	}
	known, lost := l.known(), l.alone
	rate := holes{}
	for range estimates {
		rate = estimate(known, lost)
		lost = l.alone
		for _, r := range runs {
			r.computeLikelihoods(rate)
			r.expect(&lost)
		}
	}
	for _, r := range runs {
		l.acceptCertain(r, may)
	}
	return rate
}

const estimates = 3

// estimate returns the rate of blocks without a counterpart from the numbers of known and missing
// blocks. The rates of entries and of other blocks affect each other slightly.
func estimate(known, lost holes) holes {
	var out holes
	for c := range out {
		out[c] = (0.6 + lost[c] + lost[1-c]/40) / (40 + known[c] + known[1-c]/40)
		out[c] = min(0.3, out[c])
	}
	return out
}

// known counts the top-level blocks of both versions.
func (l *aligner) known() (known holes) {
	for _, s := range []*side{l.a, l.b} {
		for _, f := range s.top {
			known[class(f)]++
		}
	}
	return known
}

func (l *aligner) segments() []*segment {
	at := map[*feature]*segment{}
	first := &segment{}
	out := []*segment{first}
	here := first
	for _, x := range l.a.top {
		if x.block().Type == note.Heading && x.matched() {
			here = &segment{}
			at[x] = here
			out = append(out, here)
			continue
		}
		here.xs = append(here.xs, x)
	}
	here = first
	for _, y := range l.b.top {
		if y.block().Type == note.Heading && y.matched() && at[y.mates[0]] != nil {
			here = at[y.mates[0]]
			continue
		}
		here.ys = append(here.ys, y)
	}
	return out
}

// runs returns the lattices between the pairs of two sequences. It ignores pairs whose order
// differs, because their blocks were moved.
func (l *aligner) runs(xs, ys []*feature) []*lattice {
	place := map[*feature]int{}
	for j, y := range ys {
		place[y] = j
	}
	var is, js []int
	for i, x := range xs {
		if len(x.mates) == 1 {
			if j, ok := place[x.mates[0]]; ok {
				is, js = append(is, i), append(js, j)
			}
		}
	}
	var out []*lattice
	fromI, fromJ := 0, 0
	cut := func(i, j int) {
		out = append(out, l.between(free(xs[fromI:i]), free(ys[fromJ:j]))...)
		fromI, fromJ = i+1, j+1
	}
	for _, k := range longestIncreasing(js) {
		cut(is[k], js[k])
	}
	cut(len(xs), len(ys))
	return out
}

func free(fs []*feature) []*feature {
	return slices.DeleteFunc(slices.Clone(fs), (*feature).matched)
}

// between returns the lattice of two sequences. If one is empty, the blocks of the other have no
// counterpart, and it returns none. It also returns none if there are too many blocks.
func (l *aligner) between(xs, ys []*feature) []*lattice {
	if len(xs) == 0 || len(ys) == 0 {
		for _, f := range slices.Concat(xs, ys) {
			l.alone[class(f)]++
		}
		return nil
	}
	r := newRun(xs, ys)
	if r == nil {
		l.doubts = append(l.doubts, doubt{xs, ys})
		return nil
	}
	r.score(l.scorer)
	return []*lattice{r}
}

func longestIncreasing(js []int) []int {
	var ends []int // index of the smallest last element, for each length
	before := make([]int, len(js))
	for k, j := range js {
		n, _ := slices.BinarySearchFunc(ends, j, func(e, j int) int { return js[e] - j })
		before[k] = -1
		if n > 0 {
			before[k] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, k)
		} else {
			ends[n] = k
		}
	}
	if len(ends) == 0 {
		return nil
	}
	var out []int
	for k := ends[len(ends)-1]; k >= 0; k = before[k] {
		out = append(out, k)
	}
	slices.Reverse(out)
	return out
}

// acceptCertain accepts the certain pairs of a lattice, and adds doubts about the blocks between
// them.
func (l *aligner) acceptCertain(r *lattice, may func(*feature) bool) {
	var certain, maybe []certainty
	r.eachPair(func(c certainty) {
		if c.sure >= sure && may(r.xs[c.i]) {
			certain = append(certain, c)
		} else if c.sure >= likely {
			maybe = append(maybe, c)
		}
	})
	fromI, fromJ := 0, 0
	for _, c := range certain {
		i, j := c.i+1-steps[c.way][0], c.j+1-steps[c.way][1]
		maybe = l.question(r, i, j, fromI, fromJ, maybe)
		for _, x := range r.xs[i : c.i+1] {
			for _, y := range r.ys[j : c.j+1] {
				l.match(x, y)
			}
		}
		fromI, fromJ = c.i+1, c.j+1
	}
	l.question(r, len(r.xs), len(r.ys), fromI, fromJ, maybe)
}

const likely = 0.05

// question adds doubts about the possible pairs in a range. It returns the remaining candidates.
func (l *aligner) question(r *lattice, endI, endJ, fromI, fromJ int, maybe []certainty) []certainty {
	inX, inY := map[note.BlockType]map[int]bool{}, map[note.BlockType]map[int]bool{}
	for ; len(maybe) > 0 && maybe[0].i < endI; maybe = maybe[1:] {
		c := maybe[0]
		i, j := c.i+1-steps[c.way][0], c.j+1-steps[c.way][1]
		if i < fromI || j < fromJ || c.j >= endJ {
			continue
		}
		t := min(r.xs[i].block().Type, r.ys[j].block().Type)
		if inX[t] == nil {
			inX[t], inY[t] = map[int]bool{}, map[int]bool{}
		}
		inX[t][i], inX[t][c.i], inY[t][j], inY[t][c.j] = true, true, true, true
	}
	for _, t := range slices.Sorted(maps.Keys(inX)) {
		l.doubts = append(l.doubts, doubt{pick(r.xs, inX[t]), pick(r.ys, inY[t])})
	}
	return maybe
}

func pick(fs []*feature, at map[int]bool) []*feature {
	var out []*feature
	for _, i := range slices.Sorted(maps.Keys(at)) {
		out = append(out, fs[i])
	}
	return out
}

func (l *aligner) byChildren(rate holes) {
	for _, x := range l.a.all {
		if len(x.mates) != 1 || len(x.under) == 0 {
			continue
		}
		for _, r := range l.runs(x.under, x.mates[0].under) {
			r.computeLikelihoods(rate)
			l.acceptCertain(r, func(*feature) bool { return true })
		}
	}
}
