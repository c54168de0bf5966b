package source

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

// featuresOf returns the KEPs that a paragraph or an item is about. It names them by title, or
// begins with their number.
func featuresOf(m *markdown.Block) []string {
	var out []string
	for _, r := range deepRefs(m) {
		if titled([]note.Ref{r}) || r.Kind == note.KEP && strings.HasPrefix(m.Plain, r.Written) {
			out = append(out, r.ID)
		}
	}
	return out
}

// aboutKEP reports whether a block of a section names a KEP by its title.
func aboutKEP(section []*markdown.Block) bool {
	return slices.ContainsFunc(section, func(m *markdown.Block) bool { return titled(deepRefs(m)) })
}

// severalFeatures reports whether the paragraphs and list items of a section are about different
// KEPs. It returns false if another block, such as a table, names a KEP. The section is then a
// single entry.
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

// betweenKEPs returns headings of a talk between sections of the same level that name KEPs. Their
// sections are about features without a KEP, or with a KEP that only other notes name.
func betweenKEPs(blocks []*markdown.Block) map[*markdown.Block]bool {
	out := map[*markdown.Block]bool{}
	var open [7][]*markdown.Block // by level: headings since the last one that names a KEP
	var known [7]bool             // by level: whether a heading names a KEP
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
