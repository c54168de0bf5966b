package source

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

// origin is the data about a block in comments.
type origin struct {
	source, was excerpt
	above       bool // whether an earlier block has its source
	machine     bool
}

// origins has the origins of all blocks of a document.
type origins struct {
	*parser
	doc   *markdown.Doc
	kind  note.NoteKind
	of    map[*markdown.Block]*origin
	lists lists
}

// at returns the origin of a block, and creates it if there is none.
func (o *origins) at(m *markdown.Block) *origin {
	if o.of[m] == nil {
		o.of[m] = &origin{}
	}
	return o.of[m]
}

// lists groups lists that are separated only by comments.
type lists struct {
	behind  map[*markdown.Block][]*markdown.Block // continuations of each first list
	later   map[*markdown.Block]bool              // whether a list is a continuation
	read    map[*markdown.Block]bool              // whether a continuation is already converted
	entries map[*markdown.Block]bool              // whether one of the joined lists has entries
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

// target returns the block to which a mark before m applies. For a list of entries, that is the
// first item.
func (o *origins) target(m *markdown.Block) *markdown.Block {
	if o.entries(m) && len(m.Children) > 0 {
		return m.Children[0]
	}
	return m
}

// entries reports whether a block is a list of entries.
func (o *origins) entries(m *markdown.Block) bool {
	return m.Type == markdown.List && (o.kind == note.Log || o.kind == note.Changes && (hasEntries(m) || o.lists.entries[m]))
}
