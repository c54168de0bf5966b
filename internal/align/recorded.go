package align

import (
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/note"
)

// recorded scores the source that one of the blocks recorded against the other's text, and
// what else of them is in one language, as what is not yet translated is.
func (s *scorer) recorded(x, y *feature) float64 {
	like, known := s.likeness(x, y)
	if !known {
		return s.a.unrecorded(x) + s.b.unrecorded(y)
	}
	if like < 0.99 && s.other(x, y) {
		return -3
	}
	for _, step := range likeScores {
		if like >= step[0] {
			return step[1]
		}
	}
	return -7
}

// other reports whether two blocks name things in code, and none in common: then one of
// them tells the same of another thing, which is no rewording.
func (s *scorer) other(x, y *feature) bool {
	var only [3]int
	compare(x.tokens, y.tokens, func(t token, where int) {
		if s.v.names[t][0] == 'c' {
			only[where+1]++
		}
	})
	return only[0] > 0 && only[2] > 0 && only[1] == 0
}

// likeScores are what a likeness of at least the first is worth. Texts of one note share
// their manner of speaking, so half of their words say nothing yet.
var likeScores = [...][2]float64{{0.9, 9}, {0.8, 6}, {0.7, 3}, {0.5, 0}, {0.35, -3}}

// unrecorded scores a block without a recorded source, by how many in its version have one:
// where nearly all do, this one may have been added.
func (s *side) unrecorded(f *feature) float64 {
	if s.sourced == 0 || f.shape == rule || f.shape.wordless() {
		return 0
	}
	return math.Log(1.05 - min(1, float64(s.sourced)/float64(len(s.all))))
}

// likeness is how much of their words two blocks share, from 0 to 1, as far as there are
// texts of one language to compare: their own, and the sources that they recorded. It is the
// best of several; false where there are none.
func (s *scorer) likeness(x, y *feature) (best float64, known bool) {
	compare := func(p, q []token) {
		known = true
		best = max(best, dice(p, q))
	}
	langX, langY := x.block().Lang, y.block().Lang
	sourceX, sourceY := x.block().SourceLang, y.block().SourceLang
	for _, bag := range s.bagsOf(x) {
		if sourceX == langY {
			compare(bag, s.bagOf(y))
		}
		for _, other := range s.bagsOf(y) {
			if sourceX == sourceY {
				compare(bag, other)
			}
		}
	}
	for _, bag := range s.bagsOf(y) {
		if sourceY == langX {
			compare(bag, s.bagOf(x))
		}
	}
	if langX == langY && x.shape != shape(note.Code) {
		compare(s.bagOf(x), s.bagOf(y))
	}
	return best, known
}

func (s *scorer) bagsOf(f *feature) [][]token {
	if f.bags == nil && len(f.source) > 0 {
		for _, t := range f.source {
			f.bags = append(f.bags, s.bag(t))
		}
	}
	return f.bags
}

func (s *scorer) bagOf(f *feature) []token {
	if f.bag == nil {
		f.bag = []token{}
		for _, b := range f.blocks {
			f.bag = append(f.bag, s.bag(b.Text)...)
		}
		slices.Sort(f.bag)
	}
	return f.bag
}

// bag is what a text is made of, sorted, with repeats: words, and pairs of neighbouring
// characters where words are not set apart.
func (s *scorer) bag(t note.Text) []token {
	var out []token
	last, run := rune(0), []byte(nil)
	end := func() {
		if len(run) > 0 {
			out = append(out, s.v.token("s:"+string(run)))
		}
		run = run[:0]
	}
	for _, r := range t.Plain() {
		switch {
		case wide(r) && (unicode.IsLetter(r) || unicode.IsNumber(r)):
			end()
			if last != 0 {
				out = append(out, s.v.token("s:"+string([]rune{last, r})))
			}
			last = r
			continue
		case unicode.IsLetter(r), unicode.IsNumber(r):
			run = utf8.AppendRune(run, unicode.ToLower(r))
		default:
			end()
		}
		last = 0
	}
	end()
	slices.Sort(out)
	return out
}

// dice is twice what two sorted bags share, by what they hold together.
func dice(x, y []token) float64 {
	if len(x)+len(y) == 0 {
		return 0
	}
	shared := 0
	compare(x, y, func(_ token, where int) {
		if where == 0 {
			shared++
		}
	})
	return 2 * float64(shared) / float64(len(x)+len(y))
}
