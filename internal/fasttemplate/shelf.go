package fasttemplate

import (
	"html/template"
	"sync"

	"github.com/kawaraban/kawaraban/internal/memo"
)

// shelves keep what once has printed. They are safe for concurrent use.
type shelves struct {
	byName sync.Map // name of a template -> *shelf
	others sync.Map // fragment -> template.HTML; for keys that are no strings
}

// fragment identifies the output of a template for a key of any type.
type fragment struct {
	name string
	key  any
}

// shelf keeps what one template has printed, by key.
type shelf = memo.Map[string, template.HTML]

// keptParts is how many parts a shelf keeps at least.
const keptParts = 1024

// of returns the shelf of the template called name.
func (s *shelves) of(name any) *shelf {
	found, ok := s.byName.Load(name)
	if !ok {
		found, _ = s.byName.LoadOrStore(name, memo.Bounded[string, template.HTML](keptParts))
	}
	return found.(*shelf)
}

func (s *shelves) get(name string, key any) (template.HTML, bool) {
	if key, ok := key.(string); ok {
		return s.of(name).Get(key)
	}
	made, ok := s.others.Load(fragment{name, key})
	if !ok {
		return "", false
	}
	return made.(template.HTML), true
}

func (s *shelves) put(name string, key any, made template.HTML) {
	if key, ok := key.(string); ok {
		s.of(name).Put(key, made)
		return
	}
	s.others.Store(fragment{name, key}, made)
}
