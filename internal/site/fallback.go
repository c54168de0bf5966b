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
func (s *translations) chain(lang note.Lang) []note.Lang {
	next, said := s.opts.Fallback[lang]
	if !said {
		next = byDefault
	}
	return with([]note.Lang{lang}, next...)
}

// Pick returns the version of a note for a reader of lang: in the first language of their
// chain that a human wrote it in, else the original; nil when there is no such note.
// A version that a machine made and nobody has read is never picked before a human's: it
// stands beside it, in the other column. Nor is one in which nothing is written yet.
func (s *translations) Pick(id note.ID, lang note.Lang) *note.Note {
	all := s.index.Versions(id)
	if len(all) < 2 {
		return s.index.Original(id)
	}
	told := func(n *note.Note) bool { return !s.ByMachine(n) && !s.Unwritten(n) }
	for _, want := range s.chain(lang) {
		if i := slices.IndexFunc(all, func(n *note.Note) bool { return n.Lang == want && told(n) }); i >= 0 {
			return all[i]
		}
	}
	if i := slices.IndexFunc(all, told); i >= 0 {
		return all[i]
	}
	return all[0] // never unwritten: it translates none
}

// Unwritten reports whether a version was begun as a translation and says nothing yet: what
// it should say is missing in it, but for headings at most. It comes after every version
// with words, and stands beside none.
func (s *translations) Unwritten(n *note.Note) bool {
	part := s.citations.bases[n]
	return part != nil && part.wordless && s.SourceOf(n) != nil && s.waitsForWords(n)
}

// waitsForWords reports whether a translation without words lacks any. One of a talk that is
// headings and slides lacks none once a heading is translated.
func (s *translations) waitsForWords(n *note.Note) bool {
	t, _ := s.TranslationOf(n)
	return t.Missing > 0 && (t.Translated == 0 || slices.ContainsFunc(t.Pieces, func(p Piece) bool {
		return p.State == MissingState && p.Source.Type != note.Heading
	}))
}

// ByMachine reports whether a machine made a whole note: whatever in it is translated.
func (s *translations) ByMachine(n *note.Note) bool {
	if part := s.citations.bases[n]; part != nil {
		return part.machine
	}
	return madeByMachine(n)
}
