package page

import (
	"cmp"
	"html/template"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

const community = "https://github.com/kubernetes/community/tree/master/"

// kindOfGroup tells SIGs, working groups and committees apart, also those that are gone.
func (p *planner) kindOfGroup(g note.SIG) upstream.SIGKind {
	if known := p.data.SIGs[g]; known != nil {
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

// sig makes the page of a group.
func (sh *sheet) sig(label string) any {
	g := note.SIG(label)
	known := sh.data.SIGs[g]
	v := view.SIGView{
		Frame: sh.frame(sh.sigTitle(g)), Label: label, Name: sh.sigName(g), Group: string(sh.kindOfGroup(g)), Gone: known == nil,
		Notes: sh.noteRows(sh.s.NotesOfSIG(g)), Counts: sh.table(g), Board: sh.throughReleases(g),
	}
	v.TitleLang = sh.tag(locale.Detect(v.Title, sh.lang)) // Code of Conduct is English, SIG Node a name
	if known != nil {
		sh.group(&v, known)
	}
	byStage := map[note.Stage][]view.KEPItem{}
	for _, k := range sh.kepsOf(g) {
		it := sh.kepItem(k, "")
		v.KEPs = append(v.KEPs, it)
		if it.Stage != nil {
			byStage[note.Stage(it.Stage.Code)] = append(byStage[note.Stage(it.Stage.Code)], it)
		}
	}
	for _, st := range []note.Stage{note.Alpha, note.Beta, note.Stable, note.Deprecated, note.Removed} {
		if len(byStage[st]) > 0 {
			v.KEPStages = append(v.KEPStages, view.StageColumn{Stage: sh.stageTag(st), KEPs: byStage[st]})
		}
	}
	v.Crumbs = []view.Link{{Href: sh.href("sigs/"), Text: sh.l.T("nav.sigs")}}
	sh.namedAlone(&v, g)
	sh.outline(&v.Frame, section{"notes", len(v.Notes) > 0}, section{"coverage", v.Board != nil}, section{"counts", v.Counts != nil},
		section{"keps", len(v.KEPStages) > 0}, section{"said", len(v.Entries) > 0}, section{"people", len(v.Leads)+len(v.Parts) > 0})
	return v
}

// maxNamed bounds the passages that a group's page quotes.
const maxNamed = 50

// namedAlone quotes what names a group outside an attribution and outside the notes
// that are about it.
func (sh *sheet) namedAlone(v *view.SIGView, g note.SIG) {
	var all []mention
	for _, m := range sh.named(note.Key{Kind: note.SIGRef, ID: string(g)}).digest() {
		if m.Block != nil && !slices.Contains(m.Note.SIGs, g) && !slices.Contains(m.Block.Attr.SIGs, g) { // as few do
			all = append(all, m)
		}
	}
	slices.SortStableFunc(all, byNews)
	v.Entries = sh.groups(all[:min(len(all), maxNamed)], func(g *view.EntryGroup, part []mention) { g.Entries = quoted(part, sh.quote) })
}

// group fills in what sigs.yaml says.
func (sh *sheet) group(v *view.SIGView, known *upstream.SIG) {
	if known.Mission != "" {
		v.Mission = &view.Rich{HTML: template.HTML(template.HTMLEscapeString(strings.TrimSpace(known.Mission))), Lang: sh.english()}
		v.Description, v.DescLang = fragment.Shorten(strings.TrimSpace(known.Mission), 160), sh.english()
	}
	folder := community + known.Dir
	v.GitHub = &view.Link{Href: folder, Text: "GitHub", External: true}
	if known.Charter != "" {
		href := known.Charter
		if !fragment.IsExternal(href) {
			href = folder + "/" + fragment.EscapePath(known.Charter)
		}
		v.Charter = &view.Link{Href: href, Text: "charter", Lang: sh.english(), External: true}
	}
	if known.Slack != "" {
		v.Slack = &view.Link{Href: "https://kubernetes.slack.com/messages/" + known.Slack, Text: "#" + known.Slack, External: true}
	}
	for _, lead := range known.Leads {
		l := sh.personLink(string(lead.Person))
		if lead.Role == "chair" || lead.Role == "tech-lead" { // all that upstream has
			l.Note = sh.l.T("role." + lead.Role)
		}
		v.Leads = append(v.Leads, l)
	}
	for _, part := range known.Subprojects {
		v.Parts = append(v.Parts, part.Name)
	}
}

// kepsOf lists the KEPs that a group owns and that have a page, by number.
func (p *planner) kepsOf(g note.SIG) []string {
	var out []string
	for _, k := range p.data.KEPList {
		if k.SIG == g && k.Numbered() && p.s.HasPage(note.Key{Kind: note.KEP, ID: k.Number}) {
			out = append(out, k.Number)
		}
	}
	slices.SortFunc(out, compareNumbers)
	return slices.Compact(out)
}

// table counts a group's published changes through the releases.
func (sh *sheet) table(g note.SIG) *view.Table {
	t := &view.Table{Words: sh.say()}
	total := map[note.EntryKind]int{}
	type row struct {
		release note.Release
		n       int
		byKind  map[note.EntryKind]int
	}
	var rows []row
	for _, r := range sh.s.Releases() {
		at := row{release: r, byKind: map[note.EntryKind]int{}}
		facts := sh.s.Facts(r)
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
	t.Kinds = sh.kindOptions(total)
	var words []string
	for _, at := range rows {
		made := view.TableRow{Release: sh.releaseLink(at.release), Total: at.n}
		made.Parts, made.Cells = sh.parts(at.byKind, t.Kinds, t.Max)
		t.Rows = append(t.Rows, made)
		words = append(words, string(at.release)+" "+sh.l.Number(at.n))
	}
	t.Alt = sh.l.T("alt.table", strings.Join(words, ", "))
	return t
}

func (sh *sheet) sigs() any {
	v := view.SIGsView{Frame: sh.frame(sh.l.T("nav.sigs"))}
	changes := map[note.SIG]int{}
	for _, r := range sh.s.Releases() {
		for _, row := range sh.s.Facts(r).BySIG() {
			changes[row.SIG] += row.Total
		}
	}
	for _, label := range sh.s.Keys(note.SIGRef) {
		g := note.SIG(label)
		row := view.SIGRow{
			Words: sh.say(), Label: label, Name: sh.sigName(g), Href: sh.sigLink(g).Href, Notes: len(sh.s.NotesOfSIG(g)),
			KEPs: len(sh.kepsOf(g)), Changes: changes[g], Gone: sh.data.SIGs[g] == nil,
		}
		switch sh.kindOfGroup(g) {
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
			return cmp.Or(sh.l.Collate(a.Name, b.Name), cmp.Compare(a.Label, b.Label))
		})
	}
	return v
}
