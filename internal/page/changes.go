package page

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/view"
)

type changeViews struct{ b *builder.Builder }

func (cv changeViews) changes(r note.Release) any {
	facts, board := cv.b.Site.Facts(r), cv.b.Site.Board(r)
	v := view.ChangesView{
		Frame: cv.b.Frames.Frame(cv.b.L.T("changes.title", r)), Release: string(r), RelHref: cv.b.Href(address.ReleasePath(r)), Total: len(facts.Changes),
	}
	v.Crumbs = []view.Link{{Href: v.RelHref, Text: "Kubernetes " + string(r)}}
	groups := map[note.EntryKind][]view.Change{}
	langs := map[string]int{}
	urgent := 0
	for i := range facts.Changes {
		c := &facts.Changes[i]
		if c.Note.Urgent {
			urgent++
		}
		made := cv.b.Changes.Change(r, c, false)
		made.ID = address.ChangeID(c)
		if board.Covers(c) {
			v.Noted++
		}
		for _, l := range strings.Fields(made.Langs) {
			langs[l]++
		}
		groups[c.Note.Kind] = append(groups[c.Note.Kind], made)
	}
	for _, row := range facts.BySIG() {
		if row.SIG != "" {
			v.SIGs = append(v.SIGs, view.Option{Value: string(row.SIG), Label: cv.b.Book.SIGName(row.SIG), Count: row.Total, Figure: cv.b.L.Number(row.Total)})
		}
	}
	slices.SortStableFunc(v.SIGs, func(a, b view.Option) int { return cv.b.L.Collate(a.Label, b.Label) })
	kinds := cv.b.Filters.KindOptions(facts.ByKind())
	v.Kinds, v.Languages = kinds, cv.langOptions(langs)
	if urgent > 0 {
		v.Kinds = append([]view.Option{{Value: string(note.Urgent), Label: cv.b.L.T("kind.urgent"), Count: urgent, Figure: cv.b.L.Number(urgent)}}, kinds...)
	}
	for _, k := range kinds {
		kind := note.EntryKind(strings.TrimSuffix(k.Value, "none"))
		g := view.ChangeGroup{ID: "kind-" + k.Value, Kind: view.Tag{Code: k.Value, Label: k.Label}, Changes: groups[kind]}
		v.Groups = append(v.Groups, g)
		v.Outline = append(v.Outline, view.OutlineItem{ID: g.ID, Text: g.Kind.Label, Level: 2})
	}
	return v
}

func (cv changeViews) langOptions(count map[string]int) []view.Option {
	var out []view.Option
	for l, n := range count {
		self := cv.b.Book.Languages.Self(note.Lang(l))
		out = append(out, view.Option{Value: l, Label: self.Text, Lang: self.Lang, Count: n, Figure: cv.b.L.Number(n)})
	}
	slices.SortFunc(out, func(a, b view.Option) int { return strings.Compare(a.Value, b.Value) })
	return out
}
