package scaffold

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

// defaultMark is the mark of a remark in the translation if the original has a word, such as 補足.
const defaultMark = ":pencil:"

func (t *original) body() string {
	var b strings.Builder
	if s := t.skeletons(pointers(t.reading.note.Blocks), ""); s != "" {
		b.WriteString("\n" + s + "\n")
	}
	if len(t.layout.Links) > 0 {
		b.WriteString("\n" + strings.Join(t.layout.Links, "\n") + "\n")
	}
	return b.String()
}

func (t *original) skeletons(blocks []*note.Block, indent string) string {
	w := &skeletonWriter{original: t}
	w.blocks(blocks, indent)
	return w.String()
}

type skeletonWriter struct {
	strings.Builder
	*original
	open bool // whether the last block is only a comment, which must not become the source of the next block
}

// nothing is an empty comment. It separates the source of an untranslated block from the next
// block, if that has no source comment.
const nothing = "<!-- -->"

func (w *skeletonWriter) blocks(blocks []*note.Block, indent string) {
	for i, block := range blocks {
		s := w.original.skeleton(w.at[block])
		if i > 0 && s.text() != "" {
			w.WriteString(w.original.gap(blocks[i-1], block))
		}
		w.one(block, s, indent)
	}
}

func (w *skeletonWriter) one(b *note.Block, s skeleton, indent string) {
	if s.text() != "" {
		if w.open && s.comment == "" {
			w.WriteString(within(nothing, indent) + "\n")
		}
		w.WriteString(within(s.text(), indent))
		w.open = s.body == "" || s.open && s.sign == ""
	}
	var below, behind []*note.Block
	for _, c := range pointers(b.Children) {
		if w.original.nested(c) {
			below = append(below, c)
		} else {
			behind = append(behind, c)
		}
	}
	if len(below) > 0 {
		w.WriteString(w.original.firstGap(below[0]))
		w.blocks(below, indent+strings.Repeat(" ", len(s.sign)))
		w.open = false // an item ends here
	}
	if len(behind) > 0 {
		w.WriteString("\n\n")
		w.blocks(behind, indent)
	}
}

// nested reports whether a block is within the list item of its parent entry.
func (t *original) nested(c *note.Block) bool {
	parent := t.parents[c]
	return parent != nil && parent.Level == 0 && c.Pos.Col > parent.Pos.Col
}

// firstGap returns the text between an entry and its first child.
func (t *original) firstGap(c *note.Block) string {
	if s := t.skeleton(t.at[c]); s.comment != "" || s.sign != "" {
		return "\n"
	}
	return "\n\n"
}

// gap returns the text between two blocks: a blank line, except in a tight list.
func (t *original) gap(a, b *note.Block) string {
	p, q := t.at[a], t.at[b]
	items := p.Sign != "" && q.Sign != "" && p.Block.Level == 0 && q.Block.Level == 0
	if items && (t.nested(b) || t.neutral(p) && t.neutral(q)) {
		return "\n"
	}
	return "\n\n"
}

// skeleton is a block of a translation before it is translated.
type skeleton struct {
	comment string // comment with the source; empty if there is nothing to translate
	sign    string // sign of a list item
	body    string // content of the block until it is translated
	open    bool   // whether body ends in a comment with a source
}

func (s skeleton) text() string {
	if s.comment != "" && s.body != "" {
		return s.comment + "\n" + s.body
	}
	return s.comment + s.body
}

func (t *original) skeleton(p *source.Passage) skeleton {
	if p.From == p.To {
		return skeleton{}
	}
	b := p.Block
	if t.neutral(p) {
		return skeleton{sign: itemSignOf(p), body: strings.TrimRight(p.Sign+whole(p)+given(p.ID)+tail(p), " ")}
	}
	s := skeleton{comment: comment(t.sourceText(p)), sign: itemSignOf(p)}
	if blankEntry([]*note.Block{b}) {
		s.comment = ""
	}
	if b.Type == note.Remark && (len(p.Parts) > 1 || p.Alone) {
		return t.inParts(p, s)
	}
	switch {
	case b.Level > 0:
		s.body = p.Sign + t.headingWords(p) + given(p.ID) + tail(p)
	case b.Type == note.Entry:
		s.body = t.waiting(p)
	case b.Type == note.Remark && p.Sign != "":
		s.body = p.Sign + markOf(p) + given(p.ID)
	case t.label(p):
		s.body = p.Words
	}
	return s
}

func markOf(p *source.Passage) string {
	if p.Mark == "" {
		return defaultMark
	}
	return p.Mark
}

// inParts returns the skeleton of a remark that has several parts, or whose mark is on a line of
// its own. Each part has a comment of its own.
func (t *original) inParts(p *source.Passage, s skeleton) skeleton {
	indent := strings.Repeat(" ", len(p.Sign))
	parts, open := p.Parts, false
	s.comment = ""
	if !p.Alone {
		s.comment, parts = comment(t.firstPart(p)), parts[1:]
		open = p.Sign == ""
	}
	var b strings.Builder
	if p.Alone || p.Sign != "" {
		b.WriteString(p.Sign + markOf(p) + given(p.ID))
	}
	for _, x := range parts {
		if b.Len() > 0 {
			b.WriteString("\n\n")
		}
		if x.Neutral {
			if open {
				b.WriteString(within(nothing, indent) + "\n")
			}
			b.WriteString(within(x.Words, indent))
			open = false
			continue
		}
		b.WriteString(within(comment(x.Words), indent))
		open = true
	}
	s.body, s.open = b.String(), open
	return s
}

func tail(p *source.Passage) string {
	if p.Tail == "" {
		return ""
	}
	return "\n\n" + p.Tail
}

// whole returns a block with its mark and attribution. It indents the lines after the first as in
// a list item.
func whole(p *source.Passage) string {
	text := p.Words
	switch {
	case p.Alone && text != "":
		text = p.Mark + "\n\n" + text
	case p.Mark != "":
		text = strings.TrimRight(p.Mark+" "+text, " ")
	case p.Attr != "":
		text = strings.TrimLeft(text+" "+p.Attr, " ")
	}
	if p.Block.Level > 0 {
		return text
	}
	return indented(text, strings.Repeat(" ", len(p.Sign)))
}

func itemSignOf(p *source.Passage) string {
	if p.Block.Level > 0 {
		return ""
	}
	return p.Sign
}

func given(id string) string {
	if id == "" {
		return ""
	}
	return " {#" + id + "}"
}

// waiting returns an entry without text. It has the attribution, and also the ID if the
// attribution does not identify the entry.
func (t *original) waiting(p *source.Passage) string {
	e := p.Block
	parts := []string{}
	if text := t.official(e); text != "" && !t.plain[e] {
		parts = append(parts, text)
	} else if e.Text.Blank() && p.Words != "" {
		parts = append(parts, p.Words) // numbers such as KEP-127:
	}
	attr := p.Attr
	if !e.Attr.IsZero() && (attr == "" || p.Damaged) {
		attr = written(e.Attr)
	}
	if attr != "" {
		parts = append(parts, attr)
	}
	if id := string(e.ID); p.ID != "" || len(e.Attr.PRs) == 0 || id != "pr-"+e.Attr.PRs[0] {
		parts = append(parts, "{#"+id+"}")
	}
	return p.Sign + strings.Join(parts, " ")
}

func written(a note.Attribution) string {
	var in []string
	for _, n := range a.PRs {
		in = append(in, "#"+n)
	}
	in = append(in, a.Threads...)
	for _, who := range a.People {
		in = append(in, "@"+string(who))
	}
	out := "(" + strings.Join(in, ", ") + ")"
	if len(a.SIGs) > 0 {
		groups := make([]string, len(a.SIGs))
		for i, g := range a.SIGs {
			groups[i] = "sig/" + string(g)
			if rest, ok := strings.CutPrefix(string(g), "wg-"); ok {
				groups[i] = "wg/" + rest
			}
		}
		out += " [" + strings.Join(groups, ",") + "]"
	}
	return out
}

// headingWords returns the text of a heading. If it names a kind or a stage, the text is in the
// target language, else in the original language.
func (t *original) headingWords(p *source.Passage) string {
	plain := p.Block.Text.Plain()
	if p.Block.Type == note.Heading {
		if k := source.KindOfHeading(plain); k != "" {
			return t.kindWord(k)
		}
		if s := source.StageOfHeading(plain); s != "" && t.reading.note.Kind == note.Overview {
			return t.stageWord(s)
		}
	}
	return p.Words
}
