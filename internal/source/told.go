package source

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

// traced gives a note's block what the comments say of the blocks that it is made of.
func (o *origins) traced(n *note.Block, ms ...*markdown.Block) {
	inline := n.Type == note.Entry || n.Type == note.Heading
	if len(ms) == 1 {
		from(n, o.told(ms[0], inline, n.Type == note.Remark))
		return
	}
	from(n, o.joined(ms, false))
}

// from gives a note's block its origin, without what is said of no block of its type.
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

// told is what the comments say of one block: the comment before it, else those before all
// of its parts.
func (o *origins) told(m *markdown.Block, inline, remark bool) note.Origin {
	t := o.own(m, inline, remark)
	if len(t.Source) > 0 || inline || len(m.Children) == 0 {
		return t
	}
	parts := o.composed(m)
	t.Source, t.SourceLang, t.Machine = parts.Source, parts.SourceLang, t.Machine || parts.Machine
	if len(t.Was) == 0 {
		t.Was = parts.Was
	}
	return t
}

// own is what the comment right before a block says of it.
func (o *origins) own(m *markdown.Block, inline, remark bool) note.Origin {
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

// composed is what the comments within a block say of all its parts together. Where a part
// has none, nothing is said of the whole: a text with a hole would never be up to date.
func (o *origins) composed(m *markdown.Block) note.Origin {
	switch m.Type {
	case markdown.List:
		tag := "ul"
		if m.Ordered {
			tag = "ol"
		}
		return within(o.joined(m.Children, false), "<"+tag+">\n", "\n</"+tag+">")
	case markdown.Item:
		return within(o.item(m, false), "<li>", "</li>")
	case markdown.Blockquote:
		return within(o.joined(m.Children, false), "<blockquote>\n", "\n</blockquote>")
	case markdown.Alert, markdown.Details:
		return o.joined(m.Children, false)
	}
	return note.Origin{}
}

// item is what is said of an item's own words and of what stands below them.
func (o *origins) item(m *markdown.Block, remark bool) note.Origin {
	if m.Plain == "" {
		return o.joined(m.Children, remark)
	}
	lead := o.own(m, true, remark)
	if remark {
		lead = within(lead, "<p>", "</p>")
	}
	if len(lead.Source) == 0 || len(m.Children) == 0 {
		return lead
	}
	rest := o.joined(m.Children, false)
	if !slices.ContainsFunc(m.Children, func(c *markdown.Block) bool { return !neutral(c) }) {
		rest.Source = bare(o.doc.RenderAll(m.Children, markdown.RenderOptions{}))
	}
	if len(rest.Source) == 0 && !allSkipped(m.Children) {
		return note.Origin{Machine: lead.Machine || rest.Machine}
	}
	return inRow(lead, rest)
}

// joined is what is said of several blocks in a row; remark means that the sign for one may
// stand before the first.
func (o *origins) joined(ms []*markdown.Block, remark bool) note.Origin {
	var all note.Origin
	hole := false
	for _, m := range ms {
		if skipped(m) || m.Type == markdown.Comment {
			continue
		}
		var t note.Origin
		if m.Type == markdown.Item {
			t = o.composed(m)
		} else {
			t = o.told(m, false, remark)
		}
		if len(t.Source) == 0 && neutral(m) {
			t.Source = bare(o.doc.Render(m, markdown.RenderOptions{}))
		}
		hole, remark = hole || len(t.Source) == 0, false
		all = inRow(all, t)
	}
	if hole || all.SourceLang == "" {
		return note.Origin{Machine: all.Machine}
	}
	return all
}

// inRow is what is said of a block and of one after it.
func inRow(t, next note.Origin) note.Origin {
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

// within puts HTML around the texts that there are.
func within(t note.Origin, before, after string) note.Origin {
	if len(t.Source) > 0 {
		t.Source = join(before, t.Source, after)
	}
	if len(t.Was) > 0 {
		t.Was = join(before, t.Was, after)
	}
	return t
}

// allSkipped reports whether none of the blocks has words.
func allSkipped(ms []*markdown.Block) bool {
	for _, m := range ms {
		if !skipped(m) && m.Type != markdown.Comment {
			return false
		}
	}
	return true
}
