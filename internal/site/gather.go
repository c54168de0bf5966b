package site

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

// keyed is a mention on its way into a run.
type keyed struct {
	key note.Key
	Mention
}

// gatherer makes runs of mentions. What it needs for that it has from the note before.
type gatherer struct {
	ks     []keyed
	index  map[note.Key]int
	counts []int
	last   []int32 // number of the block that named each thing last
}

// gather makes runs of the mentions of a note: each thing once per block, as the first of them
// names it. There is one for each note as long as the site is, so none has room to grow.
func (g *gatherer) gather(ks []keyed) []run {
	if g.index == nil {
		g.index = map[note.Key]int{}
	}
	clear(g.index)
	g.counts, g.last = g.counts[:0], g.last[:0]
	ks = slices.DeleteFunc(ks, func(k keyed) bool {
		i, ok := g.index[k.key]
		if !ok {
			i = len(g.counts)
			g.index[k.key], g.counts, g.last = i, append(g.counts, 0), append(g.last, -1)
		}
		again := g.last[i] == k.seq
		if g.last[i] = k.seq; !again {
			g.counts[i]++
		}
		return again
	})
	runs, all := make([]run, len(g.counts)), make([]Mention, len(ks))
	for i, n := range g.counts {
		runs[i].mentions, all = all[:0:n], all[n:]
	}
	for _, k := range ks {
		r := &runs[g.index[k.key]]
		r.key, r.mentions = k.key, append(r.mentions, k.Mention)
	}
	return runs
}
