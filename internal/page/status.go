package page

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

const statusPath = "status/"

func boardPath(r note.Release) string { return statusPath + string(r) + "/" }

// maxBoards is how many releases stand in the tables of all boards. Older ones stand in parts,
// ten by ten.
const maxBoards = 30

// statusParts lists the tens of releases that have boards and no room in the tables of all,
// newest first. A ten keeps its address while releases are added.
func (p *planner) statusParts() []string {
	var out []string
	for i, r := range p.boarded() {
		if ten := tenOf(r); i >= maxBoards && ten != "" && !slices.Contains(out, ten) {
			out = append(out, ten)
		}
	}
	return out
}

// tenOf returns the ten that a release is in: 1.20-1.29; empty for a name that is not a release.
func tenOf(r note.Release) string {
	major, rest, _ := strings.Cut(string(r), ".")
	minor, err := strconv.Atoi(rest)
	if err != nil {
		return ""
	}
	from := minor - minor%10
	return major + "." + itoa(from) + "-" + major + "." + itoa(from+9)
}

// statusPages are the parts of the tables of all boards.
func (p *planner) statusPages() family {
	return pagesOf[string]{
		all: p.statusParts,
		owner: func(path string) (string, bool) {
			name, ok := strings.CutPrefix(path, statusPath)
			part := strings.TrimSuffix(name, "/")
			return part, ok && slices.Contains(p.statusParts(), part)
		},
		routes: func(part string) iter.Seq[route] {
			return only(route{statusPath + part + "/", "status", func(sh *sheet) any { return sh.statusPart(part) }, nil})
		},
	}
}

// boardPages are the boards of the releases on which there is something.
func (p *planner) boardPages() family {
	return pagesOf[note.Release]{
		all: p.boarded,
		owner: func(path string) (note.Release, bool) {
			name, ok := strings.CutPrefix(path, statusPath)
			r := note.Release(strings.TrimSuffix(name, "/"))
			return r, ok && p.s.HasRelease(r) && p.s.HasBoard(r)
		},
		routes: func(r note.Release) iter.Seq[route] {
			return only(route{boardPath(r), "board", func(sh *sheet) any { return sh.board(r) }, nil})
		},
	}
}

// boarded lists the releases that have a board, newest first.
func (p *planner) boarded() []note.Release {
	var out []note.Release
	for _, r := range p.s.Releases() {
		if p.s.HasBoard(r) {
			out = append(out, r)
		}
	}
	return out
}

// status makes the table of all boards, or of the newest.
func (sh *sheet) status() any {
	all := sh.boarded()
	v := view.StatusView{Frame: sh.frame(sh.l.T("nav.status"))}
	v.Description = sh.l.T("status.line")
	sh.statusTables(&v, all[:min(len(all), maxBoards)])
	for _, part := range sh.statusParts() {
		v.Older = append(v.Older, view.Link{Href: sh.near(sh.href(statusPath + part + "/")), Text: dashedRange(part)})
	}
	v.Translations = sh.translationsByLanguage(func(n *note.Note) bool {
		r := upstream.Newest(n.Releases)
		return !sh.s.HasBoard(r) || slices.Contains(all[:min(len(all), maxBoards)], r)
	})
	return v
}

// statusPart makes the table of the boards of a ten.
func (sh *sheet) statusPart(part string) any {
	v := view.StatusView{Frame: sh.frame(sh.l.T("nav.status") + " · " + dashedRange(part))}
	v.Description = sh.l.T("status.line")
	v.Crumbs = []view.Link{{Href: sh.href(statusPath), Text: sh.l.T("nav.status")}}
	all := slices.DeleteFunc(sh.boarded(), func(r note.Release) bool { return tenOf(r) != part })
	sh.statusTables(&v, all)
	v.Translations = sh.translationsByLanguage(func(n *note.Note) bool { return slices.Contains(all, upstream.Newest(n.Releases)) })
	return v
}

// statusTables fills the tables of some boards.
func (sh *sheet) statusTables(v *view.StatusView, releases []note.Release) {
	rows := map[note.SIG]*view.StatusRow{}
	var groups []note.SIG
	for _, r := range releases {
		b := sh.s.Board(r)
		column := sh.statusColumn(b)
		v.Releases = append(v.Releases, column)
		if len(b.Rows) == 0 {
			continue
		}
		for i := range b.Rows {
			part := &b.Rows[i]
			row := rows[part.SIG]
			if row == nil {
				row = &view.StatusRow{SIG: sh.groupLink(part.SIG)}
				rows[part.SIG] = row
				groups = append(groups, part.SIG)
			}
			fillCells(row, len(v.Columns))
			cell := sh.statusCell(r, part)
			row.Cells = append(row.Cells, cell)
			v.Taken, v.Others = v.Taken || cell.Taken, v.Others || cell.Elsewhere
		}
		v.Columns = append(v.Columns, column)
	}
	sh.sortGroups(groups)
	for _, g := range groups {
		fillCells(rows[g], len(v.Columns))
		v.Rows = append(v.Rows, *rows[g])
	}
}

// fillCells gives a row a cell for each of so many releases.
func fillCells(row *view.StatusRow, columns int) {
	for len(row.Cells) < columns {
		row.Cells = append(row.Cells, view.StatusCell{})
	}
}

func (sh *sheet) statusColumn(b *site.Board) view.StatusColumn {
	return view.StatusColumn{
		Words: sh.say(), Release: string(b.Release), Href: sh.href(boardPath(b.Release)), Published: b.Published,
		Covered: b.Covered, Missing: len(b.Missing), Mentioned: b.Mentioned, Percent: percent(b.Covered, b.Published), Languages: sh.written(b.Written),
		Elsewhere: len(sh.allElsewhere(b.Release)),
	}
}

// written names the languages in which changes are covered.
func (sh *sheet) written(counts []site.LangCount) []view.LangFigure {
	var out []view.LangFigure
	for _, c := range counts {
		out = append(out, view.LangFigure{Language: sh.self(c.Lang), N: c.Covered, Figure: sh.l.Number(c.Covered)})
	}
	return out
}

func (sh *sheet) statusCell(r note.Release, part *site.BoardRow) view.StatusCell {
	c := view.StatusCell{
		Href: sh.href(boardPath(r)) + "#" + groupID(part.SIG), Published: part.Published, Covered: part.Covered,
		Taken: len(part.Claims) > 0, Elsewhere: len(part.Elsewhere) > 0,
	}
	switch {
	case part.Covered == 0:
	case part.Covered == part.Published:
		c.Step = 4
	default:
		c.Step = 1 + min(2, 3*part.Covered/part.Published)
	}
	return c
}

// percent is a share with one digit after its point: 77.5; 0 of nothing is 0.
func percent(part, whole int) string {
	return strconv.FormatFloat(100*float64(part)/float64(max(whole, 1)), 'f', 1, 64)
}

// groupID is the anchor of a group's row on a board.
func groupID(g note.SIG) string { return "sig-" + cmp.Or(string(g), "none") }

// groupLink names a group, or says that there is none.
func (sh *sheet) groupLink(g note.SIG) view.Link {
	if g == "" {
		return view.Link{Text: sh.l.T("board.nosig")}
	}
	return sh.sigLink(g)
}

// sortGroups orders groups by their names, changes without a group last.
func (sh *sheet) sortGroups(groups []note.SIG) {
	slices.SortFunc(groups, func(a, b note.SIG) int {
		if a == "" || b == "" {
			return cmp.Compare(len(b), len(a))
		}
		return cmp.Or(sh.l.Collate(sh.sigName(a), sh.sigName(b)), cmp.Compare(a, b))
	})
}

// board makes the board of a release.
func (sh *sheet) board(r note.Release) any {
	b := sh.s.Board(r)
	v := view.BoardView{
		Frame: sh.frame(sh.l.T("board.title", "Kubernetes "+string(r))), Release: string(r), RelHref: sh.href(releasePath(r)),
		Published: b.Published, Covered: b.Covered, Missing: len(b.Missing), Mentioned: b.Mentioned,
		Percent: percent(b.Covered, b.Published), Languages: sh.written(b.Written), Elsewhere: sh.elsewhere(b.Elsewhere),
	}
	v.Crumbs = []view.Link{{Href: v.RelHref, Text: "Kubernetes " + string(r)}, {Href: sh.href(statusPath), Text: sh.l.T("nav.status")}}
	var groups []note.SIG
	for i := range b.Rows {
		groups = append(groups, b.Rows[i].SIG)
	}
	sh.sortGroups(groups)
	v.Table = view.BoardTable{Words: sh.say(), Head: sh.l.T("col.sig"), Counted: b.Published > 0}
	for _, g := range groups {
		row := sh.boardRow(r, b.Row(g))
		row.ID, row.Name, row.Filter = groupID(g), sh.groupLink(g), boardFilter(g)
		for _, c := range b.Row(g).Missing {
			row.Numbers = append(row.Numbers, view.Link{Href: "#" + changeID(c), Text: changeNumber(c)})
		}
		v.Table.Rows = append(v.Table.Rows, row)
		if g != "" && row.Missing > 0 && len(row.Claims) == 0 {
			v.Free++
		}
	}
	sh.missing(&v, r, b)
	sh.boardsAround(&v, r)
	v.Translations = sh.translationsOf(r)
	sh.outline(&v.Frame, section{"bysig", len(v.Table.Rows) > 0}, section{"translations", v.Translations != nil},
		section{"elsewhere", len(v.Elsewhere) > 0}, section{"missing", len(v.Groups) > 0})
	return v
}

// boardRow makes what the board of a release and the page of a group both say.
func (sh *sheet) boardRow(r note.Release, part *site.BoardRow) view.BoardRow {
	return view.BoardRow{
		Words: sh.say(), Published: part.Published, Covered: part.Covered, Missing: len(part.Missing), Mentioned: part.Mentioned,
		Percent: percent(part.Covered, part.Published), Filter: sh.href(boardPath(r)) + boardFilter(part.SIG),
		Notes: sh.noteRows(part.Notes), Claims: sh.claims(part.Claims), Elsewhere: sh.elsewhere(part.Elsewhere),
	}
}

// boardFilter shows on a board what is missing of a group.
func boardFilter(g note.SIG) string { return "?sig=" + cmp.Or(string(g), "none") + "#missing" }

// throughReleases makes the table of a group through the releases; nil where there is
// nothing in it.
func (sh *sheet) throughReleases(g note.SIG) *view.BoardTable {
	t := &view.BoardTable{Words: sh.say(), Head: sh.l.T("col.release")}
	for _, r := range sh.s.Releases() {
		if part := sh.s.Board(r).Row(g); part != nil {
			row := sh.boardRow(r, part)
			row.Name = sh.releaseLink(r)
			t.Counted = t.Counted || row.Published > 0
			t.Rows = append(t.Rows, row)
		}
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return t
}

// changeNumber is how people write a pull request.
func changeNumber(c *site.Change) string {
	if c.PR != "" {
		return "#" + c.PR
	}
	return c.Key().ID
}

// missing lists what nobody has covered, each change once, by kind.
func (sh *sheet) missing(v *view.BoardView, r note.Release, b *site.Board) {
	byKind, counts := map[note.EntryKind][]view.Change{}, map[note.EntryKind]int{}
	for _, c := range b.Missing {
		made := sh.change(r, c, false)
		made.ID = changeID(c)
		made.SIGs, made.SIGNames = nil, sh.sigNames(c.Note.SIGs)
		if made.SIGCodes == "" {
			made.SIGCodes = "none"
		}
		if made.KindCodes == string(c.Note.Kind) {
			made.KindCodes = "" // its group says it
		}
		byKind[c.Note.Kind] = append(byKind[c.Note.Kind], made)
		counts[c.Note.Kind]++
	}
	v.Kinds = sh.kindOptions(counts)
	for _, k := range v.Kinds {
		kind := note.EntryKind(strings.TrimSuffix(k.Value, "none"))
		v.Groups = append(v.Groups, view.ChangeGroup{ID: "kind-" + k.Value, Kind: view.Tag{Code: k.Value, Label: k.Label}, Changes: byKind[kind]})
	}
	for _, row := range v.Table.Rows {
		if row.Missing > 0 {
			v.SIGs = append(v.SIGs, view.Option{Value: strings.TrimPrefix(row.ID, "sig-"), Label: row.Name.Text, Count: row.Missing, Figure: sh.l.Number(row.Missing)})
		}
	}
}

// boardsAround links to the boards of the releases before and after.
func (sh *sheet) boardsAround(v *view.BoardView, r note.Release) {
	all := sh.boarded()
	link := func(i int) *view.Link {
		if i < 0 || i >= len(all) {
			return nil
		}
		return &view.Link{Href: sh.href(boardPath(all[i])), Text: string(all[i])}
	}
	at := slices.Index(all, r)
	v.Next, v.Prev = link(at-1), link(at+1)
}

// claims makes the list of who has taken a group's part of a release.
func (sh *sheet) claims(list []upstream.Claim) []view.ClaimItem {
	var out []view.ClaimItem
	for _, c := range list {
		it := view.ClaimItem{Words: sh.say(), Person: sh.namedPerson(c.Person), Date: sh.date(c.Date)}
		if c.Slides != "" {
			it.Slides = &view.Link{Href: c.Slides, Text: sh.l.T("board.slides"), External: true}
		}
		if c.Video != "" {
			it.Video = &view.Link{Href: c.Video, Text: sh.l.T("board.video"), External: true}
		}
		out = append(out, it)
	}
	return out
}

// namedPerson names somebody whom a file kept by hand names: a link to their page here,
// and nowhere else, since the handle may be of another place than GitHub.
func (sh *sheet) namedPerson(p note.Person) view.Link {
	key := note.Key{Kind: note.PersonRef, ID: string(p)}
	if sh.s.HasPage(key) {
		return sh.personLink(string(p))
	}
	return view.Link{Text: string(p)}
}

// elsewhere makes the list of notes at other addresses.
func (sh *sheet) elsewhere(list []upstream.Elsewhere) []view.ElsewhereNote {
	var out []view.ElsewhereNote
	for _, e := range list {
		it := view.ElsewhereNote{
			Words: sh.say(), Title: view.Link{Href: e.URL, Text: e.Title, Lang: sh.tag(e.Lang), External: true}, Language: sh.self(e.Lang),
		}
		if e.Author != "" {
			author := sh.namedPerson(e.Author)
			author.Lang = sh.nameLang(author.Text, e.Lang)
			it.Author = &author
		}
		if e.Kind != "" {
			it.Shape = sh.l.T("shape." + string(e.Kind))
		}
		out = append(out, it)
	}
	return out
}

// allElsewhere lists the notes on a release that stand elsewhere: on the whole release
// first, then those on a group.
func (sh *sheet) allElsewhere(r note.Release) []view.ElsewhereNote {
	b := sh.s.Board(r)
	out := sh.elsewhere(b.Elsewhere)
	for i := range b.Rows {
		out = append(out, sh.elsewhere(b.Rows[i].Elsewhere)...)
	}
	return out
}

// coverageLink leads to the board of a release, to what is missing of the groups given or
// of all. Nil where the release has published nothing of them.
func (sh *sheet) coverageLink(r note.Release, sigs ...note.SIG) *view.CoverageLink {
	b := sh.s.Board(r)
	c := &view.CoverageLink{Words: sh.say(), Href: sh.href(boardPath(r)), Published: b.Published, Covered: b.Covered, Missing: len(b.Missing)}
	if len(sigs) == 1 {
		part := b.Row(sigs[0])
		if part == nil {
			return nil
		}
		c.Published, c.Covered, c.Missing = part.Published, part.Covered, len(part.Missing)
	}
	switch {
	case c.Published == 0 || !sh.exists(boardPath(r)):
		return nil
	case c.Missing == 0:
	case len(sigs) == 1:
		c.Href += boardFilter(sigs[0])
	default:
		c.Href += "#missing"
	}
	return c
}
