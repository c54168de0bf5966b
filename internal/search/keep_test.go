package search

import (
	"bytes"
	"reflect"
	"testing"
)

// TestChunkKept: what is read is the chunk that was written, and makes the same files.
func TestChunkKept(t *testing.T) {
	c := parseConcepts(t)
	chunks := digestAll(append(made(21, 500), nil), c)
	var read []*Chunk
	for _, chunk := range chunks {
		got, err := DecodeChunk(encoded(chunk))
		if err != nil {
			t.Fatal(err)
		}
		if again := encoded(got); !bytes.Equal(again, encoded(chunk)) {
			t.Fatal("it is written in other bytes the second time")
		}
		read = append(read, got)
	}
	want, got := contents(t, New(chunks, c).Files(), nil), contents(t, New(read, c).Files(), nil)
	if !reflect.DeepEqual(want, got) {
		t.Error("the files are others")
	}
}

// encoded are the bytes of a chunk.
func encoded(c *Chunk) (b []byte) {
	c.Lend(func(data []byte) { b = bytes.Clone(data) })
	return b
}

// TestDigestersAreClean: what was read before with the same digester is in no chunk.
func TestDigestersAreClean(t *testing.T) {
	c := parseConcepts(t)
	groups := made(23, 300)
	var first [][]byte
	for _, docs := range groups {
		first = append(first, encoded(Digest(docs, c)))
	}
	for i := len(groups) - 1; i >= 0; i-- {
		if !bytes.Equal(encoded(Digest(groups[i], c)), first[i]) {
			t.Fatalf("group %d has another digest after others were read", i)
		}
	}
}

// FuzzChunk: no bytes make a chunk of which no index can be made.
func FuzzChunk(f *testing.F) {
	for _, docs := range made(22, 60) {
		b := encoded(Digest(docs, nil))
		f.Add(b)
		f.Add(b[:len(b)/2])
		b = bytes.Clone(b)
		b[len(b)/3] ^= 0x41
		f.Add(b)
	}
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := DecodeChunk(data)
		if err != nil {
			return
		}
		x := New([]*Chunk{c, c}, nil)
		parts := x.parts()
		for _, p := range parts {
			p.bytes()
		}
		x.root(parts, false)
	})
}
