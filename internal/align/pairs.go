// Package align aligns two versions of a note block by block. [Align] returns the blocks that
// correspond, [Same] reports whether two texts have the same content, and [Diff] lists the edits
// between two texts. Either version may be the translation of the other.
//
// # How pairs are found
//
// Certain pairs come first, then what follows from them:
//
//   - IDs: explicit ones, and those made from the pull request or KEP of an entry. If several
//     entries share a subject, date, kind and references decide, with a wide margin or not at all.
//   - The recorded source: a comment that equals a block of the other version; then one that is
//     clearly an older version of a block.
//   - Equal content: code, pictures, untranslated text, and blocks with the same rare names.
//   - Headings: by the votes of the paired blocks under them; below paired headings by ID, and by
//     the kind, stage or date of their entries.
//   - Other blocks, within sections and between paired neighbours. All alignments are weighed,
//     with blocks missing on both sides and paragraphs split or merged. The score uses
//     type, shape, length by sentence, lists, tables, code, references, addresses, numbers, Latin
//     names and recorded sources. See lattice.
//   - Remarks and details within paired entries, in the same way.
//
// A pair is accepted only if it is nearly certain. How likely a block lacks a counterpart is estimated
// from the two versions. If many blocks are missing, the position of a block is weak evidence; if
// none is, it is strong. An uncertain pair becomes a [Doubt] with a reason.
//
// Time is linear in the number of blocks.
package align

import (
	"github.com/kawaraban/kawaraban/internal/note"
)

// Match pairs blocks of both versions.
type Match struct {
	A, B []*note.Block // neither empty; several on one side if a paragraph was split or merged
}

// Doubt is an uncertain pair, which is not in the Matches of an Alignment.
type Doubt struct {
	A, B []*note.Block // neither empty
	Why  string        // one sentence
}

// Alignment is the result of [Align]. Every block of both versions, children included, is in
// exactly one Match or in OnlyA or OnlyB. Blocks of a Doubt are in OnlyA and OnlyB.
type Alignment struct {
	Matches []Match // in reading order of A
	OnlyA   []*note.Block
	OnlyB   []*note.Block
	Doubts  []Doubt

	ofA, ofB map[*note.Block]int // index in Matches
}

// OfA returns the match of a block of the first version; false if it has none.
func (al *Alignment) OfA(b *note.Block) (Match, bool) { return al.of(al.ofA, b) }

// OfB returns the match of a block of the second version; false if it has none.
func (al *Alignment) OfB(b *note.Block) (Match, bool) { return al.of(al.ofB, b) }

func (al *Alignment) of(in map[*note.Block]int, b *note.Block) (Match, bool) {
	i, ok := in[b]
	if !ok {
		return Match{}, false
	}
	return al.Matches[i], true
}
