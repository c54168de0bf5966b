package page

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

type gateViews struct{ b *builder.Builder }

func (gv gateViews) gate(name string) any {
	key := note.Key{Kind: note.Gate, ID: name}
	g, l := gv.b.Data.Gate(name), gv.b.Site.GateLine(name)
	v := view.GateView{
		Frame: gv.b.Frames.Frame(name), Name: name, Former: g.FormerTitles, Removed: g.Removed,
		Line: gv.b.Lines.Line(l, key), Description: gv.descriptions(g),
		Upstream: view.Link{Href: gatePage + name, Text: "kubernetes.io", External: true},
	}
	v.TitleLang = gv.b.English()
	for _, sp := range l.Spans {
		v.Rows = append(v.Rows, view.GateStage{Stage: gv.b.Stage(sp), From: string(sp.From), To: string(sp.To)})
	}
	for _, k := range gv.b.Site.KEPsOfGate(name) {
		v.KEPs = append(v.KEPs, gv.b.Rows.KEPOnPage(k, ""))
	}
	v.Entries, v.Count, _ = gv.b.Groups.About(key)
	v.Crumbs = []view.Link{{Href: gv.b.Href("gates/"), Text: gv.b.L.T("nav.gates")}}
	gv.b.Frames.Outline(&v.Frame, section("line", v.Line != nil), section("description", len(v.Description) > 0),
		section("keps", len(v.KEPs) > 0), section("said", v.Count > 0))
	return v
}

const gatePage = "https://kubernetes.io/docs/reference/command-line-tools-reference/feature-gates/#"

func (gv gateViews) descriptions(g *upstream.Gate) []view.Rich {
	var out []view.Rich
	for _, lang := range address.Unique([]note.Lang{gv.b.Lang, "en"}) {
		if r := gv.b.Markdown(g.Description[lang], lang); r != nil {
			out = append(out, *r)
		}
	}
	return out
}

func (gv gateViews) gates() any {
	v := view.GatesView{Frame: gv.b.Frames.Frame(gv.b.L.T("gates.title"))}
	count := map[note.Stage]int{}
	for _, name := range gv.b.Site.Keys(note.Gate) {
		row := gv.b.Rows.Gate(name, false)
		if row.Stage != nil {
			count[note.Stage(row.Stage.Code)]++
		}
		v.Rows = append(v.Rows, row)
	}
	slices.SortStableFunc(v.Rows, func(a, b view.GateRow) int { return gv.b.L.Collate(a.Name, b.Name) })
	v.Stages = gv.b.Filters.StageOptions(count)
	return v
}
