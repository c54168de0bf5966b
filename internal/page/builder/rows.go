package builder

import (
	"html/template"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// Rows builds table rows and list items.
type Rows struct {
	pg        *Page
	links     *Links
	notes     *NoteLinks
	citations *Citations
	lines     *Lines
	memo      *rowMemo
}

type rowMemo struct {
	gates *memo.Map[gateKey, view.GateRow]
	keps  memo.Map[releaseKey, map[string]int] // see kepsIn
	notes memo.Map[*note.Note, figures]
}

type gateKey struct {
	name  string
	lang  note.Lang
	up    string // relative path to /{l}/
	drawn bool   // with the timeline
}

// Gate returns the row of a feature gate, with its timeline if drawn is true. The row is shared,
// so callers must not modify what its pointers refer to.
func (rs *Rows) Gate(name string, drawn bool) view.GateRow {
	row := rs.memo.gates.Make(gateKey{name, rs.pg.Lang, rs.pg.Up, drawn}, func() view.GateRow { return rs.newGateRow(name, drawn) })
	row.Href = rs.pg.Near(row.Href)
	return row
}

func (rs *Rows) newGateRow(name string, drawn bool) view.GateRow {
	key := note.Key{Kind: note.Gate, ID: name}
	l := rs.pg.Site.GateLine(name)
	row := view.GateRow{Words: rs.pg.Say(), Name: name, Href: rs.links.Thing(key, "").Href, Stage: rs.pg.Now(l)}
	row.Noted, row.Langs = rs.citations.CountIn(key)
	if len(l.Spans) > 0 {
		row.Since = string(l.Spans[0].From)
	}
	if g := rs.pg.Data.Gate(name); g != nil {
		row.Removed = g.Removed
	}
	if g, ok := rs.pg.Data.RemovalOf(name); ok {
		row.RemovedIn = rs.pg.removalReleases(g)
		if !g.Alive {
			row.Gone = string(g.Release)
		}
	}
	oldest := rs.pg.Book.OldestInSupport()
	row.Present = !row.Removed || row.Gone != "" && oldest != "" && upstream.CompareReleases(note.Release(row.Gone), oldest) > 0
	for _, k := range rs.pg.Site.KEPsOfGate(name) {
		row.KEPs = append(row.KEPs, rs.links.KEP(k))
	}
	if drawn {
		row.Line = rs.lines.Line(l, note.Key{})
	}
	return row
}

func (rs *Rows) note(id note.ID) view.NoteRow {
	n := rs.pg.Site.Pick(id, rs.pg.Lang)
	row := view.NoteRow{
		Words: rs.pg.Say(), Title: rs.pg.Title(n), Href: rs.notes.Note(n), Shape: string(n.Kind),
		ShapeWord: rs.pg.L.T("shape." + string(n.Kind)), Authors: rs.links.Authors(n), Date: rs.pg.Date(n.Meta.Date),
	}
	if r := upstream.Newest(n.Releases); r != "" {
		row.Release, row.RelHref = string(r), rs.links.Release(r).Href
	}
	for _, g := range n.SIGs {
		row.SIGs = append(row.SIGs, rs.links.SIG(g))
	}
	for _, version := range rs.pg.Site.Versions(id) {
		if rs.pg.Site.Unwritten(version) {
			continue
		}
		self := rs.pg.Book.Languages.Self(version.Lang)
		row.Languages = append(row.Languages, view.Version{Text: self.Text, Lang: self.Lang, Note: rs.AgeOf(version)})
		row.Codes = strings.TrimSpace(row.Codes + " " + string(version.Lang))
	}
	cov := rs.Coverage(n)
	row.Entries, row.KEPs = cov.entries, cov.keps
	row.Covered, row.Published = cov.Covered, cov.Published
	row.Official = cov.Covered > 0 && !slices.Contains(strings.Fields(row.Codes), "en")
	return row
}

// AgeOf returns the state of a translation in words: machine-translated, or the number of
// outdated passages. It returns "" if the translation is up to date.
func (rs *Rows) AgeOf(n *note.Note) string {
	if rs.pg.Site.ByMachine(n) {
		return rs.pg.L.T("from.machine")
	}
	if t, ok := rs.pg.Site.TranslationOf(n); ok && t.Stale > 0 {
		return rs.pg.L.N("count.stale", t.Stale)
	}
	return ""
}

// Notes builds the rows of a table of notes.
func (rs *Rows) Notes(ids []note.ID) []view.NoteRow {
	rows := make([]view.NoteRow, len(ids))
	for i, id := range ids {
		rows[i] = rs.note(id)
	}
	return rows
}

// Pull builds the row of a pull request.
func (rs *Rows) Pull(number string) view.PRRow {
	row := view.PRRow{Words: rs.pg.Say(), Number: number, Href: rs.links.Pull(number).Href}
	if all := rs.pg.Site.Published(number); len(all) > 0 {
		o := all[0]
		row.Kind, row.Release = rs.pg.kindOf(o.Note.Kind), string(o.Release)
		row.RelHref = rs.links.Release(o.Release).Href
		row.Text, row.Urgent = rs.firstLine(o), o.Note.Urgent
		row.Text.HTML = template.HTML(Plain(string(row.Text.HTML), row.Urgent))
		for _, g := range o.Note.SIGs {
			row.SIGs = append(row.SIGs, rs.links.SIG(g))
		}
	}
	row.Noted, row.Langs = rs.citations.CountIn(note.Key{Kind: note.PR, ID: number})
	return row
}

// firstLine returns the first paragraph of the official text of a pull request.
func (rs *Rows) firstLine(o site.OfficialNote) view.Rich {
	if o.Text == nil {
		line, _, _ := strings.Cut(strings.TrimSpace(o.Note.Text), "\n")
		return view.Rich{HTML: template.HTML(template.HTMLEscapeString(line)), Lang: rs.pg.English()}
	}
	return view.Rich{HTML: rs.pg.fill(o.Text.Text, nil, true), Lang: rs.pg.Tag(o.Text.Lang)}
}

func (rs *Rows) kepsIn(r note.Release) map[string]int {
	key := releaseKey{r, rs.pg.Lang}
	return rs.memo.keps.Make(key, func() map[string]int { return rs.pg.Site.CountIn(note.KEP, r, rs.pg.Lang) })
}

type releaseKey struct {
	release note.Release
	lang    note.Lang
}

// KEP builds a list item for a KEP. If r is not empty, the item has the stage at that release,
// and counts the citations in its notes.
func (rs *Rows) KEP(number string, r note.Release) view.KEPItem {
	key := note.Key{Kind: note.KEP, ID: number}
	it := view.KEPItem{Number: number, Href: rs.links.Thing(key, "").Href, Title: rs.pg.Book.KEPTitle(number)}
	if r == "" {
		it.Noted = rs.citations.Count(key)
	} else {
		it.Noted = rs.kepsIn(r)[rs.pg.Site.Normal(key).ID]
	}
	for _, k := range rs.pg.Data.KEPs[number] {
		line := rs.pg.Site.KEPLine(k)
		sp, ok := line.Now()
		if r != "" {
			sp, ok = line.At(r)
		}
		if ok {
			st := rs.pg.Stage(sp)
			it.Stage = &st
			if now, ok := line.Now(); ok && r != "" && now.Stage != sp.Stage {
				it.Now = rs.pg.today(now)
			}
			break
		}
	}
	return it
}

// figures are the counts of a version of a note.
type figures struct {
	site.Coverage
	entries, keps int // number of KEPs that entries name
}

// Coverage returns the counts of a note. They are cached.
func (rs *Rows) Coverage(n *note.Note) figures {
	return rs.memo.notes.Make(n, func() figures { return rs.countFigures(n) })
}

func (rs *Rows) countFigures(n *note.Note) figures {
	f := figures{Coverage: rs.pg.Site.CoverageOf(n)}
	keps := map[string]bool{}
	for b := range n.Entries {
		f.entries++
		for _, k := range address.IDsOf(b.Refs, note.KEP) {
			keps[k] = true
		}
	}
	f.keps = len(keps)
	return f
}

// KEPOnPage builds a KEP for the page of a pull request or a gate. If r is not empty, the item
// has the stage at that release, and the current stage if it differs. Otherwise it has the
// current stage.
func (rs *Rows) KEPOnPage(number string, r note.Release) view.KEPItem {
	it := rs.KEP(number, r)
	if it.Noted > 0 {
		it.InWords = rs.pg.L.N("count.entries", it.Noted)
	}
	if r != "" {
		it.Then = it.Stage
		return it
	}
	if now, ok := rs.pg.Site.StageNow(number); ok {
		it.Now = rs.pg.today(now)
	}
	return it
}
