package site

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// componentIndex finds the components that changes and gates concern.
type componentIndex struct {
	keys      *keys
	citations *citations
	changelog *changelog
	data      *upstream.Data
}

// ComponentsOf returns the components that a change concerns, in the order of
// [Components]. Where the official notes were not given to Link, gates say nothing.
func (s *componentIndex) ComponentsOf(c *Change) []Component {
	concerned := map[Component]bool{}
	for _, name := range s.changelog.components.Make(c.Note, func() []Component { return componentsNamed(c.Note) }) {
		concerned[name] = true
	}
	if c.Text != nil {
		for _, r := range c.Text.Refs {
			if r.Kind == note.Gate {
				for _, name := range s.componentsOfGate(r.ID) {
					concerned[name] = true
				}
			}
		}
	}
	return slices.DeleteFunc(Components(), func(name Component) bool { return !concerned[name] })
}

// componentsOfGate returns the components in which a gate is read, as the kep.yaml of
// its KEPs says.
func (s *componentIndex) componentsOfGate(name string) []Component {
	used := map[Component]bool{}
	for _, number := range s.citations.KEPsOfGate(name) {
		for _, k := range s.data.KEPs[number] {
			for _, use := range k.Gates {
				if g := s.data.Gate(use.Name); g == nil || g.Name != name {
					continue
				}
				for _, c := range use.Components {
					used[Component(c)] = true
				}
			}
		}
	}
	return slices.DeleteFunc(Components(), func(c Component) bool { return !used[c] })
}

// sigsOfGate returns the groups that own the KEPs of a gate; without a KEP, those of
// the changes that name it.
func (s *componentIndex) sigsOfGate(keps []string, named []*Change) []note.SIG {
	var out []note.SIG
	for _, number := range keps {
		for _, k := range s.data.KEPs[number] {
			if k.SIG != "" {
				out = with(out, k.SIG)
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, c := range named {
		out = with(out, c.Note.SIGs...)
	}
	return out
}
