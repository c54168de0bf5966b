package scaffold

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

// Translate creates the translation of a note, or updates it if its file exists. It does not
// change translated text: it inserts lines between existing ones, and updates comments before
// blocks. If a file cannot be parsed, it returns diagnostics. The error is a [Refusal]. In.Lang
// is the language of the translation.
func Translate(in In, from, to File, o Translating) (Translated, []byte, []diag.Diagnostic, error) {
	t := &translation{In: in, from: from, to: to, report: newTranslated(in, from, to)}
	origin := in.read(from.Path, from.Text)
	if ds := broken(origin); ds != nil {
		return t.report, to.Text, ds, nil
	}
	t.original = newOriginal(in, origin, from.Text)
	if err := t.refused(); err != nil {
		return t.report, to.Text, nil, err
	}
	if to.Text == nil {
		t.begin()
	} else if ds, err := t.refresh(o); err != nil || ds != nil {
		return t.report, to.Text, ds, err
	}
	if o.Draft != nil {
		t.draft(o.Draft)
	}
	t.lines()
	t.report.Missing = t.left()
	return t.report, t.text, nil, nil
}

func (t *translation) refused() error {
	n := t.original.reading.note
	switch {
	case n.Lang == t.Lang:
		return refuse("%s is already in language %q", t.from.Path, t.Lang).withHint("set the language of the translation with --to")
	case n.Meta.Draft:
		return refuse("%s is a draft", t.from.Path).withHint("remove draft: true from its front matter first")
	case len(n.Blocks) == 0:
		return refuse("no text to translate in %s", t.from.Path).withHint("write the note first")
	}
	return nil
}

// begin creates a translation. It omits official texts that would not parse as a single entry.
func (t *translation) begin() {
	for range 2 {
		text := []byte(t.frontMatter() + t.original.body())
		t.set(text, t.read(t.to.Path, text))
		if !t.misread() {
			break
		}
	}
	for i := range t.original.layout.Passages {
		p := &t.original.layout.Passages[i]
		if !t.original.neutral(p) {
			t.report.Added = append(t.report.Added, t.original.piece(p))
		}
	}
}

// misread marks entries that their official text makes parse differently, so that this text is
// omitted. It reports whether there are any.
func (t *translation) misread() bool {
	al := t.aligned()
	found := false
	for e := range t.original.reading.note.Entries {
		if t.original.plain[e] || t.original.official(e) == "" {
			continue
		}
		m, ok := al.OfA(e)
		if !ok || len(m.B) != 1 || m.B[0].Text.Blank() || !slices.Equal(named(m.B[0]), named(e)) || len(m.B[0].Children) > len(e.Children) {
			t.original.plain[e], found = true, true
		}
	}
	return found
}

var dropped = []string{"title", "lang", "aliases", "translates", "draft", "published", "private"}

func (t *translation) frontMatter() string {
	var b strings.Builder
	n := t.original.reading.note
	b.WriteString("---\ntitle: " + strconv.Quote(n.Title) + "\n")
	l := newLines(t.from.Text)
	kind, drop := false, false
	for i := 2; i < t.original.layout.Front; i++ {
		line := l.line(i)
		if key, _, ok := strings.Cut(line, ":"); ok && key == strings.TrimSpace(key) && !strings.HasPrefix(key, "-") && !strings.HasPrefix(key, "#") {
			drop = slices.Contains(dropped, strings.Trim(key, `"'`))
			kind = kind || key == "kind"
		}
		if !drop {
			b.WriteString(line + "\n")
		}
	}
	if !kind {
		b.WriteString("kind: " + string(n.Kind) + "\n")
	}
	b.WriteString("translates: " + path.Base(t.from.Path) + "\n---\n")
	if n.TitleLang != t.Lang {
		b.WriteString("\n" + titleComment(n.Title) + "\n")
	}
	return b.String()
}

func (t *translation) left() int {
	s, _ := t.Site.With([]*note.Note{t.original.reading.note, t.now.note}, nil)
	tr, _ := s.TranslationOf(t.now.note)
	return tr.Missing
}

func (t *translation) lines() {
	al, waits := t.aligned(), map[string]int{}
	for i := range t.layout.Asides {
		a := &t.layout.Asides[i]
		if key := squeezed(source.FromComment(a.Words)); waits[key] == 0 {
			waits[key] = a.From
		}
	}
	for _, list := range [][]Piece{t.report.Added, t.report.Stale, t.report.Refreshed, t.report.Settled, t.report.Recorded, t.report.Drafted, t.report.Refused} {
		for i := range list {
			list[i].Line = t.lineOf(al, waits, list[i].block)
		}
		slices.SortStableFunc(list, func(a, b Piece) int { return cmp.Compare(a.Line, b.Line) })
	}
}

// lineOf returns the line of the translation of a block, or of the comment with its source. It
// returns 0 if there is neither. The keys of waits are contents of comments.
func (t *translation) lineOf(al *align.Alignment, waits map[string]int, b *note.Block) int {
	if m, ok := al.OfA(b); ok {
		return m.B[0].Pos.Line
	}
	if p := t.original.at[b]; p != nil {
		return waits[squeezed(t.original.sourceText(p))]
	}
	return 0
}
