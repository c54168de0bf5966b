package address

import (
	"sync"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Things finds the pages of things: KEPs, pull requests, feature gates, SIGs, people,
// repositories, releases and API resources.
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

// Path returns the path of a thing's page, or "" for kinds without pages.
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

// Find returns the ID of the thing whose page is named name in the folder list. The letter case
// of the name is ignored.
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

// respelt finds a thing by a spelling that site.Normal does not map. These are gates and SIGs in
// another letter case, and people by slug.
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
