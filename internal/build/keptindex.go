package build

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/cache"
	"github.com/kawaraban/kawaraban/internal/note"
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
	if b.opts.Last == nil || !b.keeps() {
		return nil
	}
	before := b.before(s)
	if before == nil {
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
	d := &documents{s.site.Since(before), make(map[string][sha256.Size]byte, len(list))}
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
		b.kept(b.chunkKey(docs, concepts), chunk.Encode())
	}
}

// before returns the site of the last build, whose files are told by their sums: its notes are
// among what is kept. It is nil where they are not, and where anything but a few notes differs.
func (b *Builder) before(s *State) *site.Site {
	now, ok := s.root.(interface{ Inputs() *Inputs })
	if !ok || b.opts.Last == nil {
		return nil
	}
	differ, ok := now.Inputs().since(b.opts.Last)
	if !ok || len(differ) > mostBefore {
		return nil
	}
	var was []*note.Note
	r := b.reader(s.root, s.in, s.content)
	for _, f := range differ {
		old, now := r.shownBefore(f), s.content.note(f.Path)
		if old == nil || now == nil || now.shown == nil || r.isDraft(f) {
			return nil
		}
		was = append(was, old)
	}
	slices.SortFunc(was, func(a, b *note.Note) int { return strings.Compare(a.Path, b.Path) })
	before, _ := s.site.With(was, nil)
	return before
}

// isDraft reports whether a file was a draft that was not published.
func (r *reader) isDraft(f Input) bool {
	old := r.recall(f.Path, f.Sum)
	return old == nil || old.note == nil || old.note.Meta.Draft && !r.b.opts.Drafts
}

// mostBefore is how many notes may differ from those of the last build: of more there is
// little that is surely the same.
const mostBefore = 32
