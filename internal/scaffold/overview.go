package scaffold

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

var overviewStages = []note.Stage{note.Alpha, note.Beta, note.Stable, note.Deprecated, note.Removed}

// Overview returns a new overview of a release: the enhancements that reached a stage in it, by SIG
// and stage. It also returns their number.
func Overview(in In, t Target, authors []note.Person) (text []byte, entries int) {
	var b strings.Builder
	front(&b, in.T("new.overview", string(t.Release)), note.Overview, t, authors)
	reached := in.Site.Facts(t.Release).Reached
	areas := map[string]map[note.Stage][]string{}
	for _, stage := range overviewStages {
		for _, number := range reached[stage] {
			area := in.areaOf(number)
			if areas[area] == nil {
				areas[area] = map[note.Stage][]string{}
			}
			areas[area][stage] = append(areas[area][stage], number)
			entries++
		}
	}
	for _, area := range sortedKeys(areas) {
		b.WriteString("\n## " + escape(area) + "\n")
		for _, stage := range overviewStages {
			numbers := areas[area][stage]
			if len(numbers) == 0 {
				continue
			}
			b.WriteString("\n### " + in.stageWord(stage) + "\n")
			slices.SortFunc(numbers, site.CompareIDs)
			for _, number := range numbers {
				b.WriteString("\n#### " + in.titleOf(number) + "\n\n#" + number + "; KEP\n")
			}
		}
	}
	return []byte(b.String()), entries
}

func (in In) areaOf(number string) string {
	for _, k := range in.Site.Data().KEP(number) {
		if k.SIG != "" {
			return groupName(in.Site.Data(), k.SIG)
		}
	}
	return "KEP"
}

func (in In) titleOf(number string) string {
	for _, k := range in.Site.Data().KEP(number) {
		if title := fold(tidy(k.Title)); title != "" {
			return escape(title)
		}
	}
	return "KEP-" + number
}

func sortedKeys[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.SortFunc(out, func(a, b string) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a), strings.ToLower(b)), cmp.Compare(a, b))
	})
	return out
}
