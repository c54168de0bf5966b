package build

import (
	"github.com/kawaraban/kawaraban/internal/search"
	"github.com/kawaraban/kawaraban/internal/site"
)

// keepIndexed keeps the digests of sources for the next index.
func (b *Builder) keepIndexed(s *site.Site, concepts *search.Concepts, sources []search.Source, made []digested) {
	kept := make(map[string]digested, len(made))
	for i, d := range made {
		kept[sources[i].Name] = d
	}
	b.indexed.site, b.indexed.words, b.indexed.chunks = s, concepts.Sum(), kept
}

// digest reads the documents of a source, or takes what was kept of them. Only what was kept is shared, and it is not written to before all sources
// are read.
func (b *Builder) digest(from search.Source, since site.Since, concepts *search.Concepts) digested {
	old, ok := b.indexed.chunks[from.Name]
	if ok && from.Kept(since) {
		return old
	}
	docs := from.Docs()
	if b.opts.Once {
		return digested{chunk: search.Digest(docs, concepts)}
	}
	sum := search.Sum(docs)
	if ok && old.sum == sum {
		return old
	}
	return digested{sum, search.Digest(docs, concepts)}
}
