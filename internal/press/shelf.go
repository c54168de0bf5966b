package press

import (
	"html/template"
	"sync"
)

// shelves keep what once has printed. They are safe for concurrent use.
type shelves struct {
	mu     sync.RWMutex
	byName map[string]*shelf
	others sync.Map // fragment -> template.HTML; for keys that are no strings
}

// fragment identifies the output of a template for a key of any type.
type fragment struct {
	name string
	key  any
}

// shelf keeps what one template has printed, by key: what was asked for last, twice keptParts
// at most. What a shelf has let go of is printed again; a site of ten times the pages needs no
// more memory for it.
type shelf struct {
	mu        sync.RWMutex
	made, old map[string]template.HTML // a part that is asked for again is no longer old
}

// keptParts is how many parts a shelf keeps at least.
const keptParts = 4096

func (s *shelf) get(key string) (template.HTML, bool) {
	s.mu.RLock()
	made, ok := s.made[key]
	old := false
	if !ok {
		made, old = s.old[key]
	}
	s.mu.RUnlock()
	if old {
		s.put(key, made)
	}
	return made, ok || old
}

func (s *shelf) put(key string, made template.HTML) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.made) >= keptParts {
		s.made, s.old = map[string]template.HTML{}, s.made
	}
	s.made[key] = made
}

// of returns the shelf of the template called name.
func (s *shelves) of(name string) *shelf {
	s.mu.RLock()
	found := s.byName[name]
	s.mu.RUnlock()
	if found != nil {
		return found
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byName == nil {
		s.byName = map[string]*shelf{}
	}
	if s.byName[name] == nil {
		s.byName[name] = &shelf{made: map[string]template.HTML{}}
	}
	return s.byName[name]
}

func (s *shelves) get(name string, key any) (template.HTML, bool) {
	if key, ok := key.(string); ok {
		return s.of(name).get(key)
	}
	made, ok := s.others.Load(fragment{name, key})
	if !ok {
		return "", false
	}
	return made.(template.HTML), true
}

func (s *shelves) put(name string, key any, made template.HTML) {
	if key, ok := key.(string); ok {
		s.of(name).put(key, made)
		return
	}
	s.others.Store(fragment{name, key}, made)
}
