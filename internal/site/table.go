package site

import (
	"hash/maphash"
	"iter"
	"maps"
	"math/bits"
	"slices"
)

// table is an immutable map of many keys, made for edits that change few of them. Its entries
// stand in many small maps, by the hash of their key: an edit copies those that it writes into
// and shares the others. So it costs as much as what it changes, and 8 bytes for every
// entriesAShard keys; there is nothing to flatten later on, and no table keeps another alive.
// The zero table is empty.
type table[K comparable, V any] struct {
	seed   maphash.Seed
	shards []map[K]V // a power of two of them, or none
	size   int
}

// A table is made with about entriesAShard keys in each shard, and made anew when it has grown
// to mostGrowth times as many.
const (
	entriesAShard = 16
	mostGrowth    = 4
)

func (t *table[K, V]) shardOf(key K) int {
	return int(maphash.Comparable(t.seed, key) & uint64(len(t.shards)-1))
}

// get returns the value of a key, the zero value where there is none.
func (t *table[K, V]) get(key K) V {
	if len(t.shards) == 0 {
		var none V
		return none
	}
	return t.shards[t.shardOf(key)][key]
}

// all are the entries, in no order.
func (t *table[K, V]) all() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for _, shard := range t.shards {
			for k, v := range shard {
				if !yield(k, v) {
					return
				}
			}
		}
	}
}

// tableEdit is a table that is being made of another.
type tableEdit[K comparable, V any] struct {
	table[K, V]
	own []bool // the shards that are copies already
}

// edit begins a table that differs from t; so many of its keys are new at most.
func (t *table[K, V]) edit(more int) *tableEdit[K, V] {
	e := &tableEdit[K, V]{table: table[K, V]{t.seed, slices.Clone(t.shards), t.size}}
	if want := t.size + more; len(t.shards) == 0 || want > entriesAShard*mostGrowth*len(t.shards) {
		e.spread(want)
		return e
	}
	e.own = make([]bool, len(e.shards))
	return e
}

// spread puts the entries into as many shards as so many keys want.
func (e *tableEdit[K, V]) spread(keys int) {
	old := e.table
	if e.seed == (maphash.Seed{}) {
		e.seed = maphash.MakeSeed()
	}
	e.shards = make([]map[K]V, 1<<bits.Len(uint(keys/entriesAShard)))
	e.own = slices.Repeat([]bool{true}, len(e.shards))
	for k, v := range old.all() {
		e.shard(k)[k] = v
	}
}

// shard is the shard of a key, to be written into.
func (e *tableEdit[K, V]) shard(key K) map[K]V {
	i := e.shardOf(key)
	switch {
	case e.shards[i] == nil:
		e.shards[i] = map[K]V{}
	case !e.own[i]:
		e.shards[i] = maps.Clone(e.shards[i])
	}
	e.own[i] = true
	return e.shards[i]
}

func (e *tableEdit[K, V]) put(key K, value V) { e.size += e.set(key, value, true) }

func (e *tableEdit[K, V]) drop(key K) {
	var none V
	e.size += e.set(key, none, false)
}

// set puts a key, or drops it, and returns how many more keys there are, which it leaves to the
// caller to count: keys of different shards may be set at once.
func (e *tableEdit[K, V]) set(key K, value V, there bool) (more int) {
	shard := e.shard(key)
	before := len(shard)
	if there {
		shard[key] = value
	} else {
		delete(shard, key)
	}
	return len(shard) - before
}

// spliced returns a list in order without the elements that are gone, which are found by
// comparing, and with those that are fresh; both are in order too. It costs one copy of the
// list, whatever stands in it.
func spliced[T any](list, gone, fresh []T, compare func(a, b T) int) []T {
	if len(gone) == 0 && len(fresh) == 0 {
		return list
	}
	out := make([]T, 0, max(len(list)-len(gone), 0)+len(fresh))
	for len(gone) > 0 || len(fresh) > 0 {
		drops := len(gone) > 0 && (len(fresh) == 0 || compare(gone[0], fresh[0]) <= 0)
		from := &fresh
		if drops {
			from = &gone
		}
		x := (*from)[0]
		*from = (*from)[1:]
		at, found := slices.BinarySearchFunc(list, x, compare)
		out, list = append(out, list[:at]...), list[at:]
		switch {
		case !drops:
			out = append(out, x)
		case found:
			list = list[1:]
		}
	}
	return append(out, list...)
}
