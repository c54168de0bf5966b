package builder

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

// shapes has counts of the entries below each heading of a note.
type shapes struct {
	count map[note.BlockID]int
	kinds map[note.BlockID][]note.EntryKind // kinds of the entries directly below a heading

	stages map[note.BlockID][]note.Stage // stages of the entries directly below a heading
}

func outlineOf(blocks []note.Block) shapes {
	s := shapes{map[note.BlockID]int{}, map[note.BlockID][]note.EntryKind{}, map[note.BlockID][]note.Stage{}}
	for i := range blocks {
		b := &blocks[i]
		if b.Type == note.Entry && len(b.Trail) > 0 {
			under := b.Trail[len(b.Trail)-1]
			s.count[under]++
			if !slices.Contains(s.kinds[under], b.Kind) {
				s.kinds[under] = append(s.kinds[under], b.Kind)
			}
			if !slices.Contains(s.stages[under], b.Stage) {
				s.stages[under] = append(s.stages[under], b.Stage)
			}
		}
	}
	return s
}

// levelsOf returns the level of each heading on the page, from 2 to 6. Levels have no gaps.
func levelsOf(rows []site.Row) map[*note.Block]int {
	out := map[*note.Block]int{}
	var open []int
	for _, r := range rows {
		blocks := r.Blocks
		if len(blocks) == 0 {
			blocks = r.Other[0].Blocks
		}
		for _, b := range blocks {
			if !b.IsHeading() {
				continue
			}
			for len(open) > 0 && open[len(open)-1] >= b.Level {
				open = open[:len(open)-1]
			}
			open = append(open, b.Level)
			out[b] = min(len(open)+1, 6)
		}
	}
	return out
}
