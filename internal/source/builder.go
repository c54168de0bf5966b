package source

import (
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

// builder converts the blocks of a document to those of a note, in one pass.
type builder struct {
	*parser
	doc   *markdown.Doc
	out   []note.Block
	heads headings

	section  int                      // index in out of the entry whose section is open, or -1
	after    int                      // index in out of the entry that the next paragraph comments on, or -1
	between  map[*markdown.Block]bool // headings of a talk between sections about KEPs
	features bool                     // whether this section of a talk has an entry for each feature
	list     note.EntryKind           // kind of the API resources in the current list

	origins *origins  // sources and marks in comments
	inside  note.Lang // language of the entry whose children are being converted, or ""
}

// newBuilder returns a builder for a document. doc may be nil.
func newBuilder(p *parser, doc *markdown.Doc) *builder {
	b := &builder{parser: p, doc: doc, heads: headings{note: p.note.Kind}, section: -1, after: -1}
	if doc != nil {
		b.origins = p.trace(doc, p.note.Kind)
		if p.note.Kind == note.Talk {
			b.between = betweenKEPs(doc.Blocks)
		}
	}
	return b
}

// put adds a block to the open entry, else to the note.
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

// continuesRemark appends code, a list or a picture to the previous remark. It returns false if
// there is no such remark.
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

// continueSource appends the source of a block to the source of the remark that the block
// continues.
func (b *builder) continueSource(last *note.Block, n note.Block) {
	if n.Type == note.Code && len(n.Source) == 0 {
		n.Source = withoutAnchors(n.Text)
	}
	if len(last.Source) == 0 || len(n.Source) == 0 {
		last.Source, last.SourceLang, last.Was = nil, "", nil
		last.Machine = last.Machine || n.Machine
		return
	}
	last.Origin = appendOrigin(last.Origin, n.Origin)
}

func (b *builder) add(n note.Block) {
	n.Trail = b.heads.trail()
	b.out = append(b.out, n)
}

// adopt makes n a child of an entry and adds the references of n to the entry.
func (b *builder) adopt(parent int, n note.Block) {
	p := &b.out[parent]
	p.Children = append(p.Children, n)
	p.Refs = append(p.Refs, n.Refs...)
}

// flow converts a block without a special meaning to prose, code, a card or a picture.
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
	b.origins.setOrigin(&n, m)
	return n
}

// lang detects the language of a text. If the text of a remark is ambiguous, the remark has the
// language of its entry.
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

// remark converts a remark and removes its sign or word.
func (b *builder) remark(m *markdown.Block, sign string) note.Block {
	n := b.flow(m)
	n.Type = note.Remark
	n.Text = unmarked(b.doc.Render(m, markdown.RenderOptions{Skip: sign}))
	b.origins.setOrigin(&n, m)
	return n
}

// damaged reports an attribution with an unmatched parenthesis.
func (b *builder) damaged(m *markdown.Block) {
	if m.AttrDamaged {
		b.report(diag.Warnf(m.Pos, "attribution/parenthesis", "unmatched parenthesis in the attribution").
			WithHint("write (#115331, @handle)"))
	}
}
