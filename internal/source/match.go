package source

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

// matcher gives the blocks of a run what an excerpt says of each.
type matcher struct {
	*origins
	from excerpt
	to   func(*origin) *excerpt
	hit  []*markdown.Block
}

// match pairs the blocks of an excerpt with those that follow its comment and writes each
// part of it where to says. It returns the blocks that have got one, the first of them
// first.
//
// One block is that of the first that follows, where the two are of a kind. Several are
// paired one by one, section by section, where their kinds and their number agree; where
// they do not, the first that follows has all of them and the others say that theirs stands
// above. Nothing is paired by its position across a hole.
func (o *origins) match(e excerpt, run []*markdown.Block, to func(*origin) *excerpt) []*markdown.Block {
	t := &matcher{origins: o, from: e, to: to}
	s, r := sectionsOf(e.blocks), sectionsOf(run)
	if len(s) == 0 || len(r) == 0 {
		return nil
	}
	if len(s) > 1 && len(s) != len(r) { // a heading is missing: which, nobody knows
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

// section is a heading, if any, with the blocks below it.
type section struct {
	head *markdown.Block
	body []*markdown.Block
}

// sectionsOf parts blocks by their headings.
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

// set gives a block its part of the excerpt.
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

// several pairs blocks one by one. Code and pictures are the same in all languages and are
// mostly left out of comments.
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

// agree reports whether the blocks are of the kinds of those that the run begins with, and
// the run goes on in another kind, if it does: one that was split in two would pair every
// later one wrongly.
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

// fits reports whether a block can be the translation of another. Words before a quote or
// before a list of one item are what it says.
func fits(s, r *markdown.Block) bool {
	if conflict(s, r) {
		return false
	}
	if familyOf(s) == familyOf(r) {
		return true
	}
	return s.Type == markdown.Paragraph && (familyOf(r) == markdown.Blockquote || r.Type == markdown.List && len(r.Children) == 1)
}

// familyOf is the type of a block; those that set a text apart are one.
func familyOf(m *markdown.Block) markdown.BlockType {
	switch m.Type {
	case markdown.Alert, markdown.Details:
		return markdown.Blockquote
	}
	return m.Type
}

// conflict reports whether two blocks are attributed to different changes. A number without
// an author may be one that the words name.
func conflict(s, r *markdown.Block) bool {
	return len(s.Attr.People) > 0 && hasNumber(s) && hasNumber(r) && !shares(s.Attr, r.Attr)
}

// one pairs two blocks that fit. Words before a list of one item are those of the item: the
// source of the list is made of them, a list as well, unless more stands below the item.
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

// isEntry reports whether a block is an entry, or a list of them.
func (t *matcher) isEntry(m *markdown.Block) bool {
	return t.entries(m) || t.kind == note.Changes && m.Type == markdown.Paragraph && !m.Attr.IsZero()
}

// entry gives an entry, or the first of a list, the paragraphs and more that upstream wrote
// of it. What follows the first belongs to the entry's children, where they agree.
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

// items pairs the items of two lists: by the changes that they tell of, else one by one
// where they are as many.
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

// itemOf gives an item the one that tells of the same change, where there is exactly one.
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

// item pairs two items and what stands below them.
func (t *matcher) item(s, r *markdown.Block) {
	t.set(r, s)
	t.children(s.Children, r.Children)
}

// children pairs what stands below two items, where kinds and number agree. What stands
// behind a comment there is that comment's.
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

// whole gives the first of the blocks all of the excerpt, and says of the others that
// theirs stands there.
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
