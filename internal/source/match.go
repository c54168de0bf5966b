package source

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

// matcher assigns the blocks of an excerpt to a run of blocks.
type matcher struct {
	*origins
	from excerpt
	to   func(*origin) *excerpt
	hit  []*markdown.Block
}

// match pairs the blocks of an excerpt with the blocks after its comment. It stores an excerpt in
// the field that to returns. It returns the blocks that got an excerpt, in order.
//
// If the excerpt has one block, it belongs to the first block of the run if their types match.
// Several blocks are paired one by one in each section, if their types and numbers match.
// Otherwise the first block gets the whole excerpt, and the others refer to it. Blocks are never
// paired across a gap.
func (o *origins) match(e excerpt, run []*markdown.Block, to func(*origin) *excerpt) []*markdown.Block {
	t := &matcher{origins: o, from: e, to: to}
	s, r := sectionsOf(e.blocks), sectionsOf(run)
	if len(s) == 0 || len(r) == 0 {
		return nil
	}
	if len(s) > 1 && len(s) != len(r) { // the run lacks a heading, and it is unknown which
		s = s[:1]
	}
	for i := range min(len(s), len(r)) {
		switch {
		case s[i].head != nil && r[i].head != nil:
			t.set(r[i].head, s[i].head)
			t.body(s[i].body, r[i].body)
		case r[i].head != nil: // the heading of another section
			return nil
		case s[i].head != nil && len(s[i].body) > 0:
			t.whole(e.blocks, r[i].body)
		case s[i].head == nil:
			t.body(s[i].body, r[i].body)
		}
	}
	return t.hit
}

// section is an optional heading with the blocks below it.
type section struct {
	head *markdown.Block
	body []*markdown.Block
}

func sectionsOf(blocks []*markdown.Block) []section {
	var out []section
	for _, m := range blocks {
		switch {
		case m.Type == markdown.Heading:
			out = append(out, section{head: m})
		case len(out) == 0:
			out = append(out, section{body: []*markdown.Block{m}})
		default:
			out[len(out)-1].body = append(out[len(out)-1].body, m)
		}
	}
	return out
}

// set stores the source blocks of a block.
func (t *matcher) set(m *markdown.Block, source ...*markdown.Block) {
	x := t.at(m)
	*t.to(x) = t.from.part(source...)
	x.above = false
	t.hit = append(t.hit, m)
}

// body pairs the blocks of one section.
func (t *matcher) body(s, r []*markdown.Block) {
	switch {
	case len(s) == 0 || len(r) == 0:
	case t.isEntry(r[0]) && s[0].Type == markdown.Paragraph:
		t.entry(s, r[0])
	case len(s) == 1 && fits(s[0], r[0]):
		t.one(s[0], r[0])
	case len(s) == 1:
	default:
		t.several(s, r)
	}
}

// several pairs blocks one by one. If the comment has no code and no pictures, it skips those of
// the text. They are equal in all languages, so authors omit them from comments.
func (t *matcher) several(s, r []*markdown.Block) {
	kept := r
	if !slices.ContainsFunc(s, neutral) {
		kept = slices.DeleteFunc(slices.Clone(r), neutral)
	}
	if !agree(s, kept) {
		t.whole(s, r)
		return
	}
	for i := range s {
		t.one(s[i], kept[i])
	}
}

// agree reports whether the blocks match the first blocks of the run, and the next block of the
// run has another type. Otherwise a paragraph that the translator split in two would shift all
// later pairs.
func agree(s, r []*markdown.Block) bool {
	if len(s) > len(r) || len(s) < len(r) && familyOf(r[len(s)]) == familyOf(r[len(s)-1]) {
		return false
	}
	for i := range s {
		if !fits(s[i], r[i]) {
			return false
		}
	}
	return true
}

// fits reports whether a block may be the translation of another one. A source paragraph may
// belong to a quote, or to a list with one item.
func fits(s, r *markdown.Block) bool {
	if conflict(s, r) {
		return false
	}
	if familyOf(s) == familyOf(r) {
		return true
	}
	return s.Type == markdown.Paragraph && (familyOf(r) == markdown.Blockquote || r.Type == markdown.List && len(r.Children) == 1)
}

// familyOf returns the type of a block. It treats quotes, alerts and details as one type.
func familyOf(m *markdown.Block) markdown.BlockType {
	switch m.Type {
	case markdown.Alert, markdown.Details:
		return markdown.Blockquote
	}
	return m.Type
}

// conflict reports whether two blocks have attributions to different changes. A number without an
// author does not count, because it may be part of the text.
func conflict(s, r *markdown.Block) bool {
	return len(s.Attr.People) > 0 && hasNumber(s) && hasNumber(r) && !shares(s.Attr, r.Attr)
}

// one pairs two blocks that match. A source paragraph for a list with one item is the source of
// the item. If there are no blocks below the item, it is also the source of the list.
func (t *matcher) one(s, r *markdown.Block) {
	if s.Type != markdown.List && r.Type == markdown.List && len(r.Children) == 1 {
		t.set(r.Children[0], s)
		if len(r.Children[0].Children) == 0 {
			return
		}
	}
	t.set(r, s)
	if s.Type == markdown.List && r.Type == markdown.List {
		t.items(s, r)
	}
}

// isEntry reports whether a block is an entry or a list of entries.
func (t *matcher) isEntry(m *markdown.Block) bool {
	return t.entries(m) || t.kind == note.Changes && m.Type == markdown.Paragraph && !m.Attr.IsZero()
}

// entry assigns official paragraphs to an entry, or to the first entry of a list. Paragraphs
// after the first belong to the children of the entry if they match.
func (t *matcher) entry(s []*markdown.Block, r *markdown.Block) {
	item := t.target(r)
	if slices.ContainsFunc(s, func(m *markdown.Block) bool { return conflict(m, item) }) {
		return
	}
	t.set(item, s...)
	if r.Type == markdown.List && len(r.Children) == 1 && len(s)+len(item.Children) > 1 {
		t.set(r, s...)
	}
	t.children(s[1:], item.Children)
}

// items pairs the items of two lists by their changes. Without attributions, it pairs them one by
// one if the lists have the same length.
func (t *matcher) items(s, r *markdown.Block) {
	apart := slices.ContainsFunc(r.Children, hasNumber) && slices.ContainsFunc(s.Children, func(m *markdown.Block) bool {
		return len(m.Attr.People) > 0 && hasNumber(m)
	})
	switch {
	case apart:
		for _, item := range r.Children {
			t.itemOf(s.Children, item)
		}
	case len(s.Children) == len(r.Children):
		for i, item := range r.Children {
			t.item(s.Children[i], item)
		}
	case t.entries(r):
		t.whole([]*markdown.Block{s}, []*markdown.Block{r})
	}
}

// itemOf pairs an item with the source item about the same change, if there is exactly one.
func (t *matcher) itemOf(s []*markdown.Block, item *markdown.Block) {
	var found []*markdown.Block
	for _, m := range s {
		if shares(m.Attr, item.Attr) {
			found = append(found, m)
		}
	}
	if len(found) == 1 {
		t.item(found[0], item)
	}
}

func (t *matcher) item(s, r *markdown.Block) {
	t.set(r, s)
	t.children(s.Children, r.Children)
}

// children pairs the blocks below two items if their types and numbers match. It skips blocks
// after a comment, because they belong to that comment.
func (t *matcher) children(s, r []*markdown.Block) {
	if end := slices.IndexFunc(r, func(m *markdown.Block) bool { return m.Type == markdown.Comment }); end >= 0 {
		r = r[:end]
	}
	if len(s) != len(r) || !agree(s, r) {
		return
	}
	for i := range s {
		t.one(s[i], r[i])
	}
}

// whole assigns the whole excerpt to the first block. The others refer to it.
func (t *matcher) whole(s, r []*markdown.Block) {
	var all []*markdown.Block
	for _, m := range r {
		if t.entries(m) {
			all = append(all, m.Children...)
		} else {
			all = append(all, m)
		}
	}
	for i, m := range all {
		if i == 0 {
			t.set(m, s...)
		} else if x := t.at(m); t.to(x) == &x.source {
			x.source, x.above = excerpt{}, true
		}
	}
}
