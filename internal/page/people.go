package page

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

type peopleViews struct{ b *builder.Builder }

// maxRemarks is the maximum number of remarks that the page of a person quotes. It links to the
// notes with further remarks.
const maxRemarks = 100

func (pe peopleViews) person(id string) any {
	key := note.Key{Kind: note.PersonRef, ID: id}
	name := pe.b.Site.Spelling(key)
	v := view.PersonView{Frame: pe.b.Frames.Frame(name), Handle: name}
	v.TitleLang = pe.b.Links.NameLang(name, pe.language(id))
	if upstream.IsHandle(name) {
		v.GitHub = &view.Link{Href: "https://github.com/" + name, Text: "GitHub", External: true}
	}
	ids := pe.b.Site.NotesBy(note.Person(id))
	v.Notes = pe.b.Rows.Notes(ids)
	v.Remarks, v.Written = pe.remarksBy(ids), pe.personRow(id).Remarks
	v.Entries, v.Count, _ = pe.b.Groups.About(key)
	v.Crumbs = []view.Link{{Href: pe.b.Href("people/"), Text: pe.b.L.T("nav.people")}}
	pe.b.Frames.Outline(&v.Frame, section("notes", len(v.Notes) > 0), section("remarks", len(v.Remarks) > 0), section("said", v.Count > 0))
	return v
}

func (pe peopleViews) remarksIn(n *note.Note) []view.Remark {
	var out []view.Remark
	for i := range n.Blocks {
		top := &n.Blocks[i]
		if top.Type == note.Remark {
			r := pe.b.Entries.Remark(top, builder.Place{N: n, Quoted: true})
			r.From, r.Href = pe.b.Notes.From(n), pe.b.Notes.Note(n)
			if len(top.Trail) > 0 && n.Kind != note.Log { // the days of a log are on the pages of its months
				r.Href += fragment.Hash(pe.b.Site.PlaceIn(n, string(top.Trail[len(top.Trail)-1])))
			}
			out = append(out, r)
		}
		for b := range (&note.Note{Blocks: n.Blocks[i : i+1]}).Entries {
			out = append(out, pe.b.Entries.RemarksOf(builder.Mention{Note: n, Block: b})...)
		}
	}
	return out
}

// remarksBy quotes the remarks in notes, grouped by release. If the remarks of a note exceed the
// limit, it links to the note instead.
func (pe peopleViews) remarksBy(ids []note.ID) (groups []view.RemarkGroup) {
	count := 0
	for _, id := range ids {
		n := pe.b.Site.Pick(id, pe.b.Lang)
		made := pe.remarksIn(n)
		for i := range made { // a remark names only its other authors
			made[i].Authors = slices.DeleteFunc(made[i].Authors, func(l view.Link) bool { return l.Href == pe.b.About })
		}
		if len(made) == 0 {
			continue
		}
		head := pe.b.Groups.Empty(upstream.Newest(n.Releases))
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
			g.More = append(g.More, view.Link{Href: pe.b.Notes.Note(n), Text: n.Title, Lang: pe.b.Title(n).Lang, Note: pe.b.L.N("count.remarks", countRemarks(n))})
		}
		g.Remarks = append(g.Remarks, made[:shown]...)
		count += len(made)
	}
	return groups
}

func (pe peopleViews) language(id string) note.Lang {
	if ids := pe.b.Site.NotesBy(note.Person(id)); len(ids) > 0 {
		return pe.b.Site.Original(ids[0]).Lang
	}
	return ""
}

// initialPages returns the lists of people by initial. Handles contain no slash, so no person has
// the address by/a/.
func initialPages(li *address.Lists) family {
	return pagesOf[string]{
		all: li.Initials,
		owner: func(path string) (string, bool) {
			rest, ok := strings.CutPrefix(path, address.PeopleBy)
			letter := strings.TrimSuffix(rest, "/")
			return letter, ok && slices.Contains(li.Initials(), letter)
		},
		routes: func(letter string) iter.Seq[route] {
			return only(route{address.InitialPath(letter), "people", func(b *builder.Builder) any { return peopleViews{b}.peopleBy(letter) }, nil})
		},
	}
}

func (pe peopleViews) people() any {
	v := view.PeopleView{Frame: pe.b.Frames.Frame(pe.b.L.T("nav.people"))}
	count := map[string]int{}
	split := pe.b.Book.Lists.Initials()
	for _, id := range pe.b.Site.Keys(note.PersonRef) {
		switch {
		case len(pe.b.Site.NotesBy(note.Person(id))) > 0:
			v.Writers = append(v.Writers, pe.personRow(id))
		case split == nil:
			v.Others = append(v.Others, pe.personRow(id))
		default:
			count[address.Initial(id)]++
		}
	}
	for _, letter := range split {
		v.Initials = append(v.Initials, view.Link{Href: pe.b.Href(address.InitialPath(letter)), Text: initialName(letter), Note: pe.b.L.Number(count[letter])})
	}
	pe.sortPeople(v.Writers)
	pe.sortPeople(v.Others)
	pe.b.Frames.Outline(&v.Frame, section("writers", len(v.Writers) > 0), section("others", len(v.Others)+len(v.Initials) > 0))
	return v
}

func (pe peopleViews) peopleBy(letter string) any {
	v := view.PeopleView{Frame: pe.b.Frames.Frame(pe.b.L.T("nav.people") + " · " + initialName(letter))}
	for _, id := range pe.b.Site.Keys(note.PersonRef) {
		if address.Initial(id) == letter && len(pe.b.Site.NotesBy(note.Person(id))) == 0 {
			v.Others = append(v.Others, pe.personRow(id))
		}
	}
	pe.sortPeople(v.Others)
	v.Crumbs = []view.Link{{Href: pe.b.Href("people/"), Text: pe.b.L.T("nav.people")}}
	return v
}

func initialName(letter string) string {
	switch letter {
	case "0":
		return "0–9"
	case "_":
		return "…"
	}
	return strings.ToUpper(letter)
}

func (pe peopleViews) sortPeople(rows []view.PersonRow) {
	slices.SortStableFunc(rows, func(a, b view.PersonRow) int {
		return cmp.Or(pe.b.L.Collate(a.Handle, b.Handle), cmp.Compare(a.Handle, b.Handle))
	})
}

func (pe peopleViews) personRow(id string) view.PersonRow {
	key := note.Key{Kind: note.PersonRef, ID: id}
	row := view.PersonRow{Words: pe.b.Say(), Handle: pe.b.Site.Spelling(key), Href: pe.b.Near(pe.b.Links.Thing(key, "").Href), Entries: pe.b.Citations.Count(key)}
	row.Lang = pe.b.Links.NameLang(row.Handle, pe.language(id))
	for _, noteID := range pe.b.Site.NotesBy(note.Person(id)) {
		row.Notes++
		row.Remarks += countRemarks(pe.b.Site.Pick(noteID, pe.b.Lang))
	}
	return row
}

func countRemarks(n *note.Note) int {
	count := 0
	for b := range n.All {
		if b.Type == note.Remark {
			count++
		}
	}
	return count
}
