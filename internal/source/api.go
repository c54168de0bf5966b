package source

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

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

// apiList converts a list of API resources. Each item is a resource, a label for the items after
// it, or a label with a list of its own. For any other list, it returns false and converts
// nothing.
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

// apiLines converts a paragraph that consists only of API resources. For any other paragraph, it
// returns false and converts nothing.
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

func (b *builder) apiEntry(resource string, m *markdown.Block) note.Block {
	r := note.Ref{Kind: note.API, ID: resource, Written: resource, Code: true, Pos: m.Pos}
	return note.Block{
		Type: note.Entry, ID: note.BlockID(m.ID), Lang: b.note.Lang, Kind: b.list, Pos: m.Pos,
		Text: note.Text{{Ref: &r}}, Refs: []note.Ref{r},
	}
}

// label converts the text of an item, without the blocks below it.
func (b *builder) label(item *markdown.Block) note.Block {
	n := note.Block{
		Type: note.Prose, ID: note.BlockID(item.ID), Lang: b.lang(item.Plain), Refs: item.Named(), Pos: item.Pos,
		Text: join("<p>", b.doc.Render(item, markdown.RenderOptions{Inline: true}), "</p>"),
	}
	from(&n, within(b.origins.ownOrigin(item, true, false), "<p>", "</p>"))
	return n
}
