package site

import (
	"github.com/kawaraban/kawaraban/internal/note"
)

// Stale is a translated block whose source changed after the translation.
type Stale struct {
	Block    *note.Block // translated block
	Note     *note.Note  // note of Block
	Lang     note.Lang   // language of the source
	Was, Now note.Text   // source when it was translated, and current source
}

// Translation is the progress of a translation: a version that translates another, or a note that
// keeps its source in comments. It does not count blocks that are equal in all languages. These
// are code, pictures, cards, and blocks with only numbers, code and references. It does not count
// text that the source quotes in another language either.
type Translation struct {
	Note       *note.Note
	From       note.Lang
	Blocks     int // blocks of the source: headings, entries, remarks and prose
	Translated int // translated blocks, including outdated and machine-translated ones
	Stale      int // translated blocks whose source changed later
	Missing    int // blocks that are not translated
	Uncertain  int // blocks that may be translated: the alignment is uncertain
	Machine    int // unreviewed machine translations
	Unrecorded int // translated blocks without a recorded source, whose age is unknown
	Pieces     []Piece
}

// Piece is a block of the source with its translation, or a block that only the translation has.
type Piece struct {
	Source *note.Block // nil if the source is in a comment, or if only the translation has the block
	Block  *note.Block // nil without a translation
	State  PieceState
	Stale  *Stale // set in StaleState
	// Recorded reports whether the source text is recorded, in a comment of this block or of
	// another block with the same source.
	Recorded bool
	Machine  bool // whether the block is a machine translation
}

// PieceState is the state of a piece of a translation.
type PieceState string

// The states of a piece.
const (
	TranslatedState PieceState = "translated"
	StaleState      PieceState = "stale"     // translated, but the source changed later
	MachineState    PieceState = "machine"   // unreviewed machine translation, up to date
	MissingState    PieceState = "missing"   // not translated
	UncertainState  PieceState = "uncertain" // the alignment is uncertain
	NeutralState    PieceState = "neutral"   // equal in all languages, or a quotation; not counted
	OwnState        PieceState = "own"       // only in the translation; not counted
)

func (t *Translation) count(p Piece) {
	switch p.State {
	case NeutralState, OwnState:
		return
	case MissingState:
		t.Missing++
	case UncertainState:
		t.Uncertain++
	default:
		t.Translated++
		if !p.Recorded {
			t.Unrecorded++
		}
		if p.Machine {
			t.Machine++
		}
		if p.State == StaleState {
			t.Stale++
		}
	}
	t.Blocks++
}

func (p Piece) withState(missing bool) Piece {
	switch {
	case missing:
		p.State, p.Stale, p.Machine = MissingState, nil, false
	case p.Stale != nil:
		p.State = StaleState
	case p.Machine:
		p.State = MachineState
	}
	return p
}
