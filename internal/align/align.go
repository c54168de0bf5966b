package align

import (
	"cmp"
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

func (l *aligner) run() {
	l.byID()
	l.byRecord()
	l.byText()
	l.fitRatio()
	l.byTwins()
	l.byTokens()
	l.byHeading()
	l.fitRatio()
	// Pairs between headings show which headings correspond, so headings are paired last.
	l.bySequence(func(f *feature) bool { return f.block().Type != note.Heading })
	l.doubts = nil
	l.byHeading()
	hole := l.bySequence(func(*feature) bool { return true })
	l.byChildren(hole)
}

// fitRatio computes the ratio of lengths of the two versions from the pairs found.
func (l *aligner) fitRatio() {
	p, q := 600.0, 600.0
	for _, x := range l.a.all {
		if len(x.mates) == 1 && (x.block().Type == note.Entry || x.block().Type == note.Prose) {
			p += x.length
			q += x.mates[0].length
		}
	}
	l.scorer.ratio = q / p
}

func (l *aligner) result(reversed bool) *Alignment {
	a, b := l.a, l.b
	if reversed {
		a, b = b, a
	}
	al := &Alignment{ofA: map[*note.Block]int{}, ofB: map[*note.Block]int{}}
	for _, f := range a.all {
		if !f.matched() {
			al.OnlyA = append(al.OnlyA, f.block())
			continue
		}
		if _, done := al.ofA[f.block()]; !done {
			al.add(Match{A: blocksOf(f.mates[0].mates), B: blocksOf(f.mates)})
		}
	}
	for _, f := range b.all {
		if !f.matched() {
			al.OnlyB = append(al.OnlyB, f.block())
		}
	}
	if reversed {
		for i, d := range l.doubts {
			l.doubts[i] = doubt{d.ys, d.xs}
		}
	}
	sortDoubts(l.doubts)
	for _, d := range l.doubts {
		al.Doubts = append(al.Doubts, Doubt{A: blocksOf(d.xs), B: blocksOf(d.ys), Why: d.why()})
	}
	return al
}

func (al *Alignment) add(m Match) {
	for _, b := range m.A {
		al.ofA[b] = len(al.Matches)
	}
	for _, b := range m.B {
		al.ofB[b] = len(al.Matches)
	}
	al.Matches = append(al.Matches, m)
}

func blocksOf(fs []*feature) []*note.Block {
	out := make([]*note.Block, len(fs))
	for i, f := range fs {
		out[i] = f.block()
	}
	return out
}

// order compares two versions, to give them a fixed order. Align(b, a) is then the mirror of
// Align(a, b).
func order(a, b *note.Note) int {
	return cmp.Or(
		cmp.Compare(a.Lang, b.Lang), cmp.Compare(a.Path, b.Path), cmp.Compare(a.ID, b.ID),
		cmp.Compare(a.Title, b.Title), cmp.Compare(a.Markdown, b.Markdown), orderBlocks(a.Blocks, b.Blocks),
	)
}

func orderBlocks(a, b []note.Block) int {
	return slices.CompareFunc(a, b, func(x, y note.Block) int {
		return cmp.Or(
			cmp.Compare(x.Type, y.Type), cmp.Compare(x.ID, y.ID), cmp.Compare(x.Level, y.Level),
			cmp.Compare(canonical(x.Text), canonical(y.Text)), cmp.Compare(canonical(x.Source), canonical(y.Source)),
			cmp.Compare(canonical(x.Was), canonical(y.Was)), orderBlocks(x.Children, y.Children),
		)
	})
}

// Align pairs the blocks of two versions of a note. Neither may be nil. Align(b, a) returns the
// mirror of Align(a, b).
func Align(a, b *note.Note) *Alignment {
	reversed := order(a, b) > 0
	if reversed {
		a, b = b, a
	}
	l := newAligner(a, b)
	l.run()
	return l.result(reversed)
}
