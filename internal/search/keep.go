package search

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/kawaraban/kawaraban/internal/cache"
	"github.com/kawaraban/kawaraban/internal/note"
)

// keptChunk is a chunk as it is kept: numbers as varints, one after another.
type keptChunk struct {
	docs    []digested
	text    string // all terms
	lengths string // of each term in text
	words   string
	posts   string
	recs    string
	ends    [2]string // of the records and the postings of each document
}

// Lend hands the bytes of a chunk, for [DecodeChunk], to use, whose they are until it returns.
func (c *Chunk) Lend(use func([]byte)) {
	lengths, start := make([]byte, 0, len(c.cuts)+len(c.cuts)/16), uint32(0)
	for _, end := range c.cuts {
		lengths = binary.AppendUvarint(lengths, uint64(end-start))
		start = end
	}
	k := keptChunk{
		docs: c.docs, text: c.text, lengths: string(lengths), words: packed(c.words), posts: packed(c.posts), recs: c.recs,
		ends: [2]string{packed(c.ends.recs), packed(c.ends.posts)},
	}
	cache.Lend(k.code, use)
}

func packed(list []uint32) string {
	b := make([]byte, 0, 2*len(list))
	for _, n := range list {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return string(b)
}

func (k *keptChunk) code(c *cache.Coder) {
	cache.List(c, &k.docs, codeDigested)
	for _, s := range []*string{&k.text, &k.lengths, &k.words, &k.posts, &k.recs, &k.ends[0], &k.ends[1]} {
		cache.String(c, s)
	}
}

func codeDigested(c *cache.Coder, d *digested) {
	cache.String(c, &d.typ)
	cache.String(c, &d.release)
	cache.String(c, &d.kind)
	cache.String(c, &d.stage)
	cache.List(c, &d.langs, cache.String[note.Lang])
	cache.List(c, &d.sigs, cache.String[note.SIG])
}

// errChunk says that bytes are not those of a chunk.
var errChunk = errors.New("these are not the bytes of a digest")

// DecodeChunk returns the chunk whose bytes these are, as [Chunk.Lend] made them. Of any
// others it returns an error, or a chunk of which an index can be made.
func DecodeChunk[T string | []byte](data T) (*Chunk, error) {
	var k keptChunk
	if err := cache.Decode(data, k.code); err != nil {
		return nil, err
	}
	c := &Chunk{docs: k.docs, recs: k.recs}
	lengths, ok := unpacked(k.lengths, len(k.text))
	if !ok {
		return nil, errChunk
	}
	if !c.name(k.text, lengths) {
		return nil, errChunk
	}
	var good [4]bool
	c.words, good[0] = unpacked(k.words, len(c.cuts)-1)
	c.posts, good[1] = unpacked(k.posts, len(c.cuts)<<2-1)
	c.ends.recs, good[2] = unpacked(k.ends[0], len(c.recs))
	c.ends.posts, good[3] = unpacked(k.ends[1], len(c.posts))
	if good != [4]bool{true, true, true, true} || !c.ordered() {
		return nil, errChunk
	}
	return c, nil
}

// name gives a chunk its terms, by the length of each in their text; false where they are not
// those.
func (c *Chunk) name(text string, lengths []uint32) bool {
	end := 0
	for i, n := range lengths {
		if n == 0 || int(n) > len(text)-end {
			return false
		}
		end += int(n)
		lengths[i] = uint32(end)
	}
	c.text, c.cuts = text, lengths
	return end == len(text)
}

// unpacked reads numbers of which none is greater than most.
func unpacked(s string, most int) ([]uint32, bool) {
	n := 0
	for i := range len(s) {
		if s[i] < 0x80 {
			n++
		}
	}
	list := make([]uint32, 0, n)
	for i := 0; i < len(s); {
		v, shift := uint64(0), 0
		for ; i < len(s) && s[i] >= 0x80; i++ {
			v |= uint64(s[i]&0x7f) << shift
			if shift += 7; shift > 28 {
				return nil, false
			}
		}
		if i == len(s) {
			return nil, false
		}
		if v |= uint64(s[i]) << shift; v > uint64(max(most, 0)) || most < 0 {
			return nil, false
		}
		list, i = append(list, uint32(v)), i+1
	}
	return list, true
}

// ordered reports whether what is said of each document ends where that of the next begins.
func (c *Chunk) ordered() bool {
	return parts(c.ends.recs, len(c.docs), len(c.recs)) && parts(c.ends.posts, len(c.docs), len(c.posts))
}

// parts reports whether ends cut a row of a length into so many parts.
func parts(ends []uint32, count, length int) bool {
	if len(ends) != count {
		return false
	}
	last := uint32(0)
	if count > 0 {
		last = ends[count-1]
	}
	return slices.IsSorted(ends) && int(last) == length
}
