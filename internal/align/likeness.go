package align

import (
	"slices"
)

// byRecord pairs a block with a recorded source with the block that equals it, then with one that
// is clearly a newer version of it.
func (l *aligner) byRecord() {
	if l.a.sourced+l.b.sourced == 0 {
		return
	}
	l.unique(printKeys, l.fitsBelow)
	l.byLikeness(l.a, l.b)
	l.byLikeness(l.b, l.a)
}

// clearlyLike is the similarity that makes a recorded source an older version of a block, and
// likeAhead the required lead over the second best.
const (
	clearlyLike = 0.7
	likeAhead   = 0.2
)

// likeEnough is the score that a block similar to a recorded source also needs: it has the same
// references.
const likeEnough = 4

// Limits on the search for similar blocks: words of more blocks are ignored, and at most so many
// blocks are compared.
const (
	maxPostings   = 24
	maxCandidates = 12
)

// byLikeness pairs blocks with a recorded source with the block that clearly evolved from it.
func (l *aligner) byLikeness(from, to *side) {
	postings := map[token][]*feature{}
	for _, f := range to.all {
		if f.matched() || f.parent != nil {
			continue
		}
		for _, t := range slices.Compact(slices.Clone(l.scorer.bagOf(f))) {
			postings[t] = append(postings[t], f)
		}
	}
	taken := map[*feature]*feature{}
	var order []*feature
	for _, f := range from.all {
		if f.matched() || f.parent != nil || len(f.source) == 0 {
			continue
		}
		if g := l.likest(f, postings); g != nil {
			if _, twice := taken[g]; twice {
				taken[g] = nil
				continue
			}
			taken[g] = f
			order = append(order, g)
		}
	}
	for _, g := range order {
		f := taken[g]
		if f == nil {
			continue
		}
		if x, y := l.sides(from, f, g); l.scorer.of(x, y) >= likeEnough {
			l.match(x, y)
		}
	}
}

// likest returns the only block that clearly matches a recorded source; nil for none or several.
func (l *aligner) likest(f *feature, postings map[token][]*feature) *feature {
	shared := map[*feature]int{}
	var among []*feature
	for _, bag := range l.scorer.bagsOf(f) {
		for _, t := range slices.Compact(slices.Clone(bag)) {
			if len(postings[t]) > maxPostings {
				continue
			}
			for _, g := range postings[t] {
				if shared[g] == 0 {
					among = append(among, g)
				}
				shared[g]++
			}
		}
	}
	slices.SortStableFunc(among, func(p, q *feature) int {
		if shared[p] != shared[q] {
			return shared[q] - shared[p]
		}
		return p.at - q.at
	})
	var found *feature
	first, second := 0.0, 0.0
	for _, g := range among[:min(len(among), maxCandidates)] {
		if !l.fits(f, g) && !l.fits(g, f) {
			continue
		}
		if like, _ := l.scorer.likeness(f, g); like > first {
			found, first, second = g, like, first
		} else if like > second {
			second = like
		}
	}
	if first < clearlyLike || first-second < likeAhead {
		return nil
	}
	return found
}
