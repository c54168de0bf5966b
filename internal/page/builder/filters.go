package builder

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/view"
)

// Filters builds the options of filters, and bars of counts.
type Filters struct{ pg *Page }

// SIGOptions returns the filter options for SIGs, sorted by name.
func (fl *Filters) SIGOptions(count map[note.SIG]int) []view.Option {
	var out []view.Option
	for g, n := range count {
		if g != "" {
			out = append(out, view.Option{Value: string(g), Label: fl.pg.Book.SIGName(g), Count: n, Figure: fl.pg.L.Number(n)})
		}
	}
	slices.SortFunc(out, func(a, b view.Option) int {
		return cmp.Or(fl.pg.L.Collate(a.Label, b.Label), cmp.Compare(a.Value, b.Value))
	})
	return out
}

// StageOptions returns the filter options for the stages that occur, in the order of the life
// cycle.
func (fl *Filters) StageOptions(count map[note.Stage]int) []view.Option {
	var out []view.Option
	for _, st := range []note.Stage{note.Alpha, note.Beta, note.Stable, note.Deprecated, note.Removed} {
		if count[st] > 0 {
			out = append(out, view.Option{Value: string(st), Label: fl.pg.L.T("stage." + string(st)), Count: count[st], Figure: fl.pg.L.Number(count[st])})
		}
	}
	return out
}

// Options returns the filter options for the keys of count, sorted by order.
func (fl *Filters) Options(count map[string]int, order func(a, b string) int) []view.Option {
	var out []view.Option
	for _, value := range slices.SortedFunc(maps.Keys(count), order) {
		out = append(out, view.Option{Value: value, Label: value, Count: count[value], Figure: fl.pg.L.Number(count[value])})
	}
	return out
}

// KindOptions returns the filter options for the kinds that occur, in the order of
// note.EntryKinds.
func (fl *Filters) KindOptions(byKind map[note.EntryKind]int) []view.Option {
	var out []view.Option
	for _, k := range note.EntryKinds {
		if byKind[k] > 0 {
			out = append(out, view.Option{Value: string(k), Label: fl.pg.L.T("kind." + string(k)), Count: byKind[k], Figure: fl.pg.L.Number(byKind[k])})
		}
	}
	if byKind[""] > 0 {
		out = append(out, view.Option{Value: "none", Label: fl.pg.L.T("group.other"), Count: byKind[""], Figure: fl.pg.L.Number(byKind[""])})
	}
	return out
}

// barWidth is the width of the longest bar in percent. The remaining width is for the number
// after the bar.
const barWidth = 85

// BarParts divides a bar by kind. It also returns the count of each kind, including zeros.
func (fl *Filters) BarParts(byKind map[note.EntryKind]int, kinds []view.Option, longest int) ([]view.BarPart, []int) {
	var parts []view.BarPart
	var cells []int
	for _, k := range kinds {
		n := byKind[note.EntryKind(strings.TrimSuffix(k.Value, "none"))]
		cells = append(cells, n)
		if n > 0 {
			percent := strconv.FormatFloat(float64(n)*barWidth/float64(longest), 'f', 1, 64)
			parts = append(parts, view.BarPart{Kind: view.Tag{Code: k.Value, Label: k.Label}, N: n, Figure: fl.pg.L.Number(n), Percent: percent})
		}
	}
	return parts, cells
}
