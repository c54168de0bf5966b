package address

import (
	"iter"

	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

// Parts finds the further pages of a frequently cited thing. There is one for each ten releases
// and each year of the log.
type Parts struct {
	site *site.Site
	memo memo.Map[note.Key, []string]
}

// Of returns the names of the further pages of a thing, or nil if one page is enough.
func (pt *Parts) Of(key note.Key) []string {
	if !tooMany(pt.cited(key)) {
		return nil
	}
	return pt.memo.Make(key, func() []string { return partsOf(pt.cited(key)) })
}

// cited yields the mentions of a thing in all languages, without those in unwritten entries.
func (pt *Parts) cited(key note.Key) iter.Seq[site.Mention] {
	return func(yield func(site.Mention) bool) {
		for m := range pt.site.EachMention(key) {
			if !m.Waits && !yield(m) {
				return
			}
		}
	}
}
