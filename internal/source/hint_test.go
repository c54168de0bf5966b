package source

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestHinted compares the search for all hints at once with a search for each.
func TestHinted(t *testing.T) {
	pieces := []string{" ", "g", "ga", "gateway", "。", "を", "ア", "а", "s"}
	for _, row := range stageHints {
		for _, part := range row.parts {
			pieces = append(pieces, part, part[:len(part)-1])
			if !hinted("x " + part).has(row.stage) {
				t.Errorf("%q is not a hint of %s", part, row.stage)
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 8))
	for range 20_000 {
		var b strings.Builder
		for range r.IntN(6) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		s := b.String()
		for _, row := range stageHints {
			if want := oneByOne(s, row.parts); hinted(s).has(row.stage) != want {
				t.Fatalf("%q: a hint of %s: %t", s, row.stage, !want)
			}
		}
	}
}

// oneByOne searches for each part of words separately.
func oneByOne(s string, parts []string) bool {
	for _, p := range parts {
		for i := range s {
			alone := p != wordGA || !asciiLetter(s, i-1) && !asciiLetter(s, i+len(p))
			if strings.HasPrefix(s[i:], p) && alone {
				return true
			}
		}
	}
	return false
}
