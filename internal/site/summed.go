package site

import (
	"hash/maphash"
	"iter"
)

// sumParts is into how many parts keys are cut that are summed at once, by their hash: a power of
// two. Each part goes through all keys, so that more of them gain nothing.
const sumParts = 4

// change is what is taken out of one list of an index, and put in.
type change[T any] struct{ gone, fresh []T }

// summed returns an index of lists without what is gone and with what is fresh, both in the order
// of the lists. each is that of [Site.each].
func summed[K comparable, T any](each func(n int, f func(i int)), index *table[K, []T], gone, fresh iter.Seq2[K, T], compare func(a, b T) int) table[K, []T] {
	of := table[K, []T]{seed: index.seed, shards: index.shards, size: index.size}
	if len(of.shards) == 0 {
		of.seed = maphash.MakeSeed()
	}
	var parts [sumParts]map[K]*change[T]
	each(len(parts), func(i int) { parts[i] = changesOf(of.seed, uint64(i), gone, fresh) })
	keys := 0
	for _, part := range parts {
		keys += len(part)
	}
	e := of.edit(keys)
	if len(e.shards) < sumParts { // then a shard has keys of several parts
		each = func(n int, f func(i int)) {
			for i := range n {
				f(i)
			}
		}
	}
	var more [sumParts]int
	each(len(parts), func(i int) {
		for key, c := range parts[i] {
			list := spliced(of.get(key), c.gone, c.fresh, compare)
			more[i] += e.set(key, list, len(list) > 0)
		}
	})
	for _, n := range more {
		e.size += n
	}
	return e.table
}

// changesOf lists the changes of the keys of one part.
func changesOf[K comparable, T any](seed maphash.Seed, part uint64, gone, fresh iter.Seq2[K, T]) map[K]*change[T] {
	at := map[K]*change[T]{}
	of := func(key K) *change[T] {
		if at[key] == nil {
			at[key] = &change[T]{}
		}
		return at[key]
	}
	ours := func(key K) bool { return maphash.Comparable(seed, key)&(sumParts-1) == part }
	for key, v := range gone {
		if ours(key) {
			c := of(key)
			c.gone = append(c.gone, v)
		}
	}
	for key, v := range fresh {
		if ours(key) {
			c := of(key)
			c.fresh = append(c.fresh, v)
		}
	}
	return at
}
