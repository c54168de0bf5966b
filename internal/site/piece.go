package site

import (
	"github.com/kawaraban/kawaraban/internal/note"
)

// Stale is a translated block whose source has been reworded since.
type Stale struct {
	Block    *note.Block // the translated one
	Note     *note.Note  // whose block it is
	Lang     note.Lang   // of the source
	Was, Now note.Text   // the source as it was translated, and as it is today
}

// Translation is how far a version of a note has come that translates another, or a note
// that keeps its source in comments. What is the same in all languages is not counted: code,
// pictures, cards, and blocks of numbers, names in code and references alone; nor is what the
// source cites in another language than its own and the translation keeps.
type Translation struct {
	Note       *note.Note
	From       note.Lang
	Blocks     int // of the source: headings, entries, remarks and prose
	Translated int // of them, however old and whoever made them
	Stale      int // of the translated: their source has been reworded
	Missing    int // not yet translated
	Uncertain  int // perhaps translated: no block was surely found to stand for them
	Machine    int // of the translated: made by a machine and not yet read by a human
	Unrecorded int // of the translated: nothing says what they were made from, so their age is not known
	Pieces     []Piece
}

// Piece is a block of the source of a translation, or one that only the translation has.
type Piece struct {
	Source *note.Block // nil where a comment holds the source, and of a block that only the translation has
	Block  *note.Block // nil where nothing stands for the source
	State  PieceState
	Stale  *Stale // where the state is StaleState
	// Recorded is set where the block, or one that stands beside it for the same source, says
	// what it was made from.
	Recorded bool
	Machine  bool // a machine made the block
}

// PieceState says how a piece of a translation stands.
type PieceState string

// The states of pieces.
const (
	TranslatedState PieceState = "translated"
	StaleState      PieceState = "stale"     // translated, and the source has been reworded since
	MachineState    PieceState = "machine"   // translated by a machine, and not behind its source
	MissingState    PieceState = "missing"   // not translated
	UncertainState  PieceState = "uncertain" // no block was surely found to stand for it
	NeutralState    PieceState = "neutral"   // the same in all languages, or cited and kept; not counted
	OwnState        PieceState = "own"       // only the translation has it; not counted
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

// settled gives a piece its state.
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
