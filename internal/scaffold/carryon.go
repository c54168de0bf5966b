package scaffold

import (
	"cmp"
	"path"
	"slices"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
)

func (t *translation) refresh(o Translating) ([]diag.Diagnostic, error) {
	r := t.read(t.to.Path, t.to.Text)
	if ds := broken(r); ds != nil {
		return ds, nil
	}
	if err := t.checkOriginal(r.note); err != nil {
		return nil, err
	}
	t.set(t.to.Text, r)
	for range maxRounds {
		was := t.text
		t.report.Uncertain, t.report.Unplaced = t.report.Uncertain[:0], t.report.Unplaced[:0]
		t.age(o.Record)
		t.reword()
		t.fill()
		if string(t.text) == string(was) {
			break
		}
	}
	if o.Record {
		t.recordTitle()
	}
	t.leftovers()
	return nil, nil
}

// recordTitle inserts the title of the original after the front matter. It does nothing if the
// translation has no title of its own, or already has the title of the original.
func (t *translation) recordTitle() {
	n, was := t.original.reading.note, t.now.note
	if t.layout.Front == 0 || was.SourceTitle != "" || n.TitleLang == t.Lang || squeezed(n.Title) == squeezed(was.Title) {
		return
	}
	text := newLines(t.text).edited([]edit{{t.layout.Front + 1, t.layout.Front + 1, "\n" + titleComment(n.Title)}})
	later := t.read(t.to.Path, text)
	if later.note == nil || later.note.SourceTitle == "" || !slices.Equal(later.print, t.now.print) {
		return
	}
	t.set(text, later)
	t.report.Title = n.Title
}

// maxRounds is the maximum number of passes over a translation. A block inserted in one pass can
// make an uncertain pair certain in the next.
const maxRounds = 4

// checkOriginal returns an error if n is not a translation of the original.
func (t *translation) checkOriginal(n *note.Note) error {
	switch citation := n.Meta.Translates; {
	case site.Translates(t.original.reading.note, n):
		return refuse("%s is the original of %s", t.to.Path, t.from.Path).withHint("set the language of the translation with --to")
	case citation == "" && t.countsAsTranslation(n):
		t.report.Unnamed = path.Base(t.from.Path)
	case citation == "" && t.Site.Original(n.ID) != nil && t.Site.Original(n.ID).Path == n.Path:
		return refuse("%s is the original", t.to.Path).
			withHint("set the language of the translation with --to, or add translates: %s to its front matter if it is a translation", path.Base(t.from.Path))
	case citation == "":
		return refuse("missing translates in %s", t.to.Path).withHint("add translates: %s to its front matter", path.Base(t.from.Path))
	case !site.Translates(n, t.original.reading.note):
		return refuse("%s translates %s, not %s", t.to.Path, citation, t.from.Path).withHint("set the language of the original with --from")
	}
	return nil
}

// countsAsTranslation reports whether the site treats a note without the field translates as a
// translation of the original. It treats all versions except the first in this way.
func (t *translation) countsAsTranslation(n *note.Note) bool {
	for _, v := range t.Site.Versions(n.ID) {
		if v.Path == n.Path {
			of := t.Site.SourceOf(v)
			return of != nil && of.Path == t.original.reading.note.Path
		}
	}
	return false
}

// age compares the source comment of each block with the current text of the original.
func (t *translation) age(record bool) {
	on, _ := commentsOn(t.layout)
	parts := commentsWithin(t.layout)
	var marks []commentChange
	for _, m := range t.aligned().Matches {
		a := t.original.at[m.A[0]]
		if len(m.B) != 1 || t.original.neutral(a) || footnote.MatchString(a.Words) {
			continue
		}
		if len(m.A) == 1 && (a.Alone || len(a.Parts) > 1) && t.where[m.B[0]] != nil {
			if k, ok := t.markParts(m, on[m.B[0]], parts, t.where[m.B[0]], record); ok {
				marks = append(marks, k)
			}
			continue
		}
		if k, ok := t.mark(m, on[m.B[0]], t.where[m.B[0]], record); ok {
			marks = append(marks, k)
		}
	}
	t.apply(marks)
}

// apply changes the comments before blocks, unless other blocks would then parse differently. If
// all changes together fail, it tries them one by one.
func (t *translation) apply(marks []commentChange) {
	if len(marks) == 0 || t.marked(marks) {
		return
	}
	slices.SortStableFunc(marks, func(a, b commentChange) int { return b.edits[0].from - a.edits[0].from })
	for _, k := range marks { // from the end, so that earlier line numbers remain valid
		if !t.marked([]commentChange{k}) {
			k.piece.Why = "the comment before it would change how the rest is parsed"
			t.report.Uncertain = append(t.report.Uncertain, k.piece)
		}
	}
}

// marked makes the changes, and reports whether it did. It does not if other blocks would then
// parse differently.
func (t *translation) marked(marks []commentChange) bool {
	var edits []edit
	changed := map[int]commentChange{}
	for _, k := range marks {
		edits = append(edits, k.edits...)
		i := slices.IndexFunc(t.now.flat, func(b *note.Block) bool { return b.Pos == k.block.Pos && b.Type == k.block.Type })
		if i < 0 {
			return false
		}
		changed[i] = k
	}
	text := newLines(t.text).edited(edits)
	later := t.read(t.to.Path, text)
	if later.note == nil || len(later.flat) != len(t.now.flat) {
		return false
	}
	for i, b := range later.flat {
		k, ok := changed[i]
		if !ok && later.print[i] != t.now.print[i] || ok && (words(b) != words(t.now.flat[i]) || !align.Same(b.Source, k.now) && len(marks) > 1 || len(b.Source) == 0) {
			return false
		}
	}
	t.set(text, later)
	for _, k := range marks {
		*k.list = append(*k.list, k.piece)
	}
	return true
}

// words returns a key of a block that includes everything except its origin.
func words(b *note.Block) string {
	c := *b
	c.Origin = note.Origin{}
	return content(&c)
}

// nearby is the maximum number of loose comments with which a block is compared. If there are
// more, the block is compared with comments at a similar relative position.
const nearby = 40

// near returns the range of comments with which block i of n is compared.
func near(i, n, comments int) (from, to int) {
	from = max(0, min(i*comments/n-nearby/2, comments-nearby))
	return from, min(comments, from+nearby)
}

// reword updates the comments of blocks whose original changed before they were translated.
func (t *translation) reword() {
	missing, loose := t.missing()
	var edits []edit
	var citations []Piece
	for k, p := range missing {
		if t.original.neutral(p) || t.original.skeleton(p).body != "" {
			continue
		}
		best, at := 0.5, -1
		from, to := near(k, len(missing), len(loose))
		for i := from; i < to; i++ {
			a := loose[i]
			if a == nil || !a.Alone {
				continue
			}
			if alike := likeness(source.FromComment(a.Words), t.original.sourceText(p)); alike > best {
				best, at = alike, i
			}
		}
		if at < 0 {
			continue
		}
		edits = append(edits, edit{loose[at].From, loose[at].To, within(comment(t.original.sourceText(p)), loose[at].Indent)})
		citations = append(citations, t.original.piece(p))
		loose[at] = nil
	}
	if len(edits) == 0 {
		return
	}
	text := newLines(t.text).edited(edits)
	if later := t.read(t.to.Path, text); later.note != nil && slices.Equal(later.print, t.now.print) {
		t.set(text, later)
		t.report.Refreshed = append(t.report.Refreshed, citations...)
	}
}

// likeness returns the ratio of common text in two versions, from 0 to 1.
func likeness(was, now string) float64 {
	kept, all := 0, 0
	for _, e := range align.Diff(was, now) {
		all += len(e.Text)
		if e.Op == align.Keep {
			kept += len(e.Text)
			all += len(e.Text)
		}
	}
	if all == 0 {
		return 1
	}
	return float64(2*kept) / float64(all)
}

func (t *translation) leftovers() {
	al := t.aligned()
	_, loose := t.missing()
	in := map[*note.Block]bool{}
	for _, d := range al.Doubts {
		for _, a := range d.A {
			p := t.original.piece(t.original.at[a])
			p.Line, p.Why = d.B[0].Pos.Line, d.Why
			t.report.Uncertain = append(t.report.Uncertain, p)
		}
	}
	doubtful := doubted(al, func(d align.Doubt) []*note.Block { return d.B })
	for i := range t.layout.Passages {
		p := &t.layout.Passages[i]
		if _, ok := al.OfB(p.Block); ok || doubtful[p.Block] || in[p.Block] || rule.MatchString(p.Words) || p.From == p.To || p.Alone && p.Words == "" {
			continue
		}
		for _, c := range pointers(p.Block.Children) {
			in[c] = true
		}
		piece := Piece{Line: p.From, Type: p.Block.Type, ID: p.Block.ID, Text: p.Words, block: p.Block}
		if len(p.Block.Source) > 0 {
			piece.Text = cmp.Or(p.Words, p.Block.Source.Plain(), p.Attr) // the block may have no text yet
			t.report.Gone = append(t.report.Gone, piece)
		} else {
			t.report.Own = append(t.report.Own, piece)
		}
	}
	for _, a := range loose {
		t.report.Gone = append(t.report.Gone, Piece{Line: a.From, Text: source.FromComment(a.Words)})
	}
	slices.SortStableFunc(t.report.Gone, func(a, b Piece) int { return a.Line - b.Line })
}
