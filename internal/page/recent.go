package page

import "sync"

// recent keeps what was made or asked for last, by key: at least as many values as its
// bound says and at most twice as many. What it has let go of is made again, and is the
// same. Pages that show the same text, first of all the versions of one page in the
// languages of the interface, are mostly made one after another, so little is made twice;
// what is kept does not grow with the site. It is safe for concurrent use.
type recent[K comparable, V any] struct {
	mu         sync.RWMutex
	young, old map[K]V // a value that is asked for again is young again
	bound      int
}

func newRecent[K comparable, V any](bound int) *recent[K, V] {
	return &recent[K, V]{young: map[K]V{}, bound: bound}
}

// get returns the value of a key, and makes it where it is not kept. Two that ask at once may
// both make it.
func (r *recent[K, V]) get(key K, create func() V) V {
	r.mu.RLock()
	v, ok := r.young[key]
	aged := false
	if !ok {
		v, aged = r.old[key]
	}
	r.mu.RUnlock()
	if ok {
		return v
	}
	if !aged {
		v = create()
	}
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
	return v
}
