package page

import (
	"iter"
	"strings"

	"github.com/kawaraban/kawaraban/internal/feed"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
)

// thing is a kind of upstream subjects that have pages, such as KEPs or people.
type thing struct {
	path      string // path of the list
	list, one string // templates of the list and of a single page
	of        note.RefKind
	all       func(*builder.Builder) any
	each      func(*builder.Builder, string) any
	feed      func(*address.Book, note.Key) feed.Source // source of the feed of a page; nil without feeds
}

var things = []thing{
	{"keps/", "keps", "kep", note.KEP, func(b *builder.Builder) any { return kepViews{b}.keps() }, func(b *builder.Builder, id string) any { return kepViews{b}.kep(id) }, nil},
	{"sigs/", "sigs", "sig", note.SIGRef, func(b *builder.Builder) any { return groupViews{b}.sigs() }, func(b *builder.Builder, id string) any { return groupViews{b}.sig(id) }, groupFeed},
	{"gates/", "gates", "gate", note.Gate, func(b *builder.Builder) any { return gateViews{b}.gates() }, func(b *builder.Builder, id string) any { return gateViews{b}.gate(id) }, nil},
	{"people/", "people", "person", note.PersonRef, func(b *builder.Builder) any { return peopleViews{b}.people() }, func(b *builder.Builder, id string) any { return peopleViews{b}.person(id) }, nil},
	{"repos/", "repos", "repo", note.Repo, func(b *builder.Builder) any { return repoViews{b}.repos() }, func(b *builder.Builder, id string) any { return repoViews{b}.repo(id) }, nil},
}

// pulls is the kind of pull requests. Their list is divided into pages: see prPartPages.
var pulls = thing{address.PullsPath, "prs", "pr", note.PR, func(b *builder.Builder) any { return pullViews{b}.prFront() }, func(b *builder.Builder, id string) any { return pullViews{b}.pr(id) }, nil}

// thingList returns the family of the list of a kind. The list does not exist if it would be
// empty.
func thingList(bk *address.Book, t thing) family {
	return single(route{t.path, t.list, t.all, nil}, func() bool { return bk.Site.Any(t.of) })
}

func thingPages(bk *address.Book, t thing) family {
	return pagesOf[string]{
		all: func() []string { return bk.Site.Keys(t.of) },
		owner: func(path string) (string, bool) {
			name, ok := strings.CutPrefix(path, t.path)
			if !ok {
				return "", false
			}
			name = strings.TrimSuffix(name, "/")
			for ; name != ""; name = name[:max(0, strings.LastIndexByte(name, '/'))] { // the names of further pages may contain slashes
				if id, ok := bk.Things.Find(t.path, t.of, name); ok {
					return id, true
				}
			}
			return "", false
		},
		routes: func(id string) iter.Seq[route] { return thingRoutes(bk, t, id) },
	}
}

// thingRoutes yields the main page of a thing and its further pages. The page of a SIG quotes
// only the newest citations, so it has no further pages.
func thingRoutes(bk *address.Book, t thing, id string) iter.Seq[route] {
	key := note.Key{Kind: t.of, ID: id}
	own := route{path: bk.Things.Path(key), kind: t.one, view: func(b *builder.Builder) any { return t.each(b, id) }}
	if t.feed != nil {
		own.feed = func() feed.Source { return t.feed(bk, key) }
	}
	return func(yield func(route) bool) {
		if !yield(own) || t.of == note.SIGRef {
			return
		}
		for _, r := range citedRoutes(bk, key) {
			if !yield(r) {
				return
			}
		}
	}
}
