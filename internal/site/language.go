package site

import (
	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/note"
)

// LangOf returns the language of what a block of a note says. Chinese characters alone do not
// tell it: where a translation has a block in the very words of its source, they are in the
// source's language, unless they may be the translation's own.
func (s *Site) LangOf(n *note.Note, b *note.Block) note.Lang {
	if n == nil || b.Lang == n.Lang {
		return b.Lang
	}
	src := s.SourceOf(n)
	if src == nil || src == n {
		return b.Lang
	}
	own, theirs, ok := s.facing(n, src).of(b)
	if !ok || !align.Same(joined(own), joined(theirs)) {
		return b.Lang
	}
	return theirs[0].Lang
}
