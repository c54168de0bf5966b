package page

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/site"
)

// Planner lists and finds the pages of a site. It is safe for concurrent use. Outputs that are
// not pages use its [address.Book].
type Planner struct {
	*address.Book
	p *plan
}

// NewPlanner returns a planner. It lists and builds pages on demand.
func NewPlanner(s *site.Site, words *locale.Set, o Options) Planner {
	p := newPlan(s, words, o)
	return Planner{p.book, p}
}

// Plan returns the pages of a site. If the site is restricted to a release, it returns the pages
// of the release and all pages to which they link.
func Plan(s *site.Site, words *locale.Set, o Options) []Page {
	return NewPlanner(s, words, o).Pages()
}

// Pages returns the pages of the site, as [Plan] does.
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

// Find returns the page at a path such as ja/1.27/sig-node/index.html without listing the others.
// It returns false if the site has no such page.
func (pl Planner) Find(path string) (Page, bool) { return pl.p.find(path) }
