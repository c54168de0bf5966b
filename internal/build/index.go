package build

import (
	"context"
	"crypto/sha256"
	"sync"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/search"
	"github.com/kawaraban/kawaraban/internal/site"
)

// indexed is what is kept of the last index that somebody asked a State for, for the next
// one to start from, whichever State that is of.
type indexed struct {
	mu     sync.Mutex
	site   *site.Site
	words  [sha256.Size]byte   // of the concepts that documents name
	chunks map[string]digested // by the name of their source
}

// digested is the digest of the documents of one source.
type digested struct {
	sum   [sha256.Size]byte // of the documents
	chunk *search.Chunk
}

// index makes the search index. A source whose documents are surely those of the last time
// is not asked for them; one whose documents turn out to be the same is not digested again.
// Another glossary finds other concepts in the same documents, so that nothing is kept then.
func (b *Builder) index(ctx context.Context, st *State) (*search.Index, error) {
	s, plan := st.site, st.plan.Book
	b.indexed.mu.Lock()
	defer b.indexed.mu.Unlock()
	concepts := search.ConceptsOf(s.Data().Glossary)
	if b.indexed.words != concepts.Sum() {
		b.indexed.site, b.indexed.chunks = nil, nil
	}
	if err := st.align(ctx); err != nil {
		return nil, err
	}
	sources, since := search.Sources(s, plan), s.Since(b.indexed.site)
	made := make([]digested, len(sources))
	err := Each(ctx, len(sources), func(i int) error {
		made[i] = b.digest(sources[i], since, concepts)
		b.progress(StageIndex, i+1, len(sources))
		return nil
	})
	if err != nil {
		return nil, err
	}
	chunks := make([]*search.Chunk, len(made))
	for i, d := range made {
		chunks[i] = d.chunk
	}
	index := search.New(chunks, concepts)
	if !b.opts.Once {
		b.keepIndexed(s, concepts, sources, made)
		return index, nil
	}
	for _, c := range chunks {
		c.Spend()
	}
	return index, nil
}

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

// align makes the anchors of the notes in several languages, on all processors.
func (s *State) align(ctx context.Context) error {
	var several []note.ID
	for i, n := range s.site.Notes() {
		if i > 0 && s.site.Notes()[i-1].ID == n.ID && (len(several) == 0 || several[len(several)-1] != n.ID) {
			several = append(several, n.ID)
		}
	}
	return Each(ctx, len(several), func(i int) error {
		s.site.Place(several[i], "")
		return nil
	})
}
