// Package deflate compresses short texts to zlib streams (RFC 1950, RFC 1951), thousands of
// them one after another: the shards of a search index, of a kilobyte or two each.
//
// For such texts compress/zlib spends most of its time on what does not depend on them: it
// clears two thirds of a megabyte before each and looks at every symbol that there could be.
// A [Writer] clears nothing, since where it has seen what is counted on over all texts, and looks
// only at the symbols that a text has. What it writes is as short: repetitions are looked for
// as far as the format goes back, and one is put off by a letter where the next is longer.
//
// Of the 2,202 files of this repository's own index it makes 1,014 KB in the time in which
// github.com/klauspost/compress 1.20 makes 1,034 at level 6; its shortest, 1,025 at level 9, takes
// twice as long. With level 6 a first query has 27.3 KB on average instead of 26.5, and two of
// those that TestFirstQueryBytes asks are over their bound.
//
// It only writes. What browsers read is for them, and for the tests compress/zlib.
package deflate

import (
	"encoding/binary"
	"hash/adler32"
)

// Writer holds the memory that is needed to compress, for one text after another. It must not be
// used by two goroutines at once. The zero Writer is ready.
type Writer struct {
	finder finder
	block  block
}

// Append compresses pieces to one zlib stream, behind what out holds. Each piece has codes of its
// own: of pieces in which other letters are frequent, numbers here and words there, that is
// shorter. The same pieces have the same bytes, whatever was compressed before.
func (w *Writer) Append(out []byte, pieces ...[]byte) []byte {
	text := pieces[0]
	if len(pieces) > 1 {
		text = nil
		for _, p := range pieces {
			text = append(text, p...)
		}
	}
	w.finder.begin(text)
	w.block.bits = bits{out: append(out, 0x78, 0xDA)} // a window of 32 KB, compressed as far as it goes
	end := 0
	for i, p := range pieces {
		end += len(p)
		w.piece(end, i == len(pieces)-1)
	}
	return binary.BigEndian.AppendUint32(w.block.bits.end(), adler32.Checksum(text))
}

// piece writes what the text has up to a place, the last of it as the last.
func (w *Writer) piece(end int, last bool) {
	for {
		from := w.finder.at
		w.block.begin()
		for w.finder.at < end && len(w.block.tokens) < mostTokens {
			w.finder.next(end, &w.block)
		}
		done := w.finder.at == end
		w.block.write(w.finder.text[from:w.finder.at], last && done)
		if done {
			return
		}
	}
}
