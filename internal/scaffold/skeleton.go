package scaffold

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

// pencil marks a remark whose mark in the original is a word.
const pencil = ":pencil:"

// body is the note with everything to be translated.
func (t *translation) body() string {
	var b strings.Builder
	if s := t.skeletons(pointers(t.origin.note.Blocks), ""); s != "" {
		b.WriteString("\n" + s + "\n")
	}
	if len(t.source.Links) > 0 {
		b.WriteString("\n" + strings.Join(t.source.Links, "\n") + "\n")
	}
	return b.String()
}

// skeletons are blocks of the original that wait to be translated, one after the other.
func (t *translation) skeletons(blocks []*note.Block, indent string) string {
	w := &skeletonWriter{translation: t}
	w.blocks(blocks, indent)
	return w.String()
}

// skeletonWriter writes skeletons.
type skeletonWriter struct {
	strings.Builder
	*translation
	open bool // the last one is a comment alone, which must not be taken for the source of the next
}

// nothing is the comment that parts the source of a block that is not translated yet from
// a block that has none.
const nothing = "<!-- -->"

func (w *skeletonWriter) blocks(blocks []*note.Block, indent string) {
	for i, block := range blocks {
		s := w.skeleton(w.at[block])
		if i > 0 && s.text() != "" {
			w.WriteString(w.gap(blocks[i-1], block))
		}
		w.one(block, s, indent)
	}
}

// one writes a block and what stands below it.
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
		if w.nested(c) {
			below = append(below, c)
		} else {
			behind = append(behind, c)
		}
	}
	if len(below) > 0 {
		w.WriteString(w.firstGap(below[0]))
		w.blocks(below, indent+strings.Repeat(" ", len(s.sign)))
		w.open = false // an item ends
	}
	if len(behind) > 0 {
		w.WriteString("\n\n")
		w.blocks(behind, indent)
	}
}

// nested reports whether a block stands within the list item of its entry.
func (t *translation) nested(c *note.Block) bool {
	parent := t.parents[c]
	return parent != nil && parent.Level == 0 && c.Pos.Col > parent.Pos.Col
}

// firstGap is what stands between an entry and the first block below it.
func (t *translation) firstGap(c *note.Block) string {
	if s := t.skeleton(t.at[c]); s.comment != "" || s.sign != "" {
		return "\n"
	}
	return "\n\n"
}

// gap is what stands between two blocks: a blank line, but for items that stand close to
// each other in the original.
func (t *translation) gap(a, b *note.Block) string {
	p, q := t.at[a], t.at[b]
	items := p.Sign != "" && q.Sign != "" && p.Block.Level == 0 && q.Block.Level == 0
	if items && (t.nested(b) || t.neutral(p) && t.neutral(q)) {
		return "\n"
	}
	return "\n\n"
}

// skeleton is a block that waits to be translated.
type skeleton struct {
	comment string // with its source; empty where there is nothing to translate
	sign    string // of an item
	body    string // what stands there until it is
	open    bool   // body ends in a comment with a source
}

func (s skeleton) text() string {
	if s.comment != "" && s.body != "" {
		return s.comment + "\n" + s.body
	}
	return s.comment + s.body
}

// skeleton makes the skeleton of a block.
func (t *translation) skeleton(p *source.Passage) skeleton {
	if p.From == p.To {
		return skeleton{}
	}
	b := p.Block
	if t.neutral(p) {
		return skeleton{sign: itemSignOf(p), body: strings.TrimRight(p.Sign+whole(p)+given(p.ID)+tail(p), " ")}
	}
	s := skeleton{comment: comment(t.sourceText(p)), sign: itemSignOf(p)}
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

// markOf is what makes a remark one.
func markOf(p *source.Passage) string {
	if p.Mark == "" {
		return pencil
	}
	return p.Mark
}

// inParts is the skeleton of a remark of several parts, or under a mark of its own: each
// part has its own comment.
func (t *translation) inParts(p *source.Passage, s skeleton) skeleton {
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

// firstPart is the source of the first part of a remark. What is no item of a list shows by
// its mark that it will be one.
func (t *translation) firstPart(p *source.Passage) string {
	if p.Mark != "" && p.Sign == "" {
		return p.Mark + " " + p.Parts[0].Words
	}
	return p.Parts[0].Words
}

// tail are the lines behind a heading that belong to it.
func tail(p *source.Passage) string {
	if p.Tail == "" {
		return ""
	}
	return "\n\n" + p.Tail
}

// whole is a block with its mark and what closes it, lines put as far in as an item's are.
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

// itemSignOf is what makes a block an item of a list.
func itemSignOf(p *source.Passage) string {
	if p.Block.Level > 0 {
		return ""
	}
	return p.Sign
}

// given is an id as an author writes it.
func given(id string) string {
	if id == "" {
		return ""
	}
	return " {#" + id + "}"
}

// waiting is an entry without words: what closes it, and its id where that alone would not
// say which entry it is.
func (t *translation) waiting(p *source.Passage) string {
	e := p.Block
	parts := []string{}
	if text := t.official(e); text != "" && !t.plain[e] {
		parts = append(parts, text)
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

// written is an attribution as people write it.
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

// headingWords are those of the target language where a heading names a kind or a stage,
// else those of the original.
func (t *translation) headingWords(p *source.Passage) string {
	plain := p.Block.Text.Plain()
	if p.Block.Type == note.Heading {
		if k := source.KindOfHeading(plain); k != "" {
			return t.kindWord(k)
		}
		if s := source.StageOfHeading(plain); s != "" && t.origin.note.Kind == note.Overview {
			return t.stageWord(s)
		}
	}
	return p.Words
}

// rule is a line between parts of a text.
var rule = regexp.MustCompile(`^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$`)

// neutral reports whether a block is the same in every language: code, pictures, cards,
// rules, days, API resources, and what is in the target language already.
func (t *translation) neutral(p *source.Passage) bool {
	b := p.Block
	switch b.Type {
	case note.Code, note.Picture, note.Card:
		return true
	case note.Heading:
		if b.Date != "" {
			return true
		}
	case note.Entry:
		if b.Kind == note.APIAdded || b.Kind == note.APIDeprecated || b.Kind == note.APIRemoved {
			return true
		}
	}
	if words := strings.Fields(p.Words); len(words) == 1 && p.Attr == "" && b.Type != note.Heading && strings.ToLower(p.Words) == p.Words && p.Words[0] >= 'a' && p.Words[0] <= 'z' {
		return true // a name; as a comment it would be taken for a mark
	}
	return b.Lang == t.Lang || b.Text.Blank() && len(b.Children) == 0 && b.Type != note.Entry || rule.MatchString(p.Words) || p.From == p.To
}

// label reports whether a block says that what follows are API resources: without it they
// would not be read as such.
func (t *translation) label(p *source.Passage) bool {
	i := slices.IndexFunc(t.source.Passages, func(x source.Passage) bool { return x.Block == p.Block }) + 1
	if p.Block.Type != note.Prose || i >= len(t.source.Passages) {
		return false
	}
	next := t.source.Passages[i].Block
	return next.Type == note.Entry && (next.Kind == note.APIAdded || next.Kind == note.APIDeprecated || next.Kind == note.APIRemoved) &&
		t.parents[next] == t.parents[p.Block]
}

// footnote begins the definition of a footnote.
var footnote = regexp.MustCompile(`(?m)^\[\^[^\]\s]+\]:[ \t]*`)

// sourceText is what stands in the comment before a block.
func (t *translation) sourceText(p *source.Passage) string {
	switch {
	case p.Block.Level > 0:
		return p.Sign + p.Words
	case footnote.MatchString(p.Words):
		return footnote.ReplaceAllString(p.Words, "")
	case p.Mark != "" && p.Sign == "" && !p.Alone:
		return p.Mark + " " + p.Words
	}
	return p.Words
}

// within puts all lines further in, but none that is blank.
func within(text, by string) string {
	if by == "" {
		return text
	}
	return by + indented(text, by)
}

// indentOf is the blank space that a text begins with.
func indentOf(text string) string { return text[:len(text)-len(strings.TrimLeft(text, " \t"))] }
