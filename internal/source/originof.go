package source

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

// setOrigin sets the origin of a note block from the Markdown blocks that it was converted from.
func (o *origins) setOrigin(n *note.Block, ms ...*markdown.Block) {
	inline := n.Type == note.Entry || n.Type == note.Heading
	if len(ms) == 1 {
		from(n, o.originOf(ms[0], inline, n.Type == note.Remark))
		return
	}
	from(n, o.runOrigin(ms, false))
}

// from sets the origin of a block. It omits the fields that do not apply to the type of the
// block.
func from(n *note.Block, o note.Origin) {
	if n.Type != note.Entry {
		o.SourceMore = nil
	}
	if len(o.Source) == 0 {
		o.SourceLang = ""
	} else {
		o.SourceAbove = false
	}
	n.Origin = o
}

// originOf returns the origin of a block. It comes from the comment before the block, else from
// comments before all of its children.
func (o *origins) originOf(m *markdown.Block, inline, remark bool) note.Origin {
	t := o.ownOrigin(m, inline, remark)
	if len(t.Source) > 0 || inline || len(m.Children) == 0 {
		return t
	}
	parts := o.partsOrigin(m)
	t.Source, t.SourceLang, t.Machine = parts.Source, parts.SourceLang, t.Machine || parts.Machine
	if len(t.Was) == 0 {
		t.Was = parts.Was
	}
	return t
}

// ownOrigin returns the origin from the comment before a block.
func (o *origins) ownOrigin(m *markdown.Block, inline, remark bool) note.Origin {
	found := o.of[m]
	if found == nil {
		return note.Origin{}
	}
	drops := func(s *markdown.Block) bool { return o.kind == note.Changes && closes(s.Attr, m.Attr) }
	text := func(e excerpt) note.Text {
		var opts markdown.RenderOptions
		if remark && len(e.blocks) > 0 {
			opts.Skip, _, _ = remarkMark(firstWords(e.blocks[0]))
		}
		out := e.flow(opts, drops)
		if inline {
			out = e.inline(opts, drops)
		}
		if remark {
			out = unmarked(out)
		}
		return out
	}
	t := note.Origin{Source: text(found.source), Was: text(found.was), SourceLang: found.source.lang, SourceAbove: found.above, Machine: found.machine}
	if inline {
		t.SourceMore = found.source.more()
	}
	return t
}

// partsOrigin joins the origins of the children of a block. It returns none if a child has no
// source, because an incomplete source would always be outdated.
func (o *origins) partsOrigin(m *markdown.Block) note.Origin {
	switch m.Type {
	case markdown.List:
		tag := "ul"
		if m.Ordered {
			tag = "ol"
		}
		return within(o.runOrigin(m.Children, false), "<"+tag+">\n", "\n</"+tag+">")
	case markdown.Item:
		return within(o.item(m, false), "<li>", "</li>")
	case markdown.Blockquote:
		return within(o.runOrigin(m.Children, false), "<blockquote>\n", "\n</blockquote>")
	case markdown.Alert, markdown.Details:
		return o.runOrigin(m.Children, false)
	}
	return note.Origin{}
}

// item returns the origin of an item: of its text, and of the blocks below it.
func (o *origins) item(m *markdown.Block, remark bool) note.Origin {
	if m.Plain == "" {
		return o.runOrigin(m.Children, remark)
	}
	lead := o.ownOrigin(m, true, remark)
	if remark {
		lead = within(lead, "<p>", "</p>")
	}
	if len(lead.Source) == 0 || len(m.Children) == 0 {
		return lead
	}
	rest := o.runOrigin(m.Children, false)
	if !slices.ContainsFunc(m.Children, func(c *markdown.Block) bool { return !neutral(c) }) {
		rest.Source = withoutAnchors(o.doc.RenderAll(m.Children, markdown.RenderOptions{}))
	}
	if len(rest.Source) == 0 && !allSkipped(m.Children) {
		return note.Origin{Machine: lead.Machine || rest.Machine}
	}
	return appendOrigin(lead, rest)
}

// runOrigin joins the origins of consecutive blocks. If remark is true, the first may begin with
// the sign of a remark.
func (o *origins) runOrigin(ms []*markdown.Block, remark bool) note.Origin {
	var all note.Origin
	hole := false
	for _, m := range ms {
		if skipped(m) || m.Type == markdown.Comment {
			continue
		}
		var t note.Origin
		if m.Type == markdown.Item {
			t = o.partsOrigin(m)
		} else {
			t = o.originOf(m, false, remark)
		}
		if len(t.Source) == 0 && neutral(m) {
			t.Source = withoutAnchors(o.doc.Render(m, markdown.RenderOptions{}))
		}
		hole, remark = hole || len(t.Source) == 0, false
		all = appendOrigin(all, t)
	}
	if hole || all.SourceLang == "" {
		return note.Origin{Machine: all.Machine}
	}
	return all
}

// appendOrigin joins the origins of a block and of the next block.
func appendOrigin(t, next note.Origin) note.Origin {
	if len(t.Was) > 0 || len(next.Was) > 0 {
		was := next.Was
		if len(was) == 0 {
			was = next.Source
		}
		before := t.Was
		if len(before) == 0 {
			before = t.Source
		}
		t.Was = row(before, was)
	}
	t.Source = row(t.Source, next.Source)
	if t.SourceLang == "" {
		t.SourceLang = next.SourceLang
	}
	t.Machine = t.Machine || next.Machine
	return t
}

// within adds HTML around the texts of an origin that are not empty.
func within(t note.Origin, before, after string) note.Origin {
	if len(t.Source) > 0 {
		t.Source = join(before, t.Source, after)
	}
	if len(t.Was) > 0 {
		t.Was = join(before, t.Was, after)
	}
	return t
}

// allSkipped reports whether none of the blocks has text to translate.
func allSkipped(ms []*markdown.Block) bool {
	for _, m := range ms {
		if !skipped(m) && m.Type != markdown.Comment {
			return false
		}
	}
	return true
}
