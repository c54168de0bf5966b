// Package memo caches the values of pure functions by their arguments in a [Map].
//
// A map with a bound drops values that were not used lately; they are computed again. So a site with
// ten times the pages needs no more memory for the cache. This is effective if equal values are
// needed at about the same time, such as for the versions of a page in several languages.
package memo

import "sync"

// Map is a cache of values by key. The zero Map is empty and has no bound. It is safe for concurrent
// use.
type Map[K comparable, V any] struct {
	mu         sync.RWMutex
	young, old map[K]V // a used value moves from old to young
	bound      int     // 0: no bound
}

// Bounded returns an empty Map that keeps the bound most recent values, and at most twice as many.
func Bounded[K comparable, V any](bound int) *Map[K, V] { return &Map[K, V]{bound: bound} }

// Get returns the value of a key; false if it is not cached.
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

// Put sets the value of a key.
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

// Make returns the value of a key. If it is not cached, Make calls create, without a lock. Concurrent
// callers may all call create; all get the first value.
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
