package site

import (
	"sync"
	"sync/atomic"
)

// once holds a value that is made when it is first asked for. Making it twice gives the same
// value, so it is no state. How to make it is said when it is asked for: a site that shares
// what another made keeps nothing else of it.
type once[T any] struct {
	making sync.Mutex
	made   atomic.Pointer[T]
}

// get returns the value, and makes it where nobody has.
func (o *once[T]) get(create func() T) T {
	if made := o.made.Load(); made != nil {
		return *made
	}
	o.making.Lock()
	defer o.making.Unlock()
	if made := o.made.Load(); made != nil {
		return *made
	}
	v := create()
	o.made.Store(&v)
	return v
}

// memo holds values by their keys, each made when it is first asked for.
type memo[K comparable, V any] struct {
	mu   sync.Mutex
	made map[K]*V
}

// get returns the value of a key. Two callers may make it at once, without holding the lock; both
// get the first value, since changes are known by their place in the facts of their release.
func (m *memo[K, V]) get(key K, create func() *V) *V {
	m.mu.Lock()
	v := m.made[key]
	m.mu.Unlock()
	if v != nil {
		return v
	}
	v = create()
	m.mu.Lock()
	defer m.mu.Unlock()
	if first := m.made[key]; first != nil {
		return first
	}
	if m.made == nil {
		m.made = map[K]*V{}
	}
	m.made[key] = v
	return v
}
