package page

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// upgradePart is a section of an upgrade: its anchor, the class of its colour, and its content in a
// step.
type upgradePart struct {
	id, code string
	changes  func(*site.UpgradeStep) []*site.Change
	gates    func(*site.UpgradeStep) []site.GateChange
	apis     func(*site.UpgradeStep) []site.APIChange
}

// upgradeParts are the sections in order. A change belongs to the first matching section.
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

// maxWhole is how many complete rows an upgrade of several steps has. A section that does not fit
// has single lines that link to the page of one step. Filters, counts and the checklist still
// include all rows.
const maxWhole = 60

type upgradeWriter struct {
	b     *builder.Builder
	v     *view.UpgradeView
	tally tally
	reach note.Release          // last release with data on feature gates; empty without any
	shown map[*site.Change]bool // its remarks are shown with a gate
	room  int                   // remaining number of complete rows
}

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

// short reports whether a section has single lines only. If not, it reduces the room.
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

func (w *upgradeWriter) section(part upgradePart, steps []site.UpgradeStep) {
	sec := view.UpgradeSection{ID: part.id, Title: w.b.L.T("section." + part.id), Code: part.code, Lead: w.lead(part.id)}
	row := view.UpgradeCount{Title: sec.Title, Code: part.code, Href: "#" + part.id}
	outline := []view.OutlineItem{{ID: part.id, Text: sec.Title, Level: 2}}
	list := []view.ChecklistPart{{Title: "\n## " + sec.Title + "\n"}}
	sec.Short = w.short(part, steps)
	from, unknown := note.Release(w.v.From), false
	for i := range steps {
		step := ""
		if sec.Short {
			step = w.b.Near(w.b.Href(address.UpgradePath(from, steps[i].Release)))
		}
		from = steps[i].Release
		g, lines := w.group(part, &steps[i], step)
		cell := view.UpgradeCell{N: part.takes(&steps[i]), Unknown: part.gates != nil && w.beyondGates(steps[i].Release)}
		unknown = unknown || cell.Unknown
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
		if unknown {
			row.Href = ""
			w.v.Counts = append(w.v.Counts, row)
		}
		return
	}
	w.v.Sections, w.v.Counts = append(w.v.Sections, sec), append(w.v.Counts, row)
	w.v.Outline = append(w.v.Outline, outline...)
	w.v.Checklist = append(w.v.Checklist, list...)
	w.v.Total += sec.Count
}

// beyondGates reports whether a release is newer than the data on feature gates.
func (w *upgradeWriter) beyondGates(r note.Release) bool {
	return upstream.CompareReleases(r, w.reach) > 0
}

func (w *upgradeWriter) lead(id string) string {
	switch id {
	case "flips":
		return w.b.L.T("upgrade.flips")
	case "ga":
		return w.b.L.T("upgrade.ga")
	case "gone":
		return w.b.L.T("upgrade.gone")
	}
	return ""
}

// group builds the part of one release, with a checklist line per row. In a short section, step is
// the address of the page of that step.
func (w *upgradeWriter) group(part upgradePart, st *site.UpgradeStep, step string) (g view.UpgradeGroup, lines view.ChecklistPart) {
	g.ID, g.Release = part.id+"-"+string(st.Release), string(st.Release)
	if step != "" {
		g.Href = step + "#" + g.ID
	}
	var quotes, others strings.Builder
	if part.changes != nil {
		for _, c := range part.changes(st) {
			row := upgradeRows{w.b}.upgradeChange(st.Release, part.id, c, step)
			w.tally.add(part.id, row.UpgradeRow)
			g.Changes = append(g.Changes, row)
			quotes.WriteString(changeLine(w.b.Book, c, w.b.L.T("mark.comma")))
		}
	}
	if part.gates != nil {
		for _, c := range part.gates(st) {
			row := w.upgradeGate(st.Release, part.id, c, step != "")
			w.tally.add(part.id, row.UpgradeRow)
			g.Gates = append(g.Gates, row)
			others.WriteString(gateLine(w.b.Book, row, c))
		}
	}
	if part.apis != nil {
		for _, c := range part.apis(st) {
			row := upgradeRows{w.b}.upgradeAPI(c)
			w.tally.add(part.id, row.UpgradeRow)
			g.APIs = append(g.APIs, row)
			others.WriteString(apiLine(w.b.Book, row))
		}
	}
	lines.Quotes, lines.Lines = quotes.String(), others.String()
	return g, lines
}

// finish adds what depends on all rows: counts of other sections, filters, and the title of the
// checklist.
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
		v.SIGs = append(v.SIGs, view.Option{Value: sig, Label: w.b.Book.SIGName(note.SIG(sig)), Count: n, Figure: w.b.L.Number(n)})
	}
	slices.SortFunc(v.SIGs, func(a, b view.Option) int {
		return cmp.Or(w.b.L.Collate(a.Label, b.Label), cmp.Compare(a.Value, b.Value))
	})
	for _, c := range site.Components() {
		if n := w.tally.parts[string(c)]; n > 0 {
			v.Parts = append(v.Parts, view.Option{Value: string(c), Label: string(c), Lang: w.b.English(), Count: n, Figure: w.b.L.Number(n)})
		}
	}
	v.SIGs = orNone(w.b.L, v.SIGs, w.tally.sigs, w.b.L.T("board.nosig"))
	v.Parts = orNone(w.b.L, v.Parts, w.tally.parts, w.b.L.T("upgrade.nopart"))
	for _, part := range upgradeParts {
		if n := w.tally.kinds[part.id]; n > 0 {
			v.Kinds = append(v.Kinds, view.Option{Value: part.id, Label: w.b.L.T("section." + part.id), Count: n, Figure: w.b.L.Number(n)})
		}
	}
	title := view.ChecklistPart{Title: "# " + v.Title + "\n"}
	v.Checklist = append([]view.ChecklistPart{title}, v.Checklist...)
}

func orNone(l *locale.Language, options []view.Option, counts map[string]int, label string) []view.Option {
	if n := counts[""]; n > 0 {
		options = append(options, view.Option{Value: "none", Label: label, Count: n, Figure: l.Number(n)})
	}
	return options
}

type tally struct{ sigs, parts, kinds map[string]int }

func (t *tally) add(section string, r view.UpgradeRow) {
	if t.sigs == nil {
		t.sigs, t.parts, t.kinds = map[string]int{}, map[string]int{}, map[string]int{}
	}
	countCodes(t.sigs, r.SIGCodes)
	countCodes(t.parts, r.PartCodes)
	countCodes(t.kinds, cmp.Or(r.KindCodes, section))
}

// countCodes counts codes separated by spaces. No code counts as an empty one.
func countCodes(counts map[string]int, codes string) {
	if codes == "" {
		counts[""]++
	}
	for _, code := range strings.Fields(codes) {
		counts[code]++
	}
}

// upgradeGate builds the row of a feature gate. It has the remarks on changes without a row of
// their own. If a change affects several gates, its remarks are at the first. A short row has only
// the stages and KEPs.
func (w *upgradeWriter) upgradeGate(r note.Release, section string, c site.GateChange, short bool) view.UpgradeGate {
	v := view.UpgradeGate{
		Words: w.b.Say(), Key: string(w.b.Lang) + " " + string(r) + " " + section + " " + c.Gate, Gate: w.b.Links.Gate(c.Gate),
		Before: upgradeRows{w.b}.turnStage(c.Before), After: upgradeRows{w.b}.turnStage(c.After),
		UpgradeRow: view.UpgradeRow{SIGCodes: builder.Joined(c.SIGs), PartCodes: builder.Joined(c.Components)},
	}
	for _, k := range c.KEPs {
		v.KEPs = append(v.KEPs, w.b.Links.KEP(k))
	}
	if short {
		return v
	}
	for _, ch := range c.Changes {
		v.PRs = append(v.PRs, w.b.Links.Change(ch))
		if !ch.Note.Urgent && len(facets(ch)) == 0 && !w.shown[ch] {
			w.shown[ch] = true
			_, remarks, _ := upgradeRows{w.b}.onChange(ch)
			v.Remarks = append(v.Remarks, remarks...)
		}
	}
	return v
}
