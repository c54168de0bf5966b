package page

import (
	"slices"
	"strings"
	"sync"

	"github.com/kawaraban/kawaraban/internal/feed"
	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// plan has the data that all pages of a site share.
type plan struct {
	book      *address.Book
	shared    *builder.Shared
	families  []family // the last one has the redirects from former addresses
	allRoutes func() []route
	moves     func() []movedFrom
	existing  memo.Map[string, bool] // by path below /{l}/
}

func newPlan(s *site.Site, words *locale.Set, o address.Options) *plan {
	p := &plan{book: address.New(s, words, o)}
	p.shared = builder.NewShared(p.book)
	p.book.Exists = p.exists
	p.allRoutes = sync.OnceValue(p.makeRoutes)
	p.moves = sync.OnceValue(func() []movedFrom { return listMoves(s, p.taken) })
	p.families = append(families(p.book), movedPages(p.moves))
	return p
}

// families returns the families of pages, except the redirects from former addresses of notes. A
// new kind of pages is a new line here.
func families(bk *address.Book) []family {
	s, li := bk.Site, bk.Lists
	families := []family{
		single(route{"", "home", func(b *builder.Builder) any { return homeViews{b}.home() }, func() feed.Source { return siteFeed(bk) }}, always),
		single(route{address.SearchPath, "search", func(b *builder.Builder) any { return searchViews{b}.searchPage() }, nil}, always),
		single(route{"releases/", "releases", func(b *builder.Builder) any { return releaseViews{b}.releases() }, nil}, func() bool { return len(s.Releases()) > 0 }),
		releasePages(bk),
		single(route{address.UpgradesPath, "upgrades", func(b *builder.Builder) any { return upgradeViews{b}.upgrades() }, nil}, func() bool { return len(li.UpgradePairs()) > 0 }),
		upgradePages(li),
		single(route{address.CheckPath, "check", func(b *builder.Builder) any { return checkViews{b}.check() }, nil}, func() bool { return len(li.UpgradePairs()) > 0 }),
		single(route{address.NextPath, "next", func(b *builder.Builder) any { return nextViews{b}.next() }, func() feed.Source { return nextFeed(bk) }}, func() bool { return len(upstream.NewOutlook(s.Data()).Promises()) > 0 }),
		single(route{address.StatusPath, "status", func(b *builder.Builder) any { return statusViews{b}.status() }, nil}, func() bool { return slices.ContainsFunc(s.Releases(), s.HasBoard) }),
		statusPages(bk),
		boardPages(bk),
		noteList(bk),
		notePages(bk),
		single(route{"log/", "loglist", func(b *builder.Builder) any { return logListViews{b}.logList() }, nil}, func() bool { return len(bk.Log.Notes()) > 0 }),
		monthPages(bk.Log),
	}
	for _, t := range things {
		families = append(families, thingList(bk, t), thingPages(bk, t))
	}
	return append(families,
		initialPages(li),
		single(route{fragment.GlossaryPath, "glossary", func(b *builder.Builder) any { return glossaryViews{b}.glossary() }, nil}, func() bool { return hasGlossary(bk) }),
		single(route{"apis/", "apis", func(b *builder.Builder) any { return apiViews{b}.apis() }, nil}, func() bool { return len(s.APIs()) > 0 }),
		single(route{address.FlagsPath, "flags", func(b *builder.Builder) any { return flagViews{b}.flags() }, nil}, func() bool { return len(s.Data().Settings()) > 0 }),
		single(route{address.ProposalsPath, "proposals", func(b *builder.Builder) any { return proposalViews{b}.proposalList() }, nil}, func() bool { return len(li.Proposals()) > 0 }),
		proposalPages(li),
		thingList(bk, pulls),
		prPartPages(li),
		thingPages(bk, pulls),
	)
}

// makeRoutes returns the routes of all pages below /{l}/. They are equal in all languages.
func (p *plan) makeRoutes() []route {
	var all []route
	for _, f := range p.families {
		f.list(func(r route) { all = append(all, r) })
	}
	return all
}

// routeAt returns the route of the page at a path below /{l}/.
func (p *plan) routeAt(path string) (route, bool) {
	for _, f := range p.families {
		if r, ok := f.at(path); ok && r.path == path {
			return r, true
		}
	}
	return route{}, false
}

// taken reports whether a path belongs to a page that is not a redirect. It ignores letter case,
// as some file systems do.
func (p *plan) taken(path string) bool {
	folded := outdir.Fold(path)
	return slices.ContainsFunc(p.families[:len(p.families)-1], func(f family) bool {
		_, ok := f.at(folded)
		return ok
	})
}

// exists reports whether the site has a page at a path below /{l}/. The result is cached, because
// pages ask for the same few lists.
func (p *plan) exists(path string) bool {
	return p.existing.Make(path, func() bool {
		_, found := p.routeAt(path)
		return found
	})
}

// fixed returns the pages that are not below /{l}/.
func (p *plan) fixed() []Page {
	return []Page{
		{Path: "index.html", Kind: "choose", View: func() any { return choose(p.book) }, Place: choicePlace(p.book)},
		{Path: "404.html", Kind: "notfound", View: func() any { return notFound(p.shared) }},
	}
}

func (p *plan) page(l *locale.Language, r route) Page {
	feed := p.feedAt(l, r)
	return Page{
		Path: string(l.Code) + "/" + r.path + indexName,
		Lang: string(l.Code),
		Kind: r.kind,
		View: func() any {
			b := p.builder(l, r)
			b.Fed = feed != nil
			return r.view(b)
		},
		Feed:  feed,
		Place: p.book.Homes.PlaceOf(l, r.path, r.kind),
	}
}

func (p *plan) builder(l *locale.Language, r route) *builder.Builder {
	return p.shared.Page(l, r.path, r.kind, r.feed)
}

// feedAt returns a function that builds the feed of a page, or nil if the feed would be empty.
// Feeds need absolute URLs, so there are none without base_url.
func (p *plan) feedAt(l *locale.Language, r route) func() *feed.Feed {
	if r.feed == nil || p.book.Options.BaseURL == "" {
		return nil
	}
	b := p.builder(l, r).Whole()
	m, src := b.Frames.FeedMaker(), r.feed()
	if !m.Any(src) {
		return nil
	}
	return func() *feed.Feed { return m.Feed(src, r.path) }
}

// finder returns the document of the search dialog. It has no Place, so search engines do not
// list it.
func (p *plan) finder(l *locale.Language) Page {
	return Page{
		Path: string(l.Code) + "/" + address.SearchPath + finderFile, Lang: string(l.Code), Kind: "finder",
		View: func() any { return searchViews{p.shared.Page(l, address.SearchPath, "finder", nil)}.finder() },
	}
}

func (p *plan) find(path string) (Page, bool) {
	fixed := p.fixed()
	if i := slices.IndexFunc(fixed, func(page Page) bool { return page.Path == path }); i >= 0 {
		return fixed[i], true
	}
	code, below, _ := strings.Cut(path, "/")
	langs := p.book.Languages.All
	i := slices.IndexFunc(langs, func(l *locale.Language) bool { return string(l.Code) == code })
	if i < 0 {
		return Page{}, false
	}
	if finder := p.finder(langs[i]); finder.Path == path {
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
	return p.page(langs[i], r), true
}

const indexName = "index.html"
