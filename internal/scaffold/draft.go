package scaffold

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

// untranslated is a text for machine translation, and the position of its translation.
type untranslated struct {
	p      *source.Passage
	text   string // text of the original
	edit   edit   // lines to replace: edit.text precedes the translation, and after follows it
	after  string
	sign   string // sign of a heading or a list item; it determines the indentation of further lines
	marked bool   // whether the block is already marked as machine-translated
	block  *note.Block
}

// draft requests machine translations of untranslated blocks. It inserts those that are valid,
// each with a mark.
func (t *translation) draft(ask func(string) (string, error)) {
	var edits []untranslated
	for _, w := range t.untranslated() {
		out, err := ask(w.text)
		if errors.Is(err, ErrNoMore) {
			break
		}
		if err == nil {
			out, err = t.validated(w.text, out)
		}
		if err != nil {
			t.refuse(w, err)
			continue
		}
		w.edit.text = w.written(out)
		edits = append(edits, w)
	}
	if len(edits) == 0 || t.insertDrafts(edits) {
		return
	}
	slices.SortStableFunc(edits, func(a, b untranslated) int { return cmp.Compare(b.edit.from, a.edit.from) })
	for len(edits) > 0 { // block by block from the end, so that earlier line numbers remain valid
		n := 1
		for n < len(edits) && edits[n].block == edits[0].block {
			n++
		}
		if !t.insertDrafts(edits[:n]) {
			for _, w := range edits[:n] {
				t.refuse(w, errors.New("here it would be parsed differently, or change how the rest is parsed"))
			}
		}
		edits = edits[n:]
	}
}

func (t *translation) refuse(w untranslated, why error) {
	p := t.original.piece(w.p)
	p.Text, p.Why = w.text, why.Error()
	t.report.Refused = append(t.report.Refused, p)
}

func (w untranslated) written(draft string) string {
	indent := indentOf(w.edit.text)
	inner := strings.Repeat(" ", len(w.sign))
	first := strings.TrimLeft(w.edit.text, " \t") + indented(draft, inner) + w.after
	if !w.marked {
		first = "<!-- " + source.MachineMark + " -->\n" + first
	}
	return within(first, indent)
}

// untranslated returns the texts for machine translation:
//
//   - list items and remarks without text
//   - headings that are still in the language of the original
//   - source comments without a translation after them
//
// It omits entries that have an official text in the target language. Their authors write them.
func (t *translation) untranslated() []untranslated {
	al := t.aligned()
	on, loose := commentsOn(t.layout)
	waits := newWaiting(slices.DeleteFunc(loose, func(a *source.CommentBlock) bool { return !a.Alone }))
	var out []untranslated
	for i := range t.original.layout.Passages {
		p := &t.original.layout.Passages[i]
		if t.original.neutral(p) {
			continue
		}
		m, ok := al.OfA(p.Block)
		if ok && len(m.A) == 1 && len(m.B) == 1 && t.where[m.B[0]] != nil {
			if w, ok := t.wantedAt(p, t.where[m.B[0]], on[m.B[0]]); ok {
				out = append(out, w)
			}
		}
		for j, part := range p.Parts {
			text := part.Words
			if len(p.Parts) == 1 && !p.Alone {
				text = t.original.sourceText(p)
			} else if j == 0 && !p.Alone {
				text = t.original.firstPart(p)
			}
			if part.Neutral || ok && !p.Alone && (j == 0 || len(p.Parts) == 1) {
				continue
			}
			if a := waits.take(text); a != nil {
				w := untranslated{p: p, text: text, edit: edit{a.To, a.To, a.Indent}, block: p.Block}
				if !p.Alone && j == 0 && p.Mark != "" {
					w.text, w.edit.text = p.Parts[0].Words, a.Indent+p.Mark+" "
				}
				out = append(out, w)
			}
		}
	}
	return out
}

func (t *translation) wantedAt(p, q *source.Passage, on comments) (untranslated, bool) {
	w := untranslated{p: p, text: p.Words, block: p.Block, marked: on.machine != nil, edit: edit{from: q.From, to: q.To}, sign: q.Sign, after: given(q.ID)}
	b := q.Block
	switch {
	case q.From == q.To || on.stale != nil:
		return w, false
	case b.Level > 0:
		same := squeezed(q.Words) == squeezed(p.Words) && b.Lang != t.Lang && p.Block.Lang == t.original.reading.note.Lang
		kind := source.KindOfHeading(b.Text.Plain()) != "" || p.Block.Type == note.Heading && source.StageOfHeading(b.Text.Plain()) != ""
		if !same || kind || !strings.HasPrefix(strings.TrimLeft(newLines(t.text).line(q.From), " "), "#") {
			return w, false
		}
		w.edit.to, w.sign = q.From+1, ""
		w.edit.text = q.Indent + q.Sign
		return w, true
	case b.Type == note.Entry:
		if strings.TrimSpace(q.Words) != "" || q.Sign == "" || t.original.official(p.Block) != "" {
			return w, false
		}
		w.edit.text = q.Indent + q.Sign
		if q.Attr != "" {
			w.after = " " + q.Attr + w.after
		}
		return w, true
	case b.Type == note.Remark && q.Sign != "" && len(q.Parts) > 0 && q.Parts[0].Words == "":
		w.text, w.edit.to = p.Parts[0].Words, q.From+1
		w.edit.text = q.Indent + q.Sign + q.Mark + " "
		return w, true
	}
	return w, false
}

// insertDrafts inserts machine translations, and reports whether it did. Each must parse as the
// block that it translates, and all other blocks must parse as before.
func (t *translation) insertDrafts(list []untranslated) bool {
	var edits []edit
	touched := map[*note.Block]bool{}
	before := t.aligned()
	for _, w := range list {
		edits = append(edits, w.edit)
		if m, ok := before.OfA(w.block); ok {
			touched[m.B[0]] = true
		}
	}
	text := newLines(t.text).edited(edits)
	later := t.read(t.to.Path, text)
	if later.note == nil || !t.keepsBlocks(touched, later) {
		return false
	}
	after := align.Align(t.original.reading.note, later.note)
	for _, w := range list {
		m, ok := after.OfA(w.block)
		if !ok || !m.B[0].Machine || !alike(w.block, m.B[0], w.p.Mark == "") {
			return false
		}
	}
	t.set(text, later)
	t.sides = after
	for _, w := range list {
		p := t.original.piece(w.p)
		p.Text = w.text
		t.report.Drafted = append(t.report.Drafted, p)
	}
	return true
}

// alike reports whether a machine translation parses as the block that it translates. A remark
// that begins with a word instead of a sign may become prose, because the word is translated.
func alike(a, b *note.Block, byWord bool) bool {
	return (a.Type == b.Type || byWord && a.Type == note.Remark && b.Type == note.Prose) && a.Kind == b.Kind && a.Level == b.Level && slices.Equal(a.Attr.PRs, b.Attr.PRs) &&
		slices.Equal(a.Attr.Threads, b.Attr.Threads) && slices.Equal(a.Attr.People, b.Attr.People)
}

// keepsBlocks reports whether a later reading contains all blocks except the touched ones,
// unchanged and in the same order.
func (t *translation) keepsBlocks(touched map[*note.Block]bool, later reading) bool {
	j := 0
	for _, b := range t.now.flat {
		if touched[b] || b.Type == note.Remark && b.Text.Blank() {
			continue
		}
		own, found := ownContent(b), false
		for j < len(later.flat) && !found {
			found = ownContent(later.flat[j]) == own
			j++
		}
		if !found {
			return false
		}
	}
	return true
}

// ownContent returns a key of a block that includes everything except its children and the
// headings above it.
func ownContent(b *note.Block) string {
	c := *b
	c.Children, c.Area = nil, ""
	return content(&c)
}

// maxDraft is the maximum length of a machine translation, as a multiple of the length of the
// original in bytes. A few lines more are allowed.
const maxDraft = 8

// validated returns the machine translation without surrounding white space. It returns an error
// if it cannot be a translation of the text. It must have the same kinds of blocks, the same
// references and the same code.
func (t *translation) validated(text, out string) (string, error) {
	out = strings.TrimSpace(out)
	switch {
	case out == "":
		return "", errors.New("empty machine translation")
	case !utf8.ValidString(out):
		return "", errors.New("machine translation is not UTF-8")
	case strings.ContainsFunc(out, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }):
		return "", errors.New("control character in the machine translation")
	case len(out) > maxDraft*len(text)+1024:
		return "", fmt.Errorf("machine translation is %d times as long as the original", len(out)/max(1, len(text)))
	case strings.Contains(out, "<!--") || strings.Contains(out, "-->"):
		return "", errors.New("comment in the machine translation")
	case squeezed(out) == squeezed(text):
		return "", errors.New("machine translation equals the original")
	}
	was, now := t.traits(text), t.traits(out)
	for _, x := range []struct {
		what     string
		was, now []string
	}{
		{"parts", was.shape, now.shape}, {"references", was.refs, now.refs}, {"code", was.code, now.code}, {"addresses", was.links, now.links},
	} {
		if !slices.Equal(x.was, x.now) {
			return "", fmt.Errorf("machine translation differs from the original in its %s: %s", x.what, difference(x.was, x.now))
		}
	}
	return out, nil
}

func difference(was, now []string) string {
	var out []string
	for _, s := range was {
		if !slices.Contains(now, s) {
			out = append(out, "missing "+s)
		}
	}
	for _, s := range now {
		if !slices.Contains(was, s) {
			out = append(out, "extra "+s)
		}
	}
	if len(out) == 0 {
		return "different number or order"
	}
	return strings.Join(slices.Compact(out), ", ")
}

// traits are the properties that a text and its translation must have in common.
type traits struct{ shape, refs, code, links []string }

func (t *translation) traits(text string) traits {
	var out traits
	doc := markdown.Parse([]byte(text), markdown.Options{Names: t.Names})
	var visit func([]*markdown.Block)
	visit = func(list []*markdown.Block) {
		for _, b := range list {
			shape := string(b.Type)
			if b.ID != "" {
				shape += " with an id"
			}
			out.shape = append(out.shape, shape)
			// Whether a word is a reference to a release or a person depends on the words around
			// it. These differ in a translation.
			for _, r := range b.Named() {
				if r.Kind != note.ReleaseRef && (r.Kind != note.PersonRef || !b.Attr.IsZero()) {
					out.refs = append(out.refs, string(r.Kind)+" "+r.ID)
				}
			}
			visit(b.Children)
		}
	}
	visit(doc.Blocks)
	for _, l := range doc.Links {
		out.links = append(out.links, l.Dest)
	}
	for _, s := range markdown.Segments([]byte(text)) {
		if s.Kind == markdown.CodeSpan || s.Kind == markdown.CodeBlock {
			out.code = append(out.code, text[s.Start:s.End])
		}
	}
	slices.Sort(out.refs)
	slices.Sort(out.code)
	slices.Sort(out.links)
	return out
}
