package page

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

type translationViews struct{ b *builder.Builder }

// percent returns a percentage with one decimal: 77.5. It returns "0.0" if whole is zero.
func percent(part, whole int) string {
	return strconv.FormatFloat(100*float64(part)/float64(max(whole, 1)), 'f', 1, 64)
}

func addTranslation(r *view.TranslationRow, t *site.Translation) {
	r.Published += t.Blocks
	r.Covered += t.Translated
	r.Stale += t.Stale
	r.Missing += t.Missing
	r.Machine += t.Machine
	r.Percent = percent(r.Covered, r.Published)
}

// translationTable builds a table of translations. It returns nil without rows.
func (tv translationViews) translationTable(head string, rows []view.TranslationRow) *view.TranslationTable {
	if len(rows) == 0 {
		return nil
	}
	t := &view.TranslationTable{Words: tv.b.Say(), Head: tv.b.L.T(head), ByHand: true, Current: true, Rows: rows}
	for _, r := range rows {
		t.Places = t.Places || len(r.Places) > 0
		t.ByHand = t.ByHand && r.Machine == 0
		t.Current = t.Current && r.Stale == 0
	}
	return t
}

func (tv translationViews) translationsOf(r note.Release) *view.TranslationTable {
	var rows []view.TranslationRow
	for _, id := range tv.b.Site.NotesOf(r) {
		for _, n := range tv.b.Site.Versions(id) {
			if !slices.Contains(n.Releases, r) {
				continue
			}
			if t, ok := tv.b.Site.TranslationOf(n); ok {
				row := &view.TranslationRow{Words: tv.b.Say(), Name: tv.versionLink(n), Language: tv.b.Book.Languages.Self(n.Lang)}
				addTranslation(row, &t)
				rows = append(rows, *row)
			}
		}
	}
	return tv.translationTable("col.notes", rows)
}

func (tv translationViews) versionLink(n *note.Note) view.Link {
	title := tv.b.Title(n)
	return view.Link{Href: tv.b.Notes.Note(n), Text: title.Text, Lang: title.Lang}
}

// maxPlaces is the maximum number of links to notes in the row of a language. Links to boards of
// releases have no limit.
const maxPlaces = 60

// translationsByLanguage counts the translations of the selected notes by language. Each row has
// links to the notes or to the boards of their releases.
func (tv translationViews) translationsByLanguage(of func(*note.Note) bool) *view.TranslationTable {
	rows := map[note.Lang]*view.TranslationRow{}
	var langs []note.Lang
	for _, t := range tv.b.Site.Translations() {
		if !of(t.Note) {
			continue
		}
		row := rows[t.Note.Lang]
		if row == nil {
			self := tv.b.Book.Languages.Self(t.Note.Lang)
			row = &view.TranslationRow{Words: tv.b.Say(), Name: view.Link{Text: self.Text, Lang: self.Lang}}
			rows[t.Note.Lang] = row
			langs = append(langs, t.Note.Lang)
		}
		addTranslation(row, &t)
		to, board := tv.countedAt(t.Note)
		addPlace(row, to, board)
	}
	slices.SortFunc(langs, func(a, b note.Lang) int { return cmp.Compare(a, b) })
	var out []view.TranslationRow
	for _, l := range langs {
		out = append(out, *rows[l])
	}
	return tv.translationTable("col.languages", out)
}

// countedAt links to the board of the newest release of a note. Without a board, it links to the
// note.
func (tv translationViews) countedAt(n *note.Note) (to view.Link, board bool) {
	if r := upstream.Newest(n.Releases); r != "" && tv.b.Site.HasBoard(r) {
		return view.Link{Href: tv.b.Href(address.BoardPath(r)) + "#translations", Text: string(r)}, true
	}
	return tv.versionLink(n), false
}

// addPlace adds a link, unless the row already has it. The number of links to notes is limited by
// maxPlaces.
func addPlace(r *view.TranslationRow, to view.Link, board bool) {
	switch {
	case slices.ContainsFunc(r.Places, func(l view.Link) bool { return l.Href == to.Href }):
	case board || len(r.Places) < maxPlaces:
		r.Places = append(r.Places, to)
	default:
		r.Further++
	}
}
