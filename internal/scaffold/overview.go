package scaffold

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

var overviewStages = []note.Stage{note.Alpha, note.Beta, note.Stable, note.Deprecated, note.Removed}

// Listed compares a new overview with the announcement of the release. Doubtful and LeftOut have
// KEP numbers with a reason.
type Listed struct {
	Release   note.Release `json:"release"`
	KEPs      int          `json:"keps"`                // number of KEPs in the overview
	Announced *int         `json:"announced,omitempty"` // number of KEPs in the announcement; nil if unknown
	Doubtful  []string     `json:"doubtful,omitempty"`  // in the overview, although the sources disagree
	LeftOut   []string     `json:"leftOut,omitempty"`   // not in the overview, although kep.yaml has the release
}

// Text returns the comparison in words, one line each. It returns "" for nil.
func (l *Listed) Text(c diag.Catalog) string {
	if l == nil {
		return ""
	}
	s := c.Sprintf("enhancements: %d, announced for %s: unknown", l.KEPs, l.Release) + "\n"
	if l.Announced != nil {
		s = c.Sprintf("enhancements: %d, announced for %s: %d", l.KEPs, l.Release, *l.Announced) + "\n"
	}
	if len(l.Doubtful) > 0 {
		s += c.Sprintf("doubtful, check whether they belong here: %s", strings.Join(l.Doubtful, ", ")) + "\n"
	}
	if len(l.LeftOut) > 0 {
		s += c.Sprintf("left out, because the feature gates or the KEP's stage disagree: %s", strings.Join(l.LeftOut, ", ")) + "\n"
	}
	return s
}

func (in In) listed(r note.Release, keps int) Listed {
	out := Listed{Release: r, KEPs: keps}
	if known := in.Site.Data().Releases[r]; known != nil {
		out.Announced = known.Announced.Enhancements
	}
	for _, d := range in.Site.DoubtfulAt(r) {
		name := "KEP-" + d.KEP + " (" + d.Why + ")"
		if d.Reached {
			out.Doubtful = append(out.Doubtful, name)
		} else {
			out.LeftOut = append(out.LeftOut, name)
		}
	}
	return out
}

// Overview returns a new overview of a release. It lists the KEPs that reached a stage in the
// release, by SIG and stage. It also returns the number of entries, and the comparison with the
// announcement.
func Overview(in In, t Target, authors []note.Person) (text []byte, entries int, listed Listed) {
	var b strings.Builder
	front(&b, in.T("new.overview", string(t.Release)), note.Overview, t, authors)
	reached := in.Site.Facts(t.Release).Reached
	areas, keps := map[string]map[note.Stage][]string{}, map[string]bool{}
	for _, stage := range overviewStages {
		for _, number := range reached[stage] {
			area := in.areaOf(number)
			if areas[area] == nil {
				areas[area] = map[note.Stage][]string{}
			}
			areas[area][stage] = append(areas[area][stage], number)
			entries++
			keps[number] = true
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
	return []byte(b.String()), entries, in.listed(t.Release, len(keps))
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
