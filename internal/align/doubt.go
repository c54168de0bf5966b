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

// manyBlocks is the minimum number of blocks for which a doubt has only their number.
const manyBlocks = 50

func (d doubt) why() string {
	x, y := number(d.xs), number(d.ys)
	switch {
	case len(d.xs) > manyBlocks || len(d.ys) > manyBlocks:
		return fmt.Sprintf("%s against %s are too many to pair", x, y)
	case len(d.xs) != len(d.ys):
		return fmt.Sprintf("%s against %s between the same neighbours have no distinguishing content", x, y)
	case len(d.xs) > 1:
		return fmt.Sprintf("%s on each side have the same position, but too little else in common", x)
	}
	return "the two have the same position, but too little else in common"
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
