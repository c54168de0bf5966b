package source

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

// featuresOf returns the KEPs that a paragraph or an item is about: those that it names by title,
// and those whose number it begins with.
func featuresOf(m *markdown.Block) []string {
	var out []string
	for _, r := range deepRefs(m) {
		if titled([]note.Ref{r}) || r.Kind == note.KEP && strings.HasPrefix(m.Plain, r.Written) {
			out = append(out, r.ID)
		}
	}
	return out
}

// aboutKEP reports whether a section of a talk names a KEP by its title.
func aboutKEP(section []*markdown.Block) bool {
	return slices.ContainsFunc(section, func(m *markdown.Block) bool { return titled(deepRefs(m)) })
}

// severalFeatures reports whether the paragraphs and list items of a section are about different
// KEPs. A section with a KEP in any other block, such as a table, is one entry.
func severalFeatures(section []*markdown.Block) bool {
	first, several := "", false
	for _, m := range section {
		units := []*markdown.Block{m}
		switch m.Type {
		case markdown.Paragraph:
			if _, _, remark := remarkMark(m.Plain); remark {
				continue
			}
		case markdown.List:
			units = m.Children
		default:
			if titled(deepRefs(m)) {
				return false
			}
			continue
		}
		for _, u := range units {
			f := featuresOf(u)
			if len(f) > 0 && first == "" {
				first = f[0]
			}
			several = several || len(f) > 0 && f[0] != first
		}
	}
	return several
}

// betweenKEPs returns the headings of a talk whose section is between sections on the same level
// that name KEPs. They are features that have no KEP, or one that only other notes name.
func betweenKEPs(blocks []*markdown.Block) map[*markdown.Block]bool {
	out := map[*markdown.Block]bool{}
	var open [7][]*markdown.Block // by level: the headings since the last one that names a KEP
	var known [7]bool             // by level: there is such a one
	for i, m := range blocks {
		if m.Type != markdown.Heading {
			continue
		}
		for level := m.Level + 1; level < len(open); level++ {
			open[level], known[level] = nil, false
		}
		rest := blocks[i:]
		switch {
		case deeper(rest):
			open[m.Level], known[m.Level] = nil, false
		case namesKEP(m.Refs) || aboutKEP(sectionOf(rest)):
			for _, h := range open[m.Level] {
				out[h] = true
			}
			open[m.Level], known[m.Level] = nil, true
		case known[m.Level]:
			open[m.Level] = append(open[m.Level], m)
		}
	}
	return out
}
