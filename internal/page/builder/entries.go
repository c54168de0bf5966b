package builder

import (
	"cmp"
	"html"
	"net/url"
	"regexp"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

// Entries builds the views of entries and other blocks of a note.
type Entries struct {
	pg          *Page
	links       *Links
	notes       *NoteLinks
	attribution *Attribution
	outcomes    *Outcomes
}

// RemarksOf returns the remarks of an entry, to be quoted on another page. It joins consecutive
// remarks in the same language, so that the page names their source once.
func (es *Entries) RemarksOf(m site.Mention) []view.Remark {
	var out []view.Remark
	for _, b := range m.Block.Remarks() {
		r := es.Remark(b, Place{N: m.Note, Quoted: true})
		if n := len(out); n > 0 && out[n-1].Rich.Lang == r.Rich.Lang {
			out[n-1].Rich.HTML += "\n" + r.Rich.HTML
			continue
		}
		r.From, r.Href = es.notes.From(m.Note), es.notes.Block(m.Note, m.Block)
		out = append(out, r)
	}
	return out
}

// Entry builds the view of an entry.
func (es *Entries) Entry(b *note.Block, in Place) view.Entry {
	e := es.bare(b, in)
	es.children(&e, b, in)
	es.addOutcomes(&e, b, in)
	return e
}

// bare builds the view of an entry without the blocks below it.
func (es *Entries) bare(b *note.Block, in Place) view.Entry {
	known := es.attribution.SharedOf(b, in)
	e := view.Entry{Words: es.pg.Say(), Kind: es.pg.kindOf(b.Kind), Unwritten: known.unwritten, Mark: view.Mark{Machine: es.pg.machine(b)}}
	es.attribution.thenAndNow(&e, b, known.stages)
	if in.Quoted {
		e.Href, e.From = es.notes.Block(in.N, b), es.notes.From(in.N)
		e.Date = es.pg.Date(b.Date)
		e.Area, e.Titled = es.pg.Text(b.Area, in.N.Lang), b.Level > 0
	} else {
		e.ID = es.pg.Book.Log.Anchor(in.N, b)
		e.Href = fragment.Hash(e.ID)
		e.Also = es.attribution.also(known.also)
	}
	es.attribution.meta(&e, b, known, in)
	if !e.Unwritten || b.Level > 0 {
		e.Text = view.Rich{HTML: known.text, Lang: es.pg.Tag(es.pg.Site.LangOf(in.N, b))}
	} else if !in.Quoted {
		e.Official, e.Upstream = es.untranslated(b, in.N)
	}
	return e
}

func (es *Entries) addOutcomes(e *view.Entry, b *note.Block, in Place) {
	if !in.Quoted && (in.N.Kind == note.Log || in.N.Kind == note.Talk || b.Kind == note.Proposal) {
		e.Outcomes = es.outcomes.Of(in.N, b)
	}
}

// untranslated returns the text to show for an unwritten entry: the official text, else the
// comment before the entry, else nil. official reports whether the text is from upstream.
func (es *Entries) untranslated(b *note.Block, n *note.Note) (text *view.Rich, official bool) {
	for _, o := range es.pg.Site.Join(n, b).Official {
		if o.Text == nil {
			continue
		}
		made := es.pg.fill(o.Text.Text, nil, true)
		for _, c := range o.Text.Children {
			made += es.pg.fill(c.Text, nil, true)
		}
		return &view.Rich{HTML: made, Lang: es.pg.Tag(o.Text.Lang)}, true
	}
	if len(b.Source) == 0 {
		return nil, false
	}
	r := es.pg.rich(b.Source, cmp.Or(b.SourceLang, "en"), n, true)
	return &r, es.pg.Site.SourceOf(n) == nil
}

func (es *Entries) children(e *view.Entry, b *note.Block, in Place) {
	for i := range b.Children {
		c := &b.Children[i]
		switch c.Type {
		case note.Remark:
			e.Remarks = append(e.Remarks, es.Remark(c, in))
		case note.Entry:
			nested := es.Entry(c, in)
			nested.From = nil
			e.Nested = append(e.Nested, nested)
		default:
			e.Details = append(e.Details, es.Item(c, in))
		}
	}
}

// Remark builds the view of a remark.
func (es *Entries) Remark(b *note.Block, in Place) view.Remark {
	return view.Remark{Words: es.pg.Say(), Authors: es.links.Authors(in.N), Rich: es.pg.rich(b.Text, es.pg.Site.LangOf(in.N, b), in.N, in.inner()), Mark: view.Mark{Machine: es.pg.machine(b)}}
}

// Item builds the view of a block of any type except a heading.
func (es *Entries) Item(b *note.Block, in Place) view.Item {
	it := view.Item{Type: string(b.Type)}
	if b.Type != note.Entry && b.Type != note.Remark {
		it.Mark.Machine = es.pg.machine(b)
	}
	if !in.Quoted {
		it.ID = es.pg.Book.Log.Anchor(in.N, b)
	}
	switch b.Type {
	case note.Remark:
		r := es.Remark(b, in)
		it.Remark = &r
	case note.Entry:
		e := es.Entry(b, in)
		it.Entry = &e
	case note.Card:
		if c := card(b); c != nil {
			c.Lang = es.pg.Tag(es.pg.Site.LangOf(in.N, b))
			it.Card = c
			break
		}
		it.Type, it.Rich = string(note.Prose), es.pg.rich(b.Text, es.pg.Site.LangOf(in.N, b), in.N, in.inner())
	default:
		it.Rich = es.pg.rich(b.Text, es.pg.Site.LangOf(in.N, b), in.N, in.inner())
	}
	return it
}

var linked = regexp.MustCompile(`href="([^"]+)"`)

func card(b *note.Block) *view.Card {
	var made strings.Builder
	for _, s := range b.Text {
		made.WriteString(s.HTML)
	}
	m := linked.FindStringSubmatch(made.String())
	if m == nil {
		return nil
	}
	href := html.UnescapeString(m[1])
	u, err := url.Parse(href)
	if err != nil {
		return nil
	}
	host := strings.TrimPrefix(u.Host, "www.")
	return &view.Card{Href: href, Text: strings.TrimSpace(strings.TrimPrefix(b.Text.Plain(), host)), Host: host}
}
