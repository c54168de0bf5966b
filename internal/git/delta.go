package git

import (
	"encoding/binary"
	"math/bits"
)

// The bounds of deltas: how long a chain of them is at most (git itself makes chains of up to
// 50), and how large contents are that are compared.
const (
	maxChain  = 32
	maxDeltas = 1 << 20
)

// block is how many bytes have to be alike to be copied.
const block = 16

// delta says how a content is made of another one, in git's form (gitformat-pack, "Deltified
// representation"): the sizes of both, then what to copy from where and what to put in. It is
// nil where hardly anything is alike. Pages of one site differ in little, and git looks for no
// deltas within one pack that has none: a push would send all of every page.
func delta(base, content []byte) []byte {
	if len(base) < block || len(content) < block || len(base) > maxDeltas || len(content) > maxDeltas {
		return nil
	}
	out := binary.AppendUvarint(nil, uint64(len(base)))
	out = binary.AppendUvarint(out, uint64(len(content)))
	blocks := newBlocks(base)
	done, most := 0, len(content)/2
	for at := 0; at+block <= len(content); {
		from, ok := blocks.find(content[at:])
		if !ok {
			at++
			continue
		}
		start := at
		for start > done && from > 0 && base[from-1] == content[start-1] {
			start, from = start-1, from-1
		}
		n := alike(base[from:], content[start:])
		out = appendCopy(appendPut(out, content[done:start]), from, n)
		at = start + n
		if done = at; len(out) > most {
			return nil
		}
	}
	if out = appendPut(out, content[done:]); len(out) > most {
		return nil
	}
	return out
}

// alike is how many bytes two texts have in common from their beginnings on.
func alike(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// blocks find a block of a content: the first of those whose sums fall on one place.
type blocks struct {
	content []byte
	at      []uint32 // offset of the block, plus 1
	shift   int
}

func newBlocks(content []byte) blocks {
	size := bits.Len(uint(len(content)/block)) + 1
	b := blocks{content, make([]uint32, 1<<size), 64 - size}
	for at := (len(content)/block - 1) * block; at >= 0; at -= block {
		b.at[b.sum(content[at:])] = uint32(at) + 1
	}
	return b
}

// sum is the place of the block that a text begins with.
func (b blocks) sum(text []byte) uint64 {
	first, second := binary.LittleEndian.Uint64(text), binary.LittleEndian.Uint64(text[8:])
	return (first*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(second*0xc2b2ae3d27d4eb4f, 31)) * 0x9e3779b97f4a7c15 >> b.shift
}

// find returns where the block that a text begins with stands.
func (b blocks) find(text []byte) (int, bool) {
	at := int(b.at[b.sum(text)]) - 1
	return at, at >= 0 && string(b.content[at:at+block]) == string(text[:block])
}

// appendPut appends instructions that put bytes in, 127 at a time.
func appendPut(out, text []byte) []byte {
	for len(text) > 0 {
		n := min(len(text), 127)
		out = append(append(out, byte(n)), text[:n]...)
		text = text[n:]
	}
	return out
}

// maxCopy is how much one instruction copies.
const maxCopy = 0xffff

// appendCopy appends instructions that copy bytes of the base: a byte whose bits say which
// bytes of offset and size follow, least first; those that are 0 are left out.
func appendCopy(out []byte, from, n int) []byte {
	for n > 0 {
		size := min(n, maxCopy)
		flags, head := byte(0x80), len(out)
		out = append(out, 0)
		for i := range 4 {
			if c := byte(from >> (8 * i)); c != 0 {
				flags, out = flags|1<<i, append(out, c)
			}
		}
		for i := range 2 {
			if c := byte(size >> (8 * i)); c != 0 {
				flags, out = flags|1<<(4+i), append(out, c)
			}
		}
		out[head] = flags
		from, n = from+size, n-size
	}
	return out
}
