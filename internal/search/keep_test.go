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
		got, err := DecodeChunk(chunk.Encode())
		if err != nil {
			t.Fatal(err)
		}
		if again := got.Encode(); !bytes.Equal(again, chunk.Encode()) {
			t.Fatal("it is written in other bytes the second time")
		}
		read = append(read, got)
	}
	want, got := contents(t, New(chunks, c).Files(), nil), contents(t, New(read, c).Files(), nil)
	if !reflect.DeepEqual(want, got) {
		t.Error("the files are others")
	}
}

// FuzzChunk: no bytes make a chunk of which no index can be made.
func FuzzChunk(f *testing.F) {
	for _, docs := range made(22, 60) {
		b := Digest(docs, nil).Encode()
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
