package pair

import (
	"github.com/kawaraban/kawaraban/internal/note"
)

// section is a heading with what stands under it.
type section struct {
	heading *feature
	above   *section // the section that it is part of, nil at the top
	entries []*feature
	deep    int // entries of its own and of the sections below
	kind    note.EntryKind
	stage   note.Stage
	mixed   [2]bool // whether entries differ in kind, in stage
}

// sections finds the headings of a note and the entries below each. The kind and stage of
// a section are those that all its entries have.
func sections(s *side) map[*feature]*section {
	out := map[*feature]*section{}
	var open []*section
	for _, f := range s.top {
		switch f.block().Type {
		case note.Heading:
			for len(open) > 0 && open[len(open)-1].heading.level >= f.level {
				open = open[:len(open)-1]
			}
			sec := &section{heading: f}
			if len(open) > 0 {
				sec.above = open[len(open)-1]
			}
			out[f] = sec
			open = append(open, sec)
		case note.Entry:
			if len(open) > 0 {
				open[len(open)-1].entries = append(open[len(open)-1].entries, f)
			}
			for _, sec := range open {
				sec.take(f.block())
			}
		}
	}
	return out
}

// take counts an entry for a section that it is in.
func (sec *section) take(b *note.Block) {
	if sec.deep == 0 {
		sec.kind, sec.stage = b.Kind, b.Stage
	}
	sec.mixed[0] = sec.mixed[0] || sec.kind != b.Kind
	sec.mixed[1] = sec.mixed[1] || sec.stage != b.Stage
	sec.deep++
}

// rounds bounds how often headings are gone through: each round may pair those below the
// ones that the last has paired.
const rounds = 4

// byHeading pairs headings: by the place that their ids number below paired headings, by
// the kind, stage or date of all that stands under them, by the vote of the entries there.
func (l *aligner) byHeading() {
	secA, secB := sections(l.a), sections(l.b)
	of := func(f *feature) *section {
		if sec := secA[f]; sec != nil {
			return sec
		}
		return secB[f]
	}
	for range rounds {
		for _, key := range []func(*side, *section) string{idBelow, kindBelow, stageBelow, dateBelow} {
			l.unique(func(s *side, f *feature) []string {
				sec := of(f)
				if sec == nil {
					return nil
				}
				k := key(s, sec)
				if k == "" {
					return nil
				}
				return []string{k + "\x00" + l.trail(s, sec.above)}
			}, l.fits)
		}
	}
	l.byVote(secA, secB)
}

// trail names the paired heading above, the same on both sides.
func (l *aligner) trail(s *side, above *section) string {
	for ; above != nil; above = above.above {
		if f := above.heading; f.matched() {
			if s == l.b {
				f = f.mates[0]
			}
			return string(f.block().ID)
		}
	}
	return ""
}

func idBelow(s *side, sec *section) string {
	if sec.heading.block().ID == "" {
		return ""
	}
	return "id " + string(s.base(sec.heading.block().ID))
}

func kindBelow(_ *side, sec *section) string {
	if sec.deep == 0 || sec.mixed[0] || sec.kind == "" || sec.above != nil && !sec.above.mixed[0] {
		return ""
	}
	return "kind " + string(sec.kind)
}

func stageBelow(_ *side, sec *section) string {
	if sec.deep == 0 || sec.mixed[1] || sec.stage == "" || sec.above != nil && !sec.above.mixed[1] {
		return ""
	}
	return "stage " + string(sec.stage)
}

func dateBelow(_ *side, sec *section) string {
	if len(sec.entries) == 0 || sec.entries[0].block().Date == "" {
		return ""
	}
	return "date " + sec.entries[0].block().Date
}

// votes is how many entries below a heading are paired with one below another.
type votes map[*feature]map[*feature]int

// byVote pairs headings of which most entries agree: more than half of those on either
// side that are paired at all, and two at least.
func (l *aligner) byVote(secA, secB map[*feature]*section) {
	home := map[*feature]*feature{}
	for h, sec := range secB {
		for _, e := range sec.entries {
			home[e] = h
		}
	}
	cast, got := votes{}, map[*feature]int{}
	sum := map[*feature]int{}
	for h, sec := range secA {
		cast[h] = map[*feature]int{}
		for _, e := range sec.entries {
			if e.matched() && home[e.mates[0]] != nil {
				cast[h][home[e.mates[0]]]++
				got[home[e.mates[0]]]++
				sum[h]++
			}
		}
	}
	for _, x := range l.a.top {
		for y, n := range cast[x] {
			if n > 1 && 2*n > sum[x] && 2*n > got[y] && !x.matched() && !y.matched() && l.fits(x, y) {
				l.match(x, y)
			}
		}
	}
}
