package page

import (
	"iter"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/feed"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

type releaseViews struct{ b *builder.Builder }

func releasePages(bk *address.Book) family {
	return pagesOf[note.Release]{
		all: bk.Site.Releases,
		owner: func(path string) (note.Release, bool) {
			first, _, _ := strings.Cut(path, "/")
			return note.Release(first), bk.Site.HasRelease(note.Release(first))
		},
		routes: func(r note.Release) iter.Seq[route] {
			return func(yield func(route) bool) {
				own := route{address.ReleasePath(r), "release", func(b *builder.Builder) any { return releaseViews{b}.release(r) }, func() feed.Source { return releaseFeed(bk, r) }}
				if yield(own) && len(bk.Site.Facts(r).Changes) > 0 {
					yield(route{address.ChangesPath(r), "changes", func(b *builder.Builder) any { return changeViews{b}.changes(r) }, nil})
				}
			}
		},
	}
}

func (rv releaseViews) releaseCard(r note.Release) view.ReleaseCard {
	known, facts := rv.b.Book.Release(r), rv.b.Site.Facts(r)
	return view.ReleaseCard{
		Words: rv.b.Say(), Release: string(r), Href: rv.b.Href(address.ReleasePath(r)), Name: known.Name,
		Date: rv.b.Date(known.Date), EndOfSupport: rv.b.Date(known.EndOfSupport),
		Support: patchViews(rv).support(r), Published: len(facts.Changes), Notes: len(rv.b.Site.NotesOf(r)), Languages: rv.languagesOf(r),
	}
}

// languagesOf returns the languages of the notes of a release. Interface languages come first.
func (rv releaseViews) languagesOf(r note.Release) []view.Text {
	seen := map[note.Lang]bool{}
	for _, id := range rv.b.Site.NotesOf(r) {
		for _, n := range rv.b.Site.Versions(id) {
			seen[n.Lang] = true
		}
	}
	var out []view.Text
	for _, l := range rv.b.Book.Languages.All {
		if seen[l.Code] {
			out = append(out, rv.b.Book.Languages.Self(l.Code))
			delete(seen, l.Code)
		}
	}
	var rest []string
	for l := range seen {
		rest = append(rest, string(l))
	}
	slices.Sort(rest)
	for _, l := range rest {
		out = append(out, rv.b.Book.Languages.Self(note.Lang(l)))
	}
	return out
}

func (rv releaseViews) releases() any {
	v := view.ReleasesView{Frame: rv.b.Frames.Frame(rv.b.L.T("nav.releases"))}
	for _, r := range rv.b.Site.Releases() {
		v.Releases = append(v.Releases, rv.releaseCard(r))
	}
	return v
}

func (rv releaseViews) release(r note.Release) any {
	known, facts := rv.b.Book.Release(r), rv.b.Site.Facts(r)
	v := view.ReleaseView{
		Frame: rv.b.Frames.Frame("Kubernetes " + string(r)), Release: string(r), Name: known.Name,
		Date: rv.b.Date(known.Date), EndOfSupport: rv.b.Date(known.EndOfSupport),
		Support: patchViews(rv).support(r), Patches: patchViews(rv).patches(r), CVEs: patchViews(rv).cves(r), Announced: rv.announced(known.Announced), Published: len(facts.Changes),
		Bars: rv.bars(r, facts), Stages: rv.stages(r, facts, known.Announced), Notes: rv.b.Rows.Notes(rv.b.Site.NotesOf(r)),
		Summary:     rv.b.Markdown(known.Lede[rv.b.Lang], rv.b.Lang),
		KnownIssues: rv.b.Markdown(known.KnownIssues, "en"), WhatsNew: rv.b.Markdown(known.WhatsNew, "en"),
	}
	if known.Source != "" {
		v.Source = &view.Link{Href: known.Source, Text: strings.TrimPrefix(known.Source, "https://"), External: true}
	}
	v.Board, v.Elsewhere = boardViews(rv).coverageLink(r), boardViews(rv).allElsewhere(r)
	if len(facts.Changes) > 0 {
		v.Changes = rv.b.Href(address.ChangesPath(r))
	}
	for i := range v.Notes {
		v.Notes[i].Release, v.Notes[i].RelHref = "", "" // the page is about this release
	}
	rv.facets(&v, r, facts)
	rv.gone(&v, r)
	ledeViews(rv).counts(&v, facts, rv.languagesOf(r))
	ledeViews(rv).lede(&v, r)
	rv.releaseSide(&v, r)
	rv.b.Frames.Outline(&v.Frame,
		section("notes", len(v.Notes)+len(v.Elsewhere) > 0 || v.Board != nil), section("known", v.KnownIssues != nil), section("urgent", len(v.Urgent) > 0),
		section("removals", len(v.Removals)+len(v.RemovedGates)+len(v.RemovedAPIs)+len(v.RemovedFlags) > 0),
		under("apis", len(v.RemovedAPIs) > 0), under("flags", len(v.RemovedFlags) > 0), under("gates", len(v.RemovedGates) > 0),
		section("deprecations", len(v.Deprecations)+len(v.DeprecatedAPIs) > 0), section("stages", len(v.Stages) > 0),
		section("patches", len(v.Patches) > 0), section("cves", len(v.CVEs) > 0), section("bars", v.Bars != nil), section("new", v.WhatsNew != nil))
	return v
}

func (rv releaseViews) facets(v *view.ReleaseView, r note.Release, facts *site.Facts) {
	listed := rv.b.Site.Step(r).Removals
	for i := range facts.Changes {
		ch := &facts.Changes[i]
		if ch.Note.Urgent {
			v.Urgent = append(v.Urgent, rv.change(r, ch, true))
		}
		if ch.Has(note.Deprecation) {
			v.Deprecations = append(v.Deprecations, rv.change(r, ch, false))
		}
		// Chips of removed gates already represent the changes that remove nothing else.
		if ch.Removal() && (ch.Note.Urgent || slices.Contains(listed, ch)) {
			v.Removals = append(v.Removals, rv.change(r, ch, false))
		}
	}
}

// change builds the row of a change with the outcomes of its subjects. The outcomes replace the
// links to these subjects.
func (rv releaseViews) change(r note.Release, c *site.Change, remarks bool) view.Change {
	v := rv.b.Changes.Change(r, c, remarks)
	v.Came = rv.b.Outcomes.OfChange(r, c)
	shown := func(l view.Link) bool {
		return slices.ContainsFunc(v.Came, func(o view.ChangeOutcome) bool { return o.Href == l.Href })
	}
	v.Gates, v.KEPs = slices.DeleteFunc(v.Gates, shown), slices.DeleteFunc(v.KEPs, shown)
	return v
}

// gone adds the gates, flags and API resources that a release removes or deprecates.
func (rv releaseViews) gone(v *view.ReleaseView, r note.Release) {
	parts := map[string][]site.Component{}
	for _, g := range rv.b.Site.Step(r).Gone {
		parts[g.Gate] = g.Components
	}
	rows := upgradeRows{rv.b, site.Action}
	for _, g := range rv.b.Site.GateRemovals(r) {
		l := view.Chip{Link: rv.b.Links.Gate(g.Name), Parts: rows.parts(parts[g.Name])}
		if g.Or != "" || g.Mark == upstream.Disagree || g.Mark == upstream.Said {
			l.Note = rv.b.RemovedIn(g)
		}
		v.RemovedGates = append(v.RemovedGates, l)
	}
	for _, s := range rv.b.Data.Settings() {
		if i := slices.IndexFunc(s.Findings, func(f upstream.SettingFinding) bool { return f.Release == r && f.Class == upstream.Removed }); i >= 0 {
			l := view.Link{Href: rv.b.Href(address.FlagsPath) + "#" + address.SettingID(s), Text: s.Name}
			v.RemovedFlags = append(v.RemovedFlags, view.Chip{Link: l, Parts: view.Names(strings.Join(s.Findings[i].Component, ", "))})
		}
	}
	v.DeprecatedAPIs = rv.apisOf(r, note.APIDeprecated)
	for _, c := range rv.b.Site.APIChanges(r) {
		if c.Kind == note.APIRemoved {
			v.RemovedAPIs = append(v.RemovedAPIs, rows.upgradeAPI(c))
		}
	}
}

func (rv releaseViews) apisOf(r note.Release, kind note.EntryKind) []view.Link {
	var out []view.Link
	for _, c := range rv.b.Site.APIChanges(r) {
		if c.Kind != kind {
			continue
		}
		l := view.Link{Href: rv.b.APIHref(c), Text: c.Resource.Key().ID}
		if gone := c.Resource.Fact.Removed; len(gone) == 1 {
			l.Note = rv.b.L.T("came.event", rv.b.L.T("class.removed"), gone[0].Release)
		}
		out = append(out, l)
	}
	return out
}

func (rv releaseViews) announced(a upstream.Announced) []view.Figure {
	var out []view.Figure
	for _, f := range []struct {
		key string
		n   *int
	}{
		{"enhancements", a.Enhancements}, {"alpha", a.Alpha}, {"beta", a.Beta}, {"stable", a.Stable},
		{"deprecated", a.Deprecated}, {"removed", a.Removed},
	} {
		if f.n != nil {
			out = append(out, view.Figure{Key: f.key, N: *f.n, Text: rv.b.L.N("announced."+f.key, *f.n)})
		}
	}
	return out
}

func (rv releaseViews) releaseSide(v *view.ReleaseView, r note.Release) {
	all := rv.b.Site.Releases()
	g := view.SideGroup{Title: rv.b.L.T("side.releases")}
	for i, other := range all {
		l := rv.b.Links.Release(other)
		l.Current = other == r
		if l.Current {
			l.Note = rv.b.L.Date(rv.b.Book.Release(r).Date)
			if i > 0 {
				next := rv.b.Links.Release(all[i-1])
				v.Next = &next
			}
			if i+1 < len(all) {
				prev := rv.b.Links.Release(all[i+1])
				v.Prev = &prev
			}
		}
		g.Links = append(g.Links, l)
	}
	v.Side = append([]view.SideGroup{g}, upgradeViews(rv).upgradeSide(r, "")...)
}

func (rv releaseViews) stages(r note.Release, facts *site.Facts, a upstream.Announced) []view.StageColumn {
	var out []view.StageColumn
	for _, c := range []struct {
		stage note.Stage
		n     *int
	}{{note.Alpha, a.Alpha}, {note.Beta, a.Beta}, {note.Stable, a.Stable}, {note.Deprecated, a.Deprecated}, {note.Removed, a.Removed}} {
		col := view.StageColumn{ID: "stage-" + string(c.stage), Stage: rv.b.StageTag(c.stage)}
		if c.n != nil {
			col.Announced = *c.n
		}
		for _, number := range facts.Reached[c.stage] {
			col.KEPs = append(col.KEPs, rv.b.Rows.KEP(number, r))
		}
		if col.Announced > 0 && col.Announced != len(col.KEPs) {
			col.Says = rv.b.L.T("stage.announced", col.Announced)
		}
		if len(col.KEPs) > 0 {
			out = append(out, col)
		}
	}
	return out
}

// bars builds the chart of the changes of a release, by SIG and kind.
func (rv releaseViews) bars(r note.Release, facts *site.Facts) *view.Bars {
	if len(facts.Changes) == 0 {
		return nil
	}
	rows := facts.BySIG()
	list := rv.b.Near(rv.b.Href(address.ChangesPath(r)))
	b := &view.Bars{Words: rv.b.Say(), Total: len(facts.Changes), Linked: true, Href: list}
	kinds := rv.b.Filters.KindOptions(facts.ByKind())
	b.Kinds = kinds
	for _, k := range kinds {
		b.Sums = append(b.Sums, view.BarCell{N: k.Count, Href: list + "?kind=" + k.Value})
	}
	for _, row := range rows {
		if row.SIG != "" {
			b.Max = max(b.Max, row.Total)
		}
	}
	var most []string
	for _, row := range rows {
		if row.SIG == "" {
			b.NoSIG = row.Total
			continue
		}
		bar := view.BarRow{SIG: rv.b.Links.SIG(row.SIG), Total: row.Total, Href: list + "?sig=" + string(row.SIG)}
		var counts []int
		bar.Parts, counts = rv.b.Filters.BarParts(row.ByKind, kinds, b.Max)
		for i, n := range counts {
			bar.Cells = append(bar.Cells, view.BarCell{N: n, Href: bar.Href + "&kind=" + kinds[i].Value})
		}
		b.Rows = append(b.Rows, bar)
		if len(most) < 3 {
			most = append(most, rv.b.Book.SIGName(row.SIG)+" "+rv.b.L.Number(row.Total))
		}
	}
	b.Alt = rv.b.L.T("alt.bars", "Kubernetes "+string(r), strings.Join(most, rv.b.L.T("mark.comma")))
	return b
}
