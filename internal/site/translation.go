package site

import (
	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/note"
)

// Translations returns all published translations, by note and language. They include notes that
// keep their source in comments.
func (s *translations) Translations() []Translation {
	var out []Translation
	for _, n := range s.citations.translating {
		if t, ok := s.TranslationOf(n); ok {
			out = append(out, t)
		}
	}
	return out
}

// TranslationOf returns the progress of a published note as a translation. It returns false if
// the note is not a translation. The result is cached, so callers must not modify its pieces.
func (s *translations) TranslationOf(n *note.Note) (Translation, bool) {
	t := s.memoOf(n).translations.Make(n, func() *Translation { return s.newTranslation(n) })
	return *t, t.From != ""
}

func (s *translations) newTranslation(n *note.Note) *Translation {
	t := &Translation{Note: n}
	src := s.SourceOf(n)
	switch {
	case src != nil:
		t.From = src.Lang
		t.Pieces = s.piecesOf(n, src)
	default:
		t.From = recordedLang(n)
		if t.From == "" {
			return t
		}
		for b := range n.All {
			t.Pieces = append(t.Pieces, s.pieceOfComment(n, b))
		}
	}
	for _, p := range t.Pieces {
		t.count(p)
	}
	return t
}

// piecesOf returns a piece for each block of the source, then one for each block that only the
// translation has.
func (s *translations) piecesOf(n, src *note.Note) []Piece {
	v := s.facing(src, n)
	doubted := map[*note.Block]bool{}
	for _, d := range v.aligned.Doubts {
		for _, b := range append(append([]*note.Block{}, d.A...), d.B...) {
			doubted[b] = true
		}
	}
	var out []Piece
	for b := range src.All {
		own, theirs, ok := v.of(b)
		switch {
		case neutral(b):
			out = append(out, Piece{Source: b, Block: firstOf(theirs), State: NeutralState})
		case ok:
			out = append(out, s.piece(n, src, b, own, theirs))
		case doubted[b]:
			out = append(out, Piece{Source: b, State: UncertainState})
		default:
			out = append(out, Piece{Source: b, State: MissingState})
		}
	}
	for b := range n.All {
		if !v.has(b) {
			out = append(out, Piece{Block: b, State: OwnState})
		}
	}
	return out
}

// piece returns the piece of a source block with its translated blocks. Blank blocks count as
// missing, and so do blocks that are equal to a source in the language of the source. Equal text
// needs no recorded source. Quotations in another language, such as the English title of a KEP,
// may remain unchanged.
func (s *translations) piece(n, src *note.Note, b *note.Block, own, theirs []*note.Block) Piece {
	text := joined(theirs)
	same := align.Same(joined(own), text)
	p := Piece{Source: b, Block: theirs[0], State: TranslatedState, Recorded: same}
	for _, t := range theirs {
		p.Recorded = p.Recorded || len(t.Source) > 0 || len(t.Was) > 0 || t.SourceAbove
		p.Machine = p.Machine || t.Machine
		if p.Stale == nil {
			p.Stale = s.StaleOf(n, t)
		}
	}
	kept := same && foreignText(n, own[0], theirs[0]) && !isUpstreamTerm(theirs[0])
	p = p.withState(Waits(n, p.Block) || text.Blank() || kept && own[0].Lang == src.Lang)
	if kept && p.State == TranslatedState {
		p.State = NeutralState
	}
	return p
}

// foreignText reports whether neither the source nor the translation of a block is in the
// language of the note. The language of a block is detected only from its words. Japanese in a
// Russian note may therefore be detected as Chinese.
func foreignText(n *note.Note, source, translation *note.Block) bool {
	return source.Lang != n.Lang && translation.Lang != n.Lang
}

// pieceOfComment returns the piece of a block whose source is in a comment. A block that shares
// the comment of the previous block is neutral.
func (s *translations) pieceOfComment(n *note.Note, b *note.Block) Piece {
	switch {
	case (neutral(b) || b.SourceAbove) && !Waits(n, b):
		return Piece{Block: b, State: NeutralState}
	case len(b.Source) == 0 && len(b.Was) == 0:
		return Piece{Block: b, State: OwnState}
	}
	p := Piece{Block: b, State: TranslatedState, Recorded: true, Machine: b.Machine, Stale: s.StaleOf(n, b)}
	return p.withState(b.Text.Blank() || align.Same(b.Source, b.Text) && !isUpstreamTerm(b))
}
