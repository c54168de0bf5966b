package source

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

// trace reads the comments among the blocks of a text.
func (p *parser) trace(doc *markdown.Doc, kind note.NoteKind) *origins {
	o := &origins{parser: p, doc: doc, kind: kind, of: map[*markdown.Block]*origin{}, lists: newLists()}
	o.level(doc.Blocks)
	return o
}

// level reads the comments among neighbours, and then those within each of them: a comment
// right before a part of a block says more of it than one before the whole.
func (o *origins) level(blocks []*markdown.Block) {
	read := o.comments(blocks)
	o.goOn(blocks)
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

// comments reads the comments among blocks, by their places.
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

// comment is a comment with what it is for.
type comment struct {
	kind commentKind
	text string
}

// goOn finds the lists that a comment parts from the list before: to Markdown they are
// several, to a reader one. What the comment says does not matter, so that it makes no block,
// but an empty one parts them on purpose.
func (o *origins) goOn(blocks []*markdown.Block) {
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

// leading reads the comments that the words of a block begin with. Where its lines were
// translated one by one, each with its comment before it, all of them are its source.
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

// pair gives the blocks of a group what its comments say. A source that fits none of them
// is nobody's: that of a block which is not translated yet.
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
			o.lostMark(m.name, m.at)
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

// empty reports a mark for an older source that holds none.
func (o *origins) empty(g *group) {
	for _, m := range g.marks {
		if m.name == StaleMark && g.was == "" {
			o.report(diag.Warnf(m.at, "translation/untracked-mark", "the comment %s holds no text", StaleMark).
				WithHint("put in it what the source said when the block was translated, or take it out"))
		}
	}
}

// group is a comment with the marks beside it and the blocks up to the next one.
type group struct {
	source, was string
	machine     bool
	marks       []mark
	run         []*markdown.Block
}

// closes reports whether a comment begins another group than g.
func (g *group) closes(kind commentKind) bool {
	switch kind {
	case sectionMark:
		return true
	case sourceText:
		return g.source != "" || len(g.run) > 0
	}
	return len(g.run) > 0
}

// take adds a comment to the group.
func (g *group) take(kind commentKind, text string, at diag.Position) {
	switch kind {
	case sourceText:
		g.source = text
	case staleMark:
		g.was = text
		g.marks = append(g.marks, mark{StaleMark, at})
	case machineMark:
		g.machine = true
		g.marks = append(g.marks, mark{MachineMark, at})
	}
}

// mark is where a mark stands.
type mark struct {
	name string
	at   diag.Position
}
