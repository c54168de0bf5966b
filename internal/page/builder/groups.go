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

// Groups groups quotes by release or by part.
type Groups struct {
	pg        *Page
	links     *Links
	notes     *NoteLinks
	citations *Citations
	quotes    *Quotes
}

// PartTitle returns the title of a part or of one of its pages: 1.27, 1.27 · 2, Daily log April
// 2023.
func (gr *Groups) PartTitle(part string) string {
	part, page, _ := strings.Cut(part, "/")
	if month, ok := strings.CutPrefix(part, "log"); ok {
		part = gr.pg.L.T("nav.log")
		if month != "" {
			part += " " + gr.pg.L.Date(strings.TrimPrefix(month, "-"))
		}
	}
	if page != "" {
		part += " · " + page
	}
	return part
}

// Bounded groups citations by part. It quotes the newest groups; the others are headings with a
// link to their part.
func (gr *Groups) Bounded(pl *address.Places, path string, fill func(*view.EntryGroup, []site.Mention)) []view.EntryGroup {
	var out []view.EntryGroup
	room := address.MaxQuoted
	for _, part := range pl.Parts {
		all := pl.ByPart[part]
		g := gr.partGroup(part)
		shown := shownOf(len(all), room, len(out) == 0)
		if shown < len(all) {
			room = shown
			g.More = &view.Link{Href: gr.pg.Href(fragment.EscapePath(path + part + "/")), Text: gr.pg.L.N("said.all", len(all))}
		}
		fill(&g, all[:shown])
		room -= shown
		out = append(out, g)
	}
	return out
}

// shownOf returns how many of n citations a page quotes: all or none of a group, but as many as fit
// for the first group.
func shownOf(n, room int, first bool) int {
	switch {
	case n <= room:
		return n
	case first:
		return room
	}
	return 0
}

func (gr *Groups) partGroup(part string) view.EntryGroup {
	if !strings.HasPrefix(part, "log") {
		return gr.Empty(note.Release(part))
	}
	g := gr.Empty("")
	if part != "log" {
		g.ID, g.Title = part, gr.PartTitle(part)
	}
	return g
}

const maxRow = 80

// ChangesOf splits citations into entries about a change, which become rows, and the others. It
// applies to people and to the parts of a gate; other pages quote the text. Entries of several
// notes on one change share a row.
func (gr *Groups) ChangesOf(key note.Key, all []site.Mention) (left []site.Mention, rows []view.ChangeRow) {
	if key.Kind != note.PersonRef && (key.Kind != note.Gate || gr.pg.Kind != "said") {
		return all, nil
	}
	row := make(map[string]int, len(all))      // by pull request
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

// joinRows joins two rows on the same change. The text is that of the first row in the page's
// language, else of the first row.
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

// About groups the citations of a thing by release, newest first, logs last. It returns their
// number and languages. If there are too many for one page, older releases have only a link.
func (gr *Groups) About(key note.Key) (groups []view.EntryGroup, count int, langs []view.Text) {
	known := gr.citations.Of(key)
	for _, c := range known.langs() {
		langs = append(langs, gr.pg.Book.Languages.Self(c))
	}
	fill := func(g *view.EntryGroup, part []site.Mention) {
		told, rows := gr.ChangesOf(key, part)
		g.Entries, g.Rows = Quoted(told, gr.quotes.Quote), rows
	}
	if len(gr.pg.Book.Parts.Of(key)) > 0 {
		return gr.Bounded(known.Places(), gr.pg.Book.Things.Path(key), fill), len(known.Digest()), langs
	}
	all := known.news()
	return gr.ByRelease(all, fill), len(all), langs
}

// ByRelease groups sorted mentions by release.
func (gr *Groups) ByRelease(all []site.Mention, fill func(*view.EntryGroup, []site.Mention)) []view.EntryGroup {
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

// Empty returns the group of a release, or of the log if r is empty, without entries.
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
