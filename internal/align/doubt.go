package align

import (
	"fmt"
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

type doubt struct{ xs, ys []*feature }

func sortDoubts(ds []doubt) {
	slices.SortStableFunc(ds, func(p, q doubt) int { return p.xs[0].at - q.xs[0].at })
}

// manyBlocks is the number of blocks from which a doubt only counts them.
const manyBlocks = 50

func (d doubt) why() string {
	x, y := number(d.xs), number(d.ys)
	switch {
	case len(d.xs) > manyBlocks || len(d.ys) > manyBlocks:
		return fmt.Sprintf("%s stand against %s, too many to tell which is which", x, y)
	case len(d.xs) != len(d.ys):
		return fmt.Sprintf("%s against %s between the same neighbours, and nothing in them says which belong together", x, y)
	case len(d.xs) > 1:
		return fmt.Sprintf("%s on either side have their place in common, but too little else to be sure", x)
	}
	return "the two have their place in common, but too little else to be sure"
}

func number(fs []*feature) string {
	word := string(fs[0].shape)
	for _, f := range fs {
		if f.shape != fs[0].shape || f.shape == flow || f.shape == footnotes {
			word = "block"
		}
	}
	switch {
	case len(fs) == 1:
	case word == string(note.Entry):
		word = "entries"
	default:
		word += "s"
	}
	return fmt.Sprintf("%d %s", len(fs), word)
}
