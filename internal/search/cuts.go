package search

import (
	"math/bits"
	"slices"
	"sort"
)

const (
	// lookups is how many term shards a first query reads, more or less, in halves. It weighs
	// the bytes of shards against those of the root, which has a key for each.
	lookups = 7

	// rootKey and rootByte say what a key costs in the root, compressed, in eighths of a
	// byte: each key, and each byte of one.
	rootKey, rootByte = 13, 5
)

// cuts says where shards begin and end, such that a query costs the least: what the
// shards that it reads have in bytes, each weighed by how often its terms are asked
// for, and the keys in the root, which every first query reads. So a term that half
// of all documents have stands alone, rare ones stand together, and shards begin at
// short keys. It is the shortest way through all places at which a shard can begin.
//
// What is read of a shard is the product of its weight and its bytes. So of two places at
// which it could begin, the later one gains by each end that is further on: once it is
// the better one it stays so, and each place is the best for one stretch of ends at most.
// That is why this needs no square of the number of terms.
func (w *termWriter) cuts() [][2]int {
	n := len(w.order)
	if n == 0 {
		return [][2]int{{0, 0}}
	}
	c := w.prices()
	from, turns := make([]int, n+1), []turn{}
	for to := 1; to <= n; to++ {
		turns = c.enter(turns, to-1)
		for len(turns) > 1 && turns[1].since <= to {
			turns = turns[1:]
		}
		from[to] = turns[0].from
		c.best = append(c.best, c.cost(from[to], to))
	}
	var cuts [][2]int
	for to := n; to > 0; to = from[to] {
		cuts = append(cuts, [2]int{from[to], to})
	}
	slices.Reverse(cuts)
	return cuts
}

// prices are what shards cost.
type prices struct {
	weights []int64 // of all terms before a place
	starts  []int   // where the term at a place begins, in bytes
	roots   []int64 // of a shard that begins at a place
	best    []int64 // of all shards up to a place, as far as they are cut
}

func (w *termWriter) prices() *prices {
	n := len(w.order)
	c := &prices{weights: make([]int64, n+1), starts: w.starts, roots: make([]int64, n), best: make([]int64, 1, n+1)}
	for i, id := range w.order {
		c.weights[i+1] = c.weights[i] + weight(len(w.m.of(id)))
	}
	for i := range c.roots {
		c.roots[i] = (rootKey + rootByte*int64(len(w.separator(i)))) * c.weights[n]
	}
	return c
}

// cost returns what all shards cost up to a place, the last of which begins at another.
func (c *prices) cost(from, to int) int64 {
	return c.best[from] + c.roots[from] + 4*lookups*(c.weights[to]-c.weights[from])*int64(c.starts[to]-c.starts[from])
}

// turn says that a place is the best one to begin at for the shards that end at since or
// later, up to the next turn.
type turn struct{ from, since int }

// enter adds a place to the turns, which stand in the order of their places and hold
// something for every end behind it.
func (c *prices) enter(turns []turn, from int) []turn {
	beats := func(other, to int) bool { return c.cost(from, to) <= c.cost(other, to) }
	for len(turns) > 0 {
		last := turns[len(turns)-1]
		begin := max(last.since, from+1)
		if last.since <= from || !beats(last.from, begin) {
			n := len(c.roots) + 1 - begin
			if since := begin + sort.Search(n, func(i int) bool { return beats(last.from, begin+i) }); since < begin+n {
				turns = append(turns, turn{from, since})
			}
			return turns
		}
		turns = turns[:len(turns)-1]
	}
	return append(turns, turn{from, from + 1})
}

// weight says how often a term is asked for that so many documents have: those that
// many have more often, by the root of their number.
func weight(docs int) int64 { return 1 << (bits.Len(uint(docs)) / 2) }

// shards returns the bytes of each term shard, with the key that parts it from the one
// before.
func (m *merger) shards() (shards [][]byte, seps []string) {
	w := m.write()
	for _, cut := range w.cuts() {
		shards = append(shards, w.shard(cut[0], cut[1]))
		seps = append(seps, w.separator(cut[0]))
	}
	return shards, seps
}
