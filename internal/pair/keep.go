package pair

import (
	"errors"

	"github.com/kawaraban/kawaraban/internal/cache"
	"github.com/kawaraban/kawaraban/internal/note"
)

// keptAlignment is an alignment as it is kept: of the blocks their numbers, in reading order.
type keptAlignment struct {
	matches []keptMatch
	doubts  []keptDoubt
}

type keptMatch struct{ a, b []uint32 }

type keptDoubt struct {
	keptMatch
	why string
}

func (k *keptAlignment) code(c *cache.Coder) {
	cache.List(c, &k.matches, codeMatch)
	cache.List(c, &k.doubts, func(c *cache.Coder, d *keptDoubt) {
		codeMatch(c, &d.keptMatch)
		cache.String(c, &d.why)
	})
}

func codeMatch(c *cache.Coder, m *keptMatch) {
	cache.List(c, &m.a, cache.Int[uint32])
	cache.List(c, &m.b, cache.Int[uint32])
}

// Encode returns the bytes of an alignment of two versions, for [Decode].
func (al *Alignment) Encode(a, b *note.Note) []byte {
	ofA, ofB := numbersIn(a), numbersIn(b)
	of := func(as, bs []*note.Block) keptMatch { return keptMatch{numbersOf(as, ofA), numbersOf(bs, ofB)} }
	var k keptAlignment
	for _, m := range al.Matches {
		k.matches = append(k.matches, of(m.A, m.B))
	}
	for _, d := range al.Doubts {
		k.doubts = append(k.doubts, keptDoubt{of(d.A, d.B), d.Why})
	}
	return cache.Encode(k.code)
}

func numbersIn(n *note.Note) map[*note.Block]uint32 {
	out := map[*note.Block]uint32{}
	for b := range n.All {
		out[b] = uint32(len(out))
	}
	return out
}

func numbersOf(blocks []*note.Block, of map[*note.Block]uint32) []uint32 {
	out := make([]uint32, len(blocks))
	for i, b := range blocks {
		out[i] = of[b]
	}
	return out
}

// errAlignment says that bytes are not those of an alignment.
var errAlignment = errors.New("these are not the bytes of an alignment of these versions")

// Decode returns the alignment of two versions whose bytes these are, as [Alignment.Encode] made
// them of versions with the same blocks. Of any others it returns an error, or an alignment in
// which each block stands once.
func Decode[T string | []byte](data T, a, b *note.Note) (*Alignment, error) {
	var k keptAlignment
	if err := cache.Decode(data, k.code); err != nil {
		return nil, err
	}
	as, bs := listed(a), listed(b)
	al := &Alignment{ofA: make(map[*note.Block]int, len(as)), ofB: make(map[*note.Block]int, len(bs))}
	if len(k.matches) > 0 {
		al.Matches = make([]Match, 0, len(k.matches))
	}
	for _, m := range k.matches {
		match := Match{blocksAt(m.a, as), blocksAt(m.b, bs)}
		if match.A == nil || match.B == nil || len(match.A) > 1 && len(match.B) > 1 {
			return nil, errAlignment
		}
		known := len(al.ofA) + len(al.ofB)
		if al.add(match); len(al.ofA)+len(al.ofB) != known+len(match.A)+len(match.B) {
			return nil, errAlignment
		}
	}
	al.OnlyA, al.OnlyB = without(as, al.ofA), without(bs, al.ofB)
	for _, d := range k.doubts {
		doubt := Doubt{blocksAt(d.a, as), blocksAt(d.b, bs), d.why}
		if !alone(doubt.A, al.ofA) || !alone(doubt.B, al.ofB) {
			return nil, errAlignment
		}
		al.Doubts = append(al.Doubts, doubt)
	}
	return al, nil
}

func listed(n *note.Note) []*note.Block {
	var out []*note.Block
	for b := range n.All {
		out = append(out, b)
	}
	return out
}

// blocksAt returns the blocks with some numbers; nil where there are none or one has no block.
func blocksAt(numbers []uint32, blocks []*note.Block) []*note.Block {
	if len(numbers) == 0 {
		return nil
	}
	out := make([]*note.Block, len(numbers))
	for i, n := range numbers {
		if int(n) >= len(blocks) {
			return nil
		}
		out[i] = blocks[n]
	}
	return out
}

// alone reports whether there are blocks, and none of them has a match.
func alone(blocks []*note.Block, matched map[*note.Block]int) bool {
	return len(blocks) > 0 && len(without(blocks, matched)) == len(blocks)
}

// without returns the blocks that have no match.
func without(blocks []*note.Block, matched map[*note.Block]int) []*note.Block {
	var out []*note.Block
	for _, b := range blocks {
		if _, ok := matched[b]; !ok {
			out = append(out, b)
		}
	}
	return out
}
