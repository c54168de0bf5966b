package deflate

import (
	mathbits "math/bits"
	"slices"
)

// code is a prefix code for an alphabet: how often each symbol is there, and then how it is
// written.
type code struct {
	count  [symbols]uint32
	length [symbols]uint8  // in bits; none of what is not there
	bits   [symbols]uint16 // the first one lowest, as a stream has them
	used   int             // of the alphabet: behind it nothing is
	order  []uint32        // the symbols that are there, the rarest first, with their counts
	tree   []uint32
}

// begin forgets the counts of the first symbols, which are all there are.
func (c *code) begin(size int) {
	clear(c.count[:size])
	c.used = size
}

// make makes the code with the fewest bits of which no symbol has more than a number, as near
// as can be told from how deep each symbol stands in the best tree: what stands deeper is put
// higher, and others lower for it.
func (c *code) make(longest int) {
	clear(c.length[:c.used])
	c.order = c.order[:0]
	for s, n := range c.count[:c.used] {
		if n > 0 {
			c.order = append(c.order, n<<9|uint32(s))
		}
	}
	slices.Sort(c.order)
	if len(c.order) < 2 {
		c.alone()
		return
	}
	var many [maxDepth]int // symbols by their depth
	for _, d := range c.depths() {
		many[min(int(d), longest)]++
	}
	settle(&many, longest)
	at := len(c.order)
	for length := 1; length <= longest; length++ {
		for range many[length] {
			at--
			c.length[c.order[at]&511] = uint8(length)
		}
	}
	c.assign()
}

// alone makes the code of one symbol, or of none, to which one of one bit is given: not every
// reader takes a code that has none.
func (c *code) alone() {
	symbol := uint32(0)
	if len(c.order) == 1 {
		symbol = c.order[0] & 511
	}
	c.length[symbol] = 1
	c.assign()
}

// maxDepth is more than how deep a tree of counts gets whose sum fits into 32 bits.
const maxDepth = 64

// depths returns how deep each symbol of the order stands in the tree in which, again and again,
// the two rarest become one. What became one earlier is rarer than what did later, so that the
// rarest is the first of two rows, of symbols and of joints.
func (c *code) depths() []uint32 {
	n := len(c.order)
	c.tree = slices.Grow(c.tree[:0], 3*n)[:3*n]
	joints, above := c.tree[:0:n], c.tree[n:] // what joints count; the joint above a symbol or a joint, then its depth
	leaf, joint := 0, 0
	rarest := func() (count uint32, at int) {
		if joint == len(joints) || leaf < n && c.order[leaf]>>9 <= joints[joint] {
			leaf++
			return c.order[leaf-1] >> 9, leaf - 1
		}
		joint++
		return joints[joint-1], n + joint - 1
	}
	for len(joints) < n-1 {
		one, a := rarest()
		other, b := rarest()
		above[a], above[b] = uint32(n+len(joints)), uint32(n+len(joints))
		joints = append(joints, one+other)
	}
	above[2*n-2] = 0
	for i := 2*n - 3; i >= 0; i-- {
		above[i] = above[above[i]] + 1
	}
	return above[:n]
}

// settle makes of how many symbols have each length one of which there is a code: those that
// were cut to the longest have taken room from others.
func settle(many *[maxDepth]int, longest int) {
	taken := 0 // of 1<<longest
	for length := 1; length <= longest; length++ {
		taken += many[length] << (longest - length)
	}
	for ; taken > 1<<longest; taken-- {
		length := longest - 1
		for many[length] == 0 {
			length--
		}
		// One goes a step down, and takes one of the longest beside it.
		many[length]--
		many[length+1] += 2
		many[longest]--
	}
}

// assign gives the symbols their bits, as RFC 1951 (3.2.2) has them follow from the lengths.
func (c *code) assign() {
	var many, next [16]uint16
	for _, l := range c.length[:c.used] {
		many[l]++
	}
	many[0] = 0
	for l := 1; l < len(next); l++ {
		next[l] = (next[l-1] + many[l-1]) << 1
	}
	for s, l := range c.length[:c.used] {
		if l > 0 {
			c.bits[s] = mathbits.Reverse16(next[l]) >> (16 - l)
			next[l]++
		}
	}
}

// size is how many bits the symbols take that were counted.
func (c *code) size() int {
	return c.sizeBy(func(s uint32) uint8 { return c.length[s] })
}

// sizeBy is size for codes of other lengths.
func (c *code) sizeBy(length func(symbol uint32) uint8) (n int) {
	for _, o := range c.order {
		n += int(o>>9) * int(length(o&511))
	}
	return n
}

// fix takes the code of these lengths, for all symbols.
func (c *code) fix(length func(symbol uint32) uint8) {
	c.used = len(c.length)
	for s := range c.length {
		c.length[s] = length(uint32(s))
	}
	c.assign()
}

// formatLength is how long the code of a letter or length is in the code that the format has
// for blocks without one of their own (RFC 1951, 3.2.6), and flat that of a distance.
func formatLength(symbol uint32) uint8 {
	switch {
	case symbol < 144:
		return 8
	case symbol < 256:
		return 9
	case symbol < 280:
		return 7
	}
	return 8
}

func flat(uint32) uint8 { return 5 }

// highest returns the place of the highest bit of a number that is not 0.
func highest(n uint32) uint32 { return uint32(mathbits.Len32(n)) - 1 }
