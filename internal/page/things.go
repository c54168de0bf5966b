package page

import (
	"iter"
	"strings"

	"github.com/kawaraban/kawaraban/internal/feed"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/site"
)

// thing is a kind of things that have pages.
type thing struct {
	path      string // of their list
	list, one string // templates of the list and of a thing
	of        note.RefKind
	all       func(*sheet) any
	each      func(*sheet, string) any
	feed      func(*planner, note.Key) feed.Source // nil where they have no feeds
}

// things are those that stand in lists of their own.
var things = []thing{
	{"keps/", "keps", "kep", note.KEP, (*sheet).keps, (*sheet).kep, nil},
	{"sigs/", "sigs", "sig", note.SIGRef, (*sheet).sigs, (*sheet).sig, (*planner).groupFeed},
	{"gates/", "gates", "gate", note.Gate, (*sheet).gates, (*sheet).gate, nil},
	{"people/", "people", "person", note.PersonRef, (*sheet).people, (*sheet).person, nil},
	{"repos/", "repos", "repo", note.Repo, (*sheet).repos, (*sheet).repo, nil},
}

// pulls are the pull requests: their list stands in parts, see prPartPages.
var pulls = thing{pullsPath, "prs", "pr", note.PR, (*sheet).prFront, (*sheet).pr, nil}

// thingList is the list of the things of a kind, where there are any.
func (p *planner) thingList(t thing) family {
	return single(route{t.path, t.list, t.all, nil}, func() bool { return p.s.Any(t.of) })
}

// thingPages are the pages of the things of a kind, and those below them.
func (p *planner) thingPages(t thing) family {
	return pagesOf[string]{
		all: func() []string { return p.s.Keys(t.of) },
		owner: func(path string) (string, bool) {
			name, ok := strings.CutPrefix(path, t.path)
			if !ok {
				return "", false
			}
			name = strings.TrimSuffix(name, "/")
			for ; name != ""; name = name[:max(0, strings.LastIndexByte(name, '/'))] { // parts may be cut themselves
				if id, ok := p.thingAt(t.path, t.of, name); ok {
					return id, true
				}
			}
			return "", false
		},
		routes: func(id string) iter.Seq[route] { return p.thingRoutes(t, id) },
	}
}

// thingRoutes are the page of a thing and those below it. That of a group quotes the newest
// places only.
func (p *planner) thingRoutes(t thing, id string) iter.Seq[route] {
	key := note.Key{Kind: t.of, ID: id}
	own := route{path: p.pathOf(key), kind: t.one, view: func(sh *sheet) any { return t.each(sh, id) }}
	if t.feed != nil {
		own.feed = func() feed.Source { return t.feed(p, key) }
	}
	return func(yield func(route) bool) {
		if !yield(own) || t.of == note.SIGRef {
			return
		}
		below := p.saidRoutes(key)
		if t.of == note.Repo {
			below = append(below, p.repoRoutes(id)...)
		}
		for _, r := range below {
			if !yield(r) {
				return
			}
		}
	}
}

// thingAt returns the thing whose page stands under a name below the list of its kind.
func (p *planner) thingAt(list string, kind note.RefKind, name string) (id string, ok bool) {
	folded := outdir.Fold(list + name + "/")
	there := func(id string) bool {
		key := note.Key{Kind: kind, ID: id}
		return id != "" && p.s.HasPage(key) && outdir.Fold(p.pathOf(key)) == folded
	}
	if id = p.s.Normal(note.Key{Kind: kind, ID: name}).ID; there(id) {
		return id, true
	}
	id = p.respelt(kind, name)
	return id, there(id)
}

// respelt returns the thing that has a name in its address which is neither its own nor one
// that site.Normal knows: a gate or a group whatever the letter case, and somebody whose handle
// does not stand in an address as it is.
func (p *planner) respelt(kind note.RefKind, name string) string {
	switch kind {
	case note.Gate:
		if g := p.data.GateWritten(name); g != nil {
			return g.Name
		}
	case note.SIGRef:
		for _, id := range p.s.Keys(kind) {
			if outdir.Fold(id) == outdir.Fold(name) {
				return id
			}
		}
	case note.PersonRef:
		return p.slugs()[name]
	}
	return ""
}

// listSlugs finds those whom upstream's data know by their parts of addresses, where these
// are not the handles themselves.
func (p *planner) listSlugs() map[string]string {
	out := map[string]string{}
	for handle := range p.data.People {
		slug := site.PersonSlug(string(handle))
		if first := out[slug]; slug != string(handle) && (first == "" || string(handle) < first) {
			out[slug] = string(handle)
		}
	}
	return out
}
