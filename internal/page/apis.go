package page

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// inAnchor are the signs of a resource's name that its anchor has another for.
var inAnchor = strings.NewReplacer("/", "-", ".", "-")

// apiID is the anchor of a resource on the list of them.
func apiID(key note.Key) string { return "api-" + inAnchor.Replace(key.ID) }

// apis makes the list of API resources.
func (sh *sheet) apis() any {
	v := view.APIsView{Frame: sh.frame(sh.l.T("nav.apis"))}
	v.Description = sh.l.T("apis.description")
	groups, releases, kinds := map[string]int{}, map[string]int{}, map[string]int{}
	for _, a := range sh.s.APIs() {
		row := sh.apiRow(a)
		v.Rows = append(v.Rows, row)
		groups[a.Group]++
		for _, r := range strings.Fields(row.Releases) {
			releases[r]++
		}
		for _, k := range strings.Fields(row.Kinds) {
			kinds[k]++
		}
		if n := len(v.Groups); n == 0 || v.Groups[n-1].Value != a.Group {
			v.Groups = append(v.Groups, view.Option{Value: a.Group, Label: a.Group})
		}
	}
	for i := range v.Groups {
		n := groups[v.Groups[i].Value]
		v.Groups[i].Count, v.Groups[i].Figure = n, sh.l.Number(n)
	}
	for r, n := range releases {
		v.Releases = append(v.Releases, view.Option{Value: r, Label: r, Count: n, Figure: sh.l.Number(n)})
	}
	slices.SortFunc(v.Releases, func(a, b view.Option) int {
		return upstream.CompareReleases(note.Release(b.Value), note.Release(a.Value))
	})
	for _, k := range []note.EntryKind{note.APIAdded, note.APIDeprecated, note.APIRemoved} {
		if n := kinds[string(k)]; n > 0 {
			v.Kinds = append(v.Kinds, view.Option{Value: string(k), Label: sh.l.T("kind." + string(k)), Count: n, Figure: sh.l.Number(n)})
		}
	}
	return v
}

func (sh *sheet) apiRow(a site.APIResource) view.APIRow {
	key := a.Key()
	row := view.APIRow{
		Words: sh.say(), ID: apiID(key), Group: a.Group, Version: a.Version, Resource: a.Resource, Noted: sh.notedIn(key),
	}
	var releases, kinds []string
	for _, e := range a.History {
		cell := map[note.EntryKind]*[]view.Link{note.APIAdded: &row.Added, note.APIDeprecated: &row.Deprecated, note.APIRemoved: &row.Removed}[e.Kind]
		*cell = append(*cell, view.Link{Href: sh.mentionHref(sh.preferred(key, e.Mention)), Text: string(e.Release)})
		releases, kinds = append(releases, string(e.Release)), append(kinds, string(e.Kind))
	}
	row.Releases, row.Kinds = strings.Join(unique(releases), " "), strings.Join(unique(kinds), " ")
	return row
}
