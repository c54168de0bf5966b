package deflate

import "encoding/binary"

// What the format allows: how long a repetition is, and how far behind it stands what it
// repeats.
const (
	least    = 3
	most     = 258
	farthest = 1 << 15
)

const (
	// tries is how many places with the same beginning are compared at most. It bounds what a
	// text costs that is made to have many.
	tries = 128
	// enough is how long a repetition is for which no longer one is looked for.
	enough = 96
	// farShort is how far back three letters may stand: to say a greater distance takes about as
	// much as they do. Of the shards of an index this is the power of two that makes them shortest.
	farShort = 1 << 9

	hashBits = 14
)

// finder cuts a text into letters and repetitions.
type finder struct {
	text []byte
	at   int // up to here it is cut
	seen int // up to here places are noted
	// base is how many letters all texts before this one had. Places are counted from the
	// beginning of the first text, so that those of earlier ones are known by being lower.
	base   uint32
	latest [1 << hashBits]uint32 // by the sum of three letters: the last place of such, plus one
	before []uint32              // by place in the text: the one before it with the same sum, plus one
}

// begin takes the next text.
func (f *finder) begin(text []byte) {
	last := uint64(f.base) + uint64(len(f.text)) + uint64(len(text))
	if f.base += uint32(len(f.text)); last >= 1<<32-1 {
		f.base = 0
		clear(f.latest[:])
	}
	f.text, f.at, f.seen = text, 0, 0
	if cap(f.before) < len(text) {
		f.before = make([]uint32, len(text))
	}
	f.before = f.before[:len(text)]
}

// next adds what the text has next to a block: letters, and one repetition at most. What ends
// it stands before end.
func (f *finder) next(end int, b *block) {
	length, back := f.find(f.at, end, least-1)
	if length < least {
		b.letter(f.text[f.at])
		f.at++
		return
	}
	for length < enough && f.at+1 < end {
		longer, further := f.find(f.at+1, end, length)
		if longer <= length {
			break
		}
		b.letter(f.text[f.at])
		f.at++
		length, back = longer, further
	}
	b.repeat(length, back)
	f.at += length
}

// find returns the longest repetition at a place and how far back it stands: one that is longer
// than beat, else one of no length.
func (f *finder) find(at, end, beat int) (length, back int) {
	if at+least > end {
		return 0, 0
	}
	rest := f.text[at:min(end, at+most)]
	place := f.note(at)
	for range tries {
		if place <= f.base {
			break
		}
		from := int(place - f.base - 1)
		if at-from > farthest {
			break
		}
		if n := f.alike(from, rest, beat); n > beat && (n > least || at-from <= farShort) {
			length, back, beat = n, at-from, n
			if n >= enough || n == len(rest) {
				break
			}
		}
		place = f.before[from]
	}
	return length, back
}

// note notes all places up to one, and returns the last before it whose three letters have the
// same sum, plus one, counted from the first text.
func (f *finder) note(at int) uint32 {
	for ; f.seen <= at; f.seen++ {
		if f.seen+least > len(f.text) {
			f.before[f.seen] = 0
			continue
		}
		latest := &f.latest[sum(f.text[f.seen:])]
		f.before[f.seen], *latest = *latest, f.base+uint32(f.seen)+1
	}
	return f.before[at]
}

// sum tells three letters from most others.
func sum(text []byte) uint32 {
	three := uint32(text[0]) | uint32(text[1])<<8 | uint32(text[2])<<16
	return three * 0x9E3779B1 >> (32 - hashBits)
}

// alike returns how many letters from a place on are those of rest: no more than beat where it is
// not more than that.
func (f *finder) alike(from int, rest []byte, beat int) int {
	text := f.text[from:][:len(rest)]
	if beat >= len(rest) || text[beat] != rest[beat] {
		return 0
	}
	n := 0
	for n+8 <= len(rest) && binary.LittleEndian.Uint64(text[n:]) == binary.LittleEndian.Uint64(rest[n:]) {
		n += 8
	}
	for n < len(rest) && text[n] == rest[n] {
		n++
	}
	return n
}
