package align

import (
	"slices"
)

// byRecord pairs a block that has a recorded source with the block that is equal to this source.
// It then pairs blocks with a newer version of their source.
func (l *aligner) byRecord() {
	if l.a.sourced+l.b.sourced == 0 {
		return
	}
	l.unique(printKeys, l.fitsBelow)
	l.byLikeness(l.a, l.b)
	l.byLikeness(l.b, l.a)
}

// clearlyLike is the minimum similarity of a recorded source and the newer version of it.
// likeAhead is the minimum lead over the second best block.
const (
	clearlyLike = 0.7
	likeAhead   = 0.2
)

// likeEnough is the minimum score of such a pair. It requires equal references, for example.
const likeEnough = 4

// maxPostings is the maximum number of blocks with a word, for words that are used to find
// candidates. maxCandidates is the maximum number of candidates that are compared.
const (
	maxPostings   = 24
	maxCandidates = 12
)

// byLikeness pairs each block that has a recorded source with the block that is clearly a newer
// version of this source.
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

// likest returns the block that is most similar to a recorded source of f. It compares only the
// blocks with the most tokens in common. It returns nil if no block is similar enough, or if two
// blocks are about equally similar.
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
