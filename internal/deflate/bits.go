package deflate

import "encoding/binary"

// bits is a stream, the first bit of a byte its lowest.
type bits struct {
	out   []byte
	held  uint64 // that are no whole byte yet
	width uint32 // of held
}

// put writes the lowest bits of a number, of 32 at most.
func (b *bits) put(value, width uint32) {
	b.held |= uint64(value) << b.width
	if b.width += width; b.width >= 32 {
		b.out = binary.LittleEndian.AppendUint32(b.out, uint32(b.held))
		b.held >>= 32
		b.width -= 32
	}
}

// code writes a symbol.
func (b *bits) code(c *code, symbol uint32) {
	b.put(uint32(c.bits[symbol]), uint32(c.length[symbol]))
}

// end fills the last byte up, and returns all.
func (b *bits) end() []byte {
	for ; b.width > 0; b.width -= min(8, b.width) {
		b.out = append(b.out, byte(b.held))
		b.held >>= 8
	}
	return b.out
}

// mostPlain is how many letters stand as they are in one block.
const mostPlain = 1<<16 - 1

// plain writes letters as they are, in as many blocks as they need.
func (b *bits) plain(text []byte, final uint32) {
	for {
		part := text[:min(len(text), mostPlain)]
		text = text[len(part):]
		last := final
		if len(text) > 0 {
			last = 0
		}
		b.put(last, 3)
		b.end()
		b.out = binary.LittleEndian.AppendUint16(b.out, uint16(len(part)))
		b.out = binary.LittleEndian.AppendUint16(b.out, ^uint16(len(part)))
		b.out = append(b.out, part...)
		if len(text) == 0 {
			return
		}
	}
}
