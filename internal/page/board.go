package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/ghpages"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

type boardViews struct{ b *builder.Builder }

func (bv boardViews) written(counts []site.LangCount) []view.LangFigure {
	var out []view.LangFigure
	for _, c := range counts {
		out = append(out, view.LangFigure{Language: bv.b.Book.Languages.Self(c.Lang), N: c.Covered, Figure: bv.b.L.Number(c.Covered)})
	}
	return out
}

func groupID(g note.SIG) string { return "sig-" + cmp.Or(string(g), "none") }

func (bv boardViews) groupLink(g note.SIG) view.Link {
	if g == "" {
		return view.Link{Text: bv.b.L.T("board.nosig")}
	}
	return bv.b.Links.SIG(g)
}

// sortGroups sorts SIGs by name. Changes without a SIG come last.
func (bv boardViews) sortGroups(groups []note.SIG) {
	slices.SortFunc(groups, func(a, b note.SIG) int {
		if a == "" || b == "" {
			return cmp.Compare(len(b), len(a))
		}
		return cmp.Or(bv.b.L.Collate(bv.b.Book.SIGName(a), bv.b.Book.SIGName(b)), cmp.Compare(a, b))
	})
}

func (bv boardViews) board(r note.Release) any {
	b := bv.b.Site.Board(r)
	v := view.BoardView{
		Frame: bv.b.Frames.Frame(bv.b.L.T("board.title", "Kubernetes "+string(r))), Release: string(r), RelHref: bv.b.Href(address.ReleasePath(r)),
		Published: b.Published, Covered: b.Covered, Missing: len(b.Missing), Mentioned: b.Mentioned,
		Percent: percent(b.Covered, b.Published), Languages: bv.written(b.Written), Elsewhere: bv.elsewhere(b.Elsewhere),
	}
	v.Crumbs = []view.Link{{Href: v.RelHref, Text: "Kubernetes " + string(r)}, {Href: bv.b.Href(address.StatusPath), Text: bv.b.L.T("nav.status")}}
	var groups []note.SIG
	for i := range b.Rows {
		groups = append(groups, b.Rows[i].SIG)
	}
	bv.sortGroups(groups)
	v.Table = view.BoardTable{Words: bv.b.Say(), Head: bv.b.L.T("col.sig"), Counted: b.Published > 0}
	for _, g := range groups {
		row := bv.boardRow(r, b.Row(g))
		row.ID, row.Name, row.Filter = groupID(g), bv.groupLink(g), boardFilter(g)
		for _, c := range b.Row(g).Missing {
			row.Numbers = append(row.Numbers, view.Link{Href: "#" + address.ChangeID(c), Text: builder.ChangeNumber(c)})
		}
		v.Table.Rows = append(v.Table.Rows, row)
		if g != "" && row.Missing > 0 && len(row.Claims) == 0 {
			v.Free++
		}
	}
	bv.missing(&v, r, b)
	bv.boardsAround(&v, r)
	v.Translations = translationViews(bv).translationsOf(r)
	bv.b.Frames.Outline(&v.Frame, section("bysig", len(v.Table.Rows) > 0), section("translations", v.Translations != nil),
		section("elsewhere", len(v.Elsewhere) > 0), section("missing", len(v.Groups) > 0))
	return v
}

func (bv boardViews) boardRow(r note.Release, part *site.BoardRow) view.BoardRow {
	return view.BoardRow{
		Take:  bv.take(r, part),
		Words: bv.b.Say(), Published: part.Published, Covered: part.Covered, Missing: len(part.Missing), Mentioned: part.Mentioned,
		Percent: percent(part.Covered, part.Published), Filter: bv.b.Href(address.BoardPath(r)) + boardFilter(part.SIG),
		Notes: bv.b.Rows.Notes(part.Notes), Claims: bv.claims(part.Claims), Elsewhere: bv.elsewhere(part.Elsewhere),
	}
}

// take returns GitHub's page for a new note about a SIG, if the SIG has changes and nobody has
// written or claimed them. The text is the front matter; kawaraban new --update adds the entries.
func (bv boardViews) take(r note.Release, part *site.BoardRow) string {
	if part.SIG == "" || len(part.Missing) == 0 || len(part.Claims)+len(part.Notes)+len(part.Elsewhere) > 0 {
		return ""
	}
	id := string(r) + "/" + part.SIG.Slug()
	text := fmt.Sprintf("---\ntitle: %q\nrelease: %q\nsigs: [%s]\nauthors: []\nkind: changes\n---\n\n<!-- TODO: kawaraban new %s --lang %s --update -->\n",
		"Kubernetes "+string(r)+": "+bv.b.Book.SIGTitle(part.SIG), r, part.SIG, id, bv.b.Lang)
	return ghpages.NewFile(bv.b.Book.Options.Repository, "content/"+id+"."+string(bv.b.Lang)+".md", text)
}

func boardFilter(g note.SIG) string { return "?sig=" + cmp.Or(string(g), "none") + "#missing" }

// throughReleases builds the table of a SIG with a row for each release. It is nil without rows.
func (bv boardViews) throughReleases(g note.SIG) *view.BoardTable {
	t := &view.BoardTable{Words: bv.b.Say(), Head: bv.b.L.T("col.release")}
	for _, r := range bv.b.Site.Releases() {
		if part := bv.b.Site.Board(r).Row(g); part != nil {
			row := bv.boardRow(r, part)
			row.Name = bv.b.Links.Release(r)
			t.Counted = t.Counted || row.Published > 0
			t.Rows = append(t.Rows, row)
		}
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return t
}

func (bv boardViews) missing(v *view.BoardView, r note.Release, b *site.Board) {
	byKind, counts := map[note.EntryKind][]view.Change{}, map[note.EntryKind]int{}
	for _, c := range b.Missing {
		made := bv.b.Changes.Change(r, c, false)
		made.ID = address.ChangeID(c)
		made.SIGs, made.SIGNames = nil, bv.b.Book.SIGNames(c.Note.SIGs, bv.b.L.T("mark.comma"))
		if made.SIGCodes == "" {
			made.SIGCodes = "none"
		}
		if made.KindCodes == string(c.Note.Kind) {
			made.KindCodes = "" // the heading of the group shows the kind
		}
		byKind[c.Note.Kind] = append(byKind[c.Note.Kind], made)
		counts[c.Note.Kind]++
	}
	v.Kinds = bv.b.Filters.KindOptions(counts)
	for _, k := range v.Kinds {
		kind := note.EntryKind(strings.TrimSuffix(k.Value, "none"))
		v.Groups = append(v.Groups, view.ChangeGroup{ID: "kind-" + k.Value, Kind: view.Tag{Code: k.Value, Label: k.Label}, Changes: byKind[kind]})
	}
	for _, row := range v.Table.Rows {
		if row.Missing > 0 {
			v.SIGs = append(v.SIGs, view.Option{Value: strings.TrimPrefix(row.ID, "sig-"), Label: row.Name.Text, Count: row.Missing, Figure: bv.b.L.Number(row.Missing)})
		}
	}
}

func (bv boardViews) boardsAround(v *view.BoardView, r note.Release) {
	all := bv.b.Book.Lists.ReleasesWithBoard()
	link := func(i int) *view.Link {
		if i < 0 || i >= len(all) {
			return nil
		}
		return &view.Link{Href: bv.b.Href(address.BoardPath(all[i])), Text: string(all[i])}
	}
	at := slices.Index(all, r)
	v.Next, v.Prev = link(at-1), link(at+1)
}

func (bv boardViews) claims(list []upstream.Claim) []view.ClaimItem {
	var out []view.ClaimItem
	for _, c := range list {
		it := view.ClaimItem{Words: bv.b.Say(), Person: bv.namedPerson(c.Person), Date: bv.b.Date(c.Date)}
		if c.Slides != "" {
			it.Slides = &view.Link{Href: c.Slides, Text: bv.b.L.T("board.slides"), External: true}
		}
		if c.Video != "" {
			it.Video = &view.Link{Href: c.Video, Text: bv.b.L.T("board.video"), External: true}
		}
		out = append(out, it)
	}
	return out
}

// namedPerson names a person from a file that is maintained by hand. It links only to pages of
// this site, because the name may not be a GitHub handle.
func (bv boardViews) namedPerson(p note.Person) view.Link {
	key := note.Key{Kind: note.PersonRef, ID: string(p)}
	if bv.b.Site.HasPage(key) {
		return bv.b.Links.Person(string(p))
	}
	return view.Link{Text: string(p)}
}

func (bv boardViews) elsewhere(list []upstream.Elsewhere) []view.ElsewhereNote {
	var out []view.ElsewhereNote
	for _, e := range list {
		it := view.ElsewhereNote{
			Words: bv.b.Say(), Title: view.Link{Href: e.URL, Text: e.Title, Lang: bv.b.Tag(e.Lang), External: true}, Language: bv.b.Book.Languages.Self(e.Lang),
		}
		if e.Author != "" {
			author := bv.namedPerson(e.Author)
			author.Lang = bv.b.Links.NameLang(author.Text, e.Lang)
			it.Author = &author
		}
		if e.Kind != "" {
			it.Shape = bv.b.L.T("shape." + string(e.Kind))
		}
		out = append(out, it)
	}
	return out
}

// allElsewhere returns the notes about a release on other sites. Those about the whole release
// come first, then those of each SIG.
func (bv boardViews) allElsewhere(r note.Release) []view.ElsewhereNote {
	b := bv.b.Site.Board(r)
	out := bv.elsewhere(b.Elsewhere)
	for i := range b.Rows {
		out = append(out, bv.elsewhere(b.Rows[i].Elsewhere)...)
	}
	return out
}

// coverageLink links to the board of a release, or to its section of changes without a note. With
// one SIG, it counts and filters the changes of this SIG. It is nil if the release has no changes
// or no board.
func (bv boardViews) coverageLink(r note.Release, sigs ...note.SIG) *view.CoverageLink {
	b := bv.b.Site.Board(r)
	c := &view.CoverageLink{Words: bv.b.Say(), Href: bv.b.Href(address.BoardPath(r)), Published: b.Published, Covered: b.Covered, Missing: len(b.Missing)}
	if len(sigs) == 1 {
		part := b.Row(sigs[0])
		if part == nil {
			return nil
		}
		c.Published, c.Covered, c.Missing = part.Published, part.Covered, len(part.Missing)
	}
	switch {
	case c.Published == 0 || !bv.b.Book.Exists(address.BoardPath(r)):
		return nil
	case c.Missing == 0:
	case len(sigs) == 1:
		c.Href += boardFilter(sigs[0])
	default:
		c.Href += "#missing"
	}
	return c
}
