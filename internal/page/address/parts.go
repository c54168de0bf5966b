package address

import (
	"iter"

	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

// Parts finds the pages below the page of a thing that notes name often: one for each release and
// for each month of the log.
type Parts struct {
	site   *site.Site
	things *Things
	memo   memo.Map[note.Key, []string]
}

// Of lists the pages below the page of a thing; none if one page has room for all places.
func (pt *Parts) Of(key note.Key) []string {
	if !tooMany(pt.cited(key)) {
		return nil
	}
	return pt.memo.Make(key, func() []string { return partsOf(pt.cited(key)) })
}

// cited yields the places, in any language, that say something about a thing.
func (pt *Parts) cited(key note.Key) iter.Seq[site.Mention] {
	return func(yield func(site.Mention) bool) {
		for m := range pt.site.EachMention(key) {
			if !m.Waits && !yield(m) {
				return
			}
		}
	}
}

// Path returns the page that quotes what notes say about a thing: the page of the thing, or the
// page of a thread.
func (pt *Parts) Path(key note.Key) string {
	if key.Kind == note.Thread || key.Kind == note.RepoRelease {
		return pt.things.Path(note.Key{Kind: note.Repo, ID: site.RepoOf(key)}) + ThreadID(key) + "/"
	}
	return pt.things.Path(key)
}
