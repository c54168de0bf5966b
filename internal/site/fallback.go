package site

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

// byDefault is what readers are shown where a note is not in their language and the site
// says nothing else.
var byDefault = []note.Lang{"en"}

// chain returns the languages in which a reader of a language is shown notes, the best
// first: their own, then those that the site falls back to from it, else English.
func (s *Site) chain(lang note.Lang) []note.Lang {
	next, said := s.opts.Fallback[lang]
	if !said {
		next = byDefault
	}
	return with([]note.Lang{lang}, next...)
}

// Pick returns the version of a note for a reader of lang: in the first language of their
// chain that a human wrote it in, else the original; nil when there is no such note.
// A version that a machine made and nobody has read is never picked before a human's: it
// stands beside it, in the other column.
func (s *Site) Pick(id note.ID, lang note.Lang) *note.Note {
	all := s.versions[id]
	if len(all) < 2 {
		return s.Original(id)
	}
	for _, want := range s.chain(lang) {
		if i := slices.IndexFunc(all, func(n *note.Note) bool { return n.Lang == want && !s.ByMachine(n) }); i >= 0 {
			return all[i]
		}
	}
	if i := slices.IndexFunc(all, func(n *note.Note) bool { return !s.ByMachine(n) }); i >= 0 {
		return all[i]
	}
	return all[0]
}

// ByMachine reports whether a machine made a whole note: whatever in it is translated.
func (s *Site) ByMachine(n *note.Note) bool {
	if part := s.bases[n]; part != nil {
		return part.machine
	}
	return madeByMachine(n)
}

// madeByMachine reports whether all blocks of a note that hold words were made by a machine.
func madeByMachine(n *note.Note) bool {
	made := false
	for b := range n.All {
		switch {
		case b.Machine:
			made = true
		case !neutral(b):
			return false
		}
	}
	return made
}
