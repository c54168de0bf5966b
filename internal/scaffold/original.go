package scaffold

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

type original struct {
	In
	reading reading
	layout  *source.Layout
	at      map[*note.Block]*source.Passage
	parents map[*note.Block]*note.Block
	plain   map[*note.Block]bool // entries whose official text is omitted
}

func newOriginal(in In, r reading, text []byte) *original {
	t := &original{In: in, reading: r, layout: source.LayoutOf(r.note, text, in.Names)}
	t.at, t.parents, t.plain = passages(t.layout), map[*note.Block]*note.Block{}, map[*note.Block]bool{}
	for b := range r.note.All {
		for _, c := range pointers(b.Children) {
			t.parents[c] = b
		}
	}
	return t
}

// firstPart returns the source of the first part of a remark. It includes the mark, unless the
// remark is a list item.
func (t *original) firstPart(p *source.Passage) string {
	if p.Mark != "" && p.Sign == "" {
		return p.Mark + " " + p.Parts[0].Words
	}
	return p.Parts[0].Words
}

var rule = regexp.MustCompile(`^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$`)

// neutral reports whether a block needs no translation. These are code, pictures, cards, rules,
// dates, API resources, and text that is already in the target language.
func (t *original) neutral(p *source.Passage) bool {
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
		return true // a name; in a comment, it would be parsed as a mark
	}
	return b.Lang == t.Lang || b.Text.Blank() && len(b.Children) == 0 && b.Type != note.Entry || rule.MatchString(p.Words) || p.From == p.To
}

var footnote = regexp.MustCompile(`(?m)^\[\^[^\]\s]+\]:[ \t]*`)

// sourceText returns the text for the source comment before a block.
func (t *original) sourceText(p *source.Passage) string {
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

func within(text, by string) string {
	if by == "" {
		return text
	}
	return by + indented(text, by)
}

func indentOf(text string) string { return text[:len(text)-len(strings.TrimLeft(text, " \t"))] }

func passages(l *source.Layout) map[*note.Block]*source.Passage {
	out := make(map[*note.Block]*source.Passage, len(l.Passages))
	for i := range l.Passages {
		out[l.Passages[i].Block] = &l.Passages[i]
	}
	return out
}

func pointers(blocks []note.Block) []*note.Block {
	out := make([]*note.Block, len(blocks))
	for i := range blocks {
		out[i] = &blocks[i]
	}
	return out
}

func (t *original) piece(p *source.Passage) Piece {
	return Piece{Origin: p.From, Type: p.Block.Type, ID: p.Block.ID, Text: p.Words, block: p.Block}
}

// official returns the official text of an entry in the target language. It is empty if there is
// none, or if the entry covers several changes.
func (t *original) official(e *note.Block) string {
	n := t.reading.note
	if t.Lang != "en" || n.Kind != note.Changes || len(n.Releases) != 1 || len(named(e)) == 0 {
		return ""
	}
	facts := t.Site.Facts(n.Releases[0])
	for i := range facts.Changes {
		rn := facts.Changes[i].Note
		if keys := keysOf(rn); !slices.ContainsFunc(named(e), func(k string) bool { return !slices.Contains(keys, k) }) {
			return sentence(tidy(rn.Text))
		}
	}
	return ""
}

func sentence(text string) string {
	for i, line := range strings.Split(text, "\n") {
		if i > 0 && (strings.TrimSpace(line) == "" || blockStart.MatchString(line)) {
			return ""
		}
	}
	return strings.Join(strings.Fields(text), " ")
}

var blockStart = regexp.MustCompile("^\\s*(?:[-*+#>|`~]|\\d+[.)]|=+\\s*$)|^(?: {4}|\t)")

// label reports whether a block is a label for the API resources after it. Without the label,
// they would not be parsed as API resources.
func (t *original) label(p *source.Passage) bool {
	i := slices.IndexFunc(t.layout.Passages, func(x source.Passage) bool { return x.Block == p.Block }) + 1
	if p.Block.Type != note.Prose || i >= len(t.layout.Passages) {
		return false
	}
	next := t.layout.Passages[i].Block
	return next.Type == note.Entry && (next.Kind == note.APIAdded || next.Kind == note.APIDeprecated || next.Kind == note.APIRemoved) &&
		t.parents[next] == t.parents[p.Block]
}
