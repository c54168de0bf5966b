package analyzer

import (
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// TestSteady checks that every skipped character stays unchanged and does not change its
// neighbours.
func TestSteady(t *testing.T) {
	count := 0
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		if !steady(r) {
			continue
		}
		count++
		s := string(r)
		p := norm.NFKC.PropertiesString(s)
		if !norm.NFKC.IsNormalString(s) || !p.BoundaryBefore() || p.CCC() != 0 || drop(guard(s)) != s {
			t.Errorf("%U %s changes", r, s)
		}
	}
	if count < 21000 {
		t.Errorf("%d characters are steady, want all Han, kana and Russian ones", count)
	}
	for _, s := range []string{"\uFFFD", "か\u3099", "и\u0306", "\u3000", "ﾀ", "\u00AD", "\u200D", "é", "\xff"} {
		if isSteady(s) {
			t.Errorf("%q is not steady", s)
		}
	}
}
