package builder

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

// Pairs shows a note next to its counterpart in another language.
type Pairs struct {
	pg      *Page
	links   *Links
	notes   *NoteLinks
	entries *Entries
	memo    *pairMemo
}

// Columns builds the items of a note with their counterparts, row by row.
type Columns struct {
	pg      *Page
	links   *Links
	entries *Entries
	other   *counterparts
	N       *note.Note
	levels  map[*note.Block]int // of headings, and of entries that are headings
	shape   shapes
}

// Columns returns the builder for a note and its paired rows.
func (ps *Pairs) Columns(n *note.Note, rows []site.Row) *Columns {
	other := &counterparts{ps.pg, ps.notes, ps.entries, ps.memo, n, "", mainSource(rows)}
	if other.main.how != "" {
		other.lang = ps.pg.Site.Pairing(n, ps.pg.Lang).Lang
	}
	return &Columns{ps.pg, ps.links, ps.entries, other, n, levelsOf(rows), ps.shapeOf(n)}
}

// heading builds a heading of the note. If all its entries have one kind, the heading gets the
// colour and the translated name of that kind. If they have no kind but one stage, it gets the
// colour of the stage.
func (c *Columns) heading(b *note.Block, in Place, shape shapes) *view.Heading {
	h := &view.Heading{ID: c.pg.Book.Log.Anchor(in.N, b), Rich: c.pg.rich(b.Text, c.pg.Site.LangOf(in.N, b), in.N, in.Quoted), Count: shape.count[b.ID]}
	if kinds := shape.kinds[b.ID]; len(kinds) == 1 && kinds[0] != "" {
		h.Kind = c.pg.kindOf(kinds[0])
		if !strings.EqualFold(strings.TrimSpace(b.Text.Plain()), h.Kind.Label) {
			h.Gloss = h.Kind.Label
		}
	}
	if stages := shape.stages[b.ID]; h.Kind == nil && len(stages) == 1 && stages[0] != "" {
		tag := c.pg.StageTag(stages[0])
		h.Stage = &tag
	}
	return h
}

// shapeOf returns the counts below the headings of a note. Those of logs are cached, because many
// pages show a log.
func (ps *Pairs) shapeOf(n *note.Note) shapes {
	if n.Kind != note.Log {
		return outlineOf(n.Blocks)
	}
	return ps.memo.shapes.Make(n, func() shapes { return outlineOf(n.Blocks) })
}

// Two returns the bar above the note, where readers choose the columns. It is nil if the page has
// one language.
func (c *Columns) Two() *view.Two {
	if c.other.lang == "" {
		return nil
	}
	t := &view.Two{Words: c.pg.Say(), A: c.view(c.N.Lang), B: c.view(c.other.lang), From: c.other.fromWord(c.other.main)}
	if of := c.other.main.of; of != nil {
		t.By = c.links.Authors(of)
		t.Age = c.age(of)
	}
	return t
}

// age describes how many passages of the translation are outdated, or that none is. It is empty
// if this is unknown for some passages.
func (c *Columns) age(other *note.Note) string {
	translation := c.N
	if c.pg.Site.Original(c.N.ID) == c.N {
		translation = other
	}
	t, ok := c.pg.Site.TranslationOf(translation)
	switch {
	case !ok || c.other.main.how != site.ByTranslation:
		return ""
	case t.Stale > 0:
		return c.pg.L.N("count.stale", t.Stale)
	case t.Missing+t.Uncertain+t.Machine+t.Unrecorded > 0:
		return ""
	}
	return c.pg.L.T("pair.current")
}

// TitleB returns the title in the other language. It is nil if the title is missing or equal.
func (c *Columns) TitleB() *view.Text {
	title, lang := c.N.SourceTitle, c.N.SourceTitleLang
	for _, v := range c.pg.Site.Versions(c.N.ID) {
		if v.Lang == c.other.lang && v != c.N {
			title, lang = v.Title, cmp.Or(v.TitleLang, v.Lang)
		}
	}
	if title == "" || title == c.N.Title || lang != c.other.lang {
		return nil
	}
	t := c.pg.Text(title, lang)
	return &t
}

func (c *Columns) view(lang note.Lang) view.View {
	self := c.pg.Book.Languages.Self(lang)
	return view.View{Value: string(lang), Text: self.Text, Lang: c.pg.Tag(lang)}
}

// Items appends the items of a row to a slice.
func (c *Columns) Items(to []view.Item, r site.Row) []view.Item {
	switch {
	case len(r.Blocks) == 0:
		return append(to, c.solo(r)...)
	case len(r.Blocks) > 1:
		return append(to, c.run(r)...)
	}
	return append(to, c.item(r))
}

func (c *Columns) item(r site.Row) view.Item {
	b, in := r.Blocks[0], Place{N: c.N}
	it := view.Item{Type: string(b.Type)}
	switch b.Type {
	case note.Heading:
		it.Heading = c.heading(b, in, c.shape)
		it.Heading.Level = c.levels[b]
		it.Heading.B, it.Heading.Mark.State = c.other.words(r)
		it.Heading.Mark.Stale, it.Heading.Mark.Machine = c.other.stale(r.Stale), c.pg.machine(b)
		if other := it.Heading.B; other != nil && strings.EqualFold(plainWords(string(other.HTML)), it.Heading.Gloss) {
			it.Heading.Gloss = "" // the other column shows it
		}
	case note.Entry:
		e := c.entryRow(r)
		it.Entry = &e
	case note.Remark:
		rem := c.remarkRow(r)
		it.Remark = &rem
	default:
		it = c.entries.Item(b, in)
		it.Pair, it.Mark = c.other.pair(r, "prose", it.Rich)
		if it.Pair != nil {
			it.Pair.ID = it.ID
		}
		if c.sameNote() {
			it.Mark.Cap = c.lone(it.Mark, b)
		}
	}
	return it
}

// sameNote reports whether the other column is the same note in another language. Only then is a
// paragraph without a counterpart marked.
func (c *Columns) sameNote() bool {
	return c.other.main.of != nil || c.other.main.how == site.ByComment
}

// lone returns the caption of a block without a counterpart.
func (c *Columns) lone(m view.Mark, b *note.Block) string {
	if m.State == "lone" && (b.Type == note.Entry || b.Type == note.Prose) {
		return c.pg.L.T("pair.none")
	}
	return m.Cap
}

func (c *Columns) entryRow(r site.Row) view.Entry {
	b, in := r.Blocks[0], Place{N: c.N}
	e := c.entries.bare(b, in)
	if b.Level > 0 {
		e.Level = c.levels[b]
	}
	c.entryPair(&e, r)
	for i := range r.Children {
		c.child(&e, r.Children[i])
	}
	settle(&e)
	e.Also = alsoBeside(e.Pair, e.Also)
	for _, it := range e.Details {
		e.Also = alsoBeside(it.Pair, e.Also)
	}
	c.entries.addOutcomes(&e, b, in)
	return e
}

// settle handles an entry whose own text is only a title. It moves the counterpart of the entry
// to the prose below the entry. If that prose has counterparts itself, it removes the
// counterpart.
func settle(e *view.Entry) {
	if e.Pair == nil || e.Pair.A.HTML != "" {
		return
	}
	if slices.ContainsFunc(e.Details, func(it view.Item) bool { return it.Pair != nil }) {
		e.Pair = nil
		return
	}
	plain := func(it view.Item) bool {
		return it.Type == string(note.Prose) && it.ID == "" && it.Pair == nil && it.Mark.Stale == nil && it.Mark.State != "solo" && it.Rich.Lang == e.Details[0].Rich.Lang
	}
	p, n := *e.Pair, 0
	for n < len(e.Details) && plain(e.Details[n]) {
		p.A.HTML += e.Details[n].Rich.HTML
		n++
	}
	if n == 0 {
		return
	}
	p.Class, p.A.Lang, p.Machine = "prose", e.Details[0].Rich.Lang, e.Details[0].Mark.Machine
	pair := view.Item{Type: string(note.Prose), Rich: p.A, Pair: &p}
	e.Details, e.Pair = append([]view.Item{pair}, e.Details[n:]...), nil
}

// entryPair pairs the text of an entry. It skips an unwritten entry, which already shows the
// official text.
func (c *Columns) entryPair(e *view.Entry, r site.Row) {
	b := r.Blocks[0]
	if e.Unwritten && e.Official != nil {
		return
	}
	byOther := slices.IndexFunc(r.Other, func(o site.Counterpart) bool { return o.How == site.ByNote || o.How == site.ByOfficial })
	if b.Level > 0 && byOther != 0 { // pair the heading with a heading
		e.TextB, e.Mark.State = c.other.words(r)
		r.Other = r.Other[min(1, len(r.Other)):]
		if e.Mark.Stale = c.other.stale(r.Stale); len(r.Other) == 0 {
			return
		}
	}
	machine, state := e.Mark.Machine, e.Mark.State
	text := e.Text
	if b.Level > 0 {
		text = view.Rich{}
	}
	e.Pair, e.Mark = c.other.pair(r, "", text)
	if e.Pair == nil {
		e.Mark.Machine = machine
	}
	if b.Level > 0 {
		e.Mark.State = state
	}
	e.Mark.Cap = c.lone(e.Mark, b)
}

func alsoBeside(p *view.Pair, also []view.Link) []view.Link {
	if p == nil {
		return also
	}
	page := func(l *view.Link) string {
		path, _, _ := strings.Cut(l.Href, "#")
		return path
	}
	return slices.DeleteFunc(also, func(l view.Link) bool {
		return slices.ContainsFunc(p.B, func(b view.Counterpart) bool { return b.By != nil && page(b.By) == page(&l) })
	})
}

func (c *Columns) child(e *view.Entry, r site.Row) {
	var room [1]view.Item
	for _, it := range c.Items(room[:0], r) {
		if it.Mark.State == "lone" {
			it.Mark.Cap = "" // the entry itself has a mark
		}
		switch {
		case it.Entry != nil:
			e.Nested = append(e.Nested, *it.Entry)
		case it.Remark != nil:
			e.Remarks = append(e.Remarks, *it.Remark)
		default:
			e.Details = append(e.Details, it)
		}
	}
}

func (c *Columns) remarkRow(r site.Row) view.Remark {
	rem := c.entries.Remark(r.Blocks[0], Place{N: c.N})
	if c.pg.Kind == "note" {
		rem.Authors = nil // the top of the note shows them
	}
	rem.Pair, rem.Mark = c.other.pair(r, "", rem.Rich)
	if r.Blocks[0].Text.Blank() && rem.Pair != nil { // unwritten remark
		rem.Rich, rem.Pair = rem.Pair.B[0].Rich, nil
		rem.Mark = view.Mark{State: "solo", Cap: c.pg.L.T("pair.missing")}
	}
	return rem
}

// run builds a row of several blocks with one counterpart. It joins prose to one item. Otherwise
// the first block gets the counterpart.
func (c *Columns) run(r site.Row) []view.Item {
	flow := func(b *note.Block) bool { return b.Type == note.Prose && b.ID == "" && b.Lang == r.Blocks[0].Lang }
	if all(r.Blocks, flow) {
		made := view.Rich{Lang: c.pg.Tag(c.pg.Site.LangOf(c.N, r.Blocks[0]))}
		for _, b := range r.Blocks {
			made.HTML += c.pg.fill(b.Text, c.N, false)
		}
		it := view.Item{Type: string(note.Prose), Rich: made}
		it.Pair, it.Mark = c.other.pair(r, "prose", made)
		return []view.Item{it}
	}
	var out []view.Item
	for i, b := range r.Blocks {
		one := site.Row{Blocks: []*note.Block{b}, Children: plainRows(b)}
		if i == 0 {
			one.Other, one.Stale = r.Other, r.Stale
		}
		it := c.item(one)
		if i > 0 {
			unmark(&it)
		}
		out = append(out, it)
	}
	return out
}

func all(blocks []*note.Block, ok func(*note.Block) bool) bool {
	return !slices.ContainsFunc(blocks, func(b *note.Block) bool { return !ok(b) })
}

// marked returns the mark of the heading, entry or remark of an item, else the mark of the item.
func marked(it *view.Item) *view.Mark {
	switch {
	case it.Heading != nil:
		return &it.Heading.Mark
	case it.Entry != nil:
		return &it.Entry.Mark
	case it.Remark != nil:
		return &it.Remark.Mark
	}
	return &it.Mark
}

func unmark(it *view.Item) { marked(it).State, marked(it).Cap = "", "" }

// plainRows returns rows without counterparts for the children of a block.
func plainRows(b *note.Block) []site.Row {
	var out []site.Row
	for i := range b.Children {
		out = append(out, site.Row{Blocks: []*note.Block{&b.Children[i]}, Children: plainRows(&b.Children[i])})
	}
	return out
}

// solo builds the items of a row that only the other version has.
func (c *Columns) solo(r site.Row) []view.Item {
	var out []view.Item
	for _, o := range r.Other[:min(1, len(r.Other))] {
		in := Place{N: o.Note, solo: true}
		for _, b := range o.Blocks {
			it := c.soloItem(b, in)
			setMark(&it, view.Mark{State: "solo", Cap: c.soloCap(b)})
			out = append(out, it)
		}
	}
	return out
}

func (c *Columns) soloItem(b *note.Block, in Place) view.Item {
	if b.Type == note.Heading {
		return view.Item{Type: string(b.Type), Heading: &view.Heading{
			ID: c.pg.Book.Log.Anchor(in.N, b), Level: c.levels[b], Rich: c.pg.rich(b.Text, c.pg.Site.LangOf(in.N, b), in.N, true),
		}}
	}
	it := c.entries.Item(b, in)
	if it.Entry != nil && b.Level > 0 {
		it.Entry.Level = c.levels[b]
	}
	return it
}

// soloCap returns the caption of a block that only the other version has: it is missing, or it is
// only in the translation.
func (c *Columns) soloCap(b *note.Block) string {
	switch {
	case b.Type != note.Entry && b.Type != note.Prose:
		return ""
	case c.pg.Site.Original(c.N.ID) == c.N:
		return c.pg.L.T("pair.only")
	}
	return c.pg.L.T("pair.missing")
}

// setMark replaces the mark of an item, but keeps its label for machine translation.
func setMark(it *view.Item, m view.Mark) {
	m.Machine = marked(it).Machine
	*marked(it) = m
}
