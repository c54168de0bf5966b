package page

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/feed"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// releasePages are the releases and their lists of changes.
func (p *planner) releasePages() family {
	return pagesOf[note.Release]{
		all: p.s.Releases,
		owner: func(path string) (note.Release, bool) {
			first, _, _ := strings.Cut(path, "/")
			return note.Release(first), p.s.HasRelease(note.Release(first))
		},
		routes: func(r note.Release) iter.Seq[route] {
			return func(yield func(route) bool) {
				own := route{releasePath(r), "release", func(sh *sheet) any { return sh.release(r) }, func() feed.Source { return p.releaseFeed(r) }}
				if yield(own) && len(p.s.Facts(r).Changes) > 0 {
					yield(route{changesPath(r), "changes", func(sh *sheet) any { return sh.changes(r) }, nil})
				}
			}
		},
	}
}

func (p *planner) release(r note.Release) *upstream.Release {
	if known := p.data.Releases[r]; known != nil {
		return known
	}
	return &upstream.Release{Release: r}
}

// home makes the front page of a language.
func (sh *sheet) home() any {
	title, description := sh.l.T("home.title"), sh.l.T("home.description")
	if own := sh.siteDescription(sh.lang); own != "" {
		title, description = sh.siteName(sh.lang), own
	}
	v := view.HomeView{Frame: sh.frame(title)}
	v.Description = description
	newestRelease := sh.headline()
	for _, r := range slices.Backward(sh.s.Releases()) {
		v.Releases = append(v.Releases, sh.releaseCard(r, false))
		v.Releases[len(v.Releases)-1].Current = r == newestRelease
	}
	if newestRelease != "" {
		card := sh.releaseCard(newestRelease, true)
		v.Newest = &card
	}
	v.Notes = sh.latestNotes(12)
	v.Wide = len(v.Notes) > 0 && (v.Newest == nil || v.Newest.Bars == nil && len(v.Newest.Urgents) == 0)
	v.Days = sh.latest(2)
	v.Counts = sh.homeCounts()
	return v
}

func (sh *sheet) homeCounts() []view.Figure {
	return sh.figures(
		count{"notes", len(sh.noteIDs())}, count{"entries", sh.s.Entries()}, count{"releases", len(sh.s.Releases())},
		count{"keps", len(sh.s.Keys(note.KEP))}, count{"gates", len(sh.s.Keys(note.Gate))})
}

// count is a figure before it is put into words.
type count struct {
	key string
	n   int
}

// figures puts counts into words and leaves out those that are nothing.
func (sh *sheet) figures(counts ...count) []view.Figure {
	var out []view.Figure
	for _, c := range counts {
		if c.n > 0 {
			out = append(out, view.Figure{Key: c.key, N: c.n, Text: sh.l.N("count."+c.key, c.n)})
		}
	}
	return out
}

// latestNotes lists the newest notes: by date, then by release.
func (sh *sheet) latestNotes(limit int) []view.NoteRow {
	newer := func(a, b *note.Note) int {
		return cmp.Or(strings.Compare(b.Meta.Date, a.Meta.Date), upstream.CompareReleases(upstream.Newest(b.Releases), upstream.Newest(a.Releases)))
	}
	var last note.ID
	var best []*note.Note // the newest so far, in order: of thousands of notes no list is sorted
	for _, n := range sh.s.Notes() {
		if n.ID == last {
			continue
		}
		last = n.ID
		at := len(best)
		for at > 0 && newer(n, best[at-1]) < 0 {
			at--
		}
		if at < limit {
			best = slices.Insert(best, at, n)
			best = best[:min(len(best), limit)]
		}
	}
	var ids []note.ID
	for _, n := range best {
		ids = append(ids, n.ID)
	}
	return sh.noteRows(ids)
}

func (sh *sheet) releaseCard(r note.Release, whole bool) view.ReleaseCard {
	known, facts := sh.planner.release(r), sh.s.Facts(r)
	c := view.ReleaseCard{
		Words: sh.say(), Release: string(r), Href: sh.href(releasePath(r)), Name: known.Name,
		Date: sh.date(known.Date), EndOfSupport: sh.date(known.EndOfSupport),
		Published: len(facts.Changes), Notes: len(sh.s.NotesOf(r)), Languages: sh.languagesOf(r),
	}
	for i := range facts.Changes {
		ch := &facts.Changes[i]
		if !ch.Note.Urgent {
			continue
		}
		c.Urgent++
		if whole && len(c.Urgents) < 3 {
			c.Urgents = append(c.Urgents, sh.change(r, ch, true))
		}
	}
	if whole {
		c.Bars = sh.bars(r, facts)
	}
	return c
}

// languagesOf lists the languages in which a release has notes, in the interface's
// order, others after them.
func (sh *sheet) languagesOf(r note.Release) []view.Text {
	seen := map[note.Lang]bool{}
	for _, id := range sh.s.NotesOf(r) {
		for _, n := range sh.s.Versions(id) {
			seen[n.Lang] = true
		}
	}
	var out []view.Text
	for _, l := range sh.langs {
		if seen[l.Code] {
			out = append(out, sh.self(l.Code))
			delete(seen, l.Code)
		}
	}
	var rest []string
	for l := range seen {
		rest = append(rest, string(l))
	}
	slices.Sort(rest)
	for _, l := range rest {
		out = append(out, sh.self(note.Lang(l)))
	}
	return out
}

func (sh *sheet) releases() any {
	v := view.ReleasesView{Frame: sh.frame(sh.l.T("nav.releases"))}
	for _, r := range sh.s.Releases() {
		v.Releases = append(v.Releases, sh.releaseCard(r, false))
	}
	return v
}

// release makes the page of a release.
func (sh *sheet) release(r note.Release) any {
	known, facts := sh.planner.release(r), sh.s.Facts(r)
	v := view.ReleaseView{
		Frame: sh.frame("Kubernetes " + string(r)), Release: string(r), Name: known.Name,
		Date: sh.date(known.Date), EndOfSupport: sh.date(known.EndOfSupport),
		Announced: sh.announced(known.Announced), Published: len(facts.Changes),
		Bars: sh.bars(r, facts), Stages: sh.stages(r, facts, known.Announced), Notes: sh.noteRows(sh.s.NotesOf(r)),
		KnownIssues: sh.markdown(known.KnownIssues, "en"), WhatsNew: sh.markdown(known.WhatsNew, "en"),
	}
	if known.Source != "" {
		v.Source = &view.Link{Href: known.Source, Text: strings.TrimPrefix(known.Source, "https://"), External: true}
	}
	v.Board, v.Elsewhere = sh.coverageLink(r), sh.allElsewhere(r)
	if len(facts.Changes) > 0 {
		v.Changes = sh.href(changesPath(r))
	}
	v.Counts = sh.figures(count{"published", len(facts.Changes)}, count{"sigs", groupsIn(facts)},
		count{"notes", len(v.Notes)}, count{"languages", len(sh.languagesOf(r))})
	for i := range v.Notes {
		v.Notes[i].Release, v.Notes[i].RelHref = "", "" // they stand on its page
	}
	sh.facets(&v, r, facts)
	sh.gone(&v, r)
	sh.releaseSide(&v, r)
	sh.outline(&v.Frame,
		section{"urgent", len(v.Urgent) > 0}, section{"bars", v.Bars != nil}, section{"stages", len(v.Stages) > 0},
		section{"notes", len(v.Notes)+len(v.Elsewhere) > 0 || v.Board != nil}, section{"deprecations", len(v.Deprecations)+len(v.DeprecatedAPIs) > 0},
		section{"removals", len(v.Removals)+len(v.RemovedGates)+len(v.RemovedAPIs) > 0}, section{"known", v.KnownIssues != nil}, section{"new", v.WhatsNew != nil})
	return v
}

func groupsIn(facts *site.Facts) int {
	n := 0
	for _, row := range facts.BySIG() {
		if row.SIG != "" {
			n++
		}
	}
	return n
}

// facets lists what a reader looks for before upgrading. An urgent change has the
// remarks of notes beside it.
func (sh *sheet) facets(v *view.ReleaseView, r note.Release, facts *site.Facts) {
	for i := range facts.Changes {
		ch := &facts.Changes[i]
		if ch.Note.Urgent {
			v.Urgent = append(v.Urgent, sh.change(r, ch, true))
		}
		if ch.Has(note.Deprecation) {
			v.Deprecations = append(v.Deprecations, sh.change(r, ch, false))
		}
		if ch.Removal() {
			v.Removals = append(v.Removals, sh.change(r, ch, false))
		}
	}
}

// gone lists the feature gates that a release no longer has, and the API resources that
// it no longer has or deprecates.
func (sh *sheet) gone(v *view.ReleaseView, r note.Release) {
	for _, g := range sh.s.RemovedGates(r) {
		v.RemovedGates = append(v.RemovedGates, sh.gateLink(g))
	}
	v.DeprecatedAPIs, v.RemovedAPIs = sh.apisOf(r, note.APIDeprecated), sh.apisOf(r, note.APIRemoved)
}

// apisOf lists the API resources that the notes of a release list under a kind.
func (sh *sheet) apisOf(r note.Release, kind note.EntryKind) []view.Link {
	var out []view.Link
	for _, a := range sh.s.APIs() {
		for _, e := range a.History {
			if e.Release == r && e.Kind == kind {
				out = append(out, view.Link{Href: sh.mentionHref(sh.preferred(a.Key(), e.Mention)), Text: a.Key().ID})
			}
		}
	}
	return out
}

func (sh *sheet) announced(a upstream.Announced) []view.Figure {
	var out []view.Figure
	for _, f := range []struct {
		key string
		n   *int
	}{
		{"enhancements", a.Enhancements}, {"alpha", a.Alpha}, {"beta", a.Beta}, {"stable", a.Stable},
		{"deprecated", a.Deprecated}, {"removed", a.Removed},
	} {
		if f.n != nil {
			out = append(out, view.Figure{Key: f.key, N: *f.n, Text: sh.l.N("announced."+f.key, *f.n)})
		}
	}
	return out
}

// releaseSide lists all releases beside a release, and links to the two next to it.
func (sh *sheet) releaseSide(v *view.ReleaseView, r note.Release) {
	all := sh.s.Releases()
	g := view.SideGroup{Title: sh.l.T("side.releases")}
	for i, other := range all {
		l := sh.releaseLink(other)
		l.Current = other == r
		if l.Current {
			l.Note = sh.l.Date(sh.planner.release(r).Date)
			if i > 0 {
				next := sh.releaseLink(all[i-1])
				v.Next = &next
			}
			if i+1 < len(all) {
				prev := sh.releaseLink(all[i+1])
				v.Prev = &prev
			}
		}
		g.Links = append(g.Links, l)
	}
	v.Side = append([]view.SideGroup{g}, sh.upgradeSide(r, "")...)
}

// stages lists the KEPs that reached a stage in a release, by their number.
func (sh *sheet) stages(r note.Release, facts *site.Facts, a upstream.Announced) []view.StageColumn {
	var out []view.StageColumn
	for _, c := range []struct {
		stage note.Stage
		n     *int
	}{{note.Alpha, a.Alpha}, {note.Beta, a.Beta}, {note.Stable, a.Stable}, {note.Deprecated, a.Deprecated}, {note.Removed, a.Removed}} {
		col := view.StageColumn{Stage: sh.stageTag(c.stage)}
		if c.n != nil {
			col.Announced = *c.n
		}
		for _, number := range facts.Reached[c.stage] {
			col.KEPs = append(col.KEPs, sh.kepItem(number, r))
		}
		if col.Announced > 0 && col.Announced != len(col.KEPs) {
			col.Says = sh.l.T("stage.announced", col.Announced)
		}
		if len(col.KEPs) > 0 {
			out = append(out, col)
		}
	}
	return out
}

// kepsIn counts the places in the notes of a release that name each KEP, for a reader of this
// page.
func (sh *sheet) kepsIn(r note.Release) map[string]int {
	key := releaseKey{r, sh.lang}
	return sh.kepCounts.Make(key, func() map[string]int { return sh.s.CountIn(note.KEP, r, sh.lang) })
}

// releaseKey is a release in one language of the interface.
type releaseKey struct {
	release note.Release
	lang    note.Lang
}

// kepItem makes a KEP in a list; with a release, the stage it had then and the
// places in that release's notes that name it.
func (sh *sheet) kepItem(number string, r note.Release) view.KEPItem {
	key := note.Key{Kind: note.KEP, ID: number}
	it := view.KEPItem{Number: number, Href: sh.link(key, "").Href, Title: sh.kepTitle(number)}
	if r == "" {
		it.Noted = sh.notedIn(key)
	} else {
		it.Noted = sh.kepsIn(r)[sh.s.Normal(key).ID]
	}
	for _, k := range sh.data.KEPs[number] {
		line := sh.s.KEPLine(k)
		sp, ok := line.Now()
		if r != "" {
			sp, ok = line.At(r)
		}
		if ok {
			st := sh.stage(sp)
			it.Stage = &st
			if now, ok := line.Now(); ok && r != "" && now.Stage != sp.Stage {
				it.Now = sh.today(now)
			}
			break
		}
	}
	return it
}

// bars makes the picture of a release: changes by group and kind.
func (sh *sheet) bars(r note.Release, facts *site.Facts) *view.Bars {
	if len(facts.Changes) == 0 {
		return nil
	}
	rows := facts.BySIG()
	list := sh.near(sh.href(changesPath(r)))
	b := &view.Bars{Words: sh.say(), Total: len(facts.Changes), Linked: true, Href: list}
	kinds := sh.kindOptions(facts.ByKind())
	b.Kinds = kinds
	for _, k := range kinds {
		b.Sums = append(b.Sums, view.BarCell{N: k.Count, Href: list + "?kind=" + k.Value})
	}
	for _, row := range rows {
		if row.SIG != "" {
			b.Max = max(b.Max, row.Total)
		}
	}
	var most []string
	for _, row := range rows {
		if row.SIG == "" {
			b.NoSIG = row.Total
			continue
		}
		bar := view.BarRow{SIG: sh.sigLink(row.SIG), Total: row.Total, Href: list + "?sig=" + string(row.SIG)}
		var counts []int
		bar.Parts, counts = sh.parts(row.ByKind, kinds, b.Max)
		for i, n := range counts {
			bar.Cells = append(bar.Cells, view.BarCell{N: n, Href: bar.Href + "&kind=" + kinds[i].Value})
		}
		b.Rows = append(b.Rows, bar)
		if len(most) < 3 {
			most = append(most, sh.sigName(row.SIG)+" "+sh.l.Number(row.Total))
		}
	}
	b.Alt = sh.l.T("alt.bars", "Kubernetes "+string(r), strings.Join(most, ", "))
	return b
}

// kindOptions lists the kinds that occur, in reading order.
func (sh *sheet) kindOptions(byKind map[note.EntryKind]int) []view.Option {
	var out []view.Option
	for _, k := range note.EntryKinds {
		if byKind[k] > 0 {
			out = append(out, view.Option{Value: string(k), Label: sh.l.T("kind." + string(k)), Count: byKind[k], Figure: sh.l.Number(byKind[k])})
		}
	}
	if byKind[""] > 0 {
		out = append(out, view.Option{Value: "none", Label: sh.l.T("group.other"), Count: byKind[""], Figure: sh.l.Number(byKind[""])})
	}
	return out
}

// barWidth is how much of the picture's width the longest bar takes, in percent; the
// rest is for its number.
const barWidth = 85

// parts cuts a row into its kinds.
func (sh *sheet) parts(byKind map[note.EntryKind]int, kinds []view.Option, longest int) ([]view.BarPart, []int) {
	var parts []view.BarPart
	var cells []int
	for _, k := range kinds {
		n := byKind[note.EntryKind(strings.TrimSuffix(k.Value, "none"))]
		cells = append(cells, n)
		if n > 0 {
			percent := strconv.FormatFloat(float64(n)*barWidth/float64(longest), 'f', 1, 64)
			parts = append(parts, view.BarPart{Kind: view.Tag{Code: k.Value, Label: k.Label}, N: n, Figure: sh.l.Number(n), Percent: percent})
		}
	}
	return parts, cells
}
