package page

import (
	"iter"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/ghpages"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// notePages are the pages of notes.
func (p *planner) notePages() family {
	return pagesOf[note.ID]{
		all: p.noteIDs,
		owner: func(path string) (note.ID, bool) {
			id := noteAt(path)
			if p.s.Original(id) == nil && !site.Reserved(id) {
				id = p.foldedIDs()[outdir.Fold(string(id))]
			}
			return id, p.s.Original(id) != nil
		},
		routes: func(id note.ID) iter.Seq[route] {
			return only(route{fragment.NotePath(id), "note", func(sh *sheet) any { return sh.note(id) }, nil})
		},
	}
}

// foldIDs finds notes whatever the letter case: no two differ by that alone.
func (p *planner) foldIDs() map[string]note.ID {
	out := map[string]note.ID{}
	for _, id := range p.noteIDs() {
		out[outdir.Fold(string(id))] = id
	}
	return out
}

// movedFrom is a former address of a note.
type movedFrom struct {
	path string
	n    *note.Note
}

// movedPages are those at former addresses of notes where no other page stands.
func (p *planner) movedPages() family {
	return pagesOf[movedFrom]{
		all: p.moves,
		owner: func(path string) (movedFrom, bool) {
			folded := outdir.Fold(path)
			i := slices.IndexFunc(p.moves(), func(m movedFrom) bool { return outdir.Fold(m.path) == folded })
			if i < 0 {
				return movedFrom{}, false
			}
			return p.moves()[i], true
		},
		routes: func(m movedFrom) iter.Seq[route] {
			return only(route{m.path, "moved", func(sh *sheet) any { return sh.moved(m.n) }, nil})
		},
	}
}

// listMoves lists the former addresses that have a page: of one that two notes had, the first
// note has it.
func (p *planner) listMoves() []movedFrom {
	var out []movedFrom
	seen := map[string]bool{}
	for _, n := range p.s.Notes() {
		for _, alias := range n.Meta.Aliases {
			path := alias + "/"
			if folded := outdir.Fold(path); !seen[folded] && !p.taken(path) {
				seen[folded] = true
				out = append(out, movedFrom{path, n})
			}
		}
	}
	return out
}

func (sh *sheet) moved(n *note.Note) view.MovedView {
	v := view.MovedView{Frame: sh.frame(sh.l.T("moved.title"))}
	v.Target = view.Link{Href: sh.noteHref(sh.s.Pick(n.ID, sh.lang)), Text: n.Title, Lang: sh.title(n).Lang}
	v.Canonical = v.Target.Href
	if sh.o.BaseURL != "" {
		v.Canonical = sh.address(sh.homeOf(n.ID, sh.lang))
	}
	return v
}

// note makes the page of a note in the version for this page's reader.
func (sh *sheet) note(id note.ID) view.NoteView {
	n := sh.s.Pick(id, sh.lang)
	v := view.NoteView{
		Frame: sh.frame(n.Title), ID: string(id), Shape: string(n.Kind), Shapes: sh.l.T("shape." + string(n.Kind)),
		Heading: sh.title(n), Language: sh.self(n.Lang),
		Authors: sh.authors(n), Date: sh.date(n.Meta.Date),
	}
	v.TitleLang = v.Heading.Lang
	if sh.s.ByMachine(n) {
		v.Machine = sh.l.T("from.machine")
	}
	v.Markdown = sh.twinHref(n)
	sh.versioned(&v.Frame, id)
	sh.noteLinks(&v, n)
	sh.past(&v, n)
	cov := sh.coverage(n)
	v.Covered, v.Published = cov.Covered, cov.Published
	if v.Published > 0 {
		v.Board = sh.coverageLink(n.Releases[0], n.SIGs...)
	}
	sh.flow(&v, n)
	sh.description(&v.Frame, n)
	sh.noteSide(&v, n)
	return v
}

// TwinName is the file name of a note's Markdown twin, beside the page of the language that
// [TwinLang] says. Pages of other languages that show the version lead there.
const TwinName = "index.md"

// TwinLang is the language of the interface under which the Markdown twin of a version
// stands: its own, else the first of some that shows it; empty where none does.
func TwinLang(s *site.Site, n *note.Note, all []note.Lang) note.Lang {
	if slices.Contains(all, n.Lang) {
		return n.Lang
	}
	for _, l := range all {
		if s.Pick(n.ID, l) == n {
			return l
		}
	}
	return ""
}

// twinHref leads to the Markdown twin of the version that a note's page shows.
func (sh *sheet) twinHref(n *note.Note) string {
	all := make([]note.Lang, len(sh.langs))
	for i, l := range sh.langs {
		all[i] = l.Code
	}
	l := TwinLang(sh.s, n, all)
	if l == sh.lang {
		return TwinName
	}
	return sh.root + string(l) + "/" + fragment.EscapePath(fragment.NotePath(n.ID)) + TwinName
}

// noteLinks fills what stands around the title.
func (sh *sheet) noteLinks(v *view.NoteView, n *note.Note) {
	for _, r := range n.Releases {
		l := sh.releaseLink(r)
		v.Releases = append(v.Releases, l)
		l.Text = "Kubernetes " + l.Text
		v.Up = append(v.Up, l)
	}
	for _, g := range n.SIGs {
		l := sh.sigLink(g)
		l.Text = sh.sigTitle(g)
		v.SIGs = append(v.SIGs, l)
		v.Up = append(v.Up, l)
	}
	if n.Kind == note.Log && sh.exists("log/") {
		v.Up = append(v.Up, view.Link{Href: sh.href("log/"), Text: sh.l.T("nav.log")})
	}
	v.Crumbs = v.Up
	for _, k := range n.Meta.KEPs {
		v.KEPs = append(v.KEPs, sh.kepLink(k))
	}
	for _, g := range n.Meta.Gates {
		v.Gates = append(v.Gates, sh.gateLink(g))
	}
	for _, pr := range n.Meta.PRs {
		v.PRs = append(v.PRs, sh.prLink(pr))
	}
	sh.versions(v, n)
	if fragment.IsExternal(n.Meta.Source) {
		v.Source = &view.Link{Href: n.Meta.Source, Text: strings.TrimPrefix(n.Meta.Source, "https://"), External: true}
	}
	if sh.o.Repository != "" {
		v.Edit = sh.edit(n)
	}
}

// edit leads to where a note is edited, at forges whose editor has an address, else to where
// its source is read.
func (sh *sheet) edit(n *note.Note) *view.Link {
	source := strings.TrimSuffix(sh.o.Repository, "/") + "/" + fragment.EscapePath(n.Path)
	if editor := ghpages.Edit(source); editor != "" {
		return &view.Link{Href: editor, Text: sh.l.T("note.edit"), External: true}
	}
	return &view.Link{Href: source, Text: sh.l.T("note.file"), External: true}
}

// versions links to the other languages of a note, and says so when the page's own
// is none of them.
func (sh *sheet) versions(v *view.NoteView, n *note.Note) {
	for _, other := range sh.s.Versions(n.ID) {
		if other == n || sh.s.Unwritten(other) {
			continue
		}
		self := sh.self(other.Lang)
		l := view.Link{Text: self.Text, Lang: self.Lang, Note: sh.ageOf(other)}
		if sh.has(other.Lang) {
			l.Href = sh.root + string(other.Lang) + "/" + fragment.EscapePath(sh.path)
		}
		v.Versions = append(v.Versions, l)
	}
	if n.Lang == sh.lang {
		return
	}
	v.Notice = &view.Notice{Words: sh.say(), Page: sh.l.Self, Shown: sh.self(n.Lang)}
	if sh.has(n.Lang) {
		v.Notice.Href = sh.root + string(n.Lang) + "/" + fragment.EscapePath(sh.path)
	}
}

// flow fills the items of a note, beside those of another language where there are such.
// The dated entries of a log stand on its months.
func (sh *sheet) flow(v *view.NoteView, n *note.Note) {
	if n.Kind == note.Log {
		v.Months = sh.monthLinks(n)
	}
	rows := standing(sh.s.Pairing(n, sh.lang))
	c := sh.sides(n, rows)
	v.Two, v.HeadingB = c.two(), c.titleB()
	var owners [][]*note.Block // of each item of a talk, in the note
	v.Items = make([]view.Item, 0, len(rows))
	for _, r := range rows {
		before := len(v.Items)
		v.Items = c.items(v.Items, r)
		items := v.Items[before:]
		for i := range items {
			if n.Kind == note.Talk {
				owners = append(owners, owned(r, i, len(items)))
			}
			if o, ok := outlineItem(items[i], r); ok {
				v.Outline = append(v.Outline, o)
			}
		}
		countRow(v, r)
	}
	if v.Two != nil {
		v.Two.Remarks = v.Remarks > 0
	}
	if n.Kind == note.Talk {
		sh.sections(v.Items, owners, n)
	}
}

// owned are the blocks of the note that the i-th of the items of a row stands for.
func owned(r site.Row, i, items int) []*note.Block {
	if items == len(r.Blocks) {
		return r.Blocks[i : i+1]
	}
	return r.Blocks
}

// countRow adds up what a row has of the note itself.
func countRow(v *view.NoteView, r site.Row) {
	for _, b := range r.Blocks {
		switch b.Type {
		case note.Entry:
			v.Entries++
		case note.Remark:
			v.Remarks++
		}
		v.Remarks += len(b.Remarks())
	}
}

// standing returns the rows that stand on a note's own page.
func standing(p *site.Pairing) []site.Row {
	if p.Note.Kind != note.Log {
		return p.Rows
	}
	dated := map[*note.Block]bool{}
	for _, q := range postsIn(p.Rows) {
		if q.row != nil {
			dated[head(*q.row)] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(p.Rows), func(r site.Row) bool {
		b := head(r)
		return dated[b] || b.Type == note.Heading && headingDay(b) != ""
	})
}

// head is the first block of a row, of the note or else of the other version.
func head(r site.Row) *note.Block {
	if len(r.Blocks) > 0 {
		return r.Blocks[0]
	}
	return r.Other[0].Blocks[0]
}

// heading makes a heading of the note's own. One whose entries are of one kind has
// the colour of that kind, and a gloss where it is in another language; one whose
// entries have no kind and are at one stage has that stage's.
func (sh *sheet) heading(b *note.Block, in place, shape shapes) *view.Heading {
	h := &view.Heading{ID: sh.anchor(in.n, b), Rich: sh.rich(b.Text, sh.s.LangOf(in.n, b), in.n, in.quoted), Count: shape.count[b.ID]}
	if kinds := shape.kinds[b.ID]; len(kinds) == 1 && kinds[0] != "" {
		h.Kind = sh.kindOf(kinds[0])
		if !strings.EqualFold(strings.TrimSpace(b.Text.Plain()), h.Kind.Label) {
			h.Gloss = h.Kind.Label
		}
	}
	if stages := shape.stages[b.ID]; h.Kind == nil && len(stages) == 1 && stages[0] != "" {
		tag := sh.stageTag(stages[0])
		h.Stage = &tag
	}
	return h
}

// outlineItem lists a heading for "on this page".
func outlineItem(it view.Item, r site.Row) (view.OutlineItem, bool) {
	h := it.Heading
	if h == nil || h.Level > 3 || h.ID == "" {
		return view.OutlineItem{}, false
	}
	o := view.OutlineItem{ID: h.ID, Text: head(r).Text.Plain(), Lang: h.Rich.Lang, Level: h.Level}
	if h.B != nil {
		o.B = view.Text{Text: plainOf(r.Other[0]), Lang: h.B.Lang}
	}
	return o, true
}

// plainOf returns the words of a counterpart.
func plainOf(o site.Counterpart) string {
	if len(o.Blocks) > 0 {
		return o.Blocks[0].Text.Plain()
	}
	return o.Text.Plain()
}

// shapes is what a note's headings amount to.
type shapes struct {
	count map[note.BlockID]int
	kinds map[note.BlockID][]note.EntryKind // of the entries right under a heading

	stages map[note.BlockID][]note.Stage // likewise
}

// shapeOf is the outline of a note; that of a log, which many pages share, is made once.
func (p *planner) shapeOf(n *note.Note) shapes {
	if n.Kind != note.Log {
		return outlineOf(n.Blocks)
	}
	return p.logShapes.Make(n, func() shapes { return outlineOf(n.Blocks) })
}

// outlineOf counts the entries right under each heading.
func outlineOf(blocks []note.Block) shapes {
	s := shapes{map[note.BlockID]int{}, map[note.BlockID][]note.EntryKind{}, map[note.BlockID][]note.Stage{}}
	for i := range blocks {
		b := &blocks[i]
		if b.Type == note.Entry && len(b.Trail) > 0 {
			under := b.Trail[len(b.Trail)-1]
			s.count[under]++
			if !slices.Contains(s.kinds[under], b.Kind) {
				s.kinds[under] = append(s.kinds[under], b.Kind)
			}
			if !slices.Contains(s.stages[under], b.Stage) {
				s.stages[under] = append(s.stages[under], b.Stage)
			}
		}
	}
	return s
}

// levelsOf gives every heading among the rows of a page a level from 2 to 6, such that none
// is skipped.
func levelsOf(rows []site.Row) map[*note.Block]int {
	out := map[*note.Block]int{}
	var open []int
	for _, r := range rows {
		blocks := r.Blocks
		if len(blocks) == 0 {
			blocks = r.Other[0].Blocks
		}
		for _, b := range blocks {
			if !b.IsHeading() {
				continue
			}
			for len(open) > 0 && open[len(open)-1] >= b.Level {
				open = open[:len(open)-1]
			}
			open = append(open, b.Level)
			out[b] = min(len(open)+1, 6)
		}
	}
	return out
}

// description is the first sentence of prose, or the first entry.
func (sh *sheet) description(f *view.Frame, n *note.Note) {
	for b := range n.All {
		if b.Type != note.Prose && b.Type != note.Entry {
			continue
		}
		if words := b.Text.Plain(); words != "" {
			f.Description, f.DescLang = fragment.Shorten(words, 160), sh.tag(sh.s.LangOf(n, b))
			return
		}
	}
}

// noteRow makes a row of a table of notes.
func (sh *sheet) noteRow(id note.ID) view.NoteRow {
	n := sh.s.Pick(id, sh.lang)
	row := view.NoteRow{
		Words: sh.say(), Title: sh.title(n), Href: sh.noteHref(n), Shape: string(n.Kind),
		ShapeWord: sh.l.T("shape." + string(n.Kind)), Authors: sh.authors(n), Date: sh.date(n.Meta.Date),
	}
	if r := upstream.Newest(n.Releases); r != "" {
		row.Release, row.RelHref = string(r), sh.releaseLink(r).Href
	}
	for _, g := range n.SIGs {
		row.SIGs = append(row.SIGs, sh.sigLink(g))
	}
	for _, version := range sh.s.Versions(id) {
		if sh.s.Unwritten(version) {
			continue
		}
		self := sh.self(version.Lang)
		row.Languages = append(row.Languages, view.Version{Text: self.Text, Lang: self.Lang, Note: sh.ageOf(version)})
	}
	cov := sh.coverage(n)
	row.Entries, row.KEPs = cov.entries, cov.keps
	row.Covered, row.Published = cov.Covered, cov.Published
	return row
}

// ageOf says in words how a translation stands to its source; empty where that is as it
// should be.
func (sh *sheet) ageOf(n *note.Note) string {
	if sh.s.ByMachine(n) {
		return sh.l.T("from.machine")
	}
	if t, ok := sh.s.TranslationOf(n); ok && t.Stale > 0 {
		return sh.l.N("count.stale", t.Stale)
	}
	return ""
}

func (sh *sheet) noteRows(ids []note.ID) []view.NoteRow {
	rows := make([]view.NoteRow, len(ids))
	for i, id := range ids {
		rows[i] = sh.noteRow(id)
	}
	return rows
}
