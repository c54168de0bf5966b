// Package recent keeps what was made or asked for last, within a bound: what does not fit is let
// go of and made again, so that a site of ten times the pages needs no more memory for it.
//
// It serves where a value follows from its key and costs more to make than to look up, and where
// those who ask for the same ask at about the same time: the versions of one page in the
// languages of the interface are made one after another.
package recent

import "sync"

// Values keeps values by key, at least as many as its bound says and at most twice as many. It is
// safe for concurrent use.
type Values[K comparable, V any] struct {
	mu         sync.RWMutex
	young, old map[K]V // a value that is asked for again is young again
	bound      int
}

// New returns an empty one that keeps bound values at least, which must be more than none.
func New[K comparable, V any](bound int) *Values[K, V] {
	return &Values[K, V]{young: map[K]V{}, bound: bound}
}

// Get returns the value of a key, and false where none is kept.
func (r *Values[K, V]) Get(key K) (V, bool) {
	r.mu.RLock()
	v, ok := r.young[key]
	aged := false
	if !ok {
		v, aged = r.old[key]
	}
	r.mu.RUnlock()
	if aged {
		r.Put(key, v)
	}
	return v, ok || aged
}

// Put keeps a value.
func (r *Values[K, V]) Put(key K, v V) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.young) >= r.bound {
		r.young, r.old = r.old, r.young
		clear(r.young)
		if r.young == nil {
			r.young = map[K]V{}
		}
	}
	r.young[key] = v
}

// Make returns the value of a key, and makes it where it is not kept. Two that ask at once may
// both make it.
func (r *Values[K, V]) Make(key K, create func() V) V {
	v, ok := r.Get(key)
	if !ok {
		v = create()
		r.Put(key, v)
	}
	return v
}
