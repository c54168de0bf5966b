package page

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

type mention = site.Mention

// maxRemarks is how many remarks the page of a person quotes; of further ones it has
// their notes.
const maxRemarks = 100

// person makes the page of somebody who writes notes or whom notes name.
func (sh *sheet) person(id string) any {
	key := note.Key{Kind: note.PersonRef, ID: id}
	name := sh.s.Spelling(key)
	v := view.PersonView{Frame: sh.frame(name), Handle: name}
	v.TitleLang = sh.nameLang(name, sh.speaks(id))
	if upstream.IsHandle(name) {
		v.GitHub = &view.Link{Href: "https://github.com/" + name, Text: "GitHub", External: true}
	}
	ids := sh.s.NotesBy(note.Person(id))
	v.Notes = sh.noteRows(ids)
	v.Remarks, v.Written = sh.remarksBy(ids), sh.personRow(id).Remarks
	v.Entries, v.Count, _ = sh.said(key)
	v.Crumbs = []view.Link{{Href: sh.href("people/"), Text: sh.l.T("nav.people")}}
	sh.outline(&v.Frame, section{"notes", len(v.Notes) > 0}, section{"remarks", len(v.Remarks) > 0}, section{"said", v.Count > 0})
	return v
}

// maxRow is how many characters of an entry a row has.
const maxRow = 80

// maxTitle is how many characters of a note's title a row has.
const maxTitle = 30

// changesOf parts the places that name a person, and those that have no room on the page of a
// gate and stand on parts: entries that tell of a change are rows, since the notes and the pages
// of pull requests and KEPs have their words; the rest is left to be quoted, as all is of
// anything else. What several notes tell of one change is one row.
func (sh *sheet) changesOf(key note.Key, all []site.Mention) (left []site.Mention, rows []view.ChangeRow) {
	if key.Kind != note.PersonRef && (key.Kind != note.Gate || sh.kind != "said") {
		return all, nil
	}
	row := make(map[string]int, len(all))      // by pull request
	rows = make([]view.ChangeRow, 0, len(all)) // they are large: no growing
	for _, m := range all {
		if !m.Entry() || m.Note.Kind != note.Changes || len(m.Block.Attr.PRs) == 0 {
			left = append(left, m)
			continue
		}
		pr := m.Block.Attr.PRs[0]
		if i, ok := row[pr]; ok {
			rows[i] = joinRows(rows[i], sh.changeRow(m))
			continue
		}
		row[pr] = len(rows)
		rows = append(rows, sh.changeRow(m))
	}
	return left, rows
}

// changeRow is the row of an entry that tells of a change.
func (sh *sheet) changeRow(m site.Mention) view.ChangeRow {
	pull := sh.prLink(m.Block.Attr.PRs[0])
	return view.ChangeRow{
		PR: &pull, Href: sh.blockHref(m.Note, m.Block), Kind: sh.kindOf(m.Block.Kind),
		Text: sh.text(fragment.Shorten(m.Block.Text.Plain(), maxRow), sh.s.LangOf(m.Note, m.Block)), Note: sh.shortTitle(m.Note),
	}
}

// joinRows joins two rows on the same change. The first in the page's language has the
// words, else the first of all.
func joinRows(r, other view.ChangeRow) view.ChangeRow {
	if r.Text.Lang != "" && other.Text.Lang == "" {
		other.More = append([]view.Link{inNote(r)}, r.More...)
		return other
	}
	r.More = append(r.More, inNote(other))
	return r
}

// inNote leads to the entry of a row, under the name of its note.
func inNote(r view.ChangeRow) view.Link {
	return view.Link{Href: r.Href, Text: r.Note.Text, Lang: r.Note.Lang}
}

// shortTitle names a note on a page that says its release: by its group, else by its title.
func (sh *sheet) shortTitle(n *note.Note) view.Text {
	if len(n.SIGs) == 1 {
		return view.Text{Text: sh.sigTitle(n.SIGs[0])}
	}
	return sh.text(fragment.Shorten(n.Title, maxTitle), n.Lang)
}

// remarksIn collects the remarks of a note in reading order: those on its entries, and
// those on its sections.
func (sh *sheet) remarksIn(n *note.Note) []view.Remark {
	var out []view.Remark
	for i := range n.Blocks {
		top := &n.Blocks[i]
		if top.Type == note.Remark {
			r := sh.remark(top, place{n: n, quoted: true})
			r.From, r.Href = sh.from(n), sh.noteHref(n)
			if len(top.Trail) > 0 && n.Kind != note.Log { // whose days stand on their months
				r.Href += fragment.Hash(sh.s.PlaceIn(n, string(top.Trail[len(top.Trail)-1])))
			}
			out = append(out, r)
		}
		for b := range (&note.Note{Blocks: n.Blocks[i : i+1]}).Entries {
			out = append(out, sh.remarksOf(mention{Note: n, Block: b})...)
		}
	}
	return out
}

// remarksBy collects the remarks of notes under the releases of the notes. To a note whose
// remarks have no room any more there is a link; the first has as many as a page holds.
func (sh *sheet) remarksBy(ids []note.ID) (groups []view.RemarkGroup) {
	count := 0
	for _, id := range ids {
		n := sh.s.Pick(id, sh.lang)
		made := sh.remarksIn(n)
		for i := range made { // the page says whose they are; with whom, each says
			made[i].Authors = slices.DeleteFunc(made[i].Authors, func(l view.Link) bool { return l.Href == sh.about })
		}
		if len(made) == 0 {
			continue
		}
		head := sh.emptyGroup(upstream.Newest(n.Releases))
		if k := len(groups); k == 0 || groups[k-1].ID != head.ID+"-remarks" {
			groups = append(groups, view.RemarkGroup{ID: head.ID + "-remarks", Title: head.Title, Href: head.Href})
		}
		g := &groups[len(groups)-1]
		shown := len(made)
		if count+shown > maxRemarks {
			shown = 0
			if count == 0 {
				shown = maxRemarks
			}
			g.More = append(g.More, view.Link{Href: sh.noteHref(n), Text: n.Title, Lang: sh.title(n).Lang, Note: sh.l.N("count.remarks", countRemarks(n))})
		}
		g.Remarks = append(g.Remarks, made[:shown]...)
		count += len(made)
	}
	return groups
}

// nameLang is the lang attribute of a person's name: none for a handle, else the language
// of its letters, where several have them that of the notes which name the person.
func (sh *sheet) nameLang(name string, near note.Lang) string {
	if !strings.ContainsFunc(name, func(r rune) bool { return r >= 0x370 }) {
		return ""
	}
	return sh.tag(locale.Detect(name, near))
}

// authors links to those who wrote a note.
func (sh *sheet) authors(n *note.Note) []view.Link {
	out := sh.persons(n.Meta.Authors)
	for i := range out {
		out[i].Lang = sh.nameLang(out[i].Text, n.Lang)
	}
	return out
}

// speaks is the language of somebody's first note; empty where they wrote none.
func (sh *sheet) speaks(id string) note.Lang {
	if ids := sh.s.NotesBy(note.Person(id)); len(ids) > 0 {
		return sh.s.Original(ids[0]).Lang
	}
	return ""
}

// maxPeople is how many people one list names. Of more, those who wrote no note stand
// in lists by the first letter.
const maxPeople = 1000

// initial is the part of the list of people that a person stands in: a letter, 0 for
// digits, _ for everything else.
func initial(id string) string {
	c := strings.ToLower(id + "_")[0]
	switch {
	case c >= 'a' && c <= 'z':
		return string(c)
	case c >= '0' && c <= '9':
		return "0"
	}
	return "_"
}

// listInitials lists the parts of the list of people; nothing where it is whole.
func (p *planner) listInitials() []string {
	ids := p.s.Keys(note.PersonRef)
	if len(ids) <= maxPeople {
		return nil
	}
	var out []string
	for _, id := range ids {
		if len(p.s.NotesBy(note.Person(id))) == 0 {
			out = append(out, initial(id))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// initialPages are the parts of the list of people. No handle has a page at by/a/.
func (p *planner) initialPages() family {
	return pagesOf[string]{
		all: p.initials,
		owner: func(path string) (string, bool) {
			rest, ok := strings.CutPrefix(path, peopleBy)
			letter := strings.TrimSuffix(rest, "/")
			return letter, ok && slices.Contains(p.initials(), letter)
		},
		routes: func(letter string) iter.Seq[route] {
			return only(route{initialPath(letter), "people", func(sh *sheet) any { return sh.peopleBy(letter) }, nil})
		},
	}
}

func initialPath(letter string) string { return peopleBy + letter + "/" }

// peopleBy is what the parts of the list of people stand below.
const peopleBy = "people/by/"

// people makes the list of people: those who wrote notes first.
func (sh *sheet) people() any {
	v := view.PeopleView{Frame: sh.frame(sh.l.T("nav.people"))}
	count := map[string]int{}
	split := sh.initials()
	for _, id := range sh.s.Keys(note.PersonRef) {
		switch {
		case len(sh.s.NotesBy(note.Person(id))) > 0:
			v.Writers = append(v.Writers, sh.personRow(id))
		case split == nil:
			v.Others = append(v.Others, sh.personRow(id))
		default:
			count[initial(id)]++
		}
	}
	for _, letter := range split {
		v.Initials = append(v.Initials, view.Link{Href: sh.href(initialPath(letter)), Text: initialName(letter), Note: sh.l.Number(count[letter])})
	}
	sh.sortPeople(v.Writers)
	sh.sortPeople(v.Others)
	sh.outline(&v.Frame, section{"writers", len(v.Writers) > 0}, section{"others", len(v.Others)+len(v.Initials) > 0})
	return v
}

// peopleBy makes a part of the list of people.
func (sh *sheet) peopleBy(letter string) any {
	v := view.PeopleView{Frame: sh.frame(sh.l.T("nav.people") + " · " + initialName(letter))}
	for _, id := range sh.s.Keys(note.PersonRef) {
		if initial(id) == letter && len(sh.s.NotesBy(note.Person(id))) == 0 {
			v.Others = append(v.Others, sh.personRow(id))
		}
	}
	sh.sortPeople(v.Others)
	v.Crumbs = []view.Link{{Href: sh.href("people/"), Text: sh.l.T("nav.people")}}
	return v
}

// initialName is how a part of the list of people is called.
func initialName(letter string) string {
	switch letter {
	case "0":
		return "0–9"
	case "_":
		return "…"
	}
	return strings.ToUpper(letter)
}

func (sh *sheet) sortPeople(rows []view.PersonRow) {
	slices.SortStableFunc(rows, func(a, b view.PersonRow) int {
		return cmp.Or(sh.l.Collate(a.Handle, b.Handle), cmp.Compare(a.Handle, b.Handle))
	})
}

// personRow makes a person in a list.
func (sh *sheet) personRow(id string) view.PersonRow {
	key := note.Key{Kind: note.PersonRef, ID: id}
	row := view.PersonRow{Words: sh.say(), Handle: sh.s.Spelling(key), Href: sh.near(sh.link(key, "").Href), Entries: sh.notedIn(key)}
	row.Lang = sh.nameLang(row.Handle, sh.speaks(id))
	for _, noteID := range sh.s.NotesBy(note.Person(id)) {
		row.Notes++
		row.Remarks += countRemarks(sh.s.Pick(noteID, sh.lang))
	}
	return row
}

// countRemarks counts the remarks of a note one by one: those on one entry too, which are
// quoted as one.
func countRemarks(n *note.Note) int {
	count := 0
	for b := range n.All {
		if b.Type == note.Remark {
			count++
		}
	}
	return count
}
