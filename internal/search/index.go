package search

import "github.com/kawaraban/kawaraban/internal/artifact"

// Index is a whole index; its files are encoded when they are asked for. It does not change.
type Index struct {
	chunks   []*Chunk
	concepts []Concept
}

// New joins the chunks. The documents of a type, release and set of languages are
// numbered in the order of the chunks; the outcome depends on nothing else.
func New(chunks []*Chunk, concepts []Concept) *Index {
	return &Index{chunks: chunks, concepts: concepts}
}

// Files lists the files of the index. Each may be made on any goroutine.
func (x *Index) Files() []artifact.File { return nil }
