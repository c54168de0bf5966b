package align

import (
	"math"
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

// of returns the score of two blocks, regardless of their position and neighbours.
func (s *scorer) of(x, y *feature) float64 {
	fit := s.fit(x, y)
	if fit == never {
		return never
	}
	if x.print == y.print && x.print != "" && (x.shape.hasNoText() || x.length > 20) {
		return fit + 12
	}
	score := fit + s.length(x, y) + s.scoreKeptTokens(x, y) + s.recorded(x, y)
	switch x.block().Type {
	case note.Prose, note.Remark, note.Entry:
		score += counts(x, y)
	}
	return score
}

// fit scores the types and shapes of two blocks. It returns never if the blocks cannot
// correspond.
func (s *scorer) fit(x, y *feature) float64 {
	p, q := x.block(), y.block()
	text := func(b *note.Block) bool { return b.Type == note.Prose || b.Type == note.Remark }
	score := 0.0
	switch {
	case p.Type != q.Type && !(text(p) && text(q)):
		return never
	case p.Type != q.Type:
		score = -3
	case (x.shape == footnotes) != (y.shape == footnotes):
		return never
	}
	if x.shape != y.shape {
		return score - 4.5
	}
	switch p.Type {
	case note.Prose, note.Remark, note.Code, note.Picture, note.Card:
		score += s.rare(x.shape)
	case note.Heading:
		return score + s.heading(x, y)
	case note.Entry:
		return score + s.entry(x, y)
	}
	return score
}

// rare scores a shape that both blocks have. A frequent shape or a rule is not evidence.
func (s *scorer) rare(x shape) float64 {
	if x == rule {
		return 0
	}
	return math.Max(0, math.Min(2, math.Log(1/(s.shapes[x]+0.01))-1))
}

func (s *scorer) heading(x, y *feature) float64 {
	score := 0.5
	if x.level != y.level {
		score = -4
	}
	switch shared, sumX, sumY := s.votes.of(x, y); {
	case shared > 0 && 2*shared > sumX && 2*shared > sumY:
		score += math.Min(6, 1+2*float64(shared))
	case shared == 0 && sumX > 0 && sumY > 0:
		score -= 8
	case shared == 0 && sumX+sumY > 1:
		score -= 5
	case shared == 0 && sumX+sumY > 0:
		score -= 2
	}
	return score
}

// entry scores the properties of two entries. It returns never if they have different pull
// requests.
func (s *scorer) entry(x, y *feature) float64 {
	p, q := x.block(), y.block()
	if apart(p.Attr.PRs, q.Attr.PRs) || apart(p.Attr.Threads, q.Attr.Threads) {
		return never
	}
	score := 0.0
	if (p.Level == 0) != (q.Level == 0) {
		score -= 3
	}
	switch {
	case p.Date != q.Date:
		score -= 4
	case p.Date != "":
		score++
	}
	if p.Kind != q.Kind {
		score -= 2
	}
	if p.Stage != q.Stage {
		score--
	}
	return score
}

func apart(x, y []string) bool {
	return len(x) > 0 && len(y) > 0 && !slices.ContainsFunc(x, func(n string) bool { return slices.Contains(y, n) })
}

// length scores the ratio of two lengths by the method of Gale and Church. The ratio of long
// texts varies less than that of short ones. If the numbers of sentences or items are equal, it
// also scores their lengths.
func (s *scorer) length(x, y *feature) float64 {
	if x.shape == rule || x.shape.hasNoText() {
		return 0
	}
	score := s.ratios(x.length, y.length, 0.17)
	if len(x.parts) != len(y.parts) || len(x.parts) < 2 {
		return score
	}
	var parts []float64
	for i := range x.parts {
		parts = append(parts, s.ratios(x.parts[i], y.parts[i], 0.25))
	}
	return score + math.Max(-6, math.Min(4, 0.5*sum(parts)))
}

// ratios scores the ratio of two lengths. near is the standard deviation of the log ratio of long
// texts.
func (s *scorer) ratios(p, q, near float64) float64 {
	p, q = p*s.ratio+4, q+4
	d := math.Log(q / p)
	near = math.Sqrt(near*near + 4/(p+q))
	return math.Log(0.96*bell(d, near)+0.04*bell(d, 1)) - math.Log(bell(d, 0.9)+0.02)
}

func sum(vs []float64) (total float64) {
	for _, v := range vs {
		total += v
	}
	return total
}

func bell(x, width float64) float64 {
	return math.Exp(-x*x/(2*width*width)) / (width * 2.5066)
}

func counts(x, y *feature) float64 {
	score := 0.0
	if x.shape == list || x.shape == table || x.shape == footnotes {
		if x.items == y.items && x.columns == y.columns {
			score += 1.5
		} else {
			score -= math.Min(4, 1.5+math.Abs(float64(x.items-y.items))*0.5)
		}
	} else if d := len(x.parts) - len(y.parts); d == 0 {
		score += 0.4 + math.Min(1, 0.15*float64(len(x.parts)))
	} else {
		score -= math.Min(3, 0.7*math.Abs(float64(d))-0.3)
	}
	for i, weight := range [...]float64{1.2, 0.4, 0.5, 0.8} {
		switch m, n := x.marks[i], y.marks[i]; {
		case m == n && m > 0:
			score += weight
		case m != n:
			score -= weight * math.Min(1, math.Abs(float64(m-n))/2)
		}
	}
	return score
}

// scoreKeptTokens scores what translations keep: code, references, addresses, numbers and Latin
// names. Each additional token has a lower weight.
func (s *scorer) scoreKeptTokens(x, y *feature) float64 {
	var both, one []float64
	compare(x.tokens, y.tokens, func(t token, where int) {
		if where == 0 {
			both = append(both, s.v.shared(t))
		} else {
			one = append(one, s.v.missing(t))
		}
	})
	compare(x.words, y.words, func(t token, where int) {
		switch {
		case where == 0:
			both = append(both, s.v.shared(t)*0.8)
		case s.isEvidence(t, where):
			one = append(one, s.v.missing(t))
		}
	})
	return math.Min(12, fading(both)) + math.Max(-12, fading(one))
}

// isEvidence reports whether a word that only one block has is evidence against the pair. In a
// version in another script, Latin words are names, which the other version keeps.
func (s *scorer) isEvidence(t token, where int) bool {
	in, other := s.a, s.b
	if where > 0 {
		in, other = s.b, s.a
	}
	if in.latin {
		return s.v.named(t) && other.latin
	}
	return other.latin || s.v.named(t)
}

// fading returns the sum of scores by decreasing size. Each additional score has a lower weight.
func fading(scores []float64) float64 {
	slices.SortFunc(scores, func(p, q float64) int {
		switch p, q := math.Abs(p), math.Abs(q); {
		case p > q:
			return -1
		case p < q:
			return 1
		}
		return 0
	})
	sum, weight := 0.0, 1.0
	for _, v := range scores {
		sum += v * weight
		weight *= 0.75
	}
	return sum
}
