package deflate

// A block with codes of its own begins with them: how long the code of each symbol is, as runs
// of equal lengths, in a code whose own lengths come first.

// run is a symbol of the alphabet of lengths: 0 to 15 are these; 16 is the last once more, 17
// and 18 are symbols that are not there, each as often as extra says.
type run struct{ symbol, extra, width uint32 }

// told is the order in which the lengths of the code of lengths are told: of those behind the
// last that is there nothing is.
var told = [lengthsOf]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// head makes the beginning of a block, and returns how many bits it takes.
func (b *block) head() int {
	b.lengths.begin(lengthsOf)
	b.runs = b.runs[:0]
	b.tell(b.letters.lengths(endOfBlock+1), b.distance.lengths(1))
	for _, r := range b.runs {
		b.lengths.count[r.symbol]++
	}
	b.lengths.make(7)
	size := 3 + 5 + 5 + 4 + 3*b.lengthsTold()
	for _, r := range b.runs {
		size += int(b.lengths.length[r.symbol]) + int(r.width)
	}
	return size
}

// lengths are those of the symbols up to the last that is there, of so many at least.
func (c *code) lengths(least int) []uint8 {
	n := c.used
	for n > least && c.length[n-1] == 0 {
		n--
	}
	return c.length[:n]
}

// tell makes the runs of two lists of lengths. A run may go on from one to the other.
func (b *block) tell(lists ...[]uint8) {
	var all [symbols + distances]uint8
	n := 0
	for _, l := range lists {
		n += copy(all[n:], l)
	}
	for i := 0; i < n; {
		length, same := all[i], 1
		for i+same < n && all[i+same] == length {
			same++
		}
		i += same
		if length > 0 {
			b.runs = append(b.runs, run{symbol: uint32(length)})
			same--
		}
		b.again(uint32(length), same)
	}
}

// again tells a length that is to come so many times, behind one that is the same unless it
// is none.
func (b *block) again(length uint32, same int) {
	for same > 0 {
		switch {
		case length == 0 && same >= 11:
			n := min(same, 138)
			b.runs = append(b.runs, run{18, uint32(n - 11), 7})
			same -= n
		case length == 0 && same >= 3:
			b.runs = append(b.runs, run{17, uint32(same - 3), 3})
			same = 0
		case length > 0 && same >= 3:
			n := min(same, 6)
			b.runs = append(b.runs, run{16, uint32(n - 3), 2})
			same -= n
		default:
			b.runs = append(b.runs, run{symbol: length})
			same--
		}
	}
}

// lengthsTold is how many lengths of the code of lengths are told.
func (b *block) lengthsTold() int {
	n := lengthsOf
	for n > 4 && b.lengths.length[told[n-1]] == 0 {
		n--
	}
	return n
}

// writeHead writes what head has made.
func (b *block) writeHead() {
	b.bits.put(uint32(len(b.letters.lengths(endOfBlock+1))-endOfBlock-1), 5)
	b.bits.put(uint32(len(b.distance.lengths(1))-1), 5)
	n := b.lengthsTold()
	b.bits.put(uint32(n-4), 4)
	for _, s := range told[:n] {
		b.bits.put(uint32(b.lengths.length[s]), 3)
	}
	for _, r := range b.runs {
		b.bits.code(&b.lengths, r.symbol)
		b.bits.put(r.extra, r.width)
	}
}
