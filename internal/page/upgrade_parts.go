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

// upgradePart is a section of an upgrade page. It has an anchor, the class of its colour, the
// usual effect of its rows, and functions that return its rows in a step.
type upgradePart struct {
	id, code string
	name     string // end of the interface text key of its title; by default the id
	effect   site.Effect
	known    bool
	changes  func(*site.UpgradeStep) []*site.Change
	gates    func(*site.UpgradeStep) []site.GateChange
	apis     note.EntryKind
}

// upgradeParts are the sections in their order on the page. A change is in the first section that
// matches.
var upgradeParts = []upgradePart{
	{id: "apis", code: "k-api-removed", effect: site.Action, apis: note.APIRemoved},
	{id: "known", code: "k-urgent", effect: site.Action, known: true},
	{id: "urgent", code: "k-urgent", effect: site.Action, changes: func(st *site.UpgradeStep) []*site.Change { return st.Urgent }},
	{id: "removals", name: "others_gone", code: "k-removal", effect: site.Action, changes: func(st *site.UpgradeStep) []*site.Change { return st.Removals }},
	{id: "gone", code: "s-removed", effect: site.Action, gates: func(st *site.UpgradeStep) []site.GateChange { return st.Gone }},
	{id: "flips", code: "s-beta", effect: site.Behavior, gates: func(st *site.UpgradeStep) []site.GateChange { return st.Flips }},
	{id: "api", code: "k-api-change", effect: site.Behavior, changes: func(st *site.UpgradeStep) []*site.Change { return apiChanges(st, site.Behavior) }},
	{id: "deprecations", code: "k-deprecation", effect: site.Nothing, changes: func(st *site.UpgradeStep) []*site.Change { return st.Deprecations }, apis: note.APIDeprecated},
	{id: "ga", code: "s-stable", effect: site.Nothing, gates: func(st *site.UpgradeStep) []site.GateChange { return st.GA }},
	{
		id: "additions", code: "k-api-change", effect: site.Nothing, apis: note.APIAdded,
		changes: func(st *site.UpgradeStep) []*site.Change { return apiChanges(st, site.Nothing) },
	},
}

func apiChanges(st *site.UpgradeStep, effect site.Effect) []*site.Change {
	var out []*site.Change
	for _, c := range st.APIChanges {
		if c.Effect() == effect {
			out = append(out, c)
		}
	}
	return out
}

// listed returns the API resources of a section in a step.
func (part upgradePart) listed(st *site.UpgradeStep) []site.APIChange {
	var out []site.APIChange
	for _, c := range st.APIs {
		if c.Kind == part.apis {
			out = append(out, c)
		}
	}
	return out
}

// maxWhole is the maximum number of complete rows of an upgrade of several steps. Sections that
// exceed it have short rows, which link to the page of the upgrade of one step. Filters, counts
// and the checklist still include all rows.
const maxWhole = 60

// maxOpen is the maximum number of rows that an open section shows if they require no action.
const maxOpen = 20

type upgradeWriter struct {
	b     *builder.Builder
	v     *view.UpgradeView
	tally tally
	reach note.Release          // newest release with data on feature gates; empty without any
	shown map[*site.Change]bool // changes whose remarks the row of a gate shows
	room  int                   // number of complete rows that may still follow
}

func (part upgradePart) takes(st *site.UpgradeStep) int {
	n := len(part.listed(st))
	if part.changes != nil {
		n += len(part.changes(st))
	}
	if part.gates != nil {
		n += len(part.gates(st))
	}
	if part.known && st.KnownIssues != "" {
		n++
	}
	return n
}

// short reports whether a section has short rows. If not, it subtracts the rows from the room.
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
	sec := view.UpgradeSection{ID: part.id, Title: w.b.L.T("section." + cmp.Or(part.name, part.id)), Code: part.code, Effect: string(part.effect), Lead: w.lead(part.id)}
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
	sec.Folded = part.effect == site.Nothing && sec.Count > maxOpen
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
	case "apis":
		return w.b.L.T("upgrade.apis")
	case "flips":
		return w.b.L.T("upgrade.flips")
	case "ga":
		return w.b.L.T("upgrade.ga")
	case "gone":
		return w.b.L.T("upgrade.gone")
	case "additions":
		return w.b.L.T("upgrade.additions")
	}
	return ""
}

// group builds the rows of one release in a section, and one checklist line per row. step is
// empty if the rows are complete. Otherwise it is the address of the page of that step, for short
// rows.
func (w *upgradeWriter) group(part upgradePart, st *site.UpgradeStep, step string) (g view.UpgradeGroup, lines view.ChecklistPart) {
	g.ID, g.Release = part.id+"-"+string(st.Release), string(st.Release)
	if step != "" {
		g.Href = step + "#" + g.ID
	}
	var quotes, others strings.Builder
	rows := upgradeRows{w.b, part.effect}
	if part.known && st.KnownIssues != "" {
		g.Known = w.b.Markdown(st.KnownIssues, "en")
		w.tally.add(part.effect, view.UpgradeRow{})
		quotes.WriteString(knownLine(st.KnownIssues))
	}
	if part.changes != nil {
		for _, c := range part.changes(st) {
			row := rows.upgradeChange(st.Release, part.id, c, step)
			w.tally.add(part.effect, row.UpgradeRow)
			g.Changes = append(g.Changes, row)
			quotes.WriteString(changeLine(w.b.Book, c, w.b.L.T("mark.comma")))
		}
	}
	if part.gates != nil {
		for _, c := range part.gates(st) {
			row := w.upgradeGate(st.Release, part, c, step != "")
			w.tally.add(part.effect, row.UpgradeRow)
			if part.id == "gone" {
				g.Gone = append(g.Gone, row)
			} else {
				g.Gates = append(g.Gates, row)
			}
			others.WriteString(gateLine(w.b.Book, row, c))
		}
	}
	for _, c := range part.listed(st) {
		row := rows.upgradeAPI(c)
		w.tally.add(part.effect, row.UpgradeRow)
		g.APIs = append(g.APIs, row)
		others.WriteString(apiLine(row))
	}
	lines.Quotes, lines.Lines = quotes.String(), others.String()
	return g, lines
}

// finish adds content that depends on all rows: filters, and the title of the checklist.
func (w *upgradeWriter) finish() {
	v := w.v
	for _, e := range site.Effects() {
		v.Effects = append(v.Effects, view.UpgradeEffect{
			Code: string(e), Title: w.b.L.T("effect." + string(e)), Says: w.b.L.T("effect.says_" + string(e)), Count: w.tally.effects[e],
		})
	}
	for _, p := range presets {
		v.Presets = append(v.Presets, view.UpgradePreset{Code: p.code, Title: w.b.L.T("preset." + p.code), Any: p.any()})
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
	title := view.ChecklistPart{Title: "# " + v.Title + "\n"}
	v.Checklist = append([]view.ChecklistPart{title}, v.Checklist...)
}

func orNone(l *locale.Language, options []view.Option, counts map[string]int, label string) []view.Option {
	if n := counts[""]; n > 0 {
		options = append(options, view.Option{Value: "none", Label: label, Count: n, Figure: l.Number(n)})
	}
	return options
}

// tally counts the rows by filter code.
type tally struct {
	sigs, parts map[string]int
	effects     map[site.Effect]int
}

func (t *tally) add(section site.Effect, r view.UpgradeRow) {
	if t.sigs == nil {
		t.sigs, t.parts, t.effects = map[string]int{}, map[string]int{}, map[site.Effect]int{}
	}
	countCodes(t.sigs, r.SIGCodes)
	countCodes(t.parts, r.PartCodes)
	t.effects[cmp.Or(site.Effect(r.Effect), section)]++
}

// countCodes counts codes that are separated by spaces. An empty list counts as the code "".
func countCodes(counts map[string]int, codes string) {
	if codes == "" {
		counts[""]++
	}
	for _, code := range strings.Fields(codes) {
		counts[code]++
	}
}

// upgradeGate builds the row of a feature gate. It includes the remarks about changes that have
// no row of their own. If a change affects several gates, the first gate has its remarks. A short
// row has only the stages and KEPs.
func (w *upgradeWriter) upgradeGate(r note.Release, part upgradePart, c site.GateChange, short bool) view.UpgradeGate {
	rows := upgradeRows{w.b, part.effect}
	v := view.UpgradeGate{
		Words: w.b.Say(), Key: string(w.b.Lang) + " " + string(r) + " " + part.id + " " + c.Gate, Gate: w.b.Links.Gate(c.Gate),
		Parts: rows.parts(c.Components), Before: rows.turnStage(c.Before), After: rows.turnStage(c.After),
		UpgradeRow: rows.codes(c.SIGs, c.Components, c.Effect()),
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
			_, remarks, _ := rows.onChange(ch)
			v.Remarks = append(v.Remarks, remarks...)
		}
	}
	return v
}
