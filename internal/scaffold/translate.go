package scaffold

import (
	"cmp"
	"errors"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

// File is a file of content as it is; Text is nil where it is not there yet.
type File struct {
	Path string
	Text []byte
}

// Piece is a block that a translation is told of.
type Piece struct {
	Line   int            `json:"line,omitempty"`       // in the translation, 0 where it has no place there
	Origin int            `json:"originLine,omitempty"` // in the original, 0 where it is not there
	Type   note.BlockType `json:"type,omitempty"`
	ID     note.BlockID   `json:"id,omitempty"`
	Text   string         `json:"text"` // what the original says, or the translation where it alone has the block
	Was    string         `json:"was,omitempty"`
	Why    string         `json:"why,omitempty"`

	block *note.Block // of the original; of the translation where it alone has it
}

// Translated is what became of a translation. Its lines are those of the file as it is
// returned.
type Translated struct {
	File      string    `json:"file"`
	From      string    `json:"from"`
	Lang      note.Lang `json:"lang"`
	Begun     bool      `json:"begun"`
	Unnamed   string    `json:"translates,omitempty"` // what its front matter should say that it translates; empty where it says so
	Title     string    `json:"title,omitempty"`      // of the original, where it was recorded now
	Missing   int       `json:"missing"`              // blocks that are not translated yet, as the site counts them
	Added     []Piece   `json:"added"`                // put at their places, to be translated
	Stale     []Piece   `json:"stale"`                // marked now: the original says something else
	Refreshed []Piece   `json:"refreshed"`            // their comments say what the original says now; they were not translated, or are marked already
	Settled   []Piece   `json:"settled"`              // no longer marked: the original says again what they were made from
	Recorded  []Piece   `json:"recorded"`             // have their source in a comment now
	Gone      []Piece   `json:"gone"`                 // made from what the original no longer has
	Own       []Piece   `json:"own"`                  // in the translation alone, and made from nothing that is known
	Unplaced  []Piece   `json:"unplaced"`             // new, and no place was found
	Uncertain []Piece   `json:"uncertain"`            // may be there, or not
	Drafted   []Piece   `json:"drafted"`
	Refused   []Piece   `json:"refused"` // drafts that were not taken
}

// Translating says what is wanted of [Translate] beside bringing the file up to date.
type Translating struct {
	Record bool // write today's source before blocks that have none
	// Draft makes a draft of a text in Markdown; nil where none is wanted. An error costs
	// the block its draft, and is told as the reason; [ErrNoMore] ends the asking.
	Draft func(text string) (string, error)
}

// ErrNoMore says that no further draft is to be had: what has none yet waits on, and is not
// told as refused.
var ErrNoMore = errors.New("no more drafts")

// Translate begins the translation of a note in a file that is not there, or brings one up
// to date. Nothing that is translated changes: lines are only put between those that are
// there, and comments before blocks are written anew. Diagnostics come instead where a file
// cannot be read; the error is a [Refusal]. In.Lang is the language of the translation.
func Translate(in In, from, to File, o Translating) (Translated, []byte, []diag.Diagnostic, error) {
	t := &translation{In: in, from: from, to: to, report: newTranslated(in, from, to)}
	origin := in.read(from.Path, from.Text)
	if ds := broken(origin); ds != nil {
		return t.report, to.Text, ds, nil
	}
	t.origin, t.source = origin, source.LayoutOf(origin.note, from.Text, in.Names)
	if err := t.refused(); err != nil {
		return t.report, to.Text, nil, err
	}
	t.index()
	if to.Text == nil {
		t.begin()
	} else if ds, err := t.carryOn(o); err != nil || ds != nil {
		return t.report, to.Text, ds, err
	}
	if o.Draft != nil {
		t.draft(o.Draft)
	}
	t.lines()
	t.report.Missing = t.left()
	return t.report, t.text, nil, nil
}

// broken says what is wrong with a file that cannot be read, or whose front matter cannot:
// its title would be lost.
func broken(r reading) []diag.Diagnostic {
	if r.note == nil {
		return r.diags
	}
	var ds []diag.Diagnostic
	for _, d := range r.diags {
		if d.Code == "front-matter/syntax" || d.Code == "front-matter/tab" {
			ds = append(ds, d)
		}
	}
	return ds
}

// newTranslated is a report of nothing, whose lists are lists in JSON too.
func newTranslated(in In, from, to File) Translated {
	none := []Piece{}
	return Translated{
		File: to.Path, From: from.Path, Lang: in.Lang, Begun: to.Text == nil, Added: none, Stale: none, Refreshed: none, Settled: none,
		Recorded: none, Gone: none, Own: none, Unplaced: none, Uncertain: none, Drafted: none, Refused: none,
	}
}

// translation is the state of one Translate.
type translation struct {
	In
	from, to File
	report   Translated
	origin   reading
	source   *source.Layout
	at       map[*note.Block]*source.Passage // of the original
	parents  map[*note.Block]*note.Block     // of the original
	plain    map[*note.Block]bool            // entries that are not begun with their official text

	text   []byte  // the translation as it is now
	now    reading // of text
	layout *source.Layout
	where  map[*note.Block]*source.Passage // of layout
	sides  *align.Alignment                // of the original and now; nil until it is asked for
}

// refused refuses what cannot be translated.
func (t *translation) refused() error {
	n := t.origin.note
	switch {
	case n.Lang == t.Lang:
		return Refusal{t.from.Path + " is in " + string(t.Lang) + " already", "name the language of the translation with --to"}
	case n.Meta.Draft:
		return Refusal{t.from.Path + " is a draft, and may still change", "take draft: true out of its front matter first"}
	case len(n.Blocks) == 0:
		return Refusal{t.from.Path + " holds nothing to translate", "write the note first"}
	}
	return nil
}

// index finds for each block of the original where it stands.
func (t *translation) index() {
	t.at, t.parents, t.plain = passages(t.source), map[*note.Block]*note.Block{}, map[*note.Block]bool{}
	for b := range t.origin.note.All {
		for _, c := range pointers(b.Children) {
			t.parents[c] = b
		}
	}
}

// set makes a text the translation as it is now.
func (t *translation) set(text []byte, r reading) {
	t.text, t.now, t.sides = text, r, nil
	t.layout = source.LayoutOf(r.note, text, t.Names)
	t.where = passages(t.layout)
}

// aligned lays the original beside the translation as it is now.
func (t *translation) aligned() *align.Alignment {
	if t.sides == nil {
		t.sides = align.Align(t.origin.note, t.now.note)
	}
	return t.sides
}

// passages are those of a layout by their blocks.
func passages(l *source.Layout) map[*note.Block]*source.Passage {
	out := make(map[*note.Block]*source.Passage, len(l.Passages))
	for i := range l.Passages {
		out[l.Passages[i].Block] = &l.Passages[i]
	}
	return out
}

// pointers are the blocks of a list, to be told apart by.
func pointers(blocks []note.Block) []*note.Block {
	out := make([]*note.Block, len(blocks))
	for i := range blocks {
		out[i] = &blocks[i]
	}
	return out
}

// begin writes a new translation. Official texts that would not be read as what they are
// are left to the translator.
func (t *translation) begin() {
	for range 2 {
		text := []byte(t.frontMatter() + t.body())
		t.set(text, t.read(t.to.Path, text))
		if !t.misread() {
			break
		}
	}
	for i := range t.source.Passages {
		p := &t.source.Passages[i]
		if !t.neutral(p) {
			t.report.Added = append(t.report.Added, t.piece(p))
		}
	}
}

// misread leaves out the official text of entries that are not read as the original's
// because of it; it reports whether there are any.
func (t *translation) misread() bool {
	al := t.aligned()
	found := false
	for e := range t.origin.note.Entries {
		if t.plain[e] || t.official(e) == "" {
			continue
		}
		m, ok := al.OfA(e)
		if !ok || len(m.B) != 1 || m.B[0].Text.Blank() || !slices.Equal(named(m.B[0]), named(e)) || len(m.B[0].Children) > len(e.Children) {
			t.plain[e], found = true, true
		}
	}
	return found
}

// piece is a passage of the original as it is reported.
func (t *translation) piece(p *source.Passage) Piece {
	return Piece{Origin: p.From, Type: p.Block.Type, ID: p.Block.ID, Text: p.Words, block: p.Block}
}

// dropped are the fields of front matter that a translation does not take over.
var dropped = []string{"title", "lang", "aliases", "translates", "draft", "published", "private"}

// frontMatter is that of the original, with the title to be translated.
func (t *translation) frontMatter() string {
	var b strings.Builder
	n := t.origin.note
	b.WriteString("---\ntitle: " + strconv.Quote(n.Title) + "\n")
	l := newLines(t.from.Text)
	kind, drop := false, false
	for i := 2; i < t.source.Front; i++ {
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

// titleComment holds the title of the original.
func titleComment(title string) string { return comment("title: " + strconv.Quote(title)) }

// official is the official text of an entry in the language of the translation; empty
// where there is none, or where it tells of more than one change.
func (t *translation) official(e *note.Block) string {
	n := t.origin.note
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

// sentence is a text on one line; empty for one of several blocks, which is no sentence.
func sentence(text string) string {
	for i, line := range strings.Split(text, "\n") {
		if i > 0 && (strings.TrimSpace(line) == "" || blockStart.MatchString(line)) {
			return ""
		}
	}
	return strings.Join(strings.Fields(text), " ")
}

// blockStart begins a list, a heading, a quotation, a table or code.
var blockStart = regexp.MustCompile("^\\s*(?:[-*+#>|`~]|\\d+[.)]|=+\\s*$)|^(?: {4}|\t)")

// left counts what the file as it is now has not translated.
func (t *translation) left() int {
	s, _ := t.Site.With([]*note.Note{t.origin.note, t.now.note}, nil)
	tr, _ := s.TranslationOf(t.now.note)
	return tr.Missing
}

// lines looks up the lines of what is reported, and orders it by them.
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

// lineOf is where a block of the original is translated, or waits for it; 0 for nowhere. waits
// are the lines of comments, by what they hold.
func (t *translation) lineOf(al *align.Alignment, waits map[string]int, b *note.Block) int {
	if m, ok := al.OfA(b); ok {
		return m.B[0].Pos.Line
	}
	if p := t.at[b]; p != nil {
		return waits[squeezed(t.sourceText(p))]
	}
	return 0
}
