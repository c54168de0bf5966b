package source

import (
	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

// feature adds an entry about a feature. Blocks up to the next entry become its children.
func (b *builder) feature(n note.Block) {
	n.Kind, n.Stage = note.Proposal, b.heads.stage()
	b.section = -1
	b.add(n)
	b.section = len(b.out) - 1
}

// featureList adds an entry for each item about a feature. Other items belong to
// the entry before them, or to the section if there is no entry.
func (b *builder) featureList(m *markdown.Block) {
	for _, item := range m.Children {
		if len(featuresOf(item)) > 0 {
			b.feature(b.itemEntry(item))
		} else {
			b.put(b.partOfList(m, []*markdown.Block{item}))
		}
	}
}
