// Package align aligns two versions of a note block by block. [Align] returns the blocks that
// correspond. [Same] reports whether two texts have the same content, and [Diff] returns the
// edits between two texts. Either version may be the translation of the other. The package reads
// only the two notes and no site.
//
// # How pairs are found
//
// Certain pairs come first, because other pairs are derived from them:
//
//   - IDs: explicit ones, and those made from the pull request or KEP of an entry. If several
//     entries have the same subject, they are paired by date, kind and references if one pair is
//     clearly best.
//   - The recorded source: a comment that equals a block of the other version, or is clearly an
//     older version of the block.
//   - Equal content: code, pictures, text that is not translated, and blocks with the same rare
//     names.
//   - Headings: by the votes of the paired blocks below them. Below paired headings by ID, and by
//     the kind, stage or date of their entries.
//   - Other blocks, within sections and between paired neighbours. All alignments are weighed,
//     with missing blocks in both versions and with paragraphs that were split or merged. The
//     score uses type, shape, length by sentence, lists, tables, code, references, addresses,
//     numbers, Latin names and recorded sources. See lattice.
//   - Remarks and details within paired entries, in the same way.
//
// A pair is accepted only if it is nearly certain. The probability that a block has no
// counterpart is estimated from the two versions. If many blocks are missing, the position of a
// block is weak evidence. If none are missing, it is strong. An uncertain pair becomes a [Doubt]
// with a reason.
//
// The time is linear in the number of blocks.
package align

import (
	"github.com/kawaraban/kawaraban/internal/note"
)

// Match is a pair of blocks or groups of blocks that correspond.
type Match struct {
	A, B []*note.Block // neither is empty; one has several blocks if a paragraph was split or merged
}

// Doubt is an uncertain pair. The Matches of an Alignment do not include it.
type Doubt struct {
	A, B []*note.Block // neither is empty
	Why  string        // reason in one sentence
}

// Alignment is the result of [Align]. Each block of both versions, including children, is in
// exactly one Match, or in OnlyA or OnlyB. Blocks of a Doubt are in OnlyA and OnlyB.
type Alignment struct {
	Matches []Match // in the reading order of A
	OnlyA   []*note.Block
	OnlyB   []*note.Block
	Doubts  []Doubt

	ofA, ofB map[*note.Block]int // index in Matches
}

// OfA returns the match of a block of the first version. It returns false if the block has none.
func (al *Alignment) OfA(b *note.Block) (Match, bool) { return al.of(al.ofA, b) }

// OfB returns the match of a block of the second version. It returns false if the block has none.
func (al *Alignment) OfB(b *note.Block) (Match, bool) { return al.of(al.ofB, b) }

func (al *Alignment) of(in map[*note.Block]int, b *note.Block) (Match, bool) {
	i, ok := in[b]
	if !ok {
		return Match{}, false
	}
	return al.Matches[i], true
}
