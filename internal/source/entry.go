package source

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

func (b *builder) itemEntry(item *markdown.Block) note.Block {
	lead, rest := item, item.Children
	if item.Plain == "" { // an item that begins with a comment or with another block
		for len(rest) > 0 && rest[0].Type == markdown.Comment {
			rest = rest[1:]
		}
		if len(rest) > 0 && rest[0].Type == markdown.Paragraph {
			lead, rest = rest[0], rest[1:]
		}
	}
	n := b.entry(lead, rest)
	if lead != item && len(n.Source) == 0 {
		b.setItemOrigin(&n, item)
	}
	if n.Attr.IsZero() && b.note.Kind == note.Changes {
		n.Attr = item.Attr
	}
	if n.ID == "" {
		n.ID = note.BlockID(item.ID)
	}
	return n
}

// setItemOrigin sets the origin of an entry from its item. This is required if the text of the
// entry is a paragraph within the item.
func (b *builder) setItemOrigin(n *note.Block, item *markdown.Block) {
	machine := n.Machine
	b.origins.setOrigin(n, item)
	n.Machine = n.Machine || machine
}

// entry converts an entry: the block with its text, and the blocks below it.
func (b *builder) entry(m *markdown.Block, below []*markdown.Block) note.Block {
	b.damaged(m)
	b.after = -1
	n := note.Block{
		Type: note.Entry, ID: note.BlockID(m.ID), Lang: b.lang(m.Plain), Kind: b.heads.kind(), Date: b.heads.date(), Attr: m.Attr,
		Text: b.doc.Render(m, markdown.RenderOptions{Inline: true, DropAttribution: b.note.Kind == note.Changes}),
		Refs: m.Named(), Pos: m.Pos,
	}
	if b.note.Kind != note.Changes {
		n.Attr = note.Attribution{}
	}
	n.Refs = append(n.Refs, withoutAt(n.Attr, n.Refs)...)
	b.origins.setOrigin(&n, m)
	if n.Stage = stageInText(m.Plain); n.Stage == "" {
		n.Stage = b.heads.stage()
	}
	b.inside = n.Lang
	defer func() { b.inside = "" }()
	// An attribution in a later paragraph includes the paragraphs before it. If it ends a
	// paragraph below the item, the item extends to that paragraph.
	attributed := !m.Attr.IsZero() && b.note.Kind == note.Changes && (m.Type != markdown.Item || len(m.AttrRefs) > 0 || m.AttrLoose)
	for _, c := range below {
		n.Children = append(n.Children, b.children(c, attributed)...)
		attributed = attributed || !c.Attr.IsZero() && b.note.Kind == note.Changes
	}
	n.Refs = withChildren(n.Refs, n.Children)
	return n
}

// withChildren returns the references of an entry, followed by those of its children. The slice
// has no spare capacity, to save memory in long notes.
func withChildren(refs []note.Ref, children []note.Block) []note.Ref {
	size := len(refs)
	for i := range children {
		size += len(children[i].Refs)
	}
	if size == len(refs) {
		return refs
	}
	out := append(make([]note.Ref, 0, size), refs...)
	for i := range children {
		out = append(out, children[i].Refs...)
	}
	return out
}

// withoutAt returns references to the people in an attribution who are written without @. The text
// has no references to them.
func withoutAt(a note.Attribution, refs []note.Ref) []note.Ref {
	var out []note.Ref
	for _, who := range a.People {
		if !slices.ContainsFunc(refs, func(r note.Ref) bool { return r.Kind == note.PersonRef && r.ID == string(who) }) {
			out = append(out, note.Ref{Kind: note.PersonRef, ID: string(who), Written: string(who)})
		}
	}
	return out
}

// children converts a block below an entry. In a changes note, paragraphs and quotes after the
// attribution are remarks.
func (b *builder) children(m *markdown.Block, attributed bool) []note.Block {
	switch m.Type {
	case markdown.Comment:
		return nil
	case markdown.List:
		if b.origins.lists.later[m] { // already converted with the first list
			return nil
		}
		return b.childItems(append([]*markdown.Block{m}, b.origins.lists.behind[m]...))
	}
	n := b.flow(m)
	if !m.Attr.IsZero() {
		n.Text = b.doc.Render(m, markdown.RenderOptions{DropAttribution: b.note.Kind == note.Changes})
	}
	if sign, _, ok := remarkMark(firstWords(m)); ok {
		return []note.Block{b.remark(m, sign)}
	}
	if attributed && (m.Type == markdown.Paragraph || m.Type == markdown.Blockquote || m.Type == markdown.Alert) {
		n.Type = note.Remark
	}
	return []note.Block{n}
}

// childItems splits a list below an entry into remarks, nested entries, and lists of the
// remaining items. list has the list and its continuations after comments.
func (b *builder) childItems(list []*markdown.Block) []note.Block {
	var out []note.Block
	var plain []*markdown.Block
	flush := func() { // adds the items collected so far
		if len(plain) > 0 {
			out = append(out, b.partOfList(list[0], plain))
			plain = nil
		}
	}
	for _, item := range itemsOf(list) {
		sign, _, ok := remarkMark(firstWords(item))
		switch {
		case ok:
			flush()
			out = append(out, b.itemRemark(item, sign))
		case b.note.Kind == note.Changes && !item.Attr.IsZero(): // a nested change
			flush()
			around := b.inside
			out = append(out, b.itemEntry(item))
			b.inside = around
		default:
			plain = append(plain, item)
		}
	}
	flush()
	return out
}

// partOfList converts some items of a list to a list.
func (b *builder) partOfList(list *markdown.Block, items []*markdown.Block) note.Block {
	if slices.Equal(items, list.Children) {
		return b.flow(list)
	}
	tag := "ul"
	if list.Ordered {
		tag = "ol"
	}
	n := note.Block{Type: note.Prose, Pos: items[0].Pos}
	var words []string
	for _, i := range items {
		words = append(words, deepWords(i))
		n.Refs = append(n.Refs, deepRefs(i)...)
	}
	n.Lang = b.lang(strings.Join(words, " "))
	n.Text = join("<"+tag+">\n", b.doc.RenderAll(items, markdown.RenderOptions{}), "\n</"+tag+">")
	from(&n, within(b.origins.runOrigin(items, false), "<"+tag+">\n", "\n</"+tag+">"))
	return n
}

func (b *builder) itemRemark(item *markdown.Block, sign string) note.Block {
	n := note.Block{Type: note.Remark, ID: note.BlockID(item.ID), Lang: b.lang(deepWords(item)), Refs: deepRefs(item), Pos: item.Pos}
	from(&n, b.origins.item(item, true))
	if item.Plain == "" {
		n.Source, n.Was = unmarked(n.Source), unmarked(n.Was)
		n.Text = unmarked(b.doc.RenderAll(item.Children, markdown.RenderOptions{Skip: sign}))
		return n
	}
	n.Text = unmarked(join("<p>", b.doc.Render(item, markdown.RenderOptions{Inline: true, Skip: sign}), "</p>"))
	if len(item.Children) > 0 {
		n.Text = append(n.Text, join("\n", b.doc.RenderAll(item.Children, markdown.RenderOptions{}), "")...)
	}
	return n
}
