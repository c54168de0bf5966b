package page

import (
	"cmp"
	"html/template"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

type groupViews struct{ b *builder.Builder }

// kindOfGroup returns the type of a group. For groups that no longer exist, it derives the type
// from the label.
func kindOfGroup(bk *address.Book, g note.SIG) upstream.SIGKind {
	if known := bk.Data.SIGs[g]; known != nil {
		return known.Kind
	}
	switch {
	case strings.HasPrefix(string(g), "wg-"):
		return upstream.WorkingGroup
	case strings.HasPrefix(string(g), "committee-"):
		return upstream.Committee
	}
	return upstream.Group
}

func (gs groupViews) sig(label string) any {
	g := note.SIG(label)
	known := gs.b.Data.SIGs[g]
	v := view.SIGView{
		Frame: gs.b.Frames.Frame(gs.b.Book.SIGTitle(g)), Label: label, Name: gs.b.Book.SIGName(g), Group: string(kindOfGroup(gs.b.Book, g)), Gone: known == nil,
		Notes: gs.b.Rows.Notes(gs.b.Site.NotesOfSIG(g)), Counts: gs.table(g), Board: boardViews(gs).throughReleases(g),
	}
	v.TitleLang = gs.b.Tag(locale.Detect(v.Title, gs.b.Lang)) // the lang attribute is for titles such as "Code of Conduct", which are English
	if known != nil {
		gs.group(&v, known)
	}
	byStage := map[note.Stage][]view.KEPItem{}
	keps := kepsOf(gs.b.Book, g)
	v.News = newsViews(gs).news(g, keps)
	for _, k := range keps {
		it := gs.b.Rows.KEP(k, "")
		v.KEPs = append(v.KEPs, it)
		if it.Stage != nil {
			byStage[note.Stage(it.Stage.Code)] = append(byStage[note.Stage(it.Stage.Code)], it)
		}
	}
	for _, st := range []note.Stage{note.Alpha, note.Beta, note.Stable, note.Deprecated, note.Removed} {
		if len(byStage[st]) > 0 {
			v.KEPStages = append(v.KEPStages, view.StageColumn{Stage: gs.b.StageTag(st), KEPs: byStage[st]})
		}
	}
	v.Crumbs = []view.Link{{Href: gs.b.Href("sigs/"), Text: gs.b.L.T("nav.sigs")}}
	gs.namedAlone(&v, g)
	gs.b.Frames.Outline(&v.Frame, section("news", v.News != nil), section("notes", len(v.Notes) > 0), section("keps", len(v.KEPStages) > 0), section("counts", v.Counts != nil),
		section("said", len(v.Entries) > 0), section("people", len(v.Leads)+len(v.Parts) > 0), section("coverage", v.Board != nil))
	return v
}

const maxNamed = 50

// maxMission is the maximum length in characters of a mission in the list of SIGs.
const maxMission = 200

func (gs groupViews) namedAlone(v *view.SIGView, g note.SIG) {
	var all []builder.Mention
	for _, m := range gs.b.Citations.Of(note.Key{Kind: note.SIGRef, ID: string(g)}).Digest() {
		if m.Block != nil && !slices.Contains(m.Note.SIGs, g) && !slices.Contains(m.Block.Attr.SIGs, g) { // few mentions pass this test
			all = append(all, m)
		}
	}
	slices.SortStableFunc(all, builder.ByNews)
	v.Entries = gs.b.Groups.ByRelease(all[:min(len(all), maxNamed)], func(g *view.EntryGroup, part []builder.Mention) { g.Entries = builder.Quoted(part, gs.b.Quotes.Quote) })
}

func (gs groupViews) group(v *view.SIGView, known *upstream.SIG) {
	if known.Mission != "" {
		v.Mission = &view.Rich{HTML: template.HTML(template.HTMLEscapeString(strings.TrimSpace(known.Mission))), Lang: gs.b.English()}
		v.Description, v.DescLang = fragment.Shorten(strings.TrimSpace(known.Mission), 160), gs.b.English()
	}
	folder := address.Community + known.Dir
	v.GitHub = &view.Link{Href: folder, Text: "GitHub", External: true}
	if known.Charter != "" {
		href := known.Charter
		if !fragment.IsExternal(href) {
			href = folder + "/" + fragment.EscapePath(known.Charter)
		}
		v.Charter = &view.Link{Href: href, Text: "charter", Lang: gs.b.English(), External: true}
	}
	if known.Slack != "" {
		v.Slack = &view.Link{Href: "https://kubernetes.slack.com/messages/" + known.Slack, Text: "#" + known.Slack, External: true}
	}
	for _, lead := range known.Leads {
		l := gs.b.Links.Person(string(lead.Person))
		if lead.Role == "chair" || lead.Role == "tech-lead" { // all roles that upstream data have
			l.Note = gs.b.L.T("role." + lead.Role)
		}
		v.Leads = append(v.Leads, l)
	}
	for _, part := range known.Subprojects {
		v.Parts = append(v.Parts, part.Name)
	}
}

func kepsOf(bk *address.Book, g note.SIG) []string {
	var out []string
	for _, k := range bk.Data.KEPList {
		if k.SIG == g && k.Numbered() && bk.Site.HasPage(note.Key{Kind: note.KEP, ID: k.Number}) {
			out = append(out, k.Number)
		}
	}
	slices.SortFunc(out, address.CompareNumbers)
	return slices.Compact(out)
}

func (gs groupViews) table(g note.SIG) *view.Table {
	t := &view.Table{Words: gs.b.Say()}
	total := map[note.EntryKind]int{}
	type row struct {
		release note.Release
		n       int
		byKind  map[note.EntryKind]int
	}
	var rows []row
	for _, r := range gs.b.Site.Releases() {
		at := row{release: r, byKind: map[note.EntryKind]int{}}
		facts := gs.b.Site.Facts(r)
		for i := range facts.Changes {
			c := &facts.Changes[i]
			if !c.In(g) {
				continue
			}
			at.n++
			at.byKind[c.Note.Kind]++
			total[c.Note.Kind]++
		}
		if at.n > 0 {
			rows, t.Max = append(rows, at), max(t.Max, at.n)
		}
	}
	if len(rows) == 0 {
		return nil
	}
	t.Kinds = gs.b.Filters.KindOptions(total)
	var words []string
	for _, at := range rows {
		made := view.TableRow{Release: gs.b.Links.Release(at.release), Total: at.n}
		made.Parts, made.Cells = gs.b.Filters.BarParts(at.byKind, t.Kinds, t.Max)
		t.Rows = append(t.Rows, made)
		words = append(words, string(at.release)+" "+gs.b.L.Number(at.n))
	}
	t.Alt = gs.b.L.T("alt.table", strings.Join(words, gs.b.L.T("mark.comma")))
	return t
}

func (gs groupViews) sigs() any {
	v := view.SIGsView{Frame: gs.b.Frames.Frame(gs.b.L.T("nav.sigs"))}
	changes, newest := map[note.SIG]int{}, map[note.SIG]int{}
	for _, r := range gs.b.Site.Releases() {
		for _, row := range gs.b.Site.Facts(r).BySIG() {
			changes[row.SIG] += row.Total
			if v.Newest.Text == "" || v.Newest.Text == string(r) {
				v.Newest = gs.b.Links.Release(r)
				newest[row.SIG] = row.Total
			}
		}
	}
	for _, label := range gs.b.Site.Keys(note.SIGRef) {
		g := note.SIG(label)
		row := view.SIGRow{
			Words: gs.b.Say(), Label: label, Name: gs.b.Book.SIGName(g), Href: gs.b.Links.SIG(g).Href, Notes: len(gs.b.Site.NotesOfSIG(g)),
			KEPs: len(kepsOf(gs.b.Book, g)), Changes: changes[g], Newest: newest[g], Gone: gs.b.Data.SIGs[g] == nil,
		}
		if known := gs.b.Data.SIGs[g]; known != nil && known.Mission != "" {
			row.Mission = gs.b.Text(firstSentence(known.Mission, maxMission), "en")
		}
		switch kindOfGroup(gs.b.Book, g) {
		case upstream.Group:
			v.SIGs = append(v.SIGs, row)
		case upstream.Committee:
			v.Committees = append(v.Committees, row)
		default:
			v.Groups = append(v.Groups, row)
		}
	}
	for _, rows := range [][]view.SIGRow{v.SIGs, v.Groups, v.Committees} {
		slices.SortStableFunc(rows, func(a, b view.SIGRow) int {
			return cmp.Or(gs.b.L.Collate(a.Name, b.Name), cmp.Compare(a.Label, b.Label))
		})
	}
	return v
}
