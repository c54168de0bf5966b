package build

import (
	"crypto/sha256"

	"github.com/kawaraban/kawaraban/internal/cache"
	"github.com/kawaraban/kawaraban/internal/search"
)

// keeps reports whether anything is kept for other processes.
func (b *Builder) keeps() bool { return b.opts.Kept != nil && !b.opts.Hold }

// chunkKey is the key of the digest of documents with a sum.
func (b *Builder) chunkKey(docs [sha256.Size]byte, concepts *search.Concepts) cache.Key {
	words := concepts.Sum()
	return cache.NewKey([]byte("digest 1"), b.opts.Program[:], words[:], docs[:])
}

// recallChunk takes a digest from what is kept; nil where there is none.
func (b *Builder) recallChunk(docs [sha256.Size]byte, concepts *search.Concepts) *search.Chunk {
	if !b.keeps() {
		return nil
	}
	data, ok := b.opts.Kept.Get(b.chunkKey(docs, concepts))
	if !ok {
		return nil
	}
	chunk, err := search.DecodeChunk(data)
	if err != nil {
		return nil
	}
	return chunk
}

// leaveChunk keeps a digest for later builds.
func (b *Builder) leaveChunk(docs [sha256.Size]byte, concepts *search.Concepts, chunk *search.Chunk) {
	if b.keeps() {
		chunk.Lend(func(data []byte) { b.kept(b.chunkKey(docs, concepts), data) })
	}
}
