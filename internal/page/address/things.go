package address

import (
	"sync"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Things finds the pages of things: KEPs, pull requests, people.
type Things struct {
	site  *site.Site
	data  *upstream.Data
	slugs func() map[string]string // see listSlugs
}

func newThings(s *site.Site) *Things {
	th := &Things{site: s, data: s.Data()}
	th.slugs = sync.OnceValue(th.listSlugs)
	return th
}

// Path returns where the page of a thing is, if it has one; "" for things that
// never have one.
func (th *Things) Path(key note.Key) string {
	key = th.site.Normal(key)
	switch key.Kind {
	case note.KEP:
		return "keps/" + key.ID + "/"
	case note.PR:
		return "prs/" + key.ID + "/"
	case note.Gate:
		return "gates/" + key.ID + "/"
	case note.SIGRef:
		return "sigs/" + key.ID + "/"
	case note.PersonRef:
		return "people/" + site.PersonSlug(key.ID) + "/"
	case note.Repo:
		return "repos/" + th.site.Spelling(key) + "/"
	case note.ReleaseRef:
		return ReleasePath(note.Release(key.ID))
	case note.API:
		return "apis/"
	}
	return ""
}

// Find returns the thing whose page stands under a name below the list of its kind.
func (th *Things) Find(list string, kind note.RefKind, name string) (id string, ok bool) {
	folded := outdir.Fold(list + name + "/")
	there := func(id string) bool {
		key := note.Key{Kind: kind, ID: id}
		return id != "" && th.site.HasPage(key) && outdir.Fold(th.Path(key)) == folded
	}
	if id = th.site.Normal(note.Key{Kind: kind, ID: name}).ID; there(id) {
		return id, true
	}
	id = th.respelt(kind, name)
	return id, there(id)
}

// respelt returns the thing that has a name in its address which is neither its own nor one
// that site.Normal knows: a gate or a group whatever the letter case, and somebody whose handle
// does not stand in an address as it is.
func (th *Things) respelt(kind note.RefKind, name string) string {
	switch kind {
	case note.Gate:
		if g := th.data.GateWritten(name); g != nil {
			return g.Name
		}
	case note.SIGRef:
		for _, id := range th.site.Keys(kind) {
			if outdir.Fold(id) == outdir.Fold(name) {
				return id
			}
		}
	case note.PersonRef:
		return th.slugs()[name]
	}
	return ""
}

// listSlugs finds those whom upstream's data know by their parts of addresses, where these
// are not the handles themselves.
func (th *Things) listSlugs() map[string]string {
	out := map[string]string{}
	for handle := range th.data.People {
		slug := site.PersonSlug(string(handle))
		if first := out[slug]; slug != string(handle) && (first == "" || string(handle) < first) {
			out[slug] = string(handle)
		}
	}
	return out
}
