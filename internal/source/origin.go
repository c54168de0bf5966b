package source

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

// origin holds what comments determine for a block.
type origin struct {
	source, was excerpt
	above       bool // its source is part of that of an earlier block
	machine     bool
}

// origins holds the origins of the blocks of a document.
type origins struct {
	*parser
	doc   *markdown.Doc
	kind  note.NoteKind
	of    map[*markdown.Block]*origin
	lists lists
}

// at returns the origin of a block.
func (o *origins) at(m *markdown.Block) *origin {
	if o.of[m] == nil {
		o.of[m] = &origin{}
	}
	return o.of[m]
}

// lists holds lists that are separated only by comments.
type lists struct {
	behind  map[*markdown.Block][]*markdown.Block // the continuations of a first list
	later   map[*markdown.Block]bool              // these continuations
	read    map[*markdown.Block]bool              // continuations that are already converted
	entries map[*markdown.Block]bool              // all lists of a row with entries
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

// target returns the block that a mark refers to: the first item in a list of entries.
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
