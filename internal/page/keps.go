package page

import (
	"cmp"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

const enhancements = "https://github.com/kubernetes/enhancements/"

// kep makes the page of a KEP's number.
func (sh *sheet) kep(number string) any {
	key := note.Key{Kind: note.KEP, ID: number}
	all := sh.data.KEPs[number]
	v := view.KEPView{
		Frame: sh.frame("KEP-" + number + ": " + sh.kepTitle(number)), Number: number, Twice: len(all) > 1,
		GitHub: view.Link{Href: "https://kep.k8s.io/" + number, Text: "GitHub", External: true},
	}
	v.TitleLang = sh.english()
	for _, k := range all {
		v.KEPs = append(v.KEPs, sh.enhancement(k, key))
	}
	for _, g := range sh.s.GatesOfKEP(number) {
		v.Gates = append(v.Gates, sh.gateRow(g, true))
	}
	sh.kepPulls(&v, number)
	v.Entries, v.Count, v.Langs = sh.said(key)
	sh.kepSide(&v, all)
	hasLine := slices.ContainsFunc(v.KEPs, func(e view.Enhancement) bool { return e.Line != nil })
	for i, e := range v.KEPs {
		if v.Twice {
			v.Outline = append(v.Outline, view.OutlineItem{ID: "kep-" + itoa(i), Text: e.Title, Lang: sh.english(), Level: 2})
		}
	}
	sh.outline(&v.Frame, section{"line", hasLine && !v.Twice}, section{"facts", len(v.KEPs) > 0 && !v.Twice}, section{"said", v.Count > 0},
		section{"gates", len(v.Gates) > 0}, section{"prs", len(v.PRs) > 0})
	return v
}

// maxPulls is how many pull requests the page of a KEP lists.
const maxPulls = 100

// kepPulls lists the newest pull requests of a KEP; of older ones it leads to the lists
// by release.
func (sh *sheet) kepPulls(v *view.KEPView, number string) {
	all := sh.pullsOf(number)
	v.PRs = make([]view.PRRow, min(len(all), maxPulls))
	for i := range v.PRs {
		v.PRs[i] = sh.prRow(all[i])
	}
	if older := len(all) - len(v.PRs); older > 0 && sh.exists("prs/") {
		v.OlderPRs = &view.Link{Href: sh.href("prs/"), Text: sh.l.N("kep.older", older)}
	}
}

// maxSide is how many KEPs the left column names.
const maxSide = 12

// kepSide leads up to the list and the groups, and lists beside the KEP those of its
// groups that notes tell of.
func (sh *sheet) kepSide(v *view.KEPView, all []*upstream.KEP) {
	v.Crumbs = []view.Link{{Href: sh.href("keps/"), Text: sh.l.T("nav.keps")}}
	for _, k := range all {
		if k.SIG == "" {
			continue
		}
		l := sh.sigLink(k.SIG)
		l.Text = sh.sigTitle(k.SIG)
		v.Crumbs = append(v.Crumbs, l)
		g := view.SideGroup{Title: l.Text}
		for _, number := range sh.notedKEPs(k.SIG) {
			if len(g.Links) == maxSide {
				break
			}
			kep := sh.kepLink(number)
			kep.Current, kep.Note = number == v.Number, ""
			kep.Text, kep.Lang = sh.kepTitle(number), sh.english()
			g.Links = append(g.Links, kep)
		}
		if len(g.Links) > 0 {
			v.Side = append(v.Side, g)
		}
	}
}

// notedKEPs lists the KEPs of a group that notes name, most named first.
func (p *planner) notedKEPs(g note.SIG) []string {
	var out []string
	count := map[string]int{}
	for _, k := range p.data.KEPList {
		key := note.Key{Kind: note.KEP, ID: k.Number}
		if _, seen := count[k.Number]; seen || k.SIG != g || !p.s.HasPage(key) {
			continue
		}
		if count[k.Number] = p.s.Citations(key); count[k.Number] > 0 {
			out = append(out, k.Number)
		}
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(cmp.Compare(count[b], count[a]), site.CompareIDs(a, b)) })
	return out
}

// enhancement is what kep.yaml says today.
func (sh *sheet) enhancement(k *upstream.KEP, key note.Key) view.Enhancement {
	line := sh.s.KEPLine(k)
	drawn := sh.line(line, key)
	if drawn != nil {
		drawn.Differ = sh.differ(k)
	}
	e := view.Enhancement{
		Words: sh.say(), Title: k.Title, Status: k.Status, StatusWord: sh.statusWord(k.Status), Stage: sh.now(line), Created: sh.date(k.Created),
		Folder: view.Link{Href: enhancements + "tree/master/" + fragment.EscapePath(k.Dir), Text: k.Dir, External: true},
		Line:   drawn, Milestones: sh.milestones(k.Milestone),
		Replaces: sh.kepRefs(k.Replaces), SupersededBy: sh.kepRefs(k.SupersededBy), SeeAlso: sh.kepRefs(k.SeeAlso),
	}
	if k.SIG != "" {
		l := sh.sigLink(k.SIG)
		l.Text = sh.sigTitle(k.SIG)
		e.SIG = &l
	}
	for _, g := range k.Participating {
		e.Also = append(e.Also, sh.sigLink(g))
	}
	for _, a := range k.Authors {
		e.Authors = append(e.Authors, sh.personLink(a))
	}
	return e
}

func (sh *sheet) milestones(m upstream.Milestone) []view.Milestone {
	var out []view.Milestone
	for _, row := range []struct {
		stage note.Stage
		at    note.Release
	}{{note.Alpha, m.Alpha}, {note.Beta, m.Beta}, {note.Stable, m.Stable}, {note.Deprecated, m.Deprecated}, {note.Removed, m.Removed}} {
		if row.at != "" {
			out = append(out, view.Milestone{Stage: sh.stageTag(row.stage), Release: string(row.at), Href: sh.releaseLink(row.at).Href})
		}
	}
	return out
}

// kepFolder finds the number in what kep.yaml writes of other KEPs: folders in many
// forms, addresses, bare numbers.
var kepFolder = regexp.MustCompile(`(?:^|/)(?:KEP-|#)?0*([0-9]{1,5})(?:[-/]|$)`)

// kepRefs links to the KEPs that a kep.yaml names: those that are known by number,
// else the address that is written there, else plain words.
func (sh *sheet) kepRefs(written []string) []view.Link {
	var out []view.Link
	for _, w := range written {
		w = strings.TrimSpace(w)
		if m := kepFolder.FindStringSubmatch(w); m != nil && len(sh.data.KEP(m[1])) > 0 {
			l := sh.kepLink(sh.data.KEP(m[1])[0].Number)
			out = append(out, l)
			continue
		}
		if w != "" {
			out = append(out, sh.elsewhereRef(w))
		}
	}
	return out
}

// markdownLink is how some kep.yaml name a document.
var markdownLink = regexp.MustCompile(`^\[([^\]]+)\]\((\S+)\)$`)

// elsewhereRef links to a document that a kep.yaml names: by an address alone, with words
// behind it, or in Markdown; else it is plain words.
func (sh *sheet) elsewhereRef(w string) view.Link {
	address, words, _ := strings.Cut(w, " ")
	if m := markdownLink.FindStringSubmatch(w); m != nil {
		address, words = m[2], m[1]
	}
	words = strings.TrimLeft(words, "- ")
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return view.Link{Text: w, Lang: sh.english()}
	}
	if words == "" {
		return view.Link{Href: address, Text: cmp.Or(path.Base(u.Path), u.Host), External: true}
	}
	return view.Link{Href: address, Text: words, Lang: sh.english(), External: true}
}

// pullsOf lists the pull requests that have to do with a KEP: official notes that
// lead to it, and those that entries on it attribute, newest number first.
func (sh *sheet) pullsOf(number string) []string {
	seen := map[string]bool{}
	for _, pr := range sh.official()[number] {
		seen[pr] = true
	}
	for _, m := range sh.mentions(note.Key{Kind: note.KEP, ID: number}) {
		if m.Entry() {
			for _, pr := range m.Block.Attr.PRs {
				seen[pr] = true
			}
		}
	}
	out := make([]string, 0, len(seen))
	for pr := range seen {
		out = append(out, pr)
	}
	slices.SortFunc(out, func(a, b string) int { return compareNumbers(b, a) })
	return out
}

func compareNumbers(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

// listOfficialByKEP gathers the published pull requests of each KEP.
func (p *planner) listOfficialByKEP() map[string][]string {
	out := map[string][]string{}
	for _, r := range p.s.Releases() {
		facts := p.s.Facts(r)
		for i := range facts.Changes {
			c := &facts.Changes[i]
			for _, k := range c.KEPs {
				if c.PR != "" {
					out[k] = append(out[k], c.PR)
				}
			}
		}
	}
	return out
}

// keps makes the list of all KEPs.
func (sh *sheet) keps() any {
	v := view.KEPsView{Frame: sh.frame(sh.l.T("nav.keps")), English: sh.english()}
	sigs, stages, statuses := map[note.SIG]int{}, map[note.Stage]int{}, map[string]int{}
	for _, number := range sh.s.Keys(note.KEP) {
		for _, k := range sh.data.KEPs[number] {
			row := sh.kepRow(k)
			v.Rows = append(v.Rows, row)
			sigs[k.SIG]++
			statuses[k.Status]++
			if row.Stage != nil {
				stages[note.Stage(row.Stage.Code)]++
			}
		}
	}
	v.SIGs = sh.sigOptions(sigs)
	v.Stages = sh.stageOptions(stages)
	for s, n := range statuses {
		if s != "" {
			o := view.Option{Value: s, Label: s, Lang: sh.english(), Count: n, Figure: sh.l.Number(n)}
			if word := sh.statusWord(s); word != "" {
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

// statusWord is a KEP's status in the page's language; empty where that is upstream's own,
// or upstream has a word that nobody foresaw.
func (sh *sheet) statusWord(status string) string {
	if sh.english() == "" || !slices.Contains(upstream.KEPStatuses, status) {
		return ""
	}
	return sh.l.T("kep.status." + status)
}

// sigOptions lists groups for a filter, by name.
func (sh *sheet) sigOptions(count map[note.SIG]int) []view.Option {
	var out []view.Option
	for g, n := range count {
		if g != "" {
			out = append(out, view.Option{Value: string(g), Label: sh.sigName(g), Count: n, Figure: sh.l.Number(n)})
		}
	}
	slices.SortFunc(out, func(a, b view.Option) int {
		return cmp.Or(sh.l.Collate(a.Label, b.Label), cmp.Compare(a.Value, b.Value))
	})
	return out
}

func (sh *sheet) kepRow(k *upstream.KEP) view.KEPRow {
	row := view.KEPRow{
		Words: sh.say(), Number: k.Number, Href: sh.near(sh.kepLink(k.Number).Href), Title: k.Title, SIGCode: string(k.SIG),
		Status: k.Status, StatusWord: sh.statusWord(k.Status), Stage: sh.now(sh.s.KEPLine(k)), Release: k.LatestMilestone,
	}
	if k.SIG != "" {
		l := sh.sigLink(k.SIG)
		row.SIG = &l
	}
	if sh.s.HasRelease(note.Release(k.LatestMilestone)) {
		row.RelHref = sh.releaseLink(note.Release(k.LatestMilestone)).Href
	}
	row.Noted, row.Langs = sh.noted(note.Key{Kind: note.KEP, ID: k.Number})
	return row
}

// noted counts the places that name a thing, with the languages of their notes.
func (sh *sheet) noted(key note.Key) (int, []view.Text) {
	named := sh.named(key)
	var langs []view.Text
	for _, c := range named.langs() {
		langs = append(langs, sh.self(c))
	}
	return len(named.all), langs
}
