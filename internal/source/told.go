package source

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

// told is what comments say of a block, rendered.
type told struct {
	source, was note.Text
	more        note.Text // behind source, where that is the words of an entry or a heading
	lang        note.Lang
	above       bool
	machine     bool
}

// put writes it into a block.
func (t told) put(n *note.Block) {
	n.Source, n.Was, n.SourceLang = t.source, t.was, t.lang
	n.SourceAbove, n.Machine = t.above && len(t.source) == 0, t.machine
	if n.Type == note.Entry {
		n.SourceMore = t.more
	}
	if len(n.Source) == 0 {
		n.SourceLang = ""
	}
}

// traced gives a note's block what the comments say of the blocks that it is made of.
func (b *builder) traced(n *note.Block, ms ...*markdown.Block) {
	inline := n.Type == note.Entry || n.Type == note.Heading
	if len(ms) == 1 {
		b.told(ms[0], inline, n.Type == note.Remark).put(n)
		return
	}
	b.joined(ms, false).put(n)
}

// told is what the comments say of one block: the comment before it, else those before all
// of its parts.
func (b *builder) told(m *markdown.Block, inline, remark bool) told {
	t := b.own(m, inline, remark)
	if len(t.source) > 0 || inline || len(m.Children) == 0 {
		return t
	}
	parts := b.composed(m)
	t.source, t.lang, t.machine = parts.source, parts.lang, t.machine || parts.machine
	if len(t.was) == 0 {
		t.was = parts.was
	}
	return t
}

// own is what the comment right before a block says of it.
func (b *builder) own(m *markdown.Block, inline, remark bool) told {
	o := b.origins[m]
	if o == nil {
		return told{}
	}
	drops := func(s *markdown.Block) bool { return b.note.Kind == note.Changes && closes(s.Attr, m.Attr) }
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
	t := told{source: text(o.source), was: text(o.was), lang: o.source.lang, above: o.above, machine: o.machine}
	if inline {
		t.more = o.source.more()
	}
	return t
}

// closes reports whether what looks like the attribution of a source is that of the change
// which the block tells of. Upstream's words may end in a number of their own: "every 2
// seconds. (#105536)".
func closes(source, of note.Attribution) bool {
	return !of.IsZero() && (len(source.People) > 0 || shares(source, of))
}

// shares reports whether two attributions name a change in common.
func shares(a, b note.Attribution) bool {
	x, y := slices.Concat(a.PRs, a.Threads), slices.Concat(b.PRs, b.Threads)
	return slices.ContainsFunc(x, func(n string) bool { return slices.Contains(y, n) })
}

// composed is what the comments within a block say of all its parts together. Where a part
// has none, nothing is said of the whole: a text with a hole would never be up to date.
func (b *builder) composed(m *markdown.Block) told {
	switch m.Type {
	case markdown.List:
		tag := "ul"
		if m.Ordered {
			tag = "ol"
		}
		return b.joined(m.Children, false).within("<"+tag+">\n", "\n</"+tag+">")
	case markdown.Item:
		return b.item(m, false).within("<li>", "</li>")
	case markdown.Blockquote:
		return b.joined(m.Children, false).within("<blockquote>\n", "\n</blockquote>")
	case markdown.Alert, markdown.Details:
		return b.joined(m.Children, false)
	}
	return told{}
}

// item is what is said of an item's own words and of what stands below them.
func (b *builder) item(m *markdown.Block, remark bool) told {
	if m.Plain == "" {
		return b.joined(m.Children, remark)
	}
	lead := b.own(m, true, remark)
	if remark {
		lead = lead.within("<p>", "</p>")
	}
	if len(lead.source) == 0 || len(m.Children) == 0 {
		return lead
	}
	rest := b.joined(m.Children, false)
	if !slices.ContainsFunc(m.Children, func(c *markdown.Block) bool { return !neutral(c) }) {
		rest.source = bare(b.doc.RenderAll(m.Children, markdown.RenderOptions{}))
	}
	if len(rest.source) == 0 && !allSkipped(m.Children) {
		return told{machine: lead.machine || rest.machine}
	}
	return lead.and(rest)
}

// joined is what is said of several blocks in a row; remark means that the sign for one may
// stand before the first.
func (b *builder) joined(ms []*markdown.Block, remark bool) told {
	var all told
	hole := false
	for _, m := range ms {
		if skipped(m) || m.Type == markdown.Comment {
			continue
		}
		var t told
		if m.Type == markdown.Item {
			t = b.composed(m)
		} else {
			t = b.told(m, false, remark)
		}
		if len(t.source) == 0 && neutral(m) {
			t.source = bare(b.doc.Render(m, markdown.RenderOptions{}))
		}
		hole, remark = hole || len(t.source) == 0, false
		all = all.and(t)
	}
	if hole || all.lang == "" {
		return told{machine: all.machine}
	}
	return all
}

// and is what is said of a block and of one after it.
func (t told) and(next told) told {
	if len(t.was) > 0 || len(next.was) > 0 {
		was := next.was
		if len(was) == 0 {
			was = next.source
		}
		before := t.was
		if len(before) == 0 {
			before = t.source
		}
		t.was = row(before, was)
	}
	t.source = row(t.source, next.source)
	if t.lang == "" {
		t.lang = next.lang
	}
	t.machine = t.machine || next.machine
	return t
}

// within puts HTML around the texts that there are.
func (t told) within(before, after string) told {
	if len(t.source) > 0 {
		t.source = join(before, t.source, after)
	}
	if len(t.was) > 0 {
		t.was = join(before, t.was, after)
	}
	return t
}

// row is a text and the next, with a line end between them where there are both.
func row(a, b note.Text) note.Text {
	switch {
	case len(a) == 0:
		return b
	case len(b) == 0:
		return a
	}
	return append(a[:len(a):len(a)], join("\n", b, "")...)
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
