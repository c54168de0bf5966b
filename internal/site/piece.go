package site

import (
	"github.com/kawaraban/kawaraban/internal/note"
)

// Stale is a translated block whose source was changed later.
type Stale struct {
	Block    *note.Block // the translated block
	Note     *note.Note  // the note that contains it
	Lang     note.Lang   // of the source
	Was, Now note.Text   // the source when it was translated, and its current text
}

// Translation is the progress of a version that translates another, or of a note that keeps its
// source in comments. Blocks that are the same in all languages are not counted: code, pictures,
// cards, and blocks with only numbers, code and references. Text that the source quotes in another
// language is not counted either.
type Translation struct {
	Note       *note.Note
	From       note.Lang
	Blocks     int // of the source: headings, entries, remarks and prose
	Translated int // including outdated and machine translations
	Stale      int // translated, but the source was changed later
	Missing    int // not yet translated
	Uncertain  int // maybe translated: the alignment is uncertain
	Machine    int // unreviewed machine translations
	Unrecorded int // translated without a recorded source, so their age is unknown
	Pieces     []Piece
}

// Piece is a block of the source with its translation, or a block that only the translation has.
type Piece struct {
	Source *note.Block // nil if a comment holds the source, or if only the translation has the block
	Block  *note.Block // nil without a translation
	State  PieceState
	Stale  *Stale // set in StaleState
	// Recorded reports whether the source text is recorded, by the block or another one for the
	// same source.
	Recorded bool
	Machine  bool // machine translation
}

// PieceState is the state of a piece of a translation.
type PieceState string

// The states of pieces.
const (
	TranslatedState PieceState = "translated"
	StaleState      PieceState = "stale"     // translated, but the source was changed later
	MachineState    PieceState = "machine"   // unreviewed machine translation, up to date
	MissingState    PieceState = "missing"   // not translated
	UncertainState  PieceState = "uncertain" // the alignment is uncertain
	NeutralState    PieceState = "neutral"   // the same in all languages, or a quotation; not counted
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

func (p Piece) settled(missing bool) Piece {
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
