package page

import (
	"iter"

	"github.com/kawaraban/kawaraban/internal/feed"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/page/builder"
)

// route is a page below /{l}/: its address, its template, how its view is made, and the source of
// its feeds.
type route struct {
	path string // 1.27/sig-node/, or "" for the home
	kind string
	view func(*builder.Builder) any
	feed func() feed.Source // nil where the page has no feeds
}

// family is a kind of pages below every /{l}/. It lists them, and finds one without listing the
// others: a preview shows one page.
type family interface {
	list(add func(route))
	// at returns the page at a path, or one whose path differs from it by nothing but what
	// outdir.Fold takes off. The path may be folded itself.
	at(path string) (route, bool)
}

// pagesOf is a family by the owner of its pages: a release has its own page and that of its
// changes. routes alone says which pages there are, so list and at agree as long as all and owner
// do.
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

func only(r route) iter.Seq[route] {
	return func(yield func(route) bool) { yield(r) }
}

// single is the family of one page, if it exists.
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
