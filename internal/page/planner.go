package page

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/site"
)

// Planner plans the pages of a site. It may be used from several goroutines at once. Its
// [address.Book] finds the page of a thing for outputs that are not pages.
type Planner struct {
	*address.Book
	p *plan
}

// NewPlanner prepares a plan. Nothing is made before it is needed.
func NewPlanner(s *site.Site, words *locale.Set, o Options) Planner {
	p := newPlan(s, words, o)
	return Planner{p.book, p}
}

// Plan lists the pages of a site: for a site restricted to a release those of that
// release, and every page that these link to.
func Plan(s *site.Site, words *locale.Set, o Options) []Page {
	return NewPlanner(s, words, o).Pages()
}

// Pages lists the pages, as [Plan] does.
func (pl Planner) Pages() []Page {
	p := pl.p
	routes, langs := p.allRoutes(), p.book.Languages.All
	pages := slices.Grow(p.fixed(), len(langs)*(len(routes)+1))
	for _, l := range langs {
		for _, r := range routes {
			pages = append(pages, p.page(l, r))
		}
		pages = append(pages, p.finder(l))
	}
	return pages
}

// Find returns the page at a path, ja/1.27/sig-node/index.html: the page that Pages has there,
// made without a list of the others; false if Pages has none.
func (pl Planner) Find(path string) (Page, bool) { return pl.p.find(path) }
