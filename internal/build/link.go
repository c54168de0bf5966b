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

func (b *Builder) link(now *content, in inputs) (*site.Site, []diag.Diagnostic) {
	l := &b.linked
	if l.data != in.data || !maps.EqualFunc(l.fallback, in.config.Fallback, slices.Equal) {
		none, _ := site.Link(nil, in.data, site.Options{Only: b.opts.Release, Fallback: in.config.Fallback, Each: all})
		*l = linkCache{data: in.data, fallback: in.config.Fallback, official: officialNotes(in), site: none}
	}
	notes := slices.Clone(l.official)
	for p := range now.all {
		if p.shown != nil {
			notes = append(notes, p.shown)
		}
	}
	var ds []diag.Diagnostic
	l.site, ds = l.site.Relink(notes)
	return l.site, ds
}

// all calls f for every number below n, on all processors.
func all(n int, f func(i int)) {
	_ = Each(context.Background(), n, func(i int) error {
		f(i)
		return nil
	})
}

// officialNotes converts the official release notes to notes. It does not report problems in
// them, because import did.
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
