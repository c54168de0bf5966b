package page

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

type apiViews struct{ b *builder.Builder }

func (av apiViews) apis() any {
	v := view.APIsView{Frame: av.b.Frames.Frame(av.b.L.T("nav.apis"))}
	v.Description = av.b.L.T("apis.description")
	groups, releases, kinds := map[string]int{}, map[string]int{}, map[string]int{}
	for _, a := range av.b.Site.APIs() {
		row := av.apiRow(a)
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
		v.Groups[i].Count, v.Groups[i].Figure = n, av.b.L.Number(n)
	}
	for r, n := range releases {
		v.Releases = append(v.Releases, view.Option{Value: r, Label: r, Count: n, Figure: av.b.L.Number(n)})
	}
	slices.SortFunc(v.Releases, func(a, b view.Option) int {
		return upstream.CompareReleases(note.Release(b.Value), note.Release(a.Value))
	})
	for _, k := range []note.EntryKind{note.APIAdded, note.APIDeprecated, note.APIRemoved} {
		if n := kinds[string(k)]; n > 0 {
			v.Kinds = append(v.Kinds, view.Option{Value: string(k), Label: av.b.L.T("kind." + string(k)), Count: n, Figure: av.b.L.Number(n)})
		}
	}
	return v
}

func (av apiViews) apiRow(a site.APIResource) view.APIRow {
	key := a.Key()
	row := view.APIRow{
		Words: av.b.Say(), ID: address.APIID(key), Group: a.Group, Version: a.Version, Resource: a.Resource, Noted: av.b.Citations.Count(key),
	}
	var releases, kinds []string
	for _, e := range a.History {
		cell := map[note.EntryKind]*[]view.Link{note.APIAdded: &row.Added, note.APIDeprecated: &row.Deprecated, note.APIRemoved: &row.Removed}[e.Kind]
		*cell = append(*cell, view.Link{Href: av.b.Notes.Mention(av.b.Notes.Preferred(key, e.Mention)), Text: string(e.Release)})
		releases, kinds = append(releases, string(e.Release)), append(kinds, string(e.Kind))
	}
	row.Releases, row.Kinds = strings.Join(address.Unique(releases), " "), strings.Join(address.Unique(kinds), " ")
	return row
}
