package page

import (
	"iter"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/feed"
	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/outdir"
)

// route is a page below /{l}/: its address there, its template, how its view is made, and the
// source of its feeds.
type route struct {
	path string // 1.27/sig-node/, or "" for the home
	kind string
	view func(*sheet) any
	feed func() feed.Source // nil where the page has no feeds
}

// family is a kind of pages that exist below every /{l}/, whatever the language. It lists
// them all, and finds one without a look at the others: a preview shows one page, and makes
// no list of half a million before it does.
type family interface {
	list(add func(route))
	// at returns the page at a path, or one whose path differs from it by nothing but what
	// outdir.Fold takes off. The path may be folded itself.
	at(path string) (route, bool)
}

// pagesOf is a family by what has the pages: a release its own and that of its changes, a KEP
// its own and those of what is said of it. Which pages these are is said once, by routes, so
// that a list and a look at one path agree as long as all and owner do.
type pagesOf[T any] struct {
	all    func() []T                  // in order
	owner  func(path string) (T, bool) // of all, that which has the page at a path, if there is one
	routes func(T) iter.Seq[route]
}

func (f pagesOf[T]) list(add func(route)) {
	for _, owner := range f.all() {
		for r := range f.routes(owner) {
			add(r)
		}
	}
}

func (f pagesOf[T]) at(path string) (route, bool) {
	owner, ok := f.owner(path)
	if !ok {
		return route{}, false
	}
	folded := outdir.Fold(path)
	for r := range f.routes(owner) {
		if r.path == path || outdir.Fold(r.path) == folded {
			return r, true
		}
	}
	return route{}, false
}

// only is a page alone.
func only(r route) iter.Seq[route] {
	return func(yield func(route) bool) { yield(r) }
}

// single is the family of one page, where there is one.
func single(r route, there func() bool) family {
	return pagesOf[route]{
		all: func() []route {
			if there() {
				return []route{r}
			}
			return nil
		},
		owner:  func(path string) (route, bool) { return r, path == r.path && there() },
		routes: only,
	}
}

func always() bool { return true }

// settled are the families of pages that have their addresses whatever notes say of former
// ones. A new kind of page is a line here.
func (p *planner) settled() []family {
	families := []family{
		single(route{"", "home", (*sheet).home, p.siteFeed}, always),
		single(route{searchPath, "search", (*sheet).searchPage, nil}, always),
		single(route{"releases/", "releases", (*sheet).releases, nil}, func() bool { return len(p.s.Releases()) > 0 }),
		p.releasePages(),
		single(route{upgradesPath, "upgrades", (*sheet).upgrades, nil}, func() bool { return len(p.upgradePairs()) > 0 }),
		p.upgradePages(),
		single(route{statusPath, "status", (*sheet).status, nil}, func() bool { return slices.ContainsFunc(p.s.Releases(), p.s.HasBoard) }),
		p.statusPages(),
		p.boardPages(),
		p.notePages(),
		single(route{"log/", "loglist", (*sheet).logList, nil}, func() bool { return len(p.logNotes()) > 0 }),
		p.monthPages(),
	}
	for _, t := range things {
		families = append(families, p.thingList(t), p.thingPages(t))
	}
	return append(families,
		p.initialPages(),
		single(route{fragment.GlossaryPath, "glossary", (*sheet).glossary, nil}, p.hasGlossary),
		single(route{"apis/", "apis", (*sheet).apis, nil}, func() bool { return len(p.s.APIs()) > 0 }),
		single(route{proposalsPath, "proposals", (*sheet).proposalList, nil}, func() bool { return len(p.proposals()) > 0 }),
		p.proposalPages(),
		p.thingList(pulls),
		p.prPartPages(),
		p.thingPages(pulls),
	)
}

// makeRoutes lists what exists below every language, which does not depend on the
// language.
func (p *planner) makeRoutes() []route {
	var all []route
	for _, f := range p.families {
		f.list(func(r route) { all = append(all, r) })
	}
	return all
}

// routeAt returns the page at a path below every /{l}/.
func (p *planner) routeAt(path string) (route, bool) {
	for _, f := range p.families {
		if r, ok := f.at(path); ok && r.path == path {
			return r, true
		}
	}
	return route{}, false
}

// taken reports whether a page has an address that is the same as a path on some file
// system, former addresses aside.
func (p *planner) taken(path string) bool {
	folded := outdir.Fold(path)
	return slices.ContainsFunc(p.families[:len(p.families)-1], func(f family) bool {
		_, ok := f.at(folded)
		return ok
	})
}

// exists reports whether there is a page at a path below /{l}/. Pages ask it of the same few
// lists.
func (p *planner) exists(path string) bool {
	return p.existing.Make(path, func() bool {
		_, found := p.routeAt(path)
		return found
	})
}

// fixed are the pages that belong to no language.
func (p *planner) fixed() []Page {
	return []Page{
		{Path: "index.html", Kind: "choose", View: func() any { return p.choose() }, Place: p.choicePlace()},
		{Path: "404.html", Kind: "notfound", View: func() any { return p.notFound() }},
	}
}

// page makes the page of a route in a language.
func (p *planner) page(l *locale.Language, r route) Page {
	feed := p.feedAt(l, r)
	return Page{
		Path: string(l.Code) + "/" + r.path + indexName,
		Lang: string(l.Code),
		Kind: r.kind,
		View: func() any {
			sh := p.sheet(l, r)
			sh.fed = feed != nil
			return r.view(sh)
		},
		Feed:  feed,
		Place: p.placeOf(l, r.path, r.kind),
	}
}

// indexName is the file name of a page in its folder.
const indexName = "index.html"

// find returns the page at a path from the root of the site.
func (p *planner) find(path string) (Page, bool) {
	fixed := p.fixed()
	if i := slices.IndexFunc(fixed, func(page Page) bool { return page.Path == path }); i >= 0 {
		return fixed[i], true
	}
	code, below, _ := strings.Cut(path, "/")
	i := slices.IndexFunc(p.langs, func(l *locale.Language) bool { return string(l.Code) == code })
	if i < 0 {
		return Page{}, false
	}
	if finder := p.finder(p.langs[i]); finder.Path == path {
		return finder, true
	}
	below, ok := strings.CutSuffix(below, indexName)
	if !ok {
		return Page{}, false
	}
	r, ok := p.routeAt(below)
	if !ok {
		return Page{}, false
	}
	return p.page(p.langs[i], r), true
}
