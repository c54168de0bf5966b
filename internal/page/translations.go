package page

import (
	"cmp"
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

// TranslationTable says how far translations have come: by language on the table of all
// boards, by note on the board of a release.
type TranslationTable struct {
	Words
	Head    string // of the first column
	Places  bool   // rows say where their notes are
	ByHand  bool   // no row has anything that a machine made
	Current bool   // no row has anything that is out of date
	Rows    []TranslationRow
}

// TranslationRow is a translation, or all translations into a language.
type TranslationRow struct {
	Words
	Name      Link
	Language  Text // own name; empty where Name says it
	Published int  // blocks of the source, as the bar of a board counts
	Covered   int  // of them translated
	Percent   string
	Stale     int
	Missing   int
	Machine   int
	Places    []Link // boards of releases, and notes that are on none
	Further   int    // notes on no board that have no room among Places
}

// add counts a translation.
func (r *TranslationRow) add(t *site.Translation) {
	r.Published += t.Blocks
	r.Covered += t.Translated
	r.Stale += t.Stale
	r.Missing += t.Missing
	r.Machine += t.Machine
	r.Percent = percent(r.Covered, r.Published)
}

// translationTable is a table of the rows that there are; nil for none.
func (sh *sheet) translationTable(head string, rows []TranslationRow) *TranslationTable {
	if len(rows) == 0 {
		return nil
	}
	t := &TranslationTable{Words: sh.say(), Head: sh.l.T(head), ByHand: true, Current: true, Rows: rows}
	for _, r := range rows {
		t.Places = t.Places || len(r.Places) > 0
		t.ByHand = t.ByHand && r.Machine == 0
		t.Current = t.Current && r.Stale == 0
	}
	return t
}

// translationsOf lists the translations of the notes on a release, by note and language.
func (sh *sheet) translationsOf(r note.Release) *TranslationTable {
	var rows []TranslationRow
	for _, id := range sh.s.NotesOf(r) {
		for _, n := range sh.s.Versions(id) {
			if !slices.Contains(n.Releases, r) {
				continue
			}
			if t, ok := sh.s.TranslationOf(n); ok {
				row := TranslationRow{Words: sh.say(), Name: sh.versionLink(n), Language: sh.self(n.Lang)}
				row.add(&t)
				rows = append(rows, row)
			}
		}
	}
	return sh.translationTable("col.notes", rows)
}

// versionLink leads to a version of a note, in its own language where the site has pages in
// that.
func (sh *sheet) versionLink(n *note.Note) Link {
	title := sh.title(n)
	return Link{Href: sh.noteHref(n), Text: title.Text, Lang: title.Lang}
}

// maxPlaces is how many notes that are on no board a row of a language names.
const maxPlaces = 60

// translationsByLanguage counts the translations into each language of the notes that are asked
// for, and says where they are.
func (sh *sheet) translationsByLanguage(of func(*note.Note) bool) *TranslationTable {
	rows := map[note.Lang]*TranslationRow{}
	var langs []note.Lang
	for _, t := range sh.s.Translations() {
		if !of(t.Note) {
			continue
		}
		row := rows[t.Note.Lang]
		if row == nil {
			self := sh.self(t.Note.Lang)
			row = &TranslationRow{Words: sh.say(), Name: Link{Text: self.Text, Lang: self.Lang}}
			rows[t.Note.Lang] = row
			langs = append(langs, t.Note.Lang)
		}
		row.add(&t)
		row.place(sh.countedAt(t.Note))
	}
	slices.SortFunc(langs, func(a, b note.Lang) int { return cmp.Compare(a, b) })
	var out []TranslationRow
	for _, l := range langs {
		out = append(out, *rows[l])
	}
	return sh.translationTable("col.languages", out)
}

// countedAt leads to where a note is counted: the board of its newest release, else its own page.
func (sh *sheet) countedAt(n *note.Note) (to Link, board bool) {
	if r := newest(n.Releases); r != "" && sh.s.HasBoard(r) {
		return Link{Href: sh.href(boardPath(r)) + "#translations", Text: string(r)}, true
	}
	return sh.versionLink(n), false
}

// place adds a place that is not there yet: boards are as many as the page has releases, notes
// may be without end.
func (r *TranslationRow) place(to Link, board bool) {
	switch {
	case slices.ContainsFunc(r.Places, func(l Link) bool { return l.Href == to.Href }):
	case board || len(r.Places) < maxPlaces:
		r.Places = append(r.Places, to)
	default:
		r.Further++
	}
}
