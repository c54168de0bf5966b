package page

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/view"
)

const searchPath = "search/"

// finderFile is beside the page of the search: see FinderView.
const finderFile = "dialog.html"

// searchTypes are the types of what is found, as package search has them, in the order in
// which they are offered.
var searchTypes = []string{"entry", "section", "note", "post", "kep", "pr", "gate", "sig", "term", "release"}

// searchLists are the lists that lead to everything without a script, in order: the keys
// of lists.
var searchLists = []string{"releases", "keps", "prs", "gates", "sigs", "apis", "glossary", "log", "people"}

// finder is the document of the dialog in a language. It has no place: search engines are
// told nothing of it.
func (p *planner) finder(l *locale.Language) Page {
	return Page{
		Path: string(l.Code) + "/" + searchPath + finderFile, Lang: string(l.Code), Kind: "finder",
		View: func() any { return p.sheet(l, route{path: searchPath, kind: "finder"}).finder() },
	}
}

func (sh *sheet) finder() any {
	return view.FinderView{Frame: sh.frame(sh.l.T("search.title")), Search: sh.search()}
}

// searchPage makes the page of the search.
func (sh *sheet) searchPage() any {
	v := view.SearchView{Frame: sh.frame(sh.l.T("search.title")), Search: sh.search()}
	v.Description = sh.l.T("search.description")
	v.Lists = sh.lists()
	return v
}

// lists are those that lead to everything, as far as they are there.
func (sh *sheet) lists() []view.SearchList {
	var out []view.SearchList
	for _, key := range searchLists {
		for _, list := range lists {
			if list.key == key && sh.exists(list.path) {
				out = append(out, view.SearchList{Link: view.Link{Href: sh.href(list.path), Text: sh.l.T("nav." + key)}, Parts: sh.searchParts(key)})
			}
		}
	}
	return out
}

// searchParts are the parts of a list: of the pull requests those by release and by
// number, of the releases their own pages.
func (sh *sheet) searchParts(key string) []view.Link {
	var out []view.Link
	switch key {
	case "prs":
		for _, part := range sh.prParts() {
			out = append(out, view.Link{Href: sh.href(part.path()), Text: strings.Replace(part.name, "-", "–", 1)})
		}
	case "releases":
		for _, r := range sh.s.Releases() {
			out = append(out, view.Link{Href: sh.href(releasePath(r)), Text: string(r)})
		}
	}
	return out
}

// search names what a search can be narrowed to.
func (sh *sheet) search() view.Search {
	v := view.Search{Page: sh.href(searchPath), SIGs: sh.searchSIGs(), Languages: sh.searchLangs(), Found: sh.l.Forms("search.found")}
	for _, r := range sh.s.Releases() {
		v.Releases = append(v.Releases, string(r))
	}
	v.Several = len(v.Releases) > 1
	for _, k := range note.EntryKinds {
		v.Kinds = append(v.Kinds, sh.kindTag(k))
	}
	for _, st := range []note.Stage{note.Alpha, note.Beta, note.Stable, note.Deprecated, note.Removed} {
		v.Stages = append(v.Stages, sh.stageTag(st))
	}
	for _, t := range searchTypes {
		v.Types = append(v.Types, view.Tag{Code: t, Label: sh.l.T("type." + t)})
	}
	return v
}

// searchSIGs are the groups that have a page here, by name.
func (sh *sheet) searchSIGs() []view.Option {
	var out []view.Option
	for _, id := range sh.s.Keys(note.SIGRef) {
		name := sh.sigName(note.SIG(id))
		out = append(out, view.Option{Value: id, Label: name, Lang: sh.tag(locale.Detect(name, sh.lang))}) // Code of Conduct is English, Node a name
	}
	slices.SortFunc(out, func(a, b view.Option) int {
		return cmp.Or(sh.l.Collate(a.Label, b.Label), cmp.Compare(a.Value, b.Value))
	})
	return out
}

// searchLangs are the languages that notes are written in: those of the interface in its
// order, then the rest.
func (sh *sheet) searchLangs() []view.Option {
	written := map[note.Lang]bool{}
	for _, n := range sh.s.Notes() {
		written[n.Lang] = true
	}
	var codes []note.Lang
	for _, l := range sh.langs {
		if written[l.Code] {
			codes = append(codes, l.Code)
			delete(written, l.Code)
		}
	}
	known := len(codes)
	for l := range written {
		codes = append(codes, l)
	}
	slices.Sort(codes[known:])
	var out []view.Option
	for _, l := range codes {
		self := sh.self(l)
		out = append(out, view.Option{Value: string(l), Label: self.Text, Lang: self.Lang})
	}
	return out
}
