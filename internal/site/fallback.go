package site

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

// byDefault lists the fallback languages if Options.Fallback has none for a language.
var byDefault = []note.Lang{"en"}

// chain returns the languages for a reader in order of preference: the language of the reader,
// then the configured fallbacks or English.
func (s *translations) chain(lang note.Lang) []note.Lang {
	next, configured := s.opts.Fallback[lang]
	if !configured {
		next = byDefault
	}
	return with([]note.Lang{lang}, next...)
}

// Pick returns the version of a note for a reader of lang, or nil if the note does not exist. It
// prefers the first language in the chain of the reader, else the original. Machine translations
// and unwritten versions are used only if there is no written version.
func (s *translations) Pick(id note.ID, lang note.Lang) *note.Note {
	all := s.index.Versions(id)
	if len(all) < 2 {
		return s.index.Original(id)
	}
	written := func(n *note.Note) bool { return !s.ByMachine(n) && !s.Unwritten(n) }
	for _, want := range s.chain(lang) {
		if i := slices.IndexFunc(all, func(n *note.Note) bool { return n.Lang == want && written(n) }); i >= 0 {
			return all[i]
		}
	}
	if i := slices.IndexFunc(all, written); i >= 0 {
		return all[i]
	}
	return all[0] // the original is never unwritten
}

// Unwritten reports whether a version is a translation without translated text, except for
// headings.
func (s *translations) Unwritten(n *note.Note) bool {
	part := s.citations.bases[n]
	return part != nil && part.wordless && s.SourceOf(n) != nil && s.waitsForWords(n)
}

// waitsForWords reports whether a translation without text is incomplete. A talk that consists of
// headings and slides is complete when one heading is translated.
func (s *translations) waitsForWords(n *note.Note) bool {
	t, _ := s.TranslationOf(n)
	return t.Missing > 0 && (t.Translated == 0 || slices.ContainsFunc(t.Pieces, func(p Piece) bool {
		return p.State == MissingState && p.Source.Type != note.Heading
	}))
}

// ByMachine reports whether the whole note is a machine translation.
func (s *translations) ByMachine(n *note.Note) bool {
	if part := s.citations.bases[n]; part != nil {
		return part.machine
	}
	return madeByMachine(n)
}
