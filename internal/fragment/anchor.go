package fragment

import (
	"html"
	"maps"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

// Anchors returns the anchors of a version of a note, in its blocks and their HTML, each with its
// top-level block.
func (m *Maker) Anchors(n *note.Note) map[string]*note.Block {
	return m.ids.Make(n, func() map[string]*note.Block { return m.listAnchors(n) })
}

func (m *Maker) listAnchors(n *note.Note) map[string]*note.Block {
	out := map[string]*note.Block{}
	for i := range n.Blocks {
		top := &n.Blocks[i]
		m.anchorsIn(out, n, top)
		one := note.Note{Blocks: n.Blocks[i : i+1]}
		for b := range one.All {
			for _, id := range TextAnchors(b) {
				out[id] = top
			}
		}
	}
	return out
}

// TextAnchors returns the anchors in the HTML of a block, such as footnotes.
func TextAnchors(b *note.Block) []string {
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

func (m *Maker) anchorsIn(out map[string]*note.Block, n *note.Note, top *note.Block) {
	add := func(b *note.Block) {
		if id := string(m.s.Anchor(n, b)); id != "" {
			out[id] = top
		}
	}
	add(top)
	below := note.Note{Blocks: top.Children}
	for b := range below.All {
		add(b)
	}
}

// Everywhere returns the block with an anchor, if the pages of a note have the anchor in every
// language. Languages can show different versions.
func (m *Maker) Everywhere(id note.ID, anchor string) (*note.Block, bool) {
	top, ok := m.places(id)[anchor]
	return top, ok
}

// places returns the anchors that the pages of a note have in every interface language, each with a
// top-level block.
func (m *Maker) places(id note.ID) map[string]*note.Block {
	if made, ok := m.shown.Get(id); ok {
		return made
	}
	out := m.Anchors(m.s.Original(id))
	if len(m.s.Versions(id)) > 1 {
		out = nil
		for _, l := range m.languages(id) {
			here := m.anchorsFor(m.s.Pick(id, l), l)
			if out == nil {
				out = here
			}
			maps.DeleteFunc(out, func(anchor string, _ *note.Block) bool { return here[anchor] == nil })
		}
	}
	m.shown.Put(id, out)
	return out
}

// anchorsFor returns the anchors of a note's page in one language: of the version shown, and of
// blocks that only its counterpart has. The caller may modify the map.
func (m *Maker) anchorsFor(n *note.Note, lang note.Lang) map[string]*note.Block {
	out := map[string]*note.Block{}
	for _, r := range m.s.Pairing(n, lang).Rows {
		m.soloAnchors(out, r)
	}
	maps.Copy(out, m.Anchors(n))
	return out
}

func (m *Maker) soloAnchors(out map[string]*note.Block, r site.Row) {
	if len(r.Blocks) == 0 && len(r.Other) > 0 {
		for _, b := range r.Other[0].Blocks {
			m.anchorsIn(out, r.Other[0].Note, b)
		}
	}
	for _, child := range r.Children {
		m.soloAnchors(out, child)
	}
}

func (m *Maker) languages(id note.ID) []note.Lang {
	if len(m.o.Languages) > 0 {
		return m.o.Languages
	}
	var out []note.Lang
	for _, n := range m.s.Versions(id) {
		out = append(out, n.Lang)
	}
	return out
}
