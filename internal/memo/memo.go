// Package memo remembers the values of pure functions by their arguments.
//
// Where a bound is given, values that were not asked for lately are dropped and made again, so
// that a site with ten times the pages needs no more memory for them. This serves where the
// callers that ask for the same value ask at about the same time: the versions of one page in
// the languages of the interface are made one after another.
package memo

import "sync"

// Map holds values by key. The zero Map is empty and has no bound. It is safe for concurrent
// use.
type Map[K comparable, V any] struct {
	mu         sync.RWMutex
	young, old map[K]V // a value that is asked for becomes young again
	bound      int     // 0: none
}

// Bounded returns an empty Map that keeps at least bound values and at most twice as many.
func Bounded[K comparable, V any](bound int) *Map[K, V] { return &Map[K, V]{bound: bound} }

// Get returns the value of a key; false if none is kept.
func (m *Map[K, V]) Get(key K) (V, bool) {
	m.mu.RLock()
	v, ok := m.young[key]
	aged := false
	if !ok {
		v, aged = m.old[key]
	}
	m.mu.RUnlock()
	if aged {
		m.Put(key, v)
	}
	return v, ok || aged
}

// Put keeps a value.
func (m *Map[K, V]) Put(key K, v V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.put(key, v)
}

func (m *Map[K, V]) put(key K, v V) {
	if m.bound > 0 && len(m.young) >= m.bound {
		m.young, m.old = m.old, m.young
		clear(m.young)
	}
	if m.young == nil {
		m.young = map[K]V{}
	}
	m.young[key] = v
}

// Make returns the value of a key, and calls create if it is not kept. Two callers may both call
// it at once, since no lock is held meanwhile; both get the value of the first.
func (m *Map[K, V]) Make(key K, create func() V) V {
	if v, ok := m.Get(key); ok {
		return v
	}
	v := create()
	m.mu.Lock()
	defer m.mu.Unlock()
	if first, ok := m.young[key]; ok {
		return first
	}
	m.put(key, v)
	return v
}
