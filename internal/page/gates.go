package page

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

type gateViews struct{ b *builder.Builder }

func (gv gateViews) gate(name string) any {
	key := note.Key{Kind: note.Gate, ID: name}
	g, l := gv.b.Data.Gate(name), gv.b.Site.GateLine(name)
	v := view.GateView{
		Frame: gv.b.Frames.Frame(name), Name: name, Former: g.FormerTitles, Removed: g.Removed,
		Line: gv.b.Lines.Line(l, key), Description: gv.descriptions(g), Summary: summaryViews(gv).gate(name), Stage: gv.b.Now(l),
		Upstream: view.Link{Href: gatePage + name, Text: "kubernetes.io", External: true},
	}
	v.TitleLang = gv.b.English()
	if gv.oneSentence(g, v.Summary) {
		v.Description = nil // the head of the page shows it
	}
	gv.stages(&v, l)
	gv.removal(&v)
	for _, k := range gv.b.Site.KEPsOfGate(name) {
		v.KEPs = append(v.KEPs, gv.b.Rows.KEPOnPage(k, ""))
		for _, kep := range gv.b.Data.KEPs[k] {
			if v.Line != nil && v.Line.Differ == "" {
				v.Line.Differ = kepViews(gv).differ(kep, name)
			}
			if v.KEPSays == "" {
				v.KEPSays = gv.kepSentence(kep, l)
			}
		}
	}
	v.Entries, v.Count, _ = gv.b.Groups.About(key)
	v.Crumbs = []view.Link{{Href: gv.b.Href("gates/"), Text: gv.b.L.T("nav.gates")}}
	gv.b.Frames.Outline(&v.Frame, section("line", v.Line != nil), section("description", len(v.Description) > 0),
		section("keps", len(v.KEPs) > 0), section("said", v.Count > 0))
	return v
}

// kepSentence returns a sentence about the current stage of the KEP of a gate, if that differs from
// the stage of the gate. Otherwise it returns "".
func (gv gateViews) kepSentence(k *upstream.KEP, l site.Line) string {
	own, ok := l.Now()
	now, known := gv.b.Site.KEPLine(k).Now()
	if !ok || !known || own.Stage == now.Stage {
		return ""
	}
	return gv.b.L.T("gate.kep_says", "KEP-"+k.Number, gv.b.StageTag(now.Stage).Label, now.From)
}

// stages adds a row for each stage of a gate on the website. If the list of gates of a release
// disagrees, the row also has the stage in that list.
func (gv gateViews) stages(v *view.GateView, l site.Line) {
	var marks []upstream.Mark
	for _, sp := range l.Spans {
		row := view.GateStage{Stage: gv.b.Stage(sp), From: string(sp.From), To: string(sp.To)}
		fact := gv.b.Data.GateAt(v.Name, sp.From)
		if fact.Mark == "" {
			fact.Mark = upstream.Derived
		}
		if fact.Mark == upstream.Disagree {
			row.Other = gv.b.Stage(site.Span{Stage: fact.State.Stage, Default: fact.State.Default, Locked: fact.State.Locked}).Text
		}
		row.Mark, marks = gv.b.MarkWord(fact.Mark), append(marks, fact.Mark)
		v.Rows = append(v.Rows, row)
	}
	if g, ok := gv.b.Data.RemovalOf(v.Name); ok {
		marks = append(marks, g.Mark)
	}
	v.Marks = gv.b.Marks(marks)
}

// removal adds the releases in which the gate may have been removed, with the sources.
func (gv gateViews) removal(v *view.GateView) {
	g, ok := gv.b.Data.RemovalOf(v.Name)
	if !ok {
		return
	}
	v.RemovedIn = gv.b.RemovedIn(g)
	for _, s := range g.Sources {
		switch {
		case s.PR != 0:
			l := gv.b.Links.Pull(strconv.Itoa(s.PR))
			l.Text, l.Note, l.NoteLang = string(s.Release)+" "+l.Text, gv.b.Book.Words(s.Text), gv.b.English()
			v.Sources = append(v.Sources, l)
		case s.File == upstream.GateFile:
			v.Sources = append(v.Sources, view.Link{Href: v.Upstream.Href, Text: string(s.Release) + " " + v.Upstream.Text, External: true})
		default:
			v.Sources = append(v.Sources, view.Link{Text: gv.b.L.T("gate.list", s.Release)})
		}
	}
}

const gatePage = "https://kubernetes.io/docs/reference/command-line-tools-reference/feature-gates/#"

// oneSentence reports whether the summary is equal to the whole description.
func (gv gateViews) oneSentence(g *upstream.Gate, s *view.Summary) bool {
	return s != nil && slices.ContainsFunc([]note.Lang{gv.b.Lang, "en"}, func(l note.Lang) bool {
		return strings.Join(strings.Fields(gv.b.Book.Words(g.Description[l])), " ") == s.Text.Text
	})
}

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
		if row.Present {
			v.Now.Count++
		}
		v.Rows = append(v.Rows, row)
	}
	slices.SortStableFunc(v.Rows, func(a, b view.GateRow) int {
		return cmp.Or(upstream.CompareReleases(movedIn(b), movedIn(a)), gv.b.L.Collate(a.Name, b.Name))
	})
	v.Stages = gv.b.Filters.StageOptions(count)
	v.Now.Figure, v.Oldest = gv.b.L.Number(v.Now.Count), string(gv.b.Book.OldestInSupport())
	return v
}

// movedIn returns the release of the last event of a gate: its newest stage or its removal.
func movedIn(row view.GateRow) note.Release {
	since := note.Release(row.Since)
	if row.Stage != nil {
		since = note.Release(row.Stage.Since)
	}
	if gone := note.Release(row.Gone); upstream.CompareReleases(gone, since) > 0 {
		return gone
	}
	return since
}
