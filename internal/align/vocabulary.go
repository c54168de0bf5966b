package align

import (
	"math"
	"strings"
)

// compare calls f for each token of two sorted lists. where is 0 for a token of both lists, -1
// for a token only in x, and 1 for a token only in y.
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

// token is the number of a word in a vocabulary. Both versions have the same vocabulary.
type token int32

// vocabulary numbers and counts the tokens of both versions.
//
// The first letter of a token is its type: code (c), reference (r), address (l), number (n), date
// (d) or Latin word (w). A piece of text that is compared with a recorded source has type s.
type vocabulary struct {
	numbers map[string]token
	names   []string
	in      [2][]int // number of blocks with the token, for each version
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

// fewBlocks is the minimum divisor in the frequency of a token. Frequencies in fewer blocks mean
// little.
const fewBlocks = 60

// chance returns the probability that a random block has the token. It is higher if several
// blocks have the token, because these have a common topic.
func (v *vocabulary) chance(t token) float64 {
	p := (float64(v.in[0][t]+v.in[1][t]) + 0.5) / max(fewBlocks, float64(v.blocks[0]+v.blocks[1])+2)
	if v.in[0][t] > 1 || v.in[1][t] > 1 {
		return max(p, 0.2)
	}
	return max(p, 0.005)
}

// shared returns the score of a token that both blocks have. missing returns the score of a token
// that only one block has. Both are log ratios, as in scorer.
func (v *vocabulary) shared(t token) float64 {
	return math.Max(0, math.Log(0.9/v.chance(t)))
}

func (v *vocabulary) missing(t token) float64 {
	switch v.names[t][0] {
	case 'c', 'r', 'd':
		return -2.3
	case 'n':
		if len(v.names[t]) <= len("n:9") {
			return -0.5 // a small number may also be written as a word
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

// named reports whether a word is a name instead of a word of a language.
func (v *vocabulary) named(t token) bool { return strings.ContainsAny(v.names[t][2:], "-_.0123456789") }
