package source

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

// listBlock reads a list: of entries, of API resources, or of anything else.
func (b *builder) listBlock(m *markdown.Block) {
	if b.lists.read[m] {
		return
	}
	if b.note.Kind != note.Log && b.apiList(m) {
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

// wholeList is a list as it stands, with those that it goes on in behind comments. It ends
// where one has API resources, and where it would lose what a comment says of all of one list,
// since nothing says it of the items.
func (b *builder) wholeList(m *markdown.Block) note.Block {
	row := append([]*markdown.Block{m}, b.lists.behind[m]...)
	if len(row) == 1 || slices.ContainsFunc(row, namesResources) {
		return b.flow(m)
	}
	n := b.partOfList(m, itemsOf(row))
	if len(n.Source) == 0 && slices.ContainsFunc(row, func(l *markdown.Block) bool { return len(b.told(l, false, false).Source) > 0 }) {
		return b.flow(m)
	}
	for _, later := range row[1:] {
		b.lists.read[later] = true
	}
	return n
}

// namesResources reports whether an API resource stands in a list, or below it.
func namesResources(list *markdown.Block) bool {
	return slices.ContainsFunc(list.Children, func(m *markdown.Block) bool {
		return m.Type == markdown.Item && isResource(m.Plain) || namesResources(m)
	})
}

// itemsOf are the items of some lists.
func itemsOf(lists []*markdown.Block) []*markdown.Block {
	var items []*markdown.Block
	for _, m := range lists {
		items = append(items, m.Children...)
	}
	return items
}

// grouped returns the list of entries below an item that is only their common label.
func grouped(item *markdown.Block) *markdown.Block {
	if !item.Attr.IsZero() || len(item.Children) == 0 || !hasEntries(item.Children[0]) {
		return nil
	}
	return item.Children[0]
}

// label is the text of an item for itself, without what stands below it.
func (b *builder) label(item *markdown.Block) note.Block {
	n := note.Block{
		Type: note.Prose, ID: note.BlockID(item.ID), Lang: b.lang(item.Plain), Refs: item.Named(), Pos: item.Pos,
		Text: join("<p>", b.doc.Render(item, markdown.RenderOptions{Inline: true}), "</p>"),
	}
	from(&n, within(b.own(item, true, false), "<p>", "</p>"))
	return n
}

// holdsEntries reports whether each item of a list is an entry: every list of a log, and
// a list of a changes note in which an item ends in an attribution, or that goes on from one
// behind the source of its first item.
func (b *builder) holdsEntries(m *markdown.Block) bool {
	switch b.note.Kind {
	case note.Log:
		return b.section < 0
	case note.Changes:
		return b.section < 0 && (hasEntries(m) || b.lists.entries[m])
	}
	return false
}

// hasEntries reports whether an item of the list ends in an attribution, or is the label
// of a list in which one does.
func hasEntries(m *markdown.Block) bool {
	return m.Type == markdown.List && slices.ContainsFunc(m.Children, func(i *markdown.Block) bool {
		return !i.Attr.IsZero() || grouped(i) != nil
	})
}

// itemEntry makes an entry of a list item.
func (b *builder) itemEntry(item *markdown.Block) note.Block {
	lead, rest := item, item.Children
	if item.Plain == "" { // an item that begins with a comment, or with a block
		for len(rest) > 0 && rest[0].Type == markdown.Comment {
			rest = rest[1:]
		}
		if len(rest) > 0 && rest[0].Type == markdown.Paragraph {
			lead, rest = rest[0], rest[1:]
		}
	}
	n := b.entry(lead, rest)
	if lead != item && len(n.Source) == 0 {
		b.tracedItem(&n, item)
	}
	if n.Attr.IsZero() && b.note.Kind == note.Changes {
		n.Attr = item.Attr
	}
	if n.ID == "" {
		n.ID = note.BlockID(item.ID)
	}
	return n
}

// tracedItem gives an entry whose words are a paragraph of its own within the item what is
// said of the item.
func (b *builder) tracedItem(n *note.Block, item *markdown.Block) {
	machine := n.Machine
	b.traced(n, item)
	n.Machine = n.Machine || machine
}

// entry makes an entry of the block that holds its words and of the blocks below it.
func (b *builder) entry(m *markdown.Block, below []*markdown.Block) note.Block {
	b.damaged(m)
	b.after = -1
	n := note.Block{
		Type: note.Entry, ID: note.BlockID(m.ID), Lang: b.lang(m.Plain), Kind: b.kindHere(), Date: b.dateHere(), Attr: m.Attr,
		Text: b.doc.Render(m, markdown.RenderOptions{Inline: true, DropAttribution: b.note.Kind == note.Changes}),
		Refs: m.Named(), Pos: m.Pos,
	}
	if b.note.Kind != note.Changes {
		n.Attr = note.Attribution{}
	}
	n.Refs = append(n.Refs, nameless(n.Attr, n.Refs)...)
	b.traced(&n, m)
	if n.Stage = stageSaid(m.Plain); n.Stage == "" {
		n.Stage = b.stageHere()
	}
	b.inside = n.Lang
	defer func() { b.inside = "" }()
	// an item whose attribution closes a paragraph below goes on up to there
	attributed := !m.Attr.IsZero() && b.note.Kind == note.Changes && (m.Type != markdown.Item || len(m.AttrRefs) > 0)
	for _, c := range below {
		n.Children = append(n.Children, b.children(c, attributed)...)
		attributed = attributed || !c.Attr.IsZero() && b.note.Kind == note.Changes
	}
	n.Refs = withChildren(n.Refs, n.Children)
	return n
}

// withChildren are the references of an entry and behind them those of its children, in a list
// without room to grow: there is one of each entry as long as the note is.
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

// nameless are the people of an attribution whose @ is lost, so that no reference names
// them.
func nameless(a note.Attribution, refs []note.Ref) []note.Ref {
	var out []note.Ref
	for _, who := range a.People {
		if !slices.ContainsFunc(refs, func(r note.Ref) bool { return r.Kind == note.PersonRef && r.ID == string(who) }) {
			out = append(out, note.Ref{Kind: note.PersonRef, ID: string(who), Written: string(who)})
		}
	}
	return out
}

// children reads a block below an entry: the author's remarks, and what else the entry
// says. In a changes note what follows the attribution is a remark.
func (b *builder) children(m *markdown.Block, attributed bool) []note.Block {
	switch m.Type {
	case markdown.Comment:
		return nil
	case markdown.List:
		if b.lists.later[m] { // read with the first of them
			return nil
		}
		return b.childItems(append([]*markdown.Block{m}, b.lists.behind[m]...))
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

// childItems parts a list below an entry into remarks and lists of the other items. The list
// may go on behind comments.
func (b *builder) childItems(list []*markdown.Block) []note.Block {
	var out []note.Block
	var plain []*markdown.Block
	flush := func() { // the other items so far
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
		case b.note.Kind == note.Changes && !item.Attr.IsZero(): // a change within a change
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

// partOfList renders some items of a list as a list.
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
	from(&n, within(b.joined(items, false), "<"+tag+">\n", "\n</"+tag+">"))
	return n
}

// itemRemark makes a remark of a list item.
func (b *builder) itemRemark(item *markdown.Block, sign string) note.Block {
	n := note.Block{Type: note.Remark, ID: note.BlockID(item.ID), Lang: b.lang(deepWords(item)), Refs: deepRefs(item), Pos: item.Pos}
	from(&n, b.item(item, true))
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

// join puts HTML before and after a text. What stands between two references becomes one
// span, built in one go: a text may come in very many pieces.
func join(before string, t note.Text, after string) note.Text {
	var out note.Text
	words, open := strings.Builder{}, true
	words.WriteString(before)
	for _, s := range t {
		if s.Ref == nil {
			words.WriteString(s.HTML)
			open = true
			continue
		}
		if open {
			out = append(out, note.Span{HTML: words.String()})
			words, open = strings.Builder{}, false
		}
		out = append(out, s)
	}
	words.WriteString(after)
	if open || after != "" {
		out = append(out, note.Span{HTML: words.String()})
	}
	return out
}

// apiList reads a list of API resources: each item is one, or a word for what follows,
// or a word with its own list. It reports false, and has read nothing, for other lists.
func (b *builder) apiList(m *markdown.Block) bool {
	kind, found := b.list, false
	for _, item := range m.Children {
		resource := isResource(item.Plain)
		label := apiLabel(item.Plain, false)
		nested := len(item.Children) == 1 && item.Children[0].Type == markdown.List
		switch {
		case resource && kind != "" && len(item.Children) == 0:
			found = true
		case label != "" && (len(item.Children) == 0 || nested && allResources(item.Children[0])):
			kind, found = label, found || nested
		default:
			return false
		}
	}
	if !found {
		return false
	}
	for _, item := range m.Children {
		b.apiItem(item)
	}
	return true
}

func (b *builder) apiItem(item *markdown.Block) {
	if isResource(item.Plain) {
		b.put(b.apiEntry(strings.TrimSpace(item.Plain), item))
		return
	}
	b.list = apiLabel(item.Plain, false)
	b.put(b.label(item))
	for _, c := range item.Children {
		for _, nested := range c.Children {
			b.apiItem(nested)
		}
	}
}

func allResources(list *markdown.Block) bool {
	return !slices.ContainsFunc(list.Children, func(i *markdown.Block) bool { return !isResource(i.Plain) })
}

func isResource(plain string) bool { return ref.IsAPI(strings.TrimSpace(plain)) }

// apiLines reads a paragraph whose every line is an API resource.
func (b *builder) apiLines(m *markdown.Block) bool {
	fields := strings.Fields(m.Plain)
	if b.list == "" || b.note.Kind == note.Log || len(fields) == 0 {
		return false
	}
	for _, f := range fields {
		if !ref.IsAPI(f) {
			return false
		}
	}
	for _, f := range fields {
		b.put(b.apiEntry(f, m))
	}
	return true
}

// apiEntry is one API resource.
func (b *builder) apiEntry(resource string, m *markdown.Block) note.Block {
	r := note.Ref{Kind: note.API, ID: resource, Written: resource, Code: true, Pos: m.Pos}
	return note.Block{
		Type: note.Entry, ID: note.BlockID(m.ID), Lang: b.note.Lang, Kind: b.list, Pos: m.Pos,
		Text: note.Text{{Ref: &r}}, Refs: []note.Ref{r},
	}
}
