package page

import (
	"iter"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

type statusViews struct{ b *builder.Builder }

func statusPages(bk *address.Book) family {
	return pagesOf[string]{
		all: bk.Lists.StatusParts,
		owner: func(path string) (string, bool) {
			name, ok := strings.CutPrefix(path, address.StatusPath)
			part := strings.TrimSuffix(name, "/")
			return part, ok && slices.Contains(bk.Lists.StatusParts(), part)
		},
		routes: func(part string) iter.Seq[route] {
			return only(route{address.StatusPath + part + "/", "status", func(b *builder.Builder) any { return statusViews{b}.statusPart(part) }, nil})
		},
	}
}

func boardPages(bk *address.Book) family {
	return pagesOf[note.Release]{
		all: bk.Lists.ReleasesWithBoard,
		owner: func(path string) (note.Release, bool) {
			name, ok := strings.CutPrefix(path, address.StatusPath)
			r := note.Release(strings.TrimSuffix(name, "/"))
			return r, ok && bk.Site.HasRelease(r) && bk.Site.HasBoard(r)
		},
		routes: func(r note.Release) iter.Seq[route] {
			return only(route{address.BoardPath(r), "board", func(b *builder.Builder) any { return boardViews{b}.board(r) }, nil})
		},
	}
}

func (st statusViews) status() any {
	all := st.b.Book.Lists.ReleasesWithBoard()
	v := view.StatusView{Frame: st.b.Frames.Frame(st.b.L.T("nav.status"))}
	v.Description = st.b.L.T("status.line")
	st.statusTables(&v, all[:min(len(all), address.MaxBoards)])
	for _, part := range st.b.Book.Lists.StatusParts() {
		v.Older = append(v.Older, view.Link{Href: st.b.Near(st.b.Href(address.StatusPath + part + "/")), Text: address.DashedRange(part)})
	}
	v.Translations = translationViews(st).translationsByLanguage(func(n *note.Note) bool {
		r := upstream.Newest(n.Releases)
		return !st.b.Site.HasBoard(r) || slices.Contains(all[:min(len(all), address.MaxBoards)], r)
	})
	return v
}

func (st statusViews) statusPart(part string) any {
	v := view.StatusView{Frame: st.b.Frames.Frame(st.b.L.T("nav.status") + " · " + address.DashedRange(part))}
	v.Description = st.b.L.T("status.line")
	v.Crumbs = []view.Link{{Href: st.b.Href(address.StatusPath), Text: st.b.L.T("nav.status")}}
	all := slices.DeleteFunc(st.b.Book.Lists.ReleasesWithBoard(), func(r note.Release) bool { return address.TenOf(r) != part })
	st.statusTables(&v, all)
	v.Translations = translationViews(st).translationsByLanguage(func(n *note.Note) bool { return slices.Contains(all, upstream.Newest(n.Releases)) })
	return v
}

func (st statusViews) statusTables(v *view.StatusView, releases []note.Release) {
	rows := map[note.SIG]*view.StatusRow{}
	var groups []note.SIG
	for _, r := range releases {
		b := st.b.Site.Board(r)
		column := st.statusColumn(b)
		v.Releases = append(v.Releases, column)
		if len(b.Rows) == 0 {
			continue
		}
		for i := range b.Rows {
			part := &b.Rows[i]
			row := rows[part.SIG]
			if row == nil {
				row = &view.StatusRow{SIG: boardViews(st).groupLink(part.SIG)}
				rows[part.SIG] = row
				groups = append(groups, part.SIG)
			}
			fillCells(row, len(v.Columns))
			cell := st.statusCell(r, part)
			row.Cells = append(row.Cells, cell)
			v.Taken, v.Others = v.Taken || cell.Taken, v.Others || cell.Elsewhere
		}
		v.Columns = append(v.Columns, column)
	}
	boardViews(st).sortGroups(groups)
	for _, g := range groups {
		fillCells(rows[g], len(v.Columns))
		v.Rows = append(v.Rows, *rows[g])
	}
}

func fillCells(row *view.StatusRow, columns int) {
	for len(row.Cells) < columns {
		row.Cells = append(row.Cells, view.StatusCell{})
	}
}

func (st statusViews) statusColumn(b *site.Board) view.StatusColumn {
	return view.StatusColumn{
		Words: st.b.Say(), Release: string(b.Release), Href: st.b.Href(address.BoardPath(b.Release)), Published: b.Published,
		Covered: b.Covered, Missing: len(b.Missing), Mentioned: b.Mentioned, Percent: percent(b.Covered, b.Published), Languages: boardViews(st).written(b.Written),
		Elsewhere: len(boardViews(st).allElsewhere(b.Release)),
	}
}

func (st statusViews) statusCell(r note.Release, part *site.BoardRow) view.StatusCell {
	c := view.StatusCell{
		Href: st.b.Href(address.BoardPath(r)) + "#" + groupID(part.SIG), Published: part.Published, Covered: part.Covered,
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
