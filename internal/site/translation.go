package site

import (
	"cmp"
	"regexp"
	"strings"
	"unicode"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

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

// Translations lists every published version of a note that is a translation, and every
// note that keeps its source in comments, by note and language.
func (s *Site) Translations() []Translation {
	var out []Translation
	for _, n := range s.translating {
		if t, ok := s.TranslationOf(n); ok {
			out = append(out, t)
		}
	}
	return out
}

// TranslationOf counts how far a published note has come as a translation; false where it
// is none. Lists of notes ask it for each of them, so it is counted once; nobody writes into
// the pieces.
func (s *Site) TranslationOf(n *note.Note) (Translation, bool) {
	t := s.kinOf(n).translations.Make(n, func() *Translation { return s.newTranslation(n) })
	return *t, t.From != ""
}

// newTranslation counts; From is empty where the note is no translation.
func (s *Site) newTranslation(n *note.Note) *Translation {
	t := &Translation{Note: n}
	src := s.SourceOf(n)
	switch {
	case src != nil:
		t.From = src.Lang
		t.Pieces = s.piecesOf(n, src)
	default:
		t.From = s.recorded(n)
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

// recorded is recordedLang of a note, which is read once for a published one.
func (s *Site) recorded(n *note.Note) note.Lang {
	if base := s.bases[n]; base != nil {
		return base.recorded
	}
	return recordedLang(n)
}

// recordedLang is the language in which most of a note's comments hold its source; empty
// where none does.
func recordedLang(n *note.Note) note.Lang {
	count := map[note.Lang]int{}
	most := note.Lang("")
	for b := range n.All {
		if l := b.SourceLang; l != "" && l != n.Lang {
			count[l]++
			if count[l] > count[most] || count[l] == count[most] && cmp.Less(l, most) {
				most = l
			}
		}
	}
	return most
}

// piecesOf lists the blocks of a source with what stands for them, then the blocks that
// only the translation has.
func (s *Site) piecesOf(n, src *note.Note) []Piece {
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
func (s *Site) piece(n, src *note.Note, b *note.Block, own, theirs []*note.Block) Piece {
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

// untold reports whether neither a source nor what stands for it is in the language of the
// translation. The language of a block is that of its words alone: those of Japanese in a
// Russian note may be taken for Chinese.
func untold(n *note.Note, source, translation *note.Block) bool {
	return source.Lang != n.Lang && translation.Lang != n.Lang
}

// usual reports whether a block is a heading that names a kind or a stage as upstream does:
// many a note in another language keeps its English words.
func usual(b *note.Block) bool {
	if b.Type != note.Heading {
		return false
	}
	words := b.Text.Plain()
	return strings.IndexFunc(words, func(r rune) bool { return r > unicode.MaxASCII && unicode.IsLetter(r) }) < 0 &&
		(source.KindOfHeading(words) != "" || source.StageOfHeading(words) != "")
}

// pieceOfComment is a block with the source in the comment before it. One whose source stands
// with that of the block before it is no piece of its own.
func (s *Site) pieceOfComment(n *note.Note, b *note.Block) Piece {
	switch {
	case (neutral(b) || b.SourceAbove) && !Waits(n, b):
		return Piece{Block: b, State: NeutralState}
	case len(b.Source) == 0 && len(b.Was) == 0:
		return Piece{Block: b, State: OwnState}
	}
	p := Piece{Block: b, State: TranslatedState, Recorded: true, Machine: b.Machine, Stale: s.StaleOf(n, b)}
	return p.settled(b.Text.Blank() || align.Same(b.Source, b.Text) && !usual(b))
}

// codeOrTag is what says nothing in the HTML of a text.
var codeOrTag = regexp.MustCompile(`(?s)<code[^>]*>.*?</code>|<[^>]*>|&[^;]*;`)

// neutral reports whether a block is the same in all languages: code, pictures, cards, and
// what says nothing but numbers, names in code and references.
func neutral(b *note.Block) bool {
	switch b.Type {
	case note.Code, note.Picture, note.Card:
		return true
	}
	for _, sp := range b.Text {
		words, _, _ := strings.Cut(sp.HTML, "<")
		if sp.Ref == nil && !strings.Contains(words, "&") && strings.ContainsFunc(words, unicode.IsLetter) {
			return false // as nearly always, without taking markup out
		}
		if sp.Ref == nil && strings.ContainsFunc(codeOrTag.ReplaceAllString(sp.HTML, ""), unicode.IsLetter) {
			return false
		}
	}
	return true
}

func firstOf(blocks []*note.Block) *note.Block {
	if len(blocks) == 0 {
		return nil
	}
	return blocks[0]
}
