package page

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

type mention = site.Mention

// Bounds of a person's page: who made many changes is named by many notes.
const (
	maxRemarks = 100
	maxEntries = 50
)

// person makes the page of somebody who writes notes or whom notes name.
func (sh *sheet) person(id string) any {
	key := note.Key{Kind: note.PersonRef, ID: id}
	name := sh.s.Spelling(key)
	v := PersonView{Frame: sh.frame(name), Handle: name}
	if upstream.IsHandle(name) {
		v.GitHub = &Link{Href: "https://github.com/" + name, Text: "GitHub", External: true}
	}
	ids := sh.s.NotesBy(note.Person(id))
	v.Notes = sh.noteRows(ids)
	for _, noteID := range ids {
		n := sh.s.Pick(noteID, sh.lang)
		for b := range n.Entries {
			if room := maxRemarks - len(v.Remarks); room > 0 {
				made := sh.remarksOf(mention{Note: n, Block: b})
				v.Remarks = append(v.Remarks, made[:min(room, len(made))]...)
			}
		}
	}
	v.Entries, v.Count, _ = sh.said(key, maxEntries)
	v.Crumbs = []Link{{Href: sh.href("people/"), Text: sh.l.T("nav.people")}}
	sh.outline(&v.Frame, section{"notes", len(v.Notes) > 0}, section{"remarks", len(v.Remarks) > 0}, section{"said", v.Count > 0})
	return v
}

func (sh *sheet) people() any {
	v := PeopleView{Frame: sh.frame(sh.l.T("nav.people"))}
	for _, id := range sh.s.Keys(note.PersonRef) {
		key := note.Key{Kind: note.PersonRef, ID: id}
		row := PersonRow{Words: sh.say(), Handle: sh.s.Spelling(key), Href: sh.link(key, "").Href, Entries: len(sh.mentions(key))}
		for _, noteID := range sh.s.NotesBy(note.Person(id)) {
			row.Notes++
			for b := range sh.s.Pick(noteID, sh.lang).All {
				if b.Type == note.Remark {
					row.Remarks++
				}
			}
		}
		if row.Notes > 0 {
			v.Writers = append(v.Writers, row)
		} else {
			v.Others = append(v.Others, row)
		}
	}
	for _, rows := range [][]PersonRow{v.Writers, v.Others} {
		slices.SortStableFunc(rows, func(a, b PersonRow) int {
			return cmp.Or(sh.l.Collate(a.Handle, b.Handle), cmp.Compare(a.Handle, b.Handle))
		})
	}
	sh.outline(&v.Frame, section{"writers", len(v.Writers) > 0}, section{"others", len(v.Others) > 0})
	return v
}

// repo makes the page of another repository.
func (sh *sheet) repo(id string) any {
	key := note.Key{Kind: note.Repo, ID: id}
	name := sh.s.Spelling(key)
	v := RepoView{Frame: sh.frame(name), Name: name, GitHub: Link{Href: "https://github.com/" + name, Text: "GitHub", External: true}}
	for _, thread := range sh.s.Repo(id) {
		if thread.Kind == note.Repo {
			continue
		}
		v.Threads = append(v.Threads, sh.thread(thread))
	}
	v.Entries, v.Count, _ = sh.said(key, 0)
	v.Crumbs = []Link{{Href: sh.href("repos/"), Text: sh.l.T("nav.repos")}}
	sh.outline(&v.Frame, section{"threads", len(v.Threads) > 0}, section{"said", v.Count > 0})
	return v
}

// thread makes an issue, pull request or release of another repository with the
// places that cite it.
func (sh *sheet) thread(key note.Key) ThreadRow {
	_, number, _ := strings.Cut(sh.s.Spelling(key), "#")
	_, outside := sh.target(note.Ref{Kind: key.Kind, ID: sh.s.Spelling(key)})
	row := ThreadRow{ID: threadID(key), Link: Link{Href: outside, Text: number, External: true}}
	if key.Kind == note.Thread {
		row.Link.Text = "#" + number
	}
	if row.Link.Href == "" { // the reference itself leads to this page
		row.Link.Href = upstreamURL(key.Kind, sh.s.Spelling(key))
	}
	for _, m := range sh.digest(sh.mentions(key)) {
		row.Entries = append(row.Entries, sh.quote(m))
	}
	return row
}

func (sh *sheet) repos() any {
	v := ReposView{Frame: sh.frame(sh.l.T("nav.repos"))}
	for _, id := range sh.s.Keys(note.Repo) {
		key := note.Key{Kind: note.Repo, ID: id}
		row := RepoRow{Words: sh.say(), Name: sh.s.Spelling(key), Href: sh.href(escapePath(sh.pathOf(key)))}
		for _, thing := range sh.s.Repo(id) {
			if thing.Kind != note.Repo {
				row.Threads++
			}
			row.Entries += len(sh.mentions(thing))
		}
		v.Rows = append(v.Rows, row)
	}
	return v
}
