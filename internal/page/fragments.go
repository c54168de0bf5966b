package page

import (
	"html/template"
	"maps"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/view"
)

// newFragments tells package fragment where the things and posts of this site are.
func newFragments(p *planner) *fragment.Maker {
	o := fragment.Options{Glossary: p.data.Glossary, Names: p.o.Names, Target: p.target, Post: p.postOf}
	for _, l := range p.langs {
		o.Languages = append(o.Languages, l.Code)
	}
	return fragment.New(p.s, o)
}

// postOf is where an anchor of a log stands on the page of its month: see [fragment.Options].
func (p *planner) postOf(n *note.Note, top *note.Block, id string) (path, anchor string) {
	month := p.monthOf(n, top, id)
	if month == "" {
		return "", ""
	}
	m := p.month(month, n.Lang)
	return monthPath(month) + m.places[logAnchor{n.ID, id}].part, m.anchorOf(n.ID, id)
}

// monthOf is the month on whose page an anchor of a log stands. What has no date, such as the
// footnotes at the end, stands with the last day above it.
func (p *planner) monthOf(n *note.Note, top *note.Block, id string) string {
	switch {
	case top == nil:
		return ""
	case isDay(top.Date):
		return top.Date[:7]
	}
	for _, month := range slices.Sorted(maps.Keys(p.logMonths()[n.ID])) {
		if p.month(month, n.Lang).places[logAnchor{n.ID, id}].anchor != "" {
			return month
		}
	}
	return ""
}

// anchor is the anchor of a block on the page of its note, the same in every language; empty
// for a block without one.
func (p *planner) anchor(n *note.Note, b *note.Block) string { return string(p.s.Anchor(n, b)) }

// fill turns a text into HTML for this page.
func (sh *sheet) fill(t note.Text, n *note.Note, quoted bool) template.HTML {
	return sh.fragments.HTML(t, fragment.At{Note: n, Up: sh.up, Quoted: quoted})
}

// rich returns a block's own HTML with the lang attribute that it needs here.
func (sh *sheet) rich(t note.Text, lang note.Lang, n *note.Note, quoted bool) view.Rich {
	return view.Rich{HTML: sh.fill(t, n, quoted), Lang: sh.tag(lang)}
}

// markdown turns a text of the upstream data into HTML; nil for an empty one.
func (sh *sheet) markdown(src string, lang note.Lang) *view.Rich {
	if strings.TrimSpace(src) == "" {
		return nil
	}
	return &view.Rich{HTML: sh.fill(sh.fragments.Markdown(src), nil, true), Lang: sh.tag(lang)}
}
