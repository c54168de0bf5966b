// Package align lays two versions of a note side by side, block by block: Align says which
// blocks tell the same, Same whether two texts do, Diff how one became the other. It knows no
// site and no files; either version may be the translation of the other.
//
// # How pairs are found
//
// From what is certain to what follows from it:
//
//   - ids: those that authors gave, and those that say what an entry is about, its pull
//     request or KEP. Where several entries are about one thing their ids only number them;
//     date, kind and what they name tell them apart, by far or not at all.
//   - the recorded source: a block whose comment holds, word for word, a block of the other
//     version; then what clearly is an older wording of one, wherever it has gone.
//   - what is the same in both: code, pictures, text that is not yet translated; and blocks
//     that name the same rare things.
//   - headings: by the vote of what is paired under them; below paired headings by their
//     ids, and by the kind, stage or date of the entries under them.
//   - the rest, within sections and between neighbours that are paired: all ways to lay one
//     stretch along the other are weighed, with blocks left out on both sides, paragraphs
//     split and merged. What counts is type and shape, lengths sentence by sentence, lists and
//     tables, code, references, addresses, numbers, names in Latin letters, and recorded
//     sources. See run.
//   - remarks and details within paired entries, in the same way.
//
// A pair is taken when the run is all but certain of it. How likely it is that a block has no
// counterpart is learnt from the two versions themselves: where much was left out, the place
// of a block says little; where nothing was, it says nearly all. What is left uncertain is a
// Doubt, with the reason.
//
// Align works in time linear in the number of blocks, whatever they hold.
package align

import (
	"github.com/kawaraban/kawaraban/internal/note"
)

// Match is a block of one version and what stands for it in the other.
type Match struct {
	A, B []*note.Block // neither empty; more than one on one side: a paragraph split or merged
}

// Doubt is a pair that was left out of the Matches of an Alignment, since it is uncertain.
type Doubt struct {
	A, B []*note.Block // neither empty
	Why  string        // one plain sentence
}

// Alignment is what two versions of a note have in common. Every block of both, children
// too, stands in exactly one Match or in OnlyA or OnlyB; those of a Doubt are among the
// latter.
type Alignment struct {
	Matches []Match // in reading order of A
	OnlyA   []*note.Block
	OnlyB   []*note.Block
	Doubts  []Doubt

	ofA, ofB map[*note.Block]int // the place in Matches
}

// OfA returns the match that a block of the first version is part of; false where it has
// none.
func (al *Alignment) OfA(b *note.Block) (Match, bool) { return al.of(al.ofA, b) }

// OfB returns the match that a block of the second version is part of; false where it has
// none.
func (al *Alignment) OfB(b *note.Block) (Match, bool) { return al.of(al.ofB, b) }

func (al *Alignment) of(in map[*note.Block]int, b *note.Block) (Match, bool) {
	i, ok := in[b]
	if !ok {
		return Match{}, false
	}
	return al.Matches[i], true
}
