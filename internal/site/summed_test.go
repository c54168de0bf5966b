package site

import (
	"cmp"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
)

// TestSummed holds that an index summed by parts at once is the one that is summed key by key:
// of few keys, of many, and of one that grows and shrinks.
func TestSummed(t *testing.T) {
	atOnce := func(n int, f func(i int)) {
		var all sync.WaitGroup
		for i := range n {
			all.Go(func() { f(i) })
		}
		all.Wait()
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	var index table[int, []int]
	want := map[int][]int{}
	for _, keys := range []int{3, 40, 5000, 20, 9000} {
		gone, fresh := map[int][]int{}, map[int][]int{}
		for range keys {
			key, v := rnd.IntN(2*keys), rnd.IntN(1000)
			if has := want[key]; len(has) > 0 && rnd.IntN(2) == 0 {
				gone[key] = has[:rnd.IntN(len(has)+1)]
			}
			if !slices.Contains(want[key], v) && !slices.Contains(fresh[key], v) {
				fresh[key] = append(fresh[key], v)
				slices.Sort(fresh[key])
			}
		}
		index = summed(atOnce, &index, eachValue(gone), eachValue(fresh), cmp.Compare[int])
		for key, list := range gone {
			want[key] = slices.DeleteFunc(slices.Clone(want[key]), func(v int) bool { return slices.Contains(list, v) })
		}
		for key, list := range fresh {
			want[key] = append(slices.Clone(want[key]), list...)
			slices.Sort(want[key])
		}
		maps.DeleteFunc(want, func(_ int, list []int) bool { return len(list) == 0 })
		if got := maps.Collect(index.all()); !maps.EqualFunc(got, want, slices.Equal) || index.size != len(want) {
			t.Fatalf("after %d keys there are %d, said to be %d, and have to be %d", keys, len(got), index.size, len(want))
		}
	}
}

// eachValue yields each value with its key.
func eachValue(lists map[int][]int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for key, list := range lists {
			for _, v := range list {
				if !yield(key, v) {
					return
				}
			}
		}
	}
}
