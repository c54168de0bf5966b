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

// translationsByLanguage counts the translations into each language, and says where they are.
func (sh *sheet) translationsByLanguage() *TranslationTable {
	rows := map[note.Lang]*TranslationRow{}
	var langs []note.Lang
	for _, t := range sh.s.Translations() {
		row := rows[t.Note.Lang]
		if row == nil {
			self := sh.self(t.Note.Lang)
			row = &TranslationRow{Words: sh.say(), Name: Link{Text: self.Text, Lang: self.Lang}}
			rows[t.Note.Lang] = row
			langs = append(langs, t.Note.Lang)
		}
		row.add(&t)
		row.Places = sh.placed(row.Places, t.Note)
	}
	slices.SortFunc(langs, func(a, b note.Lang) int { return cmp.Compare(a, b) })
	var out []TranslationRow
	for _, l := range langs {
		out = append(out, *rows[l])
	}
	return sh.translationTable("col.languages", out)
}

// placed adds where a note is counted: the board of its newest release, else its own page.
func (sh *sheet) placed(to []Link, n *note.Note) []Link {
	link := sh.versionLink(n)
	if r := newest(n.Releases); r != "" && sh.s.HasBoard(r) {
		link = Link{Href: sh.href(boardPath(r)) + "#translations", Text: string(r)}
	}
	if slices.ContainsFunc(to, func(l Link) bool { return l.Href == link.Href }) {
		return to
	}
	return append(to, link)
}
