package source

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

// builder turns the blocks of a text into those of a note, in one pass.
type builder struct {
	*parser
	doc   *markdown.Doc
	out   []note.Block
	above []heading      // the headings that the place stands under, outermost first
	under []note.BlockID // the trail of the last block that stands under any
	heads int            // headings so far

	section int            // index in out of the entry whose section this is, or -1
	after   int            // index in out of the attributed entry that a paragraph would comment on, or -1
	list    note.EntryKind // kind of the API resources that a list here holds

	origins map[*markdown.Block]*origin // what comments say of blocks
	lists   lists                       // those that comments part from each other
	inside  note.Lang                   // the language of the entry whose children are read, or ""
}

// heading is what a heading says to what stands under it.
type heading struct {
	level int
	id    note.BlockID
	words string
	kind  note.EntryKind
	stage note.Stage
	date  string
}

func newBuilder(p *parser, doc *markdown.Doc) *builder {
	b := &builder{parser: p, doc: doc, section: -1, after: -1}
	if doc != nil {
		o := p.trace(doc.Blocks, p.note.Kind)
		b.origins, b.lists = o.of, o.lists
	}
	return b
}

// build reads the whole document.
func (b *builder) build() []note.Block {
	blocks := b.doc.Blocks
	b.out = make([]note.Block, 0, roomFor(blocks))
	for i := 0; i < len(blocks); {
		i += b.block(blocks[i:])
	}
	b.assignIDs()
	if len(b.out) == 0 {
		return nil
	}
	return b.out
}

// roomFor is about how many blocks of a note come of those of a text: one of each, and of each
// item of a list.
func roomFor(blocks []*markdown.Block) int {
	n := 0
	for _, m := range blocks {
		switch m.Type {
		case markdown.Comment:
		case markdown.List:
			n += len(m.Children)
		default:
			n++
		}
	}
	return n
}

// block reads the first of the blocks, and those that belong to it; it returns how many.
func (b *builder) block(rest []*markdown.Block) int {
	m := rest[0]
	switch m.Type {
	case markdown.Comment: // read before, see origins
		return 1
	case markdown.Heading:
		return b.heading(rest)
	case markdown.List:
		b.listBlock(m)
	case markdown.Paragraph:
		return b.paragraph(rest)
	case markdown.Blockquote, markdown.Alert:
		b.quote(m)
	case markdown.Footnotes: // of the whole note, not of the entry that they come after
		b.after, b.section = -1, -1
		b.put(b.flow(m))
	default:
		b.put(b.flow(m))
	}
	return 1
}

// put adds a block to the entry whose section or comment this is, else to the note.
func (b *builder) put(n note.Block) {
	switch {
	case b.after >= 0 && n.Type != note.Remark && b.continuesRemark(n):
	case b.after >= 0 && n.Type != note.Heading && n.Type != note.Entry:
		b.adopt(b.after, n)
	case b.section >= 0:
		b.adopt(b.section, n)
	default:
		b.add(n)
	}
}

// continuesRemark adds code, a list or a picture to the remark that it follows: "as shown
// below".
func (b *builder) continuesRemark(n note.Block) bool {
	p := &b.out[b.after]
	if n.Type == note.Heading || n.Type == note.Entry || n.ID != "" || len(p.Children) == 0 {
		return false
	}
	last := &p.Children[len(p.Children)-1]
	if last.Type != note.Remark {
		return false
	}
	last.Text = append(last.Text, join("\n", n.Text, "")...)
	b.continueSource(last, n)
	last.Refs = append(last.Refs, n.Refs...)
	p.Refs = append(p.Refs, n.Refs...)
	return true
}

// continueSource adds the source of a block to that of the remark that it continues.
func (b *builder) continueSource(last *note.Block, n note.Block) {
	if n.Type == note.Code && len(n.Source) == 0 {
		n.Source = bare(n.Text)
	}
	if len(last.Source) == 0 || len(n.Source) == 0 {
		last.Source, last.SourceLang, last.Was = nil, "", nil
		last.Machine = last.Machine || n.Machine
		return
	}
	last.Origin = inRow(last.Origin, n.Origin)
}

func (b *builder) add(n note.Block) {
	n.Trail = b.trail()
	b.out = append(b.out, n)
}

// trail are the ids of the headings above, in one list for all blocks under the same.
func (b *builder) trail() []note.BlockID {
	if len(b.above) == 0 {
		return nil
	}
	same := len(b.under) == len(b.above)
	for i := 0; same && i < len(b.above); i++ {
		same = b.under[i] == b.above[i].id
	}
	if !same {
		b.under = make([]note.BlockID, len(b.above))
		for i, h := range b.above {
			b.under[i] = h.id
		}
	}
	return b.under
}

// adopt makes n a child of an entry, which then names what n names.
func (b *builder) adopt(parent int, n note.Block) {
	p := &b.out[parent]
	p.Children = append(p.Children, n)
	p.Refs = append(p.Refs, n.Refs...)
}

// heading closes what the headings before it had opened, and opens its own section.
func (b *builder) heading(rest []*markdown.Block) int {
	m := rest[0]
	b.after, b.list = -1, ""
	for len(b.above) > 0 && b.above[len(b.above)-1].level >= m.Level {
		b.above = b.above[:len(b.above)-1]
	}
	if b.section >= 0 && b.out[b.section].Level >= m.Level {
		b.section = -1
	}
	h := b.meaning(m)
	n := note.Block{
		Type: note.Heading, Level: m.Level, ID: h.id, Lang: b.headingLang(h), Date: h.date,
		Text: b.doc.Render(m, markdown.RenderOptions{Inline: true}), Refs: m.Named(), Pos: m.Pos,
	}
	b.traced(&n, m)
	b.list = apiLabel(m.Plain, true)
	read := 1
	if b.section < 0 {
		if used, refs, ok := b.sectionEntry(rest, h); ok {
			b.openSection(n, h, rest, refs)
			return used
		}
	}
	b.put(n)
	b.above = append(b.above, h)
	return read
}

// openSection makes the heading an entry to which its section belongs.
func (b *builder) openSection(n note.Block, h heading, rest []*markdown.Block, refs []note.Ref) {
	n.Type, n.Date = note.Entry, b.dateHere()
	n.Refs = append(n.Refs, refs...)
	n.Kind, n.Stage, n.Area = b.kindHere(), b.stageHere(), b.areaHere()
	if b.note.Kind == note.Talk || b.note.Kind == note.Changes && n.Kind == "" {
		n.Kind = note.Proposal
	}
	if n.Stage == "" && b.note.Kind == note.Overview {
		n.Stage = sectionStage(rest)
	}
	b.traced(&n, rest[0])
	b.add(n)
	b.section = len(b.out) - 1
	b.above = append(b.above, h)
}

// meaning reads what a heading says. Its id is not known yet: it gets one that no
// heading can have, and assignIDs puts the right one in its place.
func (b *builder) meaning(m *markdown.Block) heading {
	b.heads++
	h := heading{level: m.Level, id: note.BlockID("\x00" + strconv.Itoa(b.heads) + "\x00" + m.ID), words: m.Plain}
	if date, ok := dateOf(m.Plain); ok && (b.note.Kind == note.Log) {
		h.date = date
		return h
	}
	if b.note.Kind == note.Overview {
		if h.stage = stageOfHeading(m.Plain); h.stage != "" {
			return h
		}
	}
	if h.kind = kindOfHeading(m.Plain); h.kind == "" {
		h.stage = stageOfHeading(m.Plain)
	}
	return h
}

// nearest returns the innermost value that a heading above gives.
func nearest[T comparable](above []heading, of func(heading) T) (v T) {
	for _, h := range slices.Backward(above) {
		if x := of(h); x != v {
			return x
		}
	}
	return v
}

func (b *builder) kindHere() note.EntryKind {
	return nearest(b.above, func(h heading) note.EntryKind { return h.kind })
}

func (b *builder) stageHere() note.Stage {
	return nearest(b.above, func(h heading) note.Stage { return h.stage })
}

func (b *builder) dateHere() string {
	return nearest(b.above, func(h heading) string { return h.date })
}

// areaHere is the words of the innermost heading that names no stage and no kind.
func (b *builder) areaHere() string {
	if b.note.Kind != note.Overview {
		return ""
	}
	return nearest(b.above, func(h heading) string {
		if h.stage != "" || h.kind != "" || h.level == 1 {
			return ""
		}
		return h.words
	})
}

// quote is a blockquote or an alert: a remark where it comments on an entry or says so.
func (b *builder) quote(m *markdown.Block) {
	n := b.flow(m)
	if b.after >= 0 || isRemark(firstWords(m)) {
		n.Type, n.Text = note.Remark, unmarked(n.Text)
		n.Source, n.Was = unmarked(n.Source), unmarked(n.Was)
	}
	b.put(n)
}

// firstWords is the text that a block begins with.
func firstWords(m *markdown.Block) string {
	if m.Plain != "" {
		return m.Plain
	}
	for _, c := range m.Children {
		if c.Type != markdown.Comment {
			return firstWords(c)
		}
	}
	return ""
}

func isRemark(plain string) bool {
	_, _, ok := remarkMark(plain)
	return ok
}

// paragraph is a remark, an entry, a line that introduces API resources or lists them,
// or prose.
func (b *builder) paragraph(rest []*markdown.Block) int {
	m := rest[0]
	if sign, alone, ok := remarkMark(m.Plain); ok && !b.explanation(m, sign) {
		if alone {
			return b.sectionRemark(rest, sign)
		}
		b.put(b.remark(m, sign))
		return 1
	}
	switch {
	case b.apiLines(m):
	case b.note.Kind == note.Changes && !m.Attr.IsZero() && b.kindHere() != "" && b.section < 0:
		b.after = -1
		b.put(b.entry(m, nil))
		b.after = len(b.out) - 1
	case b.after >= 0:
		n := b.flow(m)
		n.Type = note.Remark
		b.put(n)
	default:
		if kind := apiLabel(m.Plain, false); kind != "" || b.list != "" {
			b.list = kind
		}
		b.put(b.flow(m))
	}
	return 1
}

// explanation reports whether the paragraph, before any heading or entry, only tells
// what the sign for remarks means.
func (b *builder) explanation(m *markdown.Block, sign string) bool {
	return sign != "" && len(b.above) == 0 && b.section < 0 && explains(m.Plain, sign)
}

// sectionRemark reads the sign alone: all up to the next heading or entry is one remark.
// A word alone (Примечание) speaks for the one block that follows.
func (b *builder) sectionRemark(rest []*markdown.Block, sign string) int {
	end, read := 1, 0
	for end < len(rest) && rest[end].Type != markdown.Heading && !hasEntries(rest[end]) && !b.lists.entries[rest[end]] && (sign != "" || read < 1) {
		if rest[end].Type != markdown.Comment {
			read++
		}
		end++
	}
	covered := rest[1:end]
	if sign == "" {
		covered = rest[:end]
	}
	var words []string
	var refs []note.Ref
	for _, m := range covered {
		words = append(words, deepWords(m))
		refs = append(refs, deepRefs(m)...)
	}
	n := note.Block{
		Type: note.Remark, Lang: b.lang(strings.Join(words, " ")), Refs: refs, Pos: rest[0].Pos,
		Text: unmarked(b.doc.RenderAll(covered, markdown.RenderOptions{})),
	}
	b.traced(&n, covered...)
	n.Source, n.Was = unmarked(n.Source), unmarked(n.Was)
	b.put(n)
	return end
}

// remark is a block of the author's own; the picture or word that says so is left out.
func (b *builder) remark(m *markdown.Block, sign string) note.Block {
	n := b.flow(m)
	n.Type = note.Remark
	n.Text = unmarked(b.doc.Render(m, markdown.RenderOptions{Skip: sign}))
	b.traced(&n, m)
	return n
}

// flow is a block as it stands.
func (b *builder) flow(m *markdown.Block) note.Block {
	n := note.Block{
		Type: note.Prose, ID: note.BlockID(m.ID), Lang: b.lang(deepWords(m)), Text: b.doc.Render(m, markdown.RenderOptions{}),
		Refs: deepRefs(m), Pos: m.Pos,
	}
	switch m.Type {
	case markdown.Code:
		n.Type, n.Lang = note.Code, b.note.Lang
	case markdown.Card:
		n.Type = note.Card
	case markdown.Picture:
		n.Type = note.Picture
	}
	b.traced(&n, m)
	return n
}

// lang is the language of a piece of the note. What comments on an entry and has no mark
// of its own is in the entry's language.
func (b *builder) lang(words string) note.Lang {
	around := b.note.Lang
	switch {
	case b.inside != "":
		around = b.inside
	case b.after >= 0:
		around = b.out[b.after].Lang
	}
	return locale.Detect(words, around)
}

// headingLang is the language of a heading. English kind headings and titles of KEPs stand
// in notes of every language; they are too short for their words to decide.
func (b *builder) headingLang(h heading) note.Lang {
	ascii := strings.IndexFunc(h.words, func(r rune) bool { return r >= 0x250 && unicode.IsLetter(r) }) < 0
	if ascii && (h.kind != "" || len(strings.Fields(h.words)) > 1 && h.date == "") {
		return "en"
	}
	return b.lang(h.words)
}

// deepWords are the words of a block and all below it.
func deepWords(m *markdown.Block) string {
	if len(m.Children) == 0 {
		return m.Plain
	}
	words := []string{m.Plain}
	for _, c := range m.Children {
		words = append(words, deepWords(c))
	}
	return strings.Join(words, " ")
}

// deepRefs are the references of a block and all below it.
func deepRefs(m *markdown.Block) []note.Ref {
	refs := m.Named()
	for _, c := range m.Children {
		refs = append(refs, deepRefs(c)...)
	}
	return refs
}

// damaged says that an attribution was read in spite of its parentheses.
func (b *builder) damaged(m *markdown.Block) {
	if m.AttrDamaged {
		b.report(diag.Warnf(m.Pos, "attribution/parenthesis", "the parentheses of the attribution do not match").
			WithHint("write (#115331, @handle)"))
	}
}
