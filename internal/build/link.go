package build

import (
	"maps"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// linked is the last link, for the next one to start from.
type linked struct {
	data     *upstream.Data
	fallback map[note.Lang][]note.Lang
	site     *site.Site
	official []*note.Note
	notes    map[string]*note.Note // what was linked, by path
}

// link joins the notes with the upstream data. When the data and the settings are those of
// the last time only what changed is linked anew; the result is that of a clean link.
func (b *Builder) link(notes []*note.Note, in inputs, r *Result) *site.Site {
	if b.opts.Drafts {
		notes = asPublished(notes)
	}
	now := make(map[string]*note.Note, len(notes))
	for _, n := range notes {
		now[n.Path] = n
	}
	l := &b.linked
	same := maps.EqualFunc(l.fallback, r.Config.Fallback, slices.Equal)
	if l.site != nil && l.data == in.data && same {
		changed, removed := difference(l.notes, now)
		s, ds := l.site.With(changed, removed)
		r.Diags = append(r.Diags, ds...)
		l.site, l.notes = s, now
		return s
	}
	official := officialNotes(in)
	s, ds := site.Link(append(slices.Clone(notes), official...), in.data, site.Options{Only: b.opts.Release, Fallback: r.Config.Fallback})
	r.Diags = append(r.Diags, ds...)
	*l = linked{data: in.data, fallback: r.Config.Fallback, site: s, official: official, notes: now}
	return s
}

// officialNotes reads upstream's release notes as notes. What is wrong in them is
// upstream's, and was said at import.
func officialNotes(in inputs) []*note.Note {
	var out []*note.Note
	for _, r := range in.data.Releases {
		if len(r.Notes) > 0 {
			out = append(out, source.Official(r, in.names))
		}
	}
	slices.SortFunc(out, func(a, b *note.Note) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// difference says what changed between two sets of notes. A note that was taken
// from the cache is the same value, so nothing is compared.
func difference(before, now map[string]*note.Note) (changed []*note.Note, removed []string) {
	for path, n := range now {
		if before[path] != n {
			changed = append(changed, n)
		}
	}
	for path := range before {
		if now[path] == nil {
			removed = append(removed, path)
		}
	}
	slices.SortFunc(changed, func(a, b *note.Note) int { return strings.Compare(a.Path, b.Path) })
	slices.Sort(removed)
	return changed, removed
}

// asPublished returns the notes with their draft marks taken off.
func asPublished(notes []*note.Note) []*note.Note {
	out := slices.Clone(notes)
	for i, n := range out {
		if n.Meta.Draft {
			shown := *n
			shown.Meta.Draft = false
			out[i] = &shown
		}
	}
	return out
}
