package search

import (
	"slices"
	"testing"
)

// TestCuts compares the borders of shards with the optimum, found by trying every beginning for
// every end.
func TestCuts(t *testing.T) {
	cut := 0
	for seed, n := range []int{0, 1, 2, 3, 5, 10, 20, 40, 80, 160, 320, 640} {
		x, chunks := &Index{}, digestAll(made(uint64(seed), n), nil)
		x.langs, x.releases = scales(chunks)
		x.locate(chunks)
		w := merge(chunks, nil, x.docs).write()
		got := w.cuts()
		cut += len(got)
		if want := plainCuts(w); !slices.Equal(want, got) {
			t.Errorf("%d documents of %d terms are cut at %v, not %v", n, len(w.order), got, want)
		}
	}
	if cut < 100 {
		t.Errorf("%d shards tell little", cut)
	}
}

func plainCuts(w *termWriter) [][2]int {
	n, all := len(w.order), int64(0)
	for _, id := range w.order {
		all += weight(len(w.m.of(id)))
	}
	best, from := make([]int64, n+1), make([]int, n+1)
	for to := 1; to <= n; to++ {
		weights := int64(0)
		for i := to - 1; i >= 0; i-- {
			weights += weight(len(w.m.of(w.order[i])))
			read := 4 * lookups * weights * int64(w.starts[to]-w.starts[i])
			root := (rootKey + rootByte*int64(len(w.separator(i)))) * all
			if cost := best[i] + read + root; i == to-1 || cost < best[to] {
				best[to], from[to] = cost, i
			}
		}
	}
	if n == 0 {
		return [][2]int{{0, 0}}
	}
	var cuts [][2]int
	for to := n; to > 0; to = from[to] {
		cuts = append(cuts, [2]int{from[to], to})
	}
	slices.Reverse(cuts)
	return cuts
}
