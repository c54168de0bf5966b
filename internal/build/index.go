package build

import (
	"github.com/kawaraban/kawaraban/internal/search"
)

func (b *Builder) keepIndexed(concepts *search.Concepts, sources []search.Source, made []digested) {
	kept := make(map[string]digested, len(made))
	for i, d := range made {
		kept[sources[i].Name] = d
	}
	b.indexed.words, b.indexed.chunks = concepts.Sum(), kept
}

func (b *Builder) digest(from search.Source, concepts *search.Concepts) digested {
	docs := from.Docs()
	if b.opts.Once {
		return digested{chunk: search.Digest(docs, concepts)}
	}
	sum := search.Sum(docs)
	if old, ok := b.indexed.chunks[from.Name]; ok && old.sum == sum {
		return old
	}
	return digested{sum, search.Digest(docs, concepts)}
}
