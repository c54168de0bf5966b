package page

import (
	"iter"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/ghpages"
	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/bidi"
)

type noteViews struct{ b *builder.Builder }

const maxEditors = 12

// past adds data from the git history: the last change of this version, and contributors who are
// not its authors.
func (nv noteViews) past(v *view.NoteView, n *note.Note) {
	c, ok := nv.b.Book.Options.History.Of(n.Path)
	if !ok {
		return
	}
	if day := address.ISODay(c.Last); v.Date == nil || v.Date.ISO != day {
		v.Changed = nv.b.Date(day)
	}
	if nv.b.Book.Options.Repository != "" {
		v.History = ghpages.Commits(nv.b.Book.Options.SourceOf(n))
	}
	for _, by := range c.Authors {
		if !wrote(n, by) {
			v.Editors = append(v.Editors, nv.editor(by, n))
		}
	}
	if more := len(v.Editors) - maxEditors; more > 0 {
		v.Editors, v.MoreEditors = v.Editors[:maxEditors], nv.b.L.Number(more)
	}
}

func wrote(n *note.Note, by git.Author) bool {
	name := cases.Fold().String(by.Name)
	for _, a := range n.Meta.Authors {
		if strings.EqualFold(string(a), by.Handle) || cases.Fold().String(string(a)) == name {
			return true
		}
	}
	return false
}

// editor names the author of a commit as git does. It links to their page on this site or on
// GitHub.
func (nv noteViews) editor(by git.Author, n *note.Note) view.Link {
	l := view.Link{Text: by.Name}
	if upstream.IsHandle(by.Handle) {
		l = nv.b.Links.Thing(note.Key{Kind: note.PersonRef, ID: by.Handle}, by.Name)
	}
	l.Lang = nv.b.Links.NameLang(by.Name, n.Lang)
	l.RightToLeft = strings.ContainsFunc(by.Name, isRightToLeft)
	return l
}

func isRightToLeft(r rune) bool {
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.R || p.Class() == bidi.AL
}

func notePages(bk *address.Book) family {
	return pagesOf[note.ID]{
		all: bk.Lists.NoteIDs,
		owner: func(path string) (note.ID, bool) {
			id := address.NoteAt(path)
			if bk.Site.Original(id) == nil && !site.Reserved(id) {
				id = bk.Lists.FoldedIDs()[outdir.Fold(string(id))]
			}
			return id, bk.Site.Original(id) != nil
		},
		routes: func(id note.ID) iter.Seq[route] {
			return only(route{fragment.NotePath(id), "note", func(b *builder.Builder) any { return noteViews{b}.note(id) }, nil})
		},
	}
}

func (nv noteViews) moved(n *note.Note) view.MovedView {
	v := view.MovedView{Frame: nv.b.Frames.Frame(nv.b.L.T("moved.title"))}
	v.Target = view.Link{Href: nv.b.Notes.Note(nv.b.Site.Pick(n.ID, nv.b.Lang)), Text: n.Title, Lang: nv.b.Title(n).Lang}
	v.Canonical = v.Target.Href
	if nv.b.Book.Options.BaseURL != "" {
		v.Canonical = nv.b.Book.Options.Address(nv.b.Book.Homes.HomeOf(n.ID, nv.b.Lang))
	}
	return v
}

func (nv noteViews) note(id note.ID) view.NoteView {
	n := nv.b.Site.Pick(id, nv.b.Lang)
	v := view.NoteView{
		Frame: nv.b.Frames.Frame(n.Title), ID: string(id), Shape: string(n.Kind), Shapes: nv.b.L.T("shape." + string(n.Kind)),
		Heading: nv.b.Title(n), Language: nv.b.Book.Languages.Self(n.Lang),
		Authors: nv.b.Links.Authors(n), Date: nv.b.Date(n.Meta.Date),
	}
	v.TitleLang = v.Heading.Lang
	if nv.b.Site.ByMachine(n) {
		v.Machine = nv.b.L.T("from.machine")
	}
	v.Markdown = nv.twinHref(n)
	nv.b.Frames.Versioned(&v.Frame, id)
	nv.noteLinks(&v, n)
	nv.past(&v, n)
	cov := nv.b.Rows.Coverage(n)
	v.Covered, v.Published = cov.Covered, cov.Published
	if v.Published > 0 {
		v.Board = boardViews(nv).coverageLink(n.Releases[0], n.SIGs...)
	}
	nv.flow(&v, n)
	nv.description(&v.Frame, n)
	sideViews(nv).noteSide(&v, n)
	return v
}

func (nv noteViews) twinHref(n *note.Note) string {
	all := make([]note.Lang, len(nv.b.Book.Languages.All))
	for i, l := range nv.b.Book.Languages.All {
		all[i] = l.Code
	}
	l := address.TwinLang(nv.b.Site, n, all)
	if l == nv.b.Lang {
		return address.TwinName
	}
	return nv.b.Root + string(l) + "/" + fragment.EscapePath(fragment.NotePath(n.ID)) + address.TwinName
}

func (nv noteViews) noteLinks(v *view.NoteView, n *note.Note) {
	for _, r := range n.Releases {
		l := nv.b.Links.Release(r)
		v.Releases = append(v.Releases, l)
		l.Text = "Kubernetes " + l.Text
		v.Up = append(v.Up, l)
	}
	for _, g := range n.SIGs {
		l := nv.b.Links.SIG(g)
		l.Text = nv.b.Book.SIGTitle(g)
		v.SIGs = append(v.SIGs, l)
		v.Up = append(v.Up, l)
	}
	if n.Kind == note.Log && nv.b.Book.Exists("log/") {
		v.Up = append(v.Up, view.Link{Href: nv.b.Href("log/"), Text: nv.b.L.T("nav.log")})
	}
	v.Crumbs = v.Up
	for _, k := range n.Meta.KEPs {
		v.KEPs = append(v.KEPs, nv.b.Links.KEP(k))
	}
	for _, g := range n.Meta.Gates {
		v.Gates = append(v.Gates, nv.b.Links.Gate(g))
	}
	for _, pr := range n.Meta.PRs {
		v.PRs = append(v.PRs, nv.b.Links.Pull(pr))
	}
	nv.versions(v, n)
	if fragment.IsExternal(n.Meta.Source) {
		v.Source = &view.Link{Href: n.Meta.Source, Text: strings.TrimPrefix(n.Meta.Source, "https://"), External: true}
	}
	if nv.b.Book.Options.Repository != "" {
		v.Edit = nv.edit(n)
	}
}

// edit links to the editor of the hosting service or, if that is unknown, to the file of the
// note.
func (nv noteViews) edit(n *note.Note) *view.Link {
	source := strings.TrimSuffix(nv.b.Book.Options.Repository, "/") + "/" + fragment.EscapePath(n.Path)
	if editor := ghpages.Edit(source); editor != "" {
		return &view.Link{Href: editor, Text: nv.b.L.T("note.edit"), External: true}
	}
	return &view.Link{Href: source, Text: nv.b.L.T("note.file"), External: true}
}

func (nv noteViews) versions(v *view.NoteView, n *note.Note) {
	for _, other := range nv.b.Site.Versions(n.ID) {
		if other == n || nv.b.Site.Unwritten(other) {
			continue
		}
		self := nv.b.Book.Languages.Self(other.Lang)
		l := view.Link{Text: self.Text, Lang: self.Lang, Note: nv.b.Rows.AgeOf(other)}
		if nv.b.Book.Languages.Has(other.Lang) {
			l.Href = nv.b.Root + string(other.Lang) + "/" + fragment.EscapePath(nv.b.Path)
		}
		v.Versions = append(v.Versions, l)
	}
	if n.Lang == nv.b.Lang {
		return
	}
	v.Notice = &view.Notice{Words: nv.b.Say(), Page: nv.b.L.Self, Shown: nv.b.Book.Languages.Self(n.Lang)}
	if nv.b.Book.Languages.Has(n.Lang) {
		v.Notice.Href = nv.b.Root + string(n.Lang) + "/" + fragment.EscapePath(nv.b.Path)
	}
}

// flow adds the items of a note with their counterparts. It omits dated entries of a log, which
// are on the pages of the months.
func (nv noteViews) flow(v *view.NoteView, n *note.Note) {
	if n.Kind == note.Log {
		v.Months = logListViews(nv).monthLinks(n)
	}
	rows := undated(nv.b.Site.Pairing(n, nv.b.Lang))
	c := nv.b.Pairs.Columns(n, rows)
	v.Two, v.HeadingB = c.Two(), c.TitleB()
	var owners [][]*note.Block // for each item of a talk, its blocks in the note
	v.Items = make([]view.Item, 0, len(rows))
	for _, r := range rows {
		before := len(v.Items)
		v.Items = c.Items(v.Items, r)
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
	if v.Bilingual = v.Two != nil; v.Bilingual {
		v.Two.Remarks = v.Remarks > 0
	}
	if n.Kind == note.Talk {
		nv.sections(v.Items, owners, n)
	}
}

func owned(r site.Row, i, items int) []*note.Block {
	if items == len(r.Blocks) {
		return r.Blocks[i : i+1]
	}
	return r.Blocks
}

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

// undated returns the rows on the page of the note itself. Those are all rows, except the dated
// ones of a log.
func undated(p *site.Pairing) []site.Row {
	if p.Note.Kind != note.Log {
		return p.Rows
	}
	dated := map[*note.Block]bool{}
	for _, q := range address.PostsIn(p.Rows) {
		if q.Row != nil {
			dated[address.Head(*q.Row)] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(p.Rows), func(r site.Row) bool {
		b := address.Head(r)
		return dated[b] || b.Type == note.Heading && address.HeadingDay(b) != ""
	})
}

func outlineItem(it view.Item, r site.Row) (view.OutlineItem, bool) {
	h := it.Heading
	if h == nil || h.Level > 3 || h.ID == "" {
		return view.OutlineItem{}, false
	}
	o := view.OutlineItem{ID: h.ID, Text: address.Head(r).Text.Plain(), Lang: h.Rich.Lang, Level: h.Level}
	if h.B != nil {
		o.B = view.Text{Text: plainOf(r.Other[0]), Lang: h.B.Lang}
	}
	return o, true
}

func plainOf(o site.Counterpart) string {
	if len(o.Blocks) > 0 {
		return o.Blocks[0].Text.Plain()
	}
	return o.Text.Plain()
}

func (nv noteViews) description(f *view.Frame, n *note.Note) {
	for b := range n.All {
		if b.Type != note.Prose && b.Type != note.Entry {
			continue
		}
		if words := b.Text.Plain(); words != "" {
			f.Description, f.DescLang = fragment.Shorten(words, 160), nv.b.Tag(nv.b.Site.LangOf(n, b))
			return
		}
	}
}

// sections adds to each heading of a talk the outcomes of the features in its section. For blocks
// before the first heading, it adds them to the last of these blocks. blocks has the blocks of
// the note for each item.
func (nv noteViews) sections(items []view.Item, blocks [][]*note.Block, n *note.Note) {
	for i := 0; i < len(items); {
		end := i + 1
		for end < len(items) && items[end].Heading == nil {
			end++
		}
		at := i
		if items[i].Heading == nil {
			at = end - 1
		}
		section := slices.DeleteFunc(slices.Concat(blocks[i:end]...), func(b *note.Block) bool {
			return b.Type == note.Entry // an entry has its own outcomes
		})
		items[at].Outcomes = nv.b.Outcomes.Of(n, section...)
		i = end
	}
}
