package build

import (
	"crypto/sha256"
	"fmt"

	"github.com/kawaraban/kawaraban/internal/cache"
	"github.com/kawaraban/kawaraban/internal/search"
	"github.com/kawaraban/kawaraban/internal/site"
)

// documents is what is kept of the documents that the last build made the index of: the sum of
// those of each source, by which their digest is kept. nil where nothing is known of them.
type documents struct {
	since site.Since // compared with the site of that build
	sums  map[string][sha256.Size]byte
}

// of returns the sum of the documents of a source, where these are surely those of last time.
func (d *documents) of(from search.Source) (sum [sha256.Size]byte, ok bool) {
	if d == nil || !from.Kept(d.since) {
		return sum, false
	}
	sum, ok = d.sums[from.Name]
	return sum, ok
}

// keptDocuments is a source and its sum, as they are kept.
type keptDocuments struct {
	name string
	sum  [sha256.Size]byte
}

func codeDocuments(c *cache.Coder, d *keptDocuments) {
	cache.String(c, &d.name)
	cache.Bytes(c, d.sum[:])
}

// keeps reports whether anything is kept for other processes.
func (b *Builder) keeps() bool { return b.opts.Kept != nil && !b.opts.Hold }

// documentsKey is the key of the sums of the documents of a build that read these files.
func (b *Builder) documentsKey(in *Inputs) cache.Key {
	read := cache.Encode(func(c *cache.Coder) {
		cache.Bytes(c, in.Folders[:])
		cache.List(c, &in.Files, func(c *cache.Coder, f *Input) {
			cache.String(c, &f.Path)
			cache.Bytes(c, f.Sum[:])
		})
	})
	o := &b.opts
	options := fmt.Appendf(nil, "%q %t %q %q %q", o.Release, o.Drafts, o.BaseURL, o.Anyway, o.Repository)
	return cache.NewKey([]byte("documents 1"), o.Program[:], options, read)
}

// lastDocuments returns what is kept of the last build, where its site is known.
func (b *Builder) lastDocuments(s *State) *documents {
	if s.before == nil || !b.keeps() {
		return nil
	}
	data, ok := b.opts.Kept.Get(b.documentsKey(b.opts.Last))
	if !ok {
		return nil
	}
	var list []keptDocuments
	if err := cache.Decode(data, func(c *cache.Coder) { cache.List(c, &list, codeDocuments) }); err != nil {
		return nil
	}
	d := &documents{s.site.Since(s.before), make(map[string][sha256.Size]byte, len(list))}
	for _, l := range list {
		d.sums[l.name] = l.sum
	}
	return d
}

// leaveDocuments keeps the sums for the next build, unless something was written while the notes
// were read.
func (b *Builder) leaveDocuments(s *State, sources []search.Source, made []digested) {
	seen, ok := s.root.(interface {
		Inputs() *Inputs
		Held() bool
	})
	if !ok || !b.keeps() || !seen.Held() {
		return
	}
	list := make([]keptDocuments, len(made))
	for i, d := range made {
		list[i] = keptDocuments{sources[i].Name, d.sum}
	}
	b.kept(b.documentsKey(seen.Inputs()), cache.Encode(func(c *cache.Coder) { cache.List(c, &list, codeDocuments) }))
}

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
