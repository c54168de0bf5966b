package page

import (
	"html"
	"maps"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

// anchor is the anchor of a block, on the page of its note in every language; empty for
// one that has none.
func (p *planner) anchor(n *note.Note, b *note.Block) string { return string(p.s.Anchor(n, b)) }

// anchors lists the anchors of a version of a note, each with the top-level block that has
// it: those of its blocks, and those within their HTML.
func (p *planner) anchors(n *note.Note) map[string]*note.Block {
	return p.ids.Make(n, func() map[string]*note.Block { return p.listAnchors(n) })
}

func (p *planner) listAnchors(n *note.Note) map[string]*note.Block {
	out := map[string]*note.Block{}
	for i := range n.Blocks {
		top := &n.Blocks[i]
		p.anchorsIn(out, n, top)
		one := note.Note{Blocks: n.Blocks[i : i+1]}
		for b := range one.All {
			for _, id := range textAnchors(b) {
				out[id] = top
			}
		}
	}
	return out
}

// textAnchors lists the anchors within the HTML of a block: of footnotes, of raw HTML.
func textAnchors(b *note.Block) []string {
	var out []string
	for _, span := range b.Text {
		if !strings.Contains(span.HTML, ` id="`) {
			continue
		}
		for _, m := range attribute.FindAllStringSubmatch(span.HTML, -1) {
			if m[1] == "id" {
				out = append(out, html.UnescapeString(m[2]))
			}
		}
	}
	return out
}

// anchorsIn adds the anchors of a top-level block and of those below it.
func (p *planner) anchorsIn(out map[string]*note.Block, n *note.Note, top *note.Block) {
	add := func(b *note.Block) {
		if id := p.anchor(n, b); id != "" {
			out[id] = top
		}
	}
	add(top)
	below := note.Note{Blocks: top.Children}
	for b := range below.All {
		add(b)
	}
}

// everywhere finds the block that has an anchor, if the pages of a note have that anchor in
// every language: which version they show depends on it.
func (p *planner) everywhere(id note.ID, anchor string) (*note.Block, bool) {
	top, ok := p.places(id)[anchor]
	return top, ok
}

// places lists the anchors that the pages of a note have in every language of the
// interface, each with a top-level block that has it.
func (p *planner) places(id note.ID) map[string]*note.Block {
	if made, ok := p.shown.Get(id); ok {
		return made
	}
	out := p.anchors(p.s.Original(id))
	if len(p.s.Versions(id)) > 1 {
		out = nil
		for _, l := range p.langs {
			here := p.anchorsFor(p.s.Pick(id, l.Code), l.Code)
			if out == nil {
				out = here
			}
			maps.DeleteFunc(out, func(anchor string, _ *note.Block) bool { return here[anchor] == nil })
		}
	}
	p.shown.Put(id, out)
	return out
}

// anchorsFor lists the anchors of a note's page in one language: those of the version that
// it shows, and of what only the version beside it has. The map is the caller's.
func (p *planner) anchorsFor(n *note.Note, lang note.Lang) map[string]*note.Block {
	out := map[string]*note.Block{}
	for _, r := range p.s.Pairing(n, lang).Rows {
		p.soloAnchors(out, r)
	}
	maps.Copy(out, p.anchors(n))
	return out
}

func (p *planner) soloAnchors(out map[string]*note.Block, r site.Row) {
	if len(r.Blocks) == 0 && len(r.Other) > 0 {
		for _, b := range r.Other[0].Blocks {
			p.anchorsIn(out, r.Other[0].Note, b)
		}
	}
	for _, child := range r.Children {
		p.soloAnchors(out, child)
	}
}
