package site

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

// How says by which way a text in another language was found beside a block.
type How string

// The ways, the best first: where several lead to a text in one language, the first does.
const (
	ByTranslation How = "translation" // another version of the note has it
	ByComment     How = "comment"     // the block's source, in the comment before it
	ByOfficial    How = "official"    // the official release note of the entry's pull request
	ByNote        How = "note"        // an entry of another note on the same pull request or KEP
	ByMachine     How = "machine"     // another version has it, made by a program and read by nobody
)

// hows lists the ways in the order of preference.
var hows = []How{ByTranslation, ByComment, ByOfficial, ByNote, ByMachine}

// Counterpart is what stands beside a block in another language. Nobody writes into it.
type Counterpart struct {
	How    How
	Lang   note.Lang     // of the version, the comment, the official note, the other note's text
	Note   *note.Note    // whose Blocks these are; nil for a comment
	Blocks []*note.Block // none for a comment. By translation their children stand in Row.Children, else they belong to them
	Text   note.Text     // of a comment
	More   note.Text     // of a comment before an entry: the paragraphs behind Text
}

func rankOf(h How) int { return slices.Index(hows, h) }

// Pairing is a note with what stands beside its blocks in another language. Nobody writes
// into it.
type Pairing struct {
	Note *note.Note
	Lang note.Lang // of the other column; empty when nothing has a counterpart
	Rows []Row
}

// Row is a block of the note, with what stands beside it.
type Row struct {
	Blocks   []*note.Block // of the note; several where they stand for one of the other; none where only the other version has it: then Other has it, in the order of the trail
	Other    []Counterpart // none: no counterpart. The first is in Pairing.Lang; one ByNote in the reader's language may follow, or stand alone, where that is neither
	Stale    *Stale        // the block, or its counterpart, is behind its source
	Children []Row         // of a single block: its children in order, paired in the same way
}

// head is the first block of a row, of the note or else of the other version.
func (r Row) head() *note.Block {
	if len(r.Blocks) > 0 {
		return r.Blocks[0]
	}
	return r.Other[0].Blocks[0]
}
