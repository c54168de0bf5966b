package build

import (
	"context"
	"slices"

	"github.com/kawaraban/kawaraban/internal/cache"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/pair"
	"github.com/kawaraban/kawaraban/internal/site"
)

// align makes the anchors of notes that stand in several languages, on all processors: whoever
// lists what a site has asks for them all, one after another. How their versions are aligned is
// taken from what is kept.
func (s *State) align(ctx context.Context) error {
	var several []note.ID
	for i, n := range s.site.Notes() {
		if i > 0 && s.site.Notes()[i-1].ID == n.ID && (len(several) == 0 || several[len(several)-1] != n.ID) {
			several = append(several, n.ID)
		}
	}
	return Each(ctx, len(several), func(i int) error {
		s.alignNote(s.site, several[i], nil)
		s.site.Place(several[i], "")
		return nil
	})
}

// alignNote aligns the versions of a note with each other, as they are in a site whose notes are
// those of the state, or among the others.
func (s *State) alignNote(in *site.Site, id note.ID, others []*parsedNote) {
	if !s.b.keeps() {
		return
	}
	versions := in.Versions(id)
	read := make([]*parsedNote, len(versions))
	for i, n := range versions {
		read[i] = s.content.note(n.Path)
		if read[i] != nil && read[i].shown != n {
			at := slices.IndexFunc(others, func(p *parsedNote) bool { return p.shown == n })
			if at < 0 {
				return
			}
			read[i] = others[at]
		}
	}
	for j, b := range versions {
		for i, a := range versions[:j] {
			if read[i] != nil && read[j] != nil {
				in.Aligned(a, b, func() *pair.Alignment { return s.b.aligned(read[i], read[j]) })
			}
		}
	}
}

// aligned takes the alignment of two notes from what is kept, or makes and keeps it.
func (b *Builder) aligned(one, other *parsedNote) *pair.Alignment {
	k := b.alignmentKey(one, other)
	if data, ok := b.opts.Kept.Get(k); ok {
		if al, err := pair.Decode(data, one.shown, other.shown); err == nil {
			return al
		}
	}
	al := pair.Align(one.shown, other.shown)
	b.kept(k, al.Encode(one.shown, other.shown))
	return al
}

// alignmentKey is the key of the alignment of two notes, which depends on all that reading them
// does, and on what they were told of the files beside them.
func (b *Builder) alignmentKey(one, other *parsedNote) cache.Key {
	parts := [][]byte{[]byte("alignment 1"), b.opts.Program[:]}
	for _, p := range []*parsedNote{one, other} {
		k := b.noteKey(p.key, p.path, p.sum)
		asked := cache.Encode(func(c *cache.Coder) { cache.List(c, &p.asked, codeAsk) })
		parts = append(parts, k[:], asked)
	}
	return cache.NewKey(parts...)
}
