package builder

import (
	"cmp"
	"html/template"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

// counterparts builds the counterparts of the blocks of a note in another language.
type counterparts struct {
	pg      *Page
	notes   *NoteLinks
	entries *Entries
	memo    *pairMemo
	n       *note.Note
	lang    note.Lang // language of the other column; empty without counterparts
	main    source    // most frequent source of the counterparts
}

type pairMemo struct {
	shapes memo.Map[*note.Note, shapes]
	edits  *memo.Map[*note.Block, []view.Edit] // edits of outdated blocks
}

// words returns the counterpart of a heading. If there is none, it returns the state of the mark
// instead. It returns neither if both texts are equal.
func (c *counterparts) words(r site.Row) (*view.Rich, string) {
	if len(r.Other) == 0 {
		return nil, c.loneState(r.Blocks[0])
	}
	if c.same(r) {
		return nil, ""
	}
	made := c.side(r, r.Other[0], true).Rich
	return &made, ""
}

func (c *counterparts) loneState(b *note.Block) string {
	if c.lang == "" || neutral(b) {
		return ""
	}
	return "lone"
}

// neutral reports whether a block has no language: code, a picture, a card, or only names of API
// resources.
func neutral(b *note.Block) bool {
	switch b.Type {
	case note.Code, note.Picture, note.Card:
		return true
	case note.Entry:
		return len(b.Text) > 0 && !slices.ContainsFunc(b.Text, func(s note.Span) bool {
			return (s.Ref == nil || s.Ref.Kind != note.API) && strings.TrimSpace(s.HTML) != ""
		})
	}
	return false
}

// same reports whether a row has the same text in both languages. The page then shows the text
// once.
func (c *counterparts) same(r site.Row) bool {
	o := r.Other[0]
	if len(r.Blocks) != 1 || o.How == site.ByNote || o.How == site.ByOfficial {
		return false
	}
	if o.Note == nil {
		return align.Same(r.Blocks[0].Text, o.Text)
	}
	return len(o.Blocks) == 1 && align.Same(r.Blocks[0].Text, o.Blocks[0].Text)
}

// pair pairs a text with its counterparts. The pair is nil without counterparts, or if the texts
// are equal.
func (c *counterparts) pair(r site.Row, class string, text view.Rich) (*view.Pair, view.Mark) {
	m := view.Mark{Stale: c.stale(r.Stale)}
	machine := c.pg.machine(r.Blocks...)
	if len(r.Other) == 0 {
		m.State, m.Machine = c.loneState(r.Blocks[0]), machine
		return nil, m
	}
	if c.same(r) {
		m.Machine = machine
		return nil, m
	}
	p := &view.Pair{Class: class, Self: c.pg.L.Tag, A: text, Machine: machine}
	for _, o := range r.Other {
		p.B = append(p.B, c.side(r, o, len(p.B) == 0))
	}
	mergePair(p)
	return p, m
}

// side builds a counterpart. If whole is false and the counterpart is in another note, it builds
// one line with a link.
func (c *counterparts) side(r site.Row, o site.Counterpart, whole bool) view.Counterpart {
	if !whole && o.How == site.ByNote && len(o.Blocks) > 0 {
		return c.brief(o)
	}
	s := view.Counterpart{Rich: c.counterpart(r, o), Machine: c.pg.machine(o.Blocks...)}
	if o.How == site.ByMachine {
		s.Machine = c.pg.L.T("pair.machine")
	}
	switch from := sourceOf(o); {
	case o.How == site.ByNote && len(o.Blocks) > 0:
		s.By = c.noteLink(o)
	case from != c.main && o.How != site.ByMachine:
		s.From = c.fromWord(from)
	}
	return s
}

// noteLink links to an entry of another note. Its text is marked with its language if that
// differs from the language of the counterpart.
func (c *counterparts) noteLink(o site.Counterpart) *view.Link {
	name := c.notes.nameOf(o.Note)
	l := &view.Link{Href: c.notes.Block(o.Note, o.Blocks[0]), Text: name.Text}
	if lang := cmp.Or(o.Note.TitleLang, o.Note.Lang); lang != o.Lang && name.Text == o.Note.Title {
		l.Lang = locale.Tag(lang)
	}
	return l
}

// counterpart builds the HTML of a counterpart. The source is a comment in the note, or blocks
// with the prose below them.
func (c *counterparts) counterpart(r site.Row, o site.Counterpart) view.Rich {
	if o.How == site.ByNote {
		return view.Rich{HTML: c.noteText(o), Lang: c.pg.Tag(o.Lang)}
	}
	if o.Note == nil {
		return view.Rich{HTML: c.pg.fill(o.Text, c.n, true) + c.pg.fill(o.More, c.n, true), Lang: c.pg.Tag(o.Lang)}
	}
	from := o.Note
	if from.Kind == note.Official {
		from = nil
	}
	var made template.HTML
	for _, b := range o.Blocks {
		html := c.inLang(c.pg.fill(b.Text, from, true), c.pg.Site.LangOf(from, b), o.Lang)
		if len(o.Blocks) > 1 && (b.Type == note.Entry || b.Type == note.Heading) {
			html = "<p>" + html + "</p>"
		}
		made += html
		if o.How == site.ByOfficial {
			made += joinHTML(c.below(b, from, o.Lang, r.Children...))
		}
	}
	return view.Rich{HTML: made, Lang: c.pg.Tag(o.Lang)}
}

func (c *counterparts) inLang(made template.HTML, lang, around note.Lang) template.HTML {
	if lang == around || lang == "" {
		return made
	}
	return `<span lang="` + template.HTML(template.HTMLEscapeString(locale.Tag(lang))) + `">` + made + `</span>`
}

// noteText returns the text of an entry of another note. A title is omitted if there is text
// below it.
func (c *counterparts) noteText(o site.Counterpart) template.HTML {
	b := o.Blocks[0]
	parts := c.below(b, o.Note, o.Lang)
	if b.Level == 0 || len(parts) == 0 {
		parts = append([]template.HTML{c.inLang(c.pg.fill(b.Text, o.Note, true), c.pg.Site.LangOf(o.Note, b), o.Lang)}, parts...)
	}
	return joinHTML(parts)
}

// briefWidth is the width in columns of a line about another note. Most entries have such lines,
// so they affect the size of pages.
const briefWidth = 64

func (c *counterparts) brief(o site.Counterpart) view.Counterpart {
	words, lang := o.Blocks[0].Text.Plain(), o.Blocks[0].Lang
	if below := o.Blocks[0].Children; lang != o.Lang || o.Blocks[0].Level > 0 {
		i := slices.IndexFunc(below, func(b note.Block) bool { return b.Type == note.Prose && b.Lang == o.Lang })
		if i >= 0 {
			words, lang = below[i].Text.Plain(), o.Lang
		}
	}
	by := c.noteLink(o)
	if from := c.notes.From(o.Note); from.Release != "" && from.KindWord+from.SIGs != "" {
		by.Text, by.Lang = from.Release+" · "+from.KindWord+from.SIGs, ""
	}
	made := c.inLang(template.HTML(template.HTMLEscapeString(beginning(words, briefWidth))), lang, o.Lang)
	return view.Counterpart{Rich: view.Rich{HTML: template.HTML(template.HTMLEscapeString(c.pg.L.T("mark.colon"))) + made, Lang: c.pg.Tag(o.Lang)}, By: by, Brief: true, Machine: c.pg.machine(o.Blocks...)}
}

// beginning shortens a text to a width in columns. Chinese and Japanese characters take two.
func beginning(words string, columns int) string {
	half := columns / 2
	end, used := 0, 0
	for i, r := range words {
		if isBreak(r) && used > half {
			end = i
		}
		if used += diag.Width(r); used > columns {
			if end == 0 {
				return fragment.Shorten(words, utf8.RuneCountInString(words[:i])+1)
			}
			return strings.TrimRightFunc(words[:end], isBreak) + "…"
		}
	}
	return words
}

func joinHTML(parts []template.HTML) (made template.HTML) {
	for _, p := range parts {
		made += p
	}
	return made
}

// below returns the prose below an entry in the language of the counterpart. It omits text that
// one of the rows already shows.
func (c *counterparts) below(b *note.Block, from *note.Note, lang note.Lang, rows ...site.Row) []template.HTML {
	var made []template.HTML
	for i := range b.Children {
		if child := &b.Children[i]; child.Type != note.Remark && child.Type != note.Entry && child.Lang == lang && !shownBeside(rows, child.Text) {
			made = append(made, c.pg.fill(child.Text, from, true))
		}
	}
	return made
}

func shownBeside(rows []site.Row, text note.Text) bool {
	return slices.ContainsFunc(rows, func(r site.Row) bool {
		return slices.ContainsFunc(r.Other, func(o site.Counterpart) bool { return o.How == site.ByComment && align.Same(o.Text, text) })
	})
}

// stale returns the changes of a source since its translation. It is nil if st is nil.
func (c *counterparts) stale(st *site.Stale) *view.Stale {
	if st == nil {
		return nil
	}
	edits := c.memo.edits.Make(st.Block, func() (edits []view.Edit) {
		for _, e := range nearby(align.Diff(st.Was.Plain(), st.Now.Plain())) {
			edits = append(edits, view.Edit{Op: editOps[e.Op], Text: e.Text})
		}
		return edits
	})
	return &view.Stale{Words: c.pg.Say(), Lang: c.pg.Tag(st.Lang), Edits: edits}
}

const near = 60

func nearby(edits []align.Edit) []align.Edit {
	out := slices.Clone(edits)
	for i := range out {
		e := &out[i]
		if kept := []rune(e.Text); e.Op == align.Keep && len(kept) > 3*near {
			before, after := string(kept[:near]), string(kept[len(kept)-near:])
			if at := strings.LastIndexByte(before, ' '); at > len(before)/2 {
				before = before[:at]
			}
			if at := strings.IndexByte(after, ' '); at >= 0 && at < len(after)/2 {
				after = after[at+1:]
			}
			switch e.Text = before + " … " + after; {
			case i == 0:
				e.Text = "… " + after
			case i == len(out)-1:
				e.Text = before + " …"
			}
		}
	}
	return out
}

var editOps = map[align.Op]string{align.Cut: "del", align.Add: "ins"}

// source is the origin of a counterpart: a method, and a version of the note if the method uses
// one.
type source struct {
	how site.How
	of  *note.Note
}

func sourceOf(c site.Counterpart) source {
	switch c.How {
	case site.ByTranslation, site.ByMachine:
		return source{c.How, c.Note}
	}
	return source{how: c.How}
}

func mainSource(rows []site.Row) source {
	count := map[source]int{}
	var order []source
	var walk func([]site.Row)
	walk = func(rows []site.Row) {
		for _, r := range rows {
			if len(r.Other) > 0 {
				from := sourceOf(r.Other[0])
				if count[from] == 0 {
					order = append(order, from)
				}
				count[from]++
			}
			walk(r.Children)
		}
	}
	walk(rows)
	var most source
	for _, from := range order {
		if count[from] > count[most] {
			most = from
		}
	}
	return most
}

func (c *counterparts) fromWord(from source) string {
	switch from.how {
	case site.ByOfficial:
		return c.pg.L.T("note.official")
	case site.ByTranslation:
		if c.pg.Site.Original(from.of.ID) == from.of {
			return c.pg.L.T("from.original")
		}
		return c.pg.L.T("from.translation")
	}
	return c.pg.L.T("from." + string(from.how))
}
