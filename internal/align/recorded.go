package align

import (
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/note"
)

// recorded scores the similarity of a recorded source of one block and the text of the other
// block.
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

// other reports whether both blocks have code, but none in common. They then have different
// subjects.
func (s *scorer) other(x, y *feature) bool {
	var only [3]int
	compare(x.tokens, y.tokens, func(t token, where int) {
		if s.v.names[t][0] == 'c' {
			only[where+1]++
		}
	})
	return only[0] > 0 && only[2] > 0 && only[1] == 0
}

// likeScores maps a minimum similarity to a score. Texts of the same note have a similar style,
// so a similarity of one half is not evidence.
var likeScores = [...][2]float64{{0.9, 9}, {0.8, 6}, {0.7, 3}, {0.5, 0}, {0.35, -3}}

// unrecorded scores a block without a recorded source. If nearly all other blocks of its version
// have one, this block may be an addition.
func (s *side) unrecorded(f *feature) float64 {
	if s.sourced == 0 || f.shape == rule || f.shape.hasNoText() {
		return 0
	}
	return math.Log(1.05 - min(1, float64(s.sourced)/float64(len(s.all))))
}

// likeness returns the ratio of common words, from 0 to 1, between texts in the same language.
// The texts are those of the blocks and their recorded sources. It returns the maximum, and false
// if there are no such texts.
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

// bag returns the sorted words of a text, or pairs of characters in scripts without spaces.
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
