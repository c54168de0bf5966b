package site

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestTable holds tables to plain maps through random edits, and each to what it was before the
// edits that followed.
func TestTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	now, plain := table[int, int]{}, map[int]int{}
	type state struct {
		table table[int, int]
		plain map[int]int
	}
	var states []state
	for i := range 400 {
		n := rng.IntN(40)
		e := now.edit(n)
		for range n {
			if k := rng.IntN(40 * (i + 1)); rng.IntN(3) == 0 {
				e.drop(k)
				delete(plain, k)
			} else {
				e.put(k, i)
				plain[k] = i
			}
		}
		now = e.table
		states = append(states, state{now, maps.Clone(plain)})
	}
	for i, s := range states {
		if got := maps.Collect(s.table.all()); !maps.Equal(got, s.plain) || s.table.size != len(s.plain) {
			t.Fatalf("after %d edits %d entries, want %d", i, s.table.size, len(s.plain))
		}
		for k, v := range s.plain {
			if s.table.get(k) != v {
				t.Fatalf("after %d edits %d is %d, want %d", i, k, s.table.get(k), v)
			}
		}
		if s.table.get(-1) != 0 {
			t.Fatal("a key that is not there has a value")
		}
	}
	// What an edit copies does not grow with the table: no shard has many times as many keys as
	// a table is made with.
	for _, shard := range now.shards {
		if len(shard) > 3*entriesAShard*mostGrowth {
			t.Errorf("%d keys in a shard", len(shard))
		}
	}
}

// TestSpliced holds spliced to what sorting gives.
func TestSpliced(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	some := func() []int {
		var out []int
		for range rng.IntN(30) {
			out = append(out, rng.IntN(40))
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	for range 2000 {
		list, fresh := some(), some()
		var gone []int
		for _, x := range list {
			if rng.IntN(3) == 0 || slices.Contains(fresh, x) {
				gone = append(gone, x)
			}
		}
		before := slices.Clone(list)
		want := slices.DeleteFunc(slices.Clone(list), func(x int) bool { return slices.Contains(gone, x) })
		want = append(want, fresh...)
		slices.Sort(want)
		if got := spliced(list, gone, fresh, cmp.Compare[int]); !slices.Equal(got, want) || !slices.Equal(list, before) {
			t.Fatalf("%v without %v and with %v is %v, want %v", list, gone, fresh, got, want)
		}
	}
}
