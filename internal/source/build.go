package source

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

func (b *builder) build() []note.Block {
	blocks := b.doc.Blocks
	b.out = make([]note.Block, 0, roomFor(blocks))
	for i := 0; i < len(blocks); {
		i += b.block(blocks[i:])
	}
	assignIDs(b.parser, b.out)
	if len(b.out) == 0 {
		return nil
	}
	return b.out
}

// roomFor estimates the number of blocks of the note: one for each Markdown block and list item.
func roomFor(blocks []*markdown.Block) int {
	n := 0
	for _, m := range blocks {
		switch m.Type {
		case markdown.Comment:
		case markdown.List:
			n += len(m.Children)
		default:
			n++
		}
	}
	return n
}

// block converts the first block, and the following ones that belong to it. It returns their
// number.
func (b *builder) block(rest []*markdown.Block) int {
	m := rest[0]
	switch m.Type {
	case markdown.Comment: // origins has read the comments
		return 1
	case markdown.Heading:
		return b.heading(rest)
	case markdown.List:
		b.listBlock(m)
	case markdown.Paragraph:
		return b.paragraph(rest)
	case markdown.Blockquote, markdown.Alert:
		b.quote(m)
	case markdown.Footnotes: // footnotes belong to the note instead of to the last entry
		b.after, b.section = -1, -1
		b.put(b.flow(m))
	default:
		b.put(b.flow(m))
	}
	return 1
}

// heading ends the open sections of its level and of deeper levels, and begins a new section. It
// returns the number of blocks that it converted.
func (b *builder) heading(rest []*markdown.Block) int {
	m := rest[0]
	b.after, b.list, b.features = -1, "", false
	b.heads.close(m.Level)
	if b.section >= 0 && (b.out[b.section].Level >= m.Level || b.out[b.section].Level == 0) {
		b.section = -1
	}
	h := b.heads.meaning(m)
	n := note.Block{
		Type: note.Heading, Level: m.Level, ID: h.id, Lang: b.headingLang(h), Date: h.date,
		Text: b.doc.Render(m, markdown.RenderOptions{Inline: true}), Refs: m.Named(), Pos: m.Pos,
	}
	b.origins.setOrigin(&n, m)
	b.list = apiLabel(m.Plain, true)
	read := 1
	if b.section < 0 {
		if used, refs, ok := b.sectionEntry(rest, h); ok {
			b.openSection(n, h, rest, refs)
			return used
		}
	}
	b.put(n)
	b.heads.above = append(b.heads.above, h)
	return read
}

// quote converts a blockquote or an alert. It is a remark if it follows an entry, or if it begins
// with the mark of a remark.
func (b *builder) quote(m *markdown.Block) {
	n := b.flow(m)
	if b.after >= 0 || IsRemark(firstWords(m)) {
		n.Type, n.Text = note.Remark, unmarked(n.Text)
		n.Source, n.Was = unmarked(n.Source), unmarked(n.Was)
	}
	b.put(n)
}

// paragraph converts a paragraph to a remark, an entry, a list of API resources or prose. It
// returns the number of blocks that it converted.
func (b *builder) paragraph(rest []*markdown.Block) int {
	m := rest[0]
	if sign, alone, ok := remarkMark(m.Plain); ok && !b.explanation(m, sign) {
		if alone {
			return b.sectionRemark(rest, sign)
		}
		b.put(b.remark(m, sign))
		return 1
	}
	switch {
	case b.apiLines(m):
	case b.features && len(featuresOf(m)) > 0:
		b.feature(b.entry(m, nil))
	case b.note.Kind == note.Changes && !m.Attr.IsZero() && b.heads.kind() != "" && b.section < 0:
		b.after = -1
		b.put(b.entry(m, nil))
		b.after = len(b.out) - 1
	case b.after >= 0:
		n := b.flow(m)
		n.Type = note.Remark
		b.put(n)
	default:
		if kind := apiLabel(m.Plain, false); kind != "" || b.list != "" {
			b.list = kind
		}
		b.put(b.flow(m))
	}
	return 1
}

// explanation reports whether a paragraph explains the sign for remarks. Only paragraphs before
// the first heading and the first entry can be explanations.
func (b *builder) explanation(m *markdown.Block, sign string) bool {
	return sign != "" && len(b.heads.above) == 0 && b.section < 0 && explains(m.Plain, sign)
}

// sectionRemark converts a mark on a line of its own. After a sign, one remark includes all
// blocks up to the next heading or entry. After a word (Примечание), the remark includes only the
// next block. It returns the number of blocks that it converted.
func (b *builder) sectionRemark(rest []*markdown.Block, sign string) int {
	end, read := 1, 0
	for end < len(rest) && rest[end].Type != markdown.Heading && !hasEntries(rest[end]) && !b.origins.lists.entries[rest[end]] && (sign != "" || read < 1) {
		if rest[end].Type != markdown.Comment {
			read++
		}
		end++
	}
	covered := rest[1:end]
	if sign == "" {
		covered = rest[:end]
	}
	var words []string
	var refs []note.Ref
	for _, m := range covered {
		words = append(words, deepWords(m))
		refs = append(refs, deepRefs(m)...)
	}
	n := note.Block{
		Type: note.Remark, Lang: b.lang(strings.Join(words, " ")), Refs: refs, Pos: rest[0].Pos,
		Text: unmarked(b.doc.RenderAll(covered, markdown.RenderOptions{})),
	}
	b.origins.setOrigin(&n, covered...)
	n.Source, n.Was = unmarked(n.Source), unmarked(n.Was)
	b.put(n)
	return end
}

// listBlock converts a list of entries, of API resources, or of other items.
func (b *builder) listBlock(m *markdown.Block) {
	if b.origins.lists.read[m] {
		return
	}
	if b.note.Kind != note.Log && b.apiList(m) {
		return
	}
	if b.features && slices.ContainsFunc(m.Children, func(item *markdown.Block) bool { return len(featuresOf(item)) > 0 }) {
		b.featureList(m)
		return
	}
	if !b.holdsEntries(m) {
		b.put(b.wholeList(m))
		return
	}
	for _, item := range m.Children {
		b.after = -1
		if group := grouped(item); group != nil && b.note.Kind == note.Changes {
			b.put(b.label(item))
			b.listBlock(group)
			for _, more := range item.Children[1:] {
				b.block([]*markdown.Block{more})
			}
			continue
		}
		b.put(b.itemEntry(item))
		if b.note.Kind == note.Changes {
			b.after = len(b.out) - 1
		}
	}
}

// wholeList converts a list with its continuations after comments. It does not join them if the
// list contains API resources, or if the joined list would have no source.
func (b *builder) wholeList(m *markdown.Block) note.Block {
	row := append([]*markdown.Block{m}, b.origins.lists.behind[m]...)
	if len(row) == 1 || slices.ContainsFunc(row, namesResources) {
		return b.flow(m)
	}
	n := b.partOfList(m, itemsOf(row))
	if len(n.Source) == 0 && slices.ContainsFunc(row, func(l *markdown.Block) bool { return len(b.origins.originOf(l, false, false).Source) > 0 }) {
		return b.flow(m)
	}
	for _, later := range row[1:] {
		b.origins.lists.read[later] = true
	}
	return n
}

// holdsEntries reports whether the items of a list are entries. In a log they always are. In a
// changes note they are if an item ends in an attribution, or if the list continues a list of
// entries.
func (b *builder) holdsEntries(m *markdown.Block) bool {
	switch b.note.Kind {
	case note.Log:
		return b.section < 0
	case note.Changes:
		return b.section < 0 && (hasEntries(m) || b.origins.lists.entries[m])
	}
	return false
}
