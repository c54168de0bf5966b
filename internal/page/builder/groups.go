package builder

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// Groups groups quotes by release, or by month of the log.
type Groups struct {
	pg        *Page
	links     *Links
	notes     *NoteLinks
	citations *Citations
	quotes    *Quotes
}

// PartTitle returns the title of a group or of a further page: 1.27, 1.20–1.29 · 2, Daily log
// April 2023.
func (gr *Groups) PartTitle(part string) string {
	part, page, _ := strings.Cut(part, "/")
	title := address.DashedRange(part)
	if date, ok := strings.CutPrefix(part, "log"); ok {
		title = gr.pg.L.T("nav.log")
		if date != "" {
			title += " " + gr.pg.L.Date(strings.TrimPrefix(date, "-"))
		}
	}
	if page != "" {
		title += " · " + page
	}
	return title
}

// Fill adds citations to a group.
type Fill func(*view.EntryGroup, []site.Mention)

// Bounded groups citations by release or month, and quotes at most address.MaxQuoted. Each older
// group has a heading and a link to the page where it begins.
func (gr *Groups) Bounded(pl *address.Places, parts []string, path string, fill Fill) []view.EntryGroup {
	var out []view.EntryGroup
	room := address.MaxQuoted
	for _, group := range pl.Groups {
		all := pl.ByGroup[group]
		g := gr.group(group)
		shown := shownOf(len(all), room, len(out) == 0)
		if shown < len(all) {
			room = shown
			g.More = &view.Link{
				Href: gr.pg.Href(fragment.EscapePath(path+pl.PageOf(parts, group)+"/")) + fragment.Hash(g.ID),
				Text: gr.pg.L.N("said.all", len(all)),
			}
		}
		fill(&g, all[:shown])
		room -= shown
		out = append(out, g)
	}
	return out
}

// OnPage groups the citations of a further page by release or month.
func (gr *Groups) OnPage(all []site.Mention, fill Fill) []view.EntryGroup {
	var out []view.EntryGroup
	for len(all) > 0 {
		group, end := address.GroupOf(all[0]), 1
		for end < len(all) && address.GroupOf(all[end]) == group {
			end++
		}
		g := gr.group(group)
		fill(&g, all[:end])
		out, all = append(out, g), all[end:]
	}
	return out
}

// shownOf returns how many of the n citations of a group a page quotes. room is the number that
// the page may still quote. The result is n or 0, but for the first group as many as fit.
func shownOf(n, room int, first bool) int {
	switch {
	case n <= room:
		return n
	case first:
		return room
	}
	return 0
}

// group returns the group of a release or of a month of the log, without citations.
func (gr *Groups) group(name string) view.EntryGroup {
	if !strings.HasPrefix(name, "log") {
		return gr.Empty(note.Release(name))
	}
	g := gr.Empty("")
	if name != "log" {
		g.ID, g.Title = name, gr.PartTitle(name)
	}
	return g
}

const maxRow = 80

// ChangesOf splits citations into rows about a change, and the other citations. Entries about the
// same change share a row. It applies to people and to the further pages of a gate. On other
// pages all citations are quoted, so it returns no rows.
func (gr *Groups) ChangesOf(key note.Key, all []site.Mention) (left []site.Mention, rows []view.ChangeRow) {
	if key.Kind != note.PersonRef && (key.Kind != note.Gate || gr.pg.Kind != "said") {
		return all, nil
	}
	row := make(map[string]int, len(all))      // index in rows, by pull request
	rows = make([]view.ChangeRow, 0, len(all)) // preallocated: rows are large
	for _, m := range all {
		if !m.Entry() || m.Note.Kind != note.Changes || len(m.Block.Attr.PRs) == 0 {
			left = append(left, m)
			continue
		}
		pr := m.Block.Attr.PRs[0]
		if i, ok := row[pr]; ok {
			rows[i] = joinRows(rows[i], gr.changeRow(m))
			continue
		}
		row[pr] = len(rows)
		rows = append(rows, gr.changeRow(m))
	}
	return left, rows
}

func (gr *Groups) changeRow(m site.Mention) view.ChangeRow {
	pull := gr.links.Pull(m.Block.Attr.PRs[0])
	return view.ChangeRow{
		PR: &pull, Href: gr.notes.Block(m.Note, m.Block), Kind: gr.pg.kindOf(m.Block.Kind),
		Text: gr.pg.Text(fragment.Shorten(m.Block.Text.Plain(), maxRow), gr.pg.Site.LangOf(m.Note, m.Block)), Note: gr.notes.shortTitle(m.Note),
	}
}

// joinRows joins two rows about the same change. The joined row has the text of the first row in
// the language of the page, else of the first row.
func joinRows(r, other view.ChangeRow) view.ChangeRow {
	if r.Text.Lang != "" && other.Text.Lang == "" {
		other.More = append([]view.Link{inNote(r)}, r.More...)
		return other
	}
	r.More = append(r.More, inNote(other))
	return r
}

func inNote(r view.ChangeRow) view.Link {
	return view.Link{Href: r.Href, Text: r.Note.Text, Lang: r.Note.Lang}
}

// About groups the citations of a thing by release, newest first and logs last. It returns their
// number and languages. If there are too many for one page, groups of older releases only have a
// link.
func (gr *Groups) About(key note.Key) (groups []view.EntryGroup, count int, langs []view.Text) {
	known := gr.citations.Of(key)
	for _, c := range known.langs() {
		langs = append(langs, gr.pg.Book.Languages.Self(c))
	}
	if parts := gr.pg.Book.Parts.Of(key); len(parts) > 0 {
		return gr.Bounded(known.Places(), parts, gr.pg.Book.Things.Path(key), gr.FillOf(key)), len(known.Digest()), langs
	}
	all := known.news()
	return gr.ByRelease(all, gr.FillOf(key)), len(all), langs
}

// FillOf returns the function that adds the citations of a thing to a group, as rows or as
// quotes. See [Groups.ChangesOf].
func (gr *Groups) FillOf(key note.Key) Fill {
	return func(g *view.EntryGroup, of []site.Mention) {
		told, rows := gr.ChangesOf(key, of)
		g.Entries, g.Rows = Quoted(told, gr.quotes.Quote), rows
	}
}

// ByRelease groups mentions by the newest release of their note. They must be sorted by it.
func (gr *Groups) ByRelease(all []site.Mention, fill Fill) []view.EntryGroup {
	var out []view.EntryGroup
	for len(all) > 0 {
		r, end := upstream.Newest(all[0].Note.Releases), 1
		for end < len(all) && upstream.Newest(all[end].Note.Releases) == r {
			end++
		}
		g := gr.Empty(r)
		fill(&g, all[:end])
		out, all = append(out, g), all[end:]
	}
	return out
}

// Empty returns the group of a release without citations, or the group of the log if r is empty.
func (gr *Groups) Empty(r note.Release) view.EntryGroup {
	if r != "" {
		return view.EntryGroup{ID: "r-" + string(r), Title: string(r), Href: gr.links.Release(r).Href}
	}
	g := view.EntryGroup{ID: "log", Title: gr.pg.L.T("nav.log")}
	if gr.pg.Book.Exists("log/") {
		g.Href = gr.pg.Href("log/")
	}
	return g
}
