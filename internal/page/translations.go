package page

import (
	"cmp"
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// addTranslation counts a translation.
func addTranslation(r *view.TranslationRow, t *site.Translation) {
	r.Published += t.Blocks
	r.Covered += t.Translated
	r.Stale += t.Stale
	r.Missing += t.Missing
	r.Machine += t.Machine
	r.Percent = percent(r.Covered, r.Published)
}

// translationTable is a table of the rows that there are; nil for none.
func (sh *sheet) translationTable(head string, rows []view.TranslationRow) *view.TranslationTable {
	if len(rows) == 0 {
		return nil
	}
	t := &view.TranslationTable{Words: sh.say(), Head: sh.l.T(head), ByHand: true, Current: true, Rows: rows}
	for _, r := range rows {
		t.Places = t.Places || len(r.Places) > 0
		t.ByHand = t.ByHand && r.Machine == 0
		t.Current = t.Current && r.Stale == 0
	}
	return t
}

// translationsOf lists the translations of the notes on a release, by note and language.
func (sh *sheet) translationsOf(r note.Release) *view.TranslationTable {
	var rows []view.TranslationRow
	for _, id := range sh.s.NotesOf(r) {
		for _, n := range sh.s.Versions(id) {
			if !slices.Contains(n.Releases, r) {
				continue
			}
			if t, ok := sh.s.TranslationOf(n); ok {
				row := &view.TranslationRow{Words: sh.say(), Name: sh.versionLink(n), Language: sh.self(n.Lang)}
				addTranslation(row, &t)
				rows = append(rows, *row)
			}
		}
	}
	return sh.translationTable("col.notes", rows)
}

// versionLink leads to a version of a note, in its own language where the site has pages in
// that.
func (sh *sheet) versionLink(n *note.Note) view.Link {
	title := sh.title(n)
	return view.Link{Href: sh.noteHref(n), Text: title.Text, Lang: title.Lang}
}

// maxPlaces is how many notes that are on no board a row of a language names.
const maxPlaces = 60

// translationsByLanguage counts the translations into each language of the notes that are asked
// for, and says where they are.
func (sh *sheet) translationsByLanguage(of func(*note.Note) bool) *view.TranslationTable {
	rows := map[note.Lang]*view.TranslationRow{}
	var langs []note.Lang
	for _, t := range sh.s.Translations() {
		if !of(t.Note) {
			continue
		}
		row := rows[t.Note.Lang]
		if row == nil {
			self := sh.self(t.Note.Lang)
			row = &view.TranslationRow{Words: sh.say(), Name: view.Link{Text: self.Text, Lang: self.Lang}}
			rows[t.Note.Lang] = row
			langs = append(langs, t.Note.Lang)
		}
		addTranslation(row, &t)
		to, board := sh.countedAt(t.Note)
		addPlace(row, to, board)
	}
	slices.SortFunc(langs, func(a, b note.Lang) int { return cmp.Compare(a, b) })
	var out []view.TranslationRow
	for _, l := range langs {
		out = append(out, *rows[l])
	}
	return sh.translationTable("col.languages", out)
}

// countedAt leads to where a note is counted: the board of its newest release, else its own page.
func (sh *sheet) countedAt(n *note.Note) (to view.Link, board bool) {
	if r := upstream.Newest(n.Releases); r != "" && sh.s.HasBoard(r) {
		return view.Link{Href: sh.href(boardPath(r)) + "#translations", Text: string(r)}, true
	}
	return sh.versionLink(n), false
}

// addPlace adds a place that is not there yet: boards are as many as the page has releases, notes
// may be without end.
func addPlace(r *view.TranslationRow, to view.Link, board bool) {
	switch {
	case slices.ContainsFunc(r.Places, func(l view.Link) bool { return l.Href == to.Href }):
	case board || len(r.Places) < maxPlaces:
		r.Places = append(r.Places, to)
	default:
		r.Further++
	}
}
