package align

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

type section struct {
	heading *feature
	above   *section   // enclosing section; nil at the top level
	blocks  []*feature // blocks directly below the heading
	deep    int        // number of entries, including those in subsections
	kind    note.EntryKind
	stage   note.Stage
	mixed   [2]bool // whether entries differ in kind, and in stage
}

// sections returns the sections of a note, by heading. A section has a kind or stage if all its
// entries have it.
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
			continue
		case note.Entry:
			for _, sec := range open {
				sec.take(f.block())
			}
		}
		if len(open) > 0 {
			open[len(open)-1].blocks = append(open[len(open)-1].blocks, f)
		}
	}
	return out
}

func (sec *section) take(b *note.Block) {
	if sec.deep == 0 {
		sec.kind, sec.stage = b.Kind, b.Stage
	}
	sec.mixed[0] = sec.mixed[0] || sec.kind != b.Kind
	sec.mixed[1] = sec.mixed[1] || sec.stage != b.Stage
	sec.deep++
}

// rounds is the number of passes over the headings. Each pass can pair headings below those that
// the previous pass paired.
const rounds = 4

// byHeading pairs headings by the votes of the paired blocks below them. Below paired headings,
// it then uses IDs, and the common kind, stage or date of the entries. IDs alone are unreliable,
// because headings may have equal titles.
func (l *aligner) byHeading() {
	secA, secB := sections(l.a), sections(l.b)
	of := func(f *feature) *section {
		if sec := secA[f]; sec != nil {
			return sec
		}
		return secB[f]
	}
	l.poll()
	l.elect()
	for range rounds {
		for _, key := range []func(*side, *section) string{idBelow, kindBelow, stageBelow, dateBelow} {
			l.unique(func(s *side, f *feature) []string {
				sec := of(f)
				if sec == nil {
					return nil
				}
				k := key(s, sec)
				if k == "" || sec.above != nil && !sec.above.heading.matched() {
					return nil
				}
				return []string{fmt.Sprint(k, " under ", l.trail(s, sec.above))}
			}, l.possible)
		}
	}
}

// trail returns a number that identifies the paired heading above in both versions. It returns 0
// at the top level.
func (l *aligner) trail(s *side, above *section) int {
	switch {
	case above == nil:
		return 0
	case s == l.b:
		return above.heading.mates[0].at + 1
	}
	return above.heading.at + 1
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
	if len(sec.blocks) == 0 || sec.blocks[0].block().Date == "" {
		return ""
	}
	return "date " + sec.blocks[0].block().Date
}

// poll counts the votes of paired blocks for the headings above them, for all levels.
func (l *aligner) poll() {
	secA, secB := sections(l.a), sections(l.b)
	v := votes{shared: map[[2]*feature]int{}, sum: map[*feature]int{}, first: map[*feature]*feature{}}
	homeA, homeB := homes(secA), homes(secB)
	for _, x := range l.a.top {
		if len(x.mates) == 1 && homeA[x] != nil && homeB[x.mates[0]] != nil {
			v.cast(homeA[x], homeB[x.mates[0]])
		}
	}
	v.open(secA, homeB)
	v.open(secB, homeA)
	l.scorer.votes = v
}

func homes(secs map[*feature]*section) map[*feature]*section {
	out := map[*feature]*section{}
	for _, sec := range secs {
		for _, f := range sec.blocks {
			out[f] = sec
		}
	}
	return out
}

// open sets first: for each heading, the heading above the counterpart of its first paired block.
func (v votes) open(secs map[*feature]*section, home map[*feature]*section) {
	for h, sec := range secs {
		for _, f := range sec.blocks {
			if len(f.mates) == 1 && home[f.mates[0]] != nil {
				v.first[h] = home[f.mates[0]].heading
				break
			}
		}
	}
}

func (v votes) cast(p, q *section) {
	for p := p; p != nil; p = p.above {
		v.sum[p.heading]++
	}
	for q := q; q != nil; q = q.above {
		v.sum[q.heading]++
		for p := p; p != nil; p = p.above {
			if p.heading.level == q.heading.level {
				v.shared[[2]*feature{p.heading, q.heading}]++
			}
		}
	}
}

// quorum is the minimum number of votes that decides. Fewer votes are only evidence.
const quorum = 3

// elect pairs headings that at least three quarters of the paired blocks below them support, in
// both versions. The first block below each must support the pair, too. This matters if a version
// lacks a heading: the blocks below it vote for the previous heading, but none of them is the
// first block there.
func (l *aligner) elect() {
	v := l.scorer.votes
	for _, pair := range l.mostVoted() {
		x, y := pair[0], pair[1]
		n, sumX, sumY := v.of(x, y)
		if n >= quorum && 4*n >= 3*max(sumX, sumY) && v.first[x] == y && v.first[y] == x &&
			!x.matched() && !y.matched() && x.level == y.level && l.possible(x, y) {
			l.match(x, y)
		}
	}
}

func (l *aligner) mostVoted() [][2]*feature {
	out := slices.Collect(maps.Keys(l.scorer.votes.shared))
	slices.SortFunc(out, func(p, q [2]*feature) int {
		return cmp.Or(cmp.Compare(p[0].at, q[0].at), cmp.Compare(p[1].at, q[1].at))
	})
	return out
}

// possible reports whether two headings may be a pair. It compares their texts and the votes of
// the blocks below them.
func (l *aligner) possible(x, y *feature) bool {
	shared, sumX, sumY := l.scorer.votes.of(x, y)
	like, known := l.scorer.likeness(x, y)
	return l.fits(x, y) && (shared > 0 || sumX == 0 || sumY == 0) && (!known || like > 0.2)
}
