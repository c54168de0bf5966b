package page

import (
	"cmp"
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
	groups, releases, kinds := map[string]int{}, map[string]int{}, map[note.EntryKind]int{}
	var marks []upstream.Mark
	for _, a := range av.b.Site.APIs() {
		row := av.apiRow(a, &marks)
		v.Rows = append(v.Rows, row)
		groups[a.Group]++
		for _, r := range strings.Fields(row.Releases) {
			releases[r]++
		}
		for _, k := range strings.Fields(row.Kinds) {
			kinds[note.EntryKind(k)]++
		}
	}
	slices.SortStableFunc(v.Rows, func(a, b view.APIRow) int {
		return cmp.Or(newestFirst(newestOf(a.Removed), newestOf(b.Removed)), newestFirst(newestOf(a.Deprecated), newestOf(b.Deprecated)),
			newestFirst(newestOf(a.Added), newestOf(b.Added)))
	})
	v.Marks = av.b.Marks(marks)
	v.Groups = av.b.Filters.Options(groups, strings.Compare)
	v.Releases = av.b.Filters.Options(releases, newestFirst)
	for _, k := range []note.EntryKind{note.APIAdded, note.APIDeprecated, note.APIRemoved} {
		if n := kinds[k]; n > 0 {
			v.Kinds = append(v.Kinds, view.Option{Value: string(k), Label: av.b.L.T("kind." + string(k)), Count: n, Figure: av.b.L.Number(n)})
		}
	}
	return v
}

func newestOf(cell []view.Link) (newest string) {
	for _, l := range cell {
		if newestFirst(l.Text, newest) < 0 {
			newest = l.Text
		}
	}
	return newest
}

func newestFirst(a, b string) int {
	return upstream.CompareReleases(note.Release(b), note.Release(a))
}

func (av apiViews) apiRow(a site.APIResource, marks *[]upstream.Mark) view.APIRow {
	row := view.APIRow{
		Words: av.b.Say(), ID: address.APIID(a.Key()), Group: a.Group, Version: a.Version, Resource: view.Names(a.Resource),
		Instead: view.Names(a.Fact.Replacement), Since: string(a.Fact.Since),
	}
	if a.Fact.Kind != "" {
		row.Resource = view.Names(a.Fact.Kind)
	}
	var releases, kinds []string
	for _, cell := range []struct {
		kind  note.EntryKind
		dates []upstream.Dated
		links *[]view.Link
	}{
		{note.APIAdded, a.Fact.Introduced, &row.Added},
		{note.APIDeprecated, a.Fact.Deprecated, &row.Deprecated},
		{note.APIRemoved, a.Fact.Removed, &row.Removed},
	} {
		*cell.links = av.cell(a, cell.kind, cell.dates, marks)
		for _, l := range *cell.links {
			releases, kinds = append(releases, l.Text), append(kinds, string(cell.kind))
		}
	}
	row.Releases, row.Kinds = strings.Join(address.Unique(releases), " "), strings.Join(address.Unique(kinds), " ")
	return row
}

// cell returns the releases of an event in the history of a resource. A release links to the note
// that lists the resource.
func (av apiViews) cell(a site.APIResource, kind note.EntryKind, dates []upstream.Dated, marks *[]upstream.Mark) []view.Link {
	var out []view.Link
	add := func(r note.Release, mark upstream.Mark) *view.Link {
		*marks = append(*marks, mark)
		out = append(out, view.Link{Text: string(r), Note: av.b.MarkWord(mark)})
		return &out[len(out)-1]
	}
	for _, d := range dates {
		add(d.Release, d.Mark)
	}
	for _, e := range a.History {
		if e.Kind != kind {
			continue
		}
		i := slices.IndexFunc(out, func(l view.Link) bool { return l.Text == string(e.Release) })
		if i < 0 {
			add(e.Release, builder.Noted)
			i = len(out) - 1
		}
		out[i].Href = av.b.Notes.Mention(av.b.Notes.Preferred(a.Key(), e.Mention))
	}
	return out
}
