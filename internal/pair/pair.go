// Package pair lays two versions of a note side by side, block by block: Align says which
// blocks tell the same, Same whether two texts do, Diff how one became the other.
package pair

import "github.com/kawaraban/kawaraban/internal/note"

// Match is a block of one version and what stands for it in the other.
type Match struct {
	A, B []*note.Block // neither empty; more than one on one side: a paragraph split or merged
}

// Doubt is a pair that was left out of the Matches of an Alignment, since it is uncertain.
type Doubt struct {
	A, B []*note.Block
	Why  string // one plain sentence
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

// Align pairs the blocks of two versions of a note; either may translate the other.
func Align(a, b *note.Note) *Alignment {
	flipped := order(a, b) > 0
	if flipped {
		a, b = b, a
	}
	l := newAligner(a, b)
	l.run()
	return l.result(flipped)
}
