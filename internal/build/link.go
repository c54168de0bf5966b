package build

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
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
	content  *content // what was linked
}

// link joins the notes with the upstream data. When the data and the settings are those of
// the last time only what changed is linked anew; the result is that of a clean link.
func (b *Builder) link(now *content, in inputs) (*site.Site, []diag.Diagnostic) {
	l := &b.linked
	same := maps.EqualFunc(l.fallback, in.config.Fallback, slices.Equal)
	if l.site != nil && l.data == in.data && same {
		changed, removed := difference(l.content, now)
		s, ds := l.site.With(changed, removed)
		l.site, l.content = s, now
		return s, ds
	}
	notes := officialNotes(in)
	for p := range now.all {
		if p.shown != nil {
			notes = append(notes, p.shown)
		}
	}
	s, ds := site.Link(notes, in.data, site.Options{Only: b.opts.Release, Fallback: in.config.Fallback, Each: all})
	*l = linked{data: in.data, fallback: in.config.Fallback, site: s, content: now}
	return s, ds
}

// all calls f for every number below n on all processors.
func all(n int, f func(i int)) {
	_ = Each(context.Background(), n, func(i int) error {
		f(i)
		return nil
	})
}

// officialNotes reads upstream's release notes as notes. What is wrong in them is
// upstream's, and was said at import.
func officialNotes(in inputs) []*note.Note {
	var of []*upstream.Release
	for _, r := range in.data.Releases {
		if len(r.Notes) > 0 {
			of = append(of, r)
		}
	}
	out := make([]*note.Note, len(of))
	all(len(of), func(i int) { out[i] = source.Official(of[i], in.names) })
	slices.SortFunc(out, func(a, b *note.Note) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// difference says what changed between two contents. What did not change is the same value,
// so nothing is compared.
func difference(before, now *content) (changed []*note.Note, removed []string) {
	for _, f := range now.folders {
		old := before.at[f.path]
		if old == f {
			continue
		}
		for _, p := range f.notes {
			if was := old.note(p.path); p.shown != nil && (was == nil || was.shown != p.shown) {
				changed = append(changed, p.shown)
			}
		}
	}
	for _, f := range before.folders {
		left := now.at[f.path]
		if left == f {
			continue
		}
		for _, p := range f.notes {
			if still := left.note(p.path); p.shown != nil && (still == nil || still.shown == nil) {
				removed = append(removed, p.path)
			}
		}
	}
	slices.SortFunc(changed, func(a, b *note.Note) int { return strings.Compare(a.Path, b.Path) })
	slices.Sort(removed)
	return changed, removed
}
