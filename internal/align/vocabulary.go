package align

import (
	"math"
	"strings"
)

// compare calls f for each token of two sorted lists: with 0 for one of both, -1 for one of
// x alone, 1 for one of y alone.
func compare(x, y []token, f func(t token, where int)) {
	for len(x) > 0 || len(y) > 0 {
		switch {
		case len(y) == 0 || len(x) > 0 && x[0] < y[0]:
			f(x[0], -1)
			x = x[1:]
		case len(x) == 0 || y[0] < x[0]:
			f(y[0], 1)
			y = y[1:]
		default:
			f(x[0], 0)
			x, y = x[1:], y[1:]
		}
	}
}

// token is the number of a word in a vocabulary. Equal words of both versions have equal
// numbers.
type token int32

// vocabulary numbers what both versions are made of, and knows how common each of it is.
//
// A token's first letters say what it is: c: code, r: a reference, l: an address, n: a
// number, d: a date, w: a word in Latin letters, s: a piece of any text, for the likeness
// to a recorded source.
type vocabulary struct {
	numbers map[string]token
	names   []string
	in      [2][]int // in how many blocks of each side
	blocks  [2]int
}

func newVocabulary() *vocabulary { return &vocabulary{numbers: map[string]token{}} }

func (v *vocabulary) token(s string) token {
	t, ok := v.numbers[s]
	if !ok {
		t = token(len(v.names))
		v.numbers[s] = t
		v.names = append(v.names, s)
	}
	return t
}

// fewBlocks is of how many blocks on the shares of tokens say how rare they are.
const fewBlocks = 60

// chance is how likely a block has the token by chance, between 0 and 1. What several blocks
// have is a topic, and neighbours often share that.
func (v *vocabulary) chance(t token) float64 {
	p := (float64(v.in[0][t]+v.in[1][t]) + 0.5) / max(fewBlocks, float64(v.blocks[0]+v.blocks[1])+2)
	if v.in[0][t] > 1 || v.in[1][t] > 1 {
		return max(p, 0.2)
	}
	return max(p, 0.005)
}

// shared is what it says for a pair that both have the token, and missing what it says,
// against it, that only one has: logarithms of how much likelier that is of a pair than
// of two blocks taken at random.
func (v *vocabulary) shared(t token) float64 {
	return math.Max(0, math.Log(0.9/v.chance(t)))
}

func (v *vocabulary) missing(t token) float64 {
	switch v.names[t][0] {
	case 'c', 'r', 'd':
		return -2.3
	case 'n':
		if len(v.names[t]) <= len("n:9") {
			return -0.5 // a small number is often written as a word
		}
		return -1.8
	case 'l':
		return -1
	}
	if v.named(t) {
		return -2
	}
	return -1.3
}

// named reports whether a word is the name of a thing rather than a word of a language.
func (v *vocabulary) named(t token) bool { return strings.ContainsAny(v.names[t][2:], "-_.0123456789") }
