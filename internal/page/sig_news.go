package page

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

// maxNews is the maximum number of changes of the newest release on the page of a SIG.
const maxNews = 12

// newsViews builds the news of a SIG: changes and KEPs in the newest release.
type newsViews struct{ b *builder.Builder }

// news builds the news from the newest release that has changes of a SIG. It returns nil if no
// release has any.
func (gs newsViews) news(g note.SIG, keps []string) *view.SIGNews {
	for _, r := range gs.b.Site.Releases() {
		all := changesOf(gs.b.Site, r, g)
		if len(all) == 0 {
			continue
		}
		v := &view.SIGNews{Words: gs.b.Say(), Release: string(r)}
		v.All = view.Link{Href: gs.b.Near(gs.b.Href(address.ChangesPath(r))) + "?sig=" + string(g), Text: gs.b.L.N("count.published", len(all))}
		for _, c := range all[:min(len(all), maxNews)] {
			row := gs.b.Rows.Pull(c.PR)
			row.Release, row.RelHref = "", "" // the heading shows the release
			v.Rows = append(v.Rows, row)
		}
		reached := gs.b.Site.Facts(r).Reached
		for _, st := range []note.Stage{note.Stable, note.Beta, note.Alpha, note.Deprecated, note.Removed} {
			col := view.StageColumn{Stage: gs.b.StageTag(st)}
			for _, k := range reached[st] {
				if slices.Contains(keps, k) {
					col.KEPs = append(col.KEPs, gs.b.Rows.KEP(k, r))
				}
			}
			if len(col.KEPs) > 0 {
				v.Moves = append(v.Moves, col)
			}
		}
		return v
	}
	return nil
}

// changesOf returns the changes of a SIG in a release. Changes that affect an upgrade come first,
// in the order of the sections of the upgrade page. Features follow, then the others.
func changesOf(s *site.Site, r note.Release, g note.SIG) []*site.Change {
	step := s.Step(r)
	out := slices.Concat(step.Urgent, step.Removals, apiChanges(step, site.Behavior), step.Deprecations, apiChanges(step, site.Nothing))
	facts := s.Facts(r)
	for _, feature := range []bool{true, false} {
		for i := range facts.Changes {
			c := &facts.Changes[i]
			if (c.Note.Kind == note.Feature) == feature && !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	return slices.DeleteFunc(out, func(c *site.Change) bool { return c.PR == "" || !c.In(g) })
}
