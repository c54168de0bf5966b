// Package page says which pages exist: [Plan] turns a linked site into [Page]
// values, each with its address, the name of its template and a view that is made
// when it is asked for.
//
// There is one view struct per template (view_*.go). A template gets its struct
// and nothing else, never the site, so that what a page depends on is what its
// struct holds. Views hold plain values in reading order, addresses relative to the page,
// and fragments of HTML that were made once per block and depth: below /{l}/ the
// relative links are the same in every language.
//
// What feeds and search engines are told of a page is made here as well ([Feed], [Place]),
// since it is what the page says and where it leads, once more. Package output has the
// forms: Atom, JSON, sitemap.
//
// A view is made by a sheet, which knows the page's language and its place in the
// tree. Views of one plan may be made from several goroutines at once.
package page

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/site"
)

// Page is one page of the site.
type Page struct {
	Path string     // of the file: ja/1.27/sig-node/index.html
	Lang string     // interface language; empty on / and 404
	Kind string     // name of the template
	View func() any // makes the view: one of the structs of view_*.go
	// Place makes what search engines are told; nil where they are told of another page, or
	// where the site's own address is not known.
	Place func() Place
	Feed  func() *Feed // makes what its feeds say; nil where it has none
}

// Options is what pages need to know beside the site and the words.
type Options struct {
	Titles     map[note.Lang]string // name of the site; "" is the name where a language has none of its own
	BaseURL    string               // https://example.org/notes/; empty when unknown
	Default    note.Lang            // of Languages, for readers of whom nothing is known; empty: the first
	Repository string               // address that a file's path is appended to, for "edit"; may be empty
	Languages  []note.Lang          // of the interface, in order; empty: all that the words have
	Names      *ref.Names           // for official texts that become HTML only here; may be nil
}

// Plan lists the pages of a site: for a site restricted to a release those of that
// release, and every page that these link to.
func Plan(s *site.Site, words *locale.Set, o Options) []Page {
	return NewPlanner(s, words, o).Pages()
}

// Pages lists the pages, as [Plan] does.
func (pl Planner) Pages() []Page {
	p := pl.p
	pages := []Page{
		{Path: "index.html", Kind: "choose", View: func() any { return p.choose() }, Place: p.choicePlace()},
		{Path: "404.html", Kind: "notfound", View: func() any { return p.notFound() }},
	}
	pages = slices.Grow(pages, len(p.langs)*(len(p.allRoutes())+1))
	for _, l := range p.langs {
		pages = append(pages, p.pagesOf(l)...)
	}
	return pages
}

// route is a page below /{l}/: its address there, its template, and how its view is made.
type route struct {
	path string // 1.27/sig-node/, or "" for the home
	kind string
	view func(*sheet) any
}

func (p *planner) pagesOf(l *locale.Language) []Page {
	routes := p.allRoutes()
	pages := make([]Page, 0, len(routes)+1)
	for _, r := range routes {
		feed := p.feedAt(l, r)
		pages = append(pages, Page{
			Path: string(l.Code) + "/" + r.path + "index.html",
			Lang: string(l.Code),
			Kind: r.kind,
			View: func() any {
				sh := p.sheet(l, r)
				sh.fed = feed != nil
				return r.view(sh)
			},
			Feed:  feed,
			Place: p.placeOf(l, r),
		})
	}
	return append(pages, p.finder(l))
}

// makeRoutes lists what exists below every language, which does not depend on the
// language.
func (p *planner) makeRoutes() []route {
	var all []route
	add := func(path, kind string, view func(*sheet) any) { all = append(all, route{path, kind, view}) }
	add("", "home", (*sheet).home)
	add(searchPath, "search", (*sheet).searchPage)
	p.releaseRoutes(add)
	p.upgradeRoutes(add)
	p.statusRoutes(add)
	p.noteRoutes(add)
	p.logRoutes(add)
	p.thingRoutes(add)
	p.prRoutes(add)
	p.movedRoutes(add, all)
	return all
}

// thingRoutes adds the pages of KEPs, groups, gates, people and repositories, and
// their lists.
func (p *planner) thingRoutes(add func(string, string, func(*sheet) any)) {
	for _, list := range []struct {
		path, kind, one string
		of              note.RefKind
		view            func(*sheet) any
		single          func(*sheet, string) any
	}{
		{"keps/", "keps", "kep", note.KEP, (*sheet).keps, (*sheet).kep},
		{"sigs/", "sigs", "sig", note.SIGRef, (*sheet).sigs, (*sheet).sig},
		{"gates/", "gates", "gate", note.Gate, (*sheet).gates, (*sheet).gate},
		{"people/", "people", "person", note.PersonRef, (*sheet).people, (*sheet).person},
		{"repos/", "repos", "repo", note.Repo, (*sheet).repos, (*sheet).repo},
	} {
		ids := p.s.Keys(list.of)
		if len(ids) == 0 {
			continue
		}
		add(list.path, list.kind, list.view)
		for _, id := range ids {
			path := p.pathOf(note.Key{Kind: list.of, ID: id})
			add(path, list.one, func(sh *sheet) any { return list.single(sh, id) })
			if list.of != note.SIGRef { // it quotes the newest places only
				p.saidRoutes(add, note.Key{Kind: list.of, ID: id})
			}
			if list.of == note.Repo {
				p.repoRoutes(add, id)
			}
		}
	}
	p.peopleRoutes(add)
	p.glossaryRoutes(add)
	if len(p.s.APIs()) > 0 {
		add("apis/", "apis", (*sheet).apis)
	}
	if len(p.proposals()) > 0 {
		add("proposals/", "proposals", (*sheet).proposalList)
		parts := partsOf(p.proposals())
		for _, part := range parts {
			add("proposals/"+part+"/", "said", func(sh *sheet) any { return sh.proposalPart(part, parts) })
		}
	}
}

// depth returns the prefix that leads from a page below /{l}/ up to /{l}/.
func depth(path string) string { return strings.Repeat("../", strings.Count(path, "/")) }
