package page

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

const upgradesPath = "upgrade/"

// upgradePath is where an upgrade has its page, below /{l}/.
func upgradePath(from, to note.Release) string {
	return upgradesPath + string(from) + "-" + string(to) + "/"
}

// upgradePages are the upgrades.
func (p *planner) upgradePages() family {
	return pagesOf[[2]note.Release]{
		all: p.upgradePairs,
		owner: func(path string) ([2]note.Release, bool) {
			name, ok := strings.CutPrefix(path, upgradesPath)
			from, to, _ := strings.Cut(strings.TrimSuffix(name, "/"), "-")
			pair := [2]note.Release{note.Release(from), note.Release(to)}
			return pair, ok && slices.Contains(p.upgradePairs(), pair)
		},
		routes: func(pair [2]note.Release) iter.Seq[route] {
			return only(route{upgradePath(pair[0], pair[1]), "upgrade", func(sh *sheet) any { return sh.upgrade(pair[0], pair[1]) }, nil})
		},
	}
}

// upgrades makes the choice: a row for each release that one can come from.
func (sh *sheet) upgrades() any {
	v := view.UpgradesView{Frame: sh.frame(sh.l.T("nav.upgrade"))}
	v.Description = sh.l.T("upgrade.lede")
	for _, from := range sh.s.Releases() {
		known := sh.planner.release(from)
		o := view.UpgradeOrigin{
			Words: sh.say(), Release: string(from), Href: sh.href(releasePath(from)), EndOfSupport: sh.date(known.EndOfSupport),
		}
		for _, to := range sh.targets(from) {
			t := view.UpgradeTarget{Release: string(to), Href: sh.href(upgradePath(from, to))}
			for _, st := range sh.s.Upgrade(from, to).Steps {
				t.Urgent += len(st.Urgent)
				t.Removals += countRemovals(&st)
			}
			o.Targets = append(o.Targets, t)
		}
		if len(o.Targets) > 0 {
			v.Origins = append(v.Origins, o)
		}
	}
	return v
}

// countRemovals counts all that a step removes, whichever section it stands in: what the
// page of the upgrade counts under removals and beside it.
func countRemovals(st *site.UpgradeStep) int {
	n := len(st.Removals)
	for _, c := range st.Urgent {
		if c.Removal() {
			n++
		}
	}
	for _, c := range st.APIs {
		if c.Kind == note.APIRemoved {
			n++
		}
	}
	return n
}

// targets lists where one can go from a release, nearest first.
func (p *planner) targets(from note.Release) []note.Release {
	var out []note.Release
	for _, pair := range slices.Backward(p.upgradePairs()) {
		if pair[0] == from {
			out = append(out, pair[1])
		}
	}
	return out
}

// origins lists where one can come from to a release, nearest first.
func (p *planner) origins(to note.Release) []note.Release {
	var out []note.Release
	for _, pair := range p.upgradePairs() {
		if pair[1] == to {
			out = append(out, pair[0])
		}
	}
	return out
}

// upgradeSide lists the upgrades from a release, and to another; "" for none.
func (sh *sheet) upgradeSide(from, to note.Release) []view.SideGroup {
	var out []view.SideGroup
	link := func(a, b note.Release) view.Link {
		return view.Link{Href: sh.href(upgradePath(a, b)), Text: string(a) + " → " + string(b), Current: a == from && b == to}
	}
	if targets := sh.targets(from); len(targets) > 0 {
		g := view.SideGroup{Title: sh.l.T("side.upgrade", from)}
		for _, r := range targets {
			g.Links = append(g.Links, link(from, r))
		}
		out = append(out, g)
	}
	if origins := sh.origins(to); len(origins) > 0 {
		g := view.SideGroup{Title: sh.l.T("side.upgrade_to", to)}
		for _, r := range origins {
			g.Links = append(g.Links, link(r, to))
		}
		out = append(out, g)
	}
	return out
}

// upgrade makes the page of an upgrade.
func (sh *sheet) upgrade(from, to note.Release) any {
	u := sh.s.Upgrade(from, to)
	v := view.UpgradeView{
		Frame: sh.frame(sh.l.T("upgrade.title", from, to)), From: string(from), To: string(to), English: sh.english(),
		Releases: []view.UpgradeRelease{sh.upgradeRelease(from)},
	}
	v.Description = sh.l.T("upgrade.lede")
	v.Crumbs = []view.Link{{Href: sh.href(upgradesPath), Text: sh.l.T("nav.upgrade")}}
	v.Side = sh.upgradeSide(from, to)
	v.Releases[0].Origin = true
	for _, st := range u.Steps {
		v.Releases = append(v.Releases, sh.upgradeRelease(st.Release))
	}
	w := &upgradeWriter{sheet: sh, v: &v, told: map[*site.Change]bool{}, room: maxWhole}
	for _, part := range upgradeParts {
		w.section(part, u.Steps)
	}
	w.finish()
	return v
}

func (sh *sheet) upgradeRelease(r note.Release) view.UpgradeRelease {
	known := sh.planner.release(r)
	return view.UpgradeRelease{
		Release: string(r), Href: sh.href(releasePath(r)), Date: sh.date(known.Date), EndOfSupport: sh.date(known.EndOfSupport),
	}
}

// upgradePart is a section of an upgrade: its anchor, its word and the class of its
// colour, and what it takes of a step.
type upgradePart struct {
	id, code string
	changes  func(*site.UpgradeStep) []*site.Change
	gates    func(*site.UpgradeStep) []site.GateChange
	apis     func(*site.UpgradeStep) []site.APIChange
}

// upgradeParts are the sections of an upgrade in their order: that in which a change
// is looked for its place.
var upgradeParts = []upgradePart{
	{id: "urgent", code: "k-urgent", changes: func(st *site.UpgradeStep) []*site.Change { return st.Urgent }},
	{id: "removals", code: "k-removal", changes: func(st *site.UpgradeStep) []*site.Change { return st.Removals }},
	{id: "deprecations", code: "k-deprecation", changes: func(st *site.UpgradeStep) []*site.Change { return st.Deprecations }},
	{id: "flips", code: "s-beta", gates: func(st *site.UpgradeStep) []site.GateChange { return st.Flips }},
	{id: "ga", code: "s-stable", gates: func(st *site.UpgradeStep) []site.GateChange { return st.GA }},
	{id: "gone", code: "s-removed", gates: func(st *site.UpgradeStep) []site.GateChange { return st.Gone }},
	{
		id: "api", code: "k-api-change",
		changes: func(st *site.UpgradeStep) []*site.Change { return st.APIChanges },
		apis:    func(st *site.UpgradeStep) []site.APIChange { return st.APIs },
	},
}

// maxWhole is how many rows the page of an upgrade of several steps has whole. A section that
// has no room is lines, which lead to the page of the one step, where all is said: what hits
// most comes first, and nothing is left out of what the filter, the counts and the checklist
// know.
const maxWhole = 60

// upgradeWriter fills an UpgradeView section by section.
type upgradeWriter struct {
	*sheet
	v     *view.UpgradeView
	tally tally
	told  map[*site.Change]bool // whose remarks stand at a gate
	room  int                   // for rows that are whole
}

// takes returns how many rows a section has of a step.
func (part upgradePart) takes(st *site.UpgradeStep) int {
	n := 0
	if part.changes != nil {
		n += len(part.changes(st))
	}
	if part.gates != nil {
		n += len(part.gates(st))
	}
	if part.apis != nil {
		n += len(part.apis(st))
	}
	return n
}

// short reports whether a section is lines; if not, it takes its room.
func (w *upgradeWriter) short(part upgradePart, steps []site.UpgradeStep) bool {
	n := 0
	for i := range steps {
		n += part.takes(&steps[i])
	}
	if len(steps) > 1 && n > w.room {
		return true
	}
	w.room -= n
	return false
}

// section adds a section with its counts, its part of the outline and of the checklist,
// unless nothing belongs to it.
func (w *upgradeWriter) section(part upgradePart, steps []site.UpgradeStep) {
	sec := view.UpgradeSection{ID: part.id, Title: w.l.T("section." + part.id), Code: part.code, Lead: w.lead(part.id)}
	row := view.UpgradeCount{Title: sec.Title, Code: part.code, Href: "#" + part.id}
	outline := []view.OutlineItem{{ID: part.id, Text: sec.Title, Level: 2}}
	list := []view.ChecklistPart{{Title: "\n## " + sec.Title + "\n"}}
	sec.Short = w.short(part, steps)
	from := note.Release(w.v.From)
	for i := range steps {
		step := ""
		if sec.Short {
			step = w.near(w.href(upgradePath(from, steps[i].Release)))
		}
		from = steps[i].Release
		g, lines := w.group(part, &steps[i], step)
		cell := view.UpgradeCell{N: part.takes(&steps[i])}
		if cell.N > 0 {
			cell.Href = "#" + g.ID
			sec.Groups = append(sec.Groups, g)
			outline = append(outline, view.OutlineItem{ID: g.ID, Text: g.Release, Level: 3})
			lines.Title = "\n### " + g.Release + "\n\n"
			list = append(list, lines)
		}
		row.Cells, row.Total = append(row.Cells, cell), row.Total+cell.N
	}
	if sec.Count = row.Total; sec.Count == 0 {
		return
	}
	w.v.Sections, w.v.Counts = append(w.v.Sections, sec), append(w.v.Counts, row)
	w.v.Outline = append(w.v.Outline, outline...)
	w.v.Checklist = append(w.v.Checklist, list...)
	w.v.Total += sec.Count
}

// lead is the sentence under the title of a section.
func (w *upgradeWriter) lead(id string) string {
	switch id {
	case "flips":
		return w.l.T("upgrade.flips")
	case "ga":
		return w.l.T("upgrade.ga")
	case "gone":
		return w.l.T("upgrade.gone")
	}
	return ""
}

// group makes the part of one release, with one line of the checklist for each row. Where it is
// short, step is the address of the page of the one step to that release.
func (w *upgradeWriter) group(part upgradePart, st *site.UpgradeStep, step string) (g view.UpgradeGroup, lines view.ChecklistPart) {
	g.ID, g.Release = part.id+"-"+string(st.Release), string(st.Release)
	if step != "" {
		g.Href = step + "#" + g.ID
	}
	var quotes, said strings.Builder
	if part.changes != nil {
		for _, c := range part.changes(st) {
			row := w.upgradeChange(st.Release, part.id, c, step)
			w.tally.add(part.id, row.UpgradeRow)
			g.Changes = append(g.Changes, row)
			quotes.WriteString(w.changeLine(c))
		}
	}
	if part.gates != nil {
		for _, c := range part.gates(st) {
			row := w.upgradeGate(st.Release, part.id, c, step != "")
			w.tally.add(part.id, row.UpgradeRow)
			g.Gates = append(g.Gates, row)
			said.WriteString(w.gateLine(row, c))
		}
	}
	if part.apis != nil {
		for _, c := range part.apis(st) {
			row := w.upgradeAPI(c)
			w.tally.add(part.id, row.UpgradeRow)
			g.APIs = append(g.APIs, row)
			said.WriteString(w.apiLine(row))
		}
	}
	lines.Quotes, lines.Lines = quotes.String(), said.String()
	return g, lines
}

// finish adds what can be said once every row is known: what is counted in another
// section, the filters, and the checklist's title.
func (w *upgradeWriter) finish() {
	v := w.v
	for i := range v.Counts {
		row := &v.Counts[i]
		row.Further = w.tally.kinds[strings.TrimPrefix(row.Href, "#")] - row.Total
		v.Further = v.Further || row.Further > 0
	}
	for sig, n := range w.tally.sigs {
		if sig == "" {
			continue
		}
		v.SIGs = append(v.SIGs, view.Option{Value: sig, Label: w.sigName(note.SIG(sig)), Count: n, Figure: w.l.Number(n)})
	}
	slices.SortFunc(v.SIGs, func(a, b view.Option) int {
		return cmp.Or(w.l.Collate(a.Label, b.Label), cmp.Compare(a.Value, b.Value))
	})
	for _, c := range site.Components() {
		if n := w.tally.parts[string(c)]; n > 0 {
			v.Parts = append(v.Parts, view.Option{Value: string(c), Label: string(c), Lang: w.english(), Count: n, Figure: w.l.Number(n)})
		}
	}
	v.SIGs = orNone(w.l, v.SIGs, w.tally.sigs, w.l.T("board.nosig"))
	v.Parts = orNone(w.l, v.Parts, w.tally.parts, w.l.T("upgrade.nopart"))
	for _, part := range upgradeParts {
		if n := w.tally.kinds[part.id]; n > 0 {
			v.Kinds = append(v.Kinds, view.Option{Value: part.id, Label: w.l.T("section." + part.id), Count: n, Figure: w.l.Number(n)})
		}
	}
	title := view.ChecklistPart{Title: "# " + v.Title + "\n"}
	v.Checklist = append([]view.ChecklistPart{title}, v.Checklist...)
}

// orNone adds the option that finds the rows that no other option does.
func orNone(l *locale.Language, options []view.Option, counts map[string]int, label string) []view.Option {
	if n := counts[""]; n > 0 {
		options = append(options, view.Option{Value: "none", Label: label, Count: n, Figure: l.Number(n)})
	}
	return options
}

// tally counts rows by what the filters ask for.
type tally struct{ sigs, parts, kinds map[string]int }

func (t *tally) add(section string, r view.UpgradeRow) {
	if t.sigs == nil {
		t.sigs, t.parts, t.kinds = map[string]int{}, map[string]int{}, map[string]int{}
	}
	countCodes(t.sigs, r.SIGCodes)
	countCodes(t.parts, r.PartCodes)
	countCodes(t.kinds, cmp.Or(r.KindCodes, section))
}

// countCodes counts each of some codes, which are separated by spaces; none of them
// counts as an empty one.
func countCodes(counts map[string]int, codes string) {
	if codes == "" {
		counts[""]++
	}
	for _, code := range strings.Fields(codes) {
		counts[code]++
	}
}
