package source

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

// origin is what comments say of a block of the text.
type origin struct {
	source, was excerpt
	above       bool // its source stands with that of a block before it
	machine     bool
}

// origins finds for the blocks of a text what the comments say of them.
type origins struct {
	*parser
	doc   *markdown.Doc
	kind  note.NoteKind
	of    map[*markdown.Block]*origin
	lists lists
}

// at is what is known of a block.
func (o *origins) at(m *markdown.Block) *origin {
	if o.of[m] == nil {
		o.of[m] = &origin{}
	}
	return o.of[m]
}

// lists are those that comments part from each other.
type lists struct {
	behind  map[*markdown.Block][]*markdown.Block // by the first list, those that it goes on in
	later   map[*markdown.Block]bool              // these
	read    map[*markdown.Block]bool              // of these, those that are in a block already
	entries map[*markdown.Block]bool              // all of those of which one has entries
}

func newLists() lists {
	return lists{
		behind: map[*markdown.Block][]*markdown.Block{}, later: map[*markdown.Block]bool{}, read: map[*markdown.Block]bool{}, entries: map[*markdown.Block]bool{},
	}
}

func (l lists) add(row []*markdown.Block) {
	l.behind[row[0]] = row[1:]
	for _, m := range row[1:] {
		l.later[m] = true
	}
	if slices.ContainsFunc(row, hasEntries) {
		for _, m := range row {
			l.entries[m] = true
		}
	}
}

// target is the block that a mark right before a block means: of a list of entries the
// first.
func (o *origins) target(m *markdown.Block) *markdown.Block {
	if o.entries(m) && len(m.Children) > 0 {
		return m.Children[0]
	}
	return m
}

// entries reports whether a list is one of entries.
func (o *origins) entries(m *markdown.Block) bool {
	return m.Type == markdown.List && (o.kind == note.Log || o.kind == note.Changes && (hasEntries(m) || o.lists.entries[m]))
}
