package page

import (
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

// ledeViews builds the counts of a release and the summary of its most important changes.
type ledeViews struct{ b *builder.Builder }

// counted returns a link with a count in words, or none if n is zero.
func (rv ledeViews) counted(href, key string, n int) []view.Link {
	if n == 0 {
		return nil
	}
	return []view.Link{{Href: href, Text: rv.b.L.N("count."+key, n)}}
}

// counts adds the counts at the top of the page. Each links to what it counts.
func (rv ledeViews) counts(v *view.ReleaseView, facts *site.Facts, languages []view.Text) {
	v.Counts = append(v.Counts, rv.counted(v.Changes, "published", len(facts.Changes))...)
	v.Counts = append(v.Counts, rv.counted("#bars", "sigs", groupsIn(facts))...)
	v.Counts = append(v.Counts, rv.counted("#notes", "notes", len(v.Notes))...)
	v.Counts = append(v.Counts, rv.counted("#notes", "languages", len(languages))...)
}

// lede adds the summary of a release, in up to four lines. Each count links to its section.
func (rv ledeViews) lede(v *view.ReleaseView, r note.Release) {
	line := func(label string, links ...[]view.Link) {
		l := view.LedeLine{Label: label}
		for _, more := range links {
			l.Links = append(l.Links, more...)
		}
		if len(l.Links) > 0 {
			v.Lede = append(v.Lede, l)
		}
	}
	var known []view.Link
	if v.KnownIssues != nil {
		known = []view.Link{{Href: "#known", Text: rv.b.L.T("section.known")}}
	}
	line(rv.b.L.T("lede.before"), rv.counted("#urgent", "urgent", len(v.Urgent)), known)
	line(rv.b.L.T("lede.removed"), rv.counted("#apis", "apis", len(v.RemovedAPIs)), rv.counted("#flags", "flags", len(v.RemovedFlags)),
		rv.counted("#gates", "gates", len(v.RemovedGates)), rv.counted("#removals", "removals", len(v.Removals)))
	line(rv.b.L.T("lede.changed"), rv.counted(rv.newDefaults(r), "flips", len(rv.b.Site.Step(r).Flips)), rv.counted("#deprecations", "deprecations", len(v.Deprecations)+len(v.DeprecatedAPIs)))
	var stages []view.Link
	for _, s := range v.Stages {
		stages = append(stages, view.Link{Href: "#" + s.ID, Text: s.Stage.Label + " " + rv.b.L.Number(len(s.KEPs))})
	}
	line(rv.b.L.T("nav.keps"), stages)
}

// newDefaults returns the address of the list of gates with a new default. The list is on the
// page of the upgrade from the previous release. Without that page, the address is "".
func (rv ledeViews) newDefaults(r note.Release) string {
	for _, from := range rv.b.Book.Lists.Origins(r) {
		if len(site.Between(from, r)) == 1 {
			return rv.b.Href(address.UpgradePath(from, r)) + "#flips"
		}
	}
	return ""
}

func groupsIn(facts *site.Facts) int {
	n := 0
	for _, row := range facts.BySIG() {
		if row.SIG != "" {
			n++
		}
	}
	return n
}
