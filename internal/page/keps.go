package page

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

type kepViews struct{ b *builder.Builder }

const enhancements = "https://github.com/kubernetes/enhancements/"

func (kv kepViews) kep(number string) any {
	key := note.Key{Kind: note.KEP, ID: number}
	all := kv.b.Data.KEPs[number]
	v := view.KEPView{
		Frame: kv.b.Frames.Frame("KEP-" + number + ": " + kv.b.Book.KEPTitle(number)), Number: number, Twice: len(all) > 1,
		GitHub: view.Link{Href: "https://kep.k8s.io/" + number, Text: "GitHub", External: true},
	}
	v.TitleLang = kv.b.English()
	v.Summary = summaryViews(kv).kep(number)
	for _, k := range all {
		v.KEPs = append(v.KEPs, kv.enhancement(k, key))
	}
	for _, g := range kv.b.Site.GatesOfKEP(number) {
		v.Gates = append(v.Gates, kv.b.Rows.Gate(g, true))
	}
	kv.kepPulls(&v, number)
	v.Entries, v.Count, v.Langs = kv.b.Groups.About(key)
	kv.kepSide(&v, all)
	hasLine := slices.ContainsFunc(v.KEPs, func(e view.Enhancement) bool { return e.Line != nil })
	for i, e := range v.KEPs {
		if v.Twice {
			v.Outline = append(v.Outline, view.OutlineItem{ID: "kep-" + strconv.Itoa(i), Text: e.Title, Lang: kv.b.English(), Level: 2})
		}
	}
	kv.b.Frames.Outline(&v.Frame, section("line", hasLine && !v.Twice), section("said", v.Count > 0),
		section("gates", len(v.Gates) > 0), section("prs", len(v.PRs) > 0), section("facts", len(v.KEPs) > 0 && !v.Twice))
	return v
}

const maxPulls = 100

func (kv kepViews) kepPulls(v *view.KEPView, number string) {
	all := summaryViews(kv).pullsOf(number)
	v.PRs = make([]view.PRRow, min(len(all), maxPulls))
	for i := range v.PRs {
		v.PRs[i] = kv.b.Rows.Pull(all[i])
	}
	if older := len(all) - len(v.PRs); older > 0 && kv.b.Book.Exists("prs/") {
		v.OlderPRs = &view.Link{Href: kv.b.Href("prs/"), Text: kv.b.L.N("kep.older", older)}
	}
}

const maxSide = 12

// kepSide adds the breadcrumbs, and a sidebar with other cited KEPs of the same SIG.
func (kv kepViews) kepSide(v *view.KEPView, all []*upstream.KEP) {
	v.Crumbs = []view.Link{{Href: kv.b.Href("keps/"), Text: kv.b.L.T("nav.keps")}}
	for _, k := range all {
		if k.SIG == "" {
			continue
		}
		l := kv.b.Links.SIG(k.SIG)
		l.Text = kv.b.Book.SIGTitle(k.SIG)
		v.Crumbs = append(v.Crumbs, l)
		g := view.SideGroup{Title: l.Text}
		for _, number := range notedKEPs(kv.b.Book, k.SIG) {
			if len(g.Links) == maxSide {
				break
			}
			kep := kv.b.Links.KEP(number)
			kep.Current, kep.Note = number == v.Number, ""
			kep.Text, kep.Lang = kv.b.Book.KEPTitle(number), kv.b.English()
			g.Links = append(g.Links, kep)
		}
		if len(g.Links) > 0 {
			v.Side = append(v.Side, g)
		}
	}
}

func notedKEPs(bk *address.Book, g note.SIG) []string {
	var out []string
	count := map[string]int{}
	for _, k := range bk.Data.KEPList {
		key := note.Key{Kind: note.KEP, ID: k.Number}
		if _, seen := count[k.Number]; seen || k.SIG != g || !bk.Site.HasPage(key) {
			continue
		}
		if count[k.Number] = bk.Site.Citations(key); count[k.Number] > 0 {
			out = append(out, k.Number)
		}
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(cmp.Compare(count[b], count[a]), site.CompareIDs(a, b)) })
	return out
}

func (kv kepViews) enhancement(k *upstream.KEP, key note.Key) view.Enhancement {
	line := kv.b.Site.KEPLine(k)
	drawn := kv.b.Lines.Line(line, key)
	if drawn != nil {
		drawn.Differ = kv.differ(k, "")
	}
	e := view.Enhancement{
		Words: kv.b.Say(), Title: k.Title, Status: k.Status, StatusWord: kv.b.StatusWord(k.Status), Stage: kv.b.Now(line), Created: kv.b.Date(k.Created),
		Folder: view.Link{Href: enhancements + "tree/master/" + fragment.EscapePath(k.Dir), Text: k.Dir, External: true},
		Line:   drawn, Milestones: kv.milestones(k.Milestone),
		Replaces: kv.b.Links.KEPRefs(k.Replaces), SupersededBy: kv.b.Links.KEPRefs(k.SupersededBy), SeeAlso: kv.b.Links.KEPRefs(k.SeeAlso),
	}
	if k.SIG != "" {
		l := kv.b.Links.SIG(k.SIG)
		l.Text = kv.b.Book.SIGTitle(k.SIG)
		e.SIG = &l
	}
	for _, g := range k.Participating {
		e.Also = append(e.Also, kv.b.Links.SIG(g))
	}
	for _, a := range k.Authors {
		e.Authors = append(e.Authors, kv.b.Links.Person(a))
	}
	return e
}

func (kv kepViews) milestones(m upstream.Milestone) []view.Milestone {
	var out []view.Milestone
	for _, row := range []struct {
		stage note.Stage
		at    note.Release
	}{{note.Alpha, m.Alpha}, {note.Beta, m.Beta}, {note.Stable, m.Stable}, {note.Deprecated, m.Deprecated}, {note.Removed, m.Removed}} {
		if row.at != "" {
			out = append(out, view.Milestone{Stage: kv.b.StageTag(row.stage), Release: string(row.at), Href: kv.b.Links.Release(row.at).Href})
		}
	}
	return out
}

func (kv kepViews) keps() any {
	v := view.KEPsView{Frame: kv.b.Frames.Frame(kv.b.L.T("nav.keps")), English: kv.b.English()}
	sigs, stages, statuses := map[note.SIG]int{}, map[note.Stage]int{}, map[string]int{}
	for _, number := range kv.b.Site.Keys(note.KEP) {
		for _, k := range kv.b.Data.KEPs[number] {
			row := kv.kepRow(k)
			v.Rows = append(v.Rows, row)
			sigs[k.SIG]++
			statuses[k.Status]++
			if row.Stage != nil {
				stages[note.Stage(row.Stage.Code)]++
			}
		}
	}
	slices.SortStableFunc(v.Rows, func(a, b view.KEPRow) int {
		return cmp.Or(upstream.CompareReleases(note.Release(b.Since), note.Release(a.Since)), address.CompareNumbers(b.Number, a.Number))
	})
	v.SIGs = kv.b.Filters.SIGOptions(sigs)
	v.Stages = kv.b.Filters.StageOptions(stages)
	for s, n := range statuses {
		if s != "" {
			o := view.Option{Value: s, Label: s, Lang: kv.b.English(), Count: n, Figure: kv.b.L.Number(n)}
			if word := kv.b.StatusWord(s); word != "" {
				o.Label, o.Lang = word, ""
			}
			v.Statuses = append(v.Statuses, o)
		}
	}
	at := func(o view.Option) int {
		if i := slices.Index(upstream.KEPStatuses, o.Value); i >= 0 {
			return i
		}
		return len(upstream.KEPStatuses)
	}
	slices.SortFunc(v.Statuses, func(a, b view.Option) int { return cmp.Or(at(a)-at(b), cmp.Compare(a.Value, b.Value)) })
	return v
}

func (kv kepViews) kepRow(k *upstream.KEP) view.KEPRow {
	row := view.KEPRow{
		Words: kv.b.Say(), Number: k.Number, Href: kv.b.Near(kv.b.Links.KEP(k.Number).Href), Title: k.Title, SIGCode: string(k.SIG),
		Status: k.Status, StatusWord: kv.b.StatusWord(k.Status), Stage: kv.b.Now(kv.b.Site.KEPLine(k)),
	}
	if k.SIG != "" {
		l := kv.b.Links.SIG(k.SIG)
		l.Href = kv.b.Near(l.Href)
		row.SIG = &l
	}
	if row.Stage != nil {
		row.Since = row.Stage.Since
		row.Planned = kv.planned(note.Release(row.Since))
	}
	row.Noted, row.Langs = kv.b.Citations.CountIn(note.Key{Kind: note.KEP, ID: k.Number})
	return row
}

// planned returns a remark that a release is not published yet. It returns "" for a published
// release.
func (kv kepViews) planned(r note.Release) string {
	if all := kv.b.Site.Releases(); len(all) > 0 && upstream.CompareReleases(r, all[0]) > 0 {
		return kv.b.L.T("kep.planned", r)
	}
	return ""
}

// differ describes the stages that have different releases in kep.yaml and in the data of the
// only gate. Example: By kep.yaml alpha 1.25, beta 1.35; by UserNamespacesSupport alpha 1.28,
// beta 1.30. If of names a gate, it describes only the stages of that gate.
func (kv kepViews) differ(k *upstream.KEP, of string) string {
	var file, gate []string
	all := kv.b.Site.DisagreementsOf(k)
	for _, d := range all {
		if of != "" && d.Gate != of {
			return ""
		}
		stage := kv.b.StageTag(d.Stage).Label + " "
		file, gate = append(file, stage+string(d.File)), append(gate, stage+string(d.ByGate))
	}
	if len(all) == 0 {
		return ""
	}
	comma := kv.b.L.T("mark.comma")
	return kv.b.L.T("line.differ", strings.Join(file, comma), all[0].Gate, strings.Join(gate, comma))
}
