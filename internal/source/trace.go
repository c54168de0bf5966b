package source

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

// trace reads the comments of a document and returns the origins of its blocks.
func (p *parser) trace(doc *markdown.Doc, kind note.NoteKind) *origins {
	o := &origins{parser: p, doc: doc, kind: kind, of: map[*markdown.Block]*origin{}, lists: newLists()}
	o.level(doc.Blocks)
	return o
}

// level reads the comments between siblings, then those within each sibling. Comments within a
// block override the comment before it.
func (o *origins) level(blocks []*markdown.Block) {
	read := o.comments(blocks)
	o.joinLists(blocks)
	var g group
	for i, m := range blocks {
		if m.Type != markdown.Comment {
			g.run = append(g.run, m)
			continue
		}
		c := read[i]
		if c.kind == aside {
			continue
		}
		if g.closes(c.kind) {
			o.pair(&g)
			g = group{}
		}
		g.take(c.kind, c.text, m.Pos)
	}
	o.pair(&g)
	for _, m := range blocks {
		o.leading(m)
		o.level(m.Children)
	}
}

// comments parses the comments in a list of blocks. The key is the index of the block.
func (o *origins) comments(blocks []*markdown.Block) map[int]comment {
	var out map[int]comment
	for i, m := range blocks {
		if m.Type != markdown.Comment {
			continue
		}
		if out == nil {
			out = map[int]comment{}
		}
		kind, text := o.readComment(m.Comment, m.Pos)
		out[i] = comment{kind, text}
	}
	return out
}

type comment struct {
	kind commentKind
	text string
}

// joinLists finds lists that are separated only by a comment. Markdown treats them as several
// lists, but readers see one. An empty comment separates lists on purpose.
func (o *origins) joinLists(blocks []*markdown.Block) {
	var lists []*markdown.Block
	end := func() {
		if len(lists) > 1 {
			o.lists.add(lists)
		}
		lists = nil
	}
	for i, m := range blocks {
		switch {
		case m.Type == markdown.Comment && m.Comment != "":
		case m.Type != markdown.List:
			end()
		default:
			if len(lists) > 0 && (lists[0].Ordered != m.Ordered || blocks[i-1].Type != markdown.Comment) {
				end()
			}
			lists = append(lists, m)
		}
	}
	end()
}

// leading reads the comments at the beginning of the text of a block. If each line has a comment
// of its own, they are joined to one source.
func (o *origins) leading(m *markdown.Block) {
	if len(m.Comments) == 0 {
		return
	}
	g := group{run: []*markdown.Block{m}}
	for _, text := range m.Comments {
		kind, text := o.readComment(text, m.Pos)
		if kind == sourceText && g.source != "" {
			text = g.source + " " + text
		}
		g.take(kind, text, m.Pos)
	}
	if g.source != "" {
		o.at(m).source, o.at(m).above = o.excerpt(g.source), false
	}
	if g.was != "" {
		o.at(m).was = o.excerpt(g.was)
	}
	o.at(m).machine = o.at(m).machine || g.machine
	o.empty(&g)
}

// pair assigns the comments of a group to its blocks. It ignores a source that matches no block,
// because it is not translated yet.
func (o *origins) pair(g *group) {
	if len(g.marks) == 0 && g.source == "" {
		return
	}
	run := slices.DeleteFunc(slices.Clone(g.run), skipped)
	var hit []*markdown.Block
	switch {
	case g.source != "":
		hit = o.match(o.excerpt(g.source), run, func(x *origin) *excerpt { return &x.source })
	case len(run) > 0:
		hit = []*markdown.Block{o.target(run[0])}
	}
	if len(hit) == 0 {
		for _, m := range g.marks {
			o.unplacedMark(m.name, m.at)
		}
		return
	}
	if g.was != "" {
		was := o.excerpt(g.was)
		if len(o.match(was, run, func(x *origin) *excerpt { return &x.was })) == 0 {
			o.at(hit[0]).was = was
		}
	}
	for _, m := range hit {
		o.at(m).machine = o.at(m).machine || g.machine
	}
	o.empty(g)
}

// empty reports a stale comment without text.
func (o *origins) empty(g *group) {
	for _, m := range g.marks {
		if m.name == StaleMark && g.was == "" {
			o.report(diag.Warnf(m.at, "translation/untracked-mark", "empty comment %q", StaleMark).
				WithHint("insert the text of the source at the time of translation, or delete the comment"))
		}
	}
}

// group is a source comment, the marks next to it, and the blocks up to the next source comment.
type group struct {
	source, was string
	machine     bool
	marks       []placedMark
	run         []*markdown.Block
}

// closes reports whether a comment of this kind ends the group.
func (g *group) closes(kind commentKind) bool {
	switch kind {
	case sectionMark:
		return true
	case sourceText:
		return g.source != "" || len(g.run) > 0
	}
	return len(g.run) > 0
}

func (g *group) take(kind commentKind, text string, at diag.Position) {
	switch kind {
	case sourceText:
		g.source = text
	case staleMark:
		g.was = text
		g.marks = append(g.marks, placedMark{StaleMark, at})
	case machineMark:
		g.machine = true
		g.marks = append(g.marks, placedMark{MachineMark, at})
	}
}

type placedMark struct {
	name string
	at   diag.Position
}
