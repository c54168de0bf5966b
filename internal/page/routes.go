package page

import (
	"iter"

	"github.com/kawaraban/kawaraban/internal/feed"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/page/builder"
)

// route describes a page below /{l}/.
type route struct {
	path string // 1.27/sig-node/, or "" for the home page
	kind string
	view func(*builder.Builder) any
	feed func() feed.Source // source of the feed; nil without a feed
}

// family is a kind of pages below each /{l}/. It can list its pages. It can also find one page
// without listing the others, which the preview needs.
type family interface {
	list(add func(route))
	// at returns the page at a path. It ignores letter case and Unicode forms, as outdir.Fold does.
	at(path string) (route, bool)
}

// pagesOf is a family of pages that belong to owners. For example, a release owns its page and
// its list of changes. Only routes defines the pages, so list and at agree if all and owner do.
type pagesOf[T any] struct {
	all    func() []T                  // all owners, in order
	owner  func(path string) (T, bool) // owner of the page at a path, if there is one
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

// single returns a family of one page, which exists if there() is true.
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
