package site

import (
	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/note"
)

// Translations lists every published version of a note that is a translation, and every
// note that keeps its source in comments, by note and language.
func (s *translations) Translations() []Translation {
	var out []Translation
	for _, n := range s.citations.translating {
		if t, ok := s.TranslationOf(n); ok {
			out = append(out, t)
		}
	}
	return out
}

// TranslationOf counts how far a published note has come as a translation; false where it
// is none. Lists of notes ask it for each of them, so it is counted once; nobody writes into
// the pieces.
func (s *translations) TranslationOf(n *note.Note) (Translation, bool) {
	t := s.memoOf(n).translations.Make(n, func() *Translation { return s.newTranslation(n) })
	return *t, t.From != ""
}

// newTranslation counts; From is empty where the note is no translation.
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

// piecesOf lists the blocks of a source with what stands for them, then the blocks that
// only the translation has.
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

// piece is a block of the source for which blocks of a translation stand. It is not yet
// translated where they still have its own words in its own language, or none. Where both say
// the same, nothing has to tell what the translation was made from. What the source itself
// cites in another language, as the English title of a KEP, may stay as it is everywhere.
func (s *translations) piece(n, src *note.Note, b *note.Block, own, theirs []*note.Block) Piece {
	said := joined(theirs)
	same := align.Same(joined(own), said)
	p := Piece{Source: b, Block: theirs[0], State: TranslatedState, Recorded: same}
	for _, t := range theirs {
		p.Recorded = p.Recorded || len(t.Source) > 0 || len(t.Was) > 0 || t.SourceAbove
		p.Machine = p.Machine || t.Machine
		if p.Stale == nil {
			p.Stale = s.StaleOf(n, t)
		}
	}
	kept := same && untold(n, own[0], theirs[0]) && !usual(theirs[0])
	p = p.settled(Waits(n, p.Block) || said.Blank() || kept && own[0].Lang == src.Lang)
	if kept && p.State == TranslatedState {
		p.State = NeutralState
	}
	return p
}

// untold reports whether neither a source nor what stands for it is in the language of the
// translation. The language of a block is that of its words alone: those of Japanese in a
// Russian note may be taken for Chinese.
func untold(n *note.Note, source, translation *note.Block) bool {
	return source.Lang != n.Lang && translation.Lang != n.Lang
}

// pieceOfComment is a block with the source in the comment before it. One whose source stands
// with that of the block before it is no piece of its own.
func (s *translations) pieceOfComment(n *note.Note, b *note.Block) Piece {
	switch {
	case (neutral(b) || b.SourceAbove) && !Waits(n, b):
		return Piece{Block: b, State: NeutralState}
	case len(b.Source) == 0 && len(b.Was) == 0:
		return Piece{Block: b, State: OwnState}
	}
	p := Piece{Block: b, State: TranslatedState, Recorded: true, Machine: b.Machine, Stale: s.StaleOf(n, b)}
	return p.settled(b.Text.Blank() || align.Same(b.Source, b.Text) && !usual(b))
}
