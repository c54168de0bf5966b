package search

import (
	"encoding/binary"
	"errors"

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
}

// Encode returns the bytes of a chunk, for [DecodeChunk].
func (c *Chunk) Encode() []byte {
	k := keptChunk{docs: c.docs, recs: c.recs, words: packed(c.words), posts: packed(c.posts)}
	size := 0
	for _, t := range c.terms {
		size += len(t)
	}
	text, lengths := make([]byte, 0, size), make([]byte, 0, len(c.terms))
	for _, t := range c.terms {
		text = append(text, t...)
		lengths = binary.AppendUvarint(lengths, uint64(len(t)))
	}
	k.text, k.lengths = string(text), string(lengths)
	return cache.Encode(k.code)
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
	for _, s := range []*string{&k.text, &k.lengths, &k.words, &k.posts, &k.recs} {
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
	cache.Int(c, &d.rec)
	cache.Int(c, &d.post)
}

// errChunk says that bytes are not those of a chunk.
var errChunk = errors.New("these are not the bytes of a digest")

// DecodeChunk returns the chunk whose bytes these are, as [Chunk.Encode] made them. Of any
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
	c.terms = make([]string, len(lengths))
	for i, n := range lengths {
		if int(n) > len(k.text) || n == 0 {
			return nil, errChunk
		}
		c.terms[i], k.text = k.text[:n], k.text[n:]
	}
	var good [2]bool
	c.words, good[0] = unpacked(k.words, len(c.terms)-1)
	c.posts, good[1] = unpacked(k.posts, len(c.terms)<<2-1)
	if k.text != "" || !good[0] || !good[1] || !c.ordered() {
		return nil, errChunk
	}
	return c, nil
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
	rec, post := 0, 0
	for i := range c.docs {
		d := &c.docs[i]
		if d.rec < rec || d.post < post {
			return false
		}
		rec, post = d.rec, d.post
	}
	return rec == len(c.recs) && post == len(c.posts)
}
