package search

import (
	"math/bits"
	"slices"
	"sort"
)

const (
	// lookups is about twice the number of term shards that a first query reads. It weighs the
	// size of shards against that of the root, which has a key for each shard.
	lookups = 7

	// rootKey and rootByte are the compressed costs in the root of a key and of a byte of a key,
	// in eighths of a byte.
	rootKey, rootByte = 13, 5
)

// cuts returns the borders of shards with the least cost of a query: the size of the shards that
// it reads, weighted by how often their terms are searched for, and the keys in the root. So a
// very frequent term has its own shard, rare ones share shards, and shards begin at short keys. It
// is a shortest path over all possible borders.
//
// The cost of a shard is its weight times its size. Of two possible beginnings, the later one
// therefore improves with each further end: once it is better, it stays better. So each beginning
// is optimal for at most one range of ends, which makes the algorithm faster than quadratic.
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

type prices struct {
	weights []int64 // sum for all terms before a place
	starts  []int   // offset of the term at a place, in bytes
	roots   []int64 // of a shard that begins at a place
	best    []int64 // of all shards up to a place, if known
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

// cost returns the cost of all shards up to to, if the last begins at from.
func (c *prices) cost(from, to int) int64 {
	return c.best[from] + c.roots[from] + 4*lookups*(c.weights[to]-c.weights[from])*int64(c.starts[to]-c.starts[from])
}

// turn means that from is the best beginning for shards that end at since or later, up to the next
// turn.
type turn struct{ from, since int }

// enter adds a place to the turns, which are sorted and cover all later ends.
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

// weight estimates how often a term with so many documents is searched for: the root of their
// number.
func weight(docs int) int64 { return 1 << (bits.Len(uint(docs)) / 2) }

// shards returns the bytes of each term shard and its separator from the one before.
func (m *merger) shards() (shards [][]byte, seps []string) {
	w := m.write()
	for _, cut := range w.cuts() {
		shards = append(shards, w.shard(cut[0], cut[1]))
		seps = append(seps, w.separator(cut[0]))
	}
	return shards, seps
}
