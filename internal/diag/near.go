package diag

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// Near returns the candidate that word was probably meant to be, or "" when none is
// near. First the smallest edit distance counts, letter case aside, up to 2 or a
// quarter of the word's length; then a candidate that word begins; then one whose
// initials word spells (PSA for PodSecurityAdmission). Equals are decided by the
// alphabet, so the answer does not depend on the order of the candidates.
func Near(word string, candidates []string) string {
	word = strings.ToLower(strings.TrimSpace(word))
	if word == "" {
		return ""
	}
	sorted := slices.Sorted(slices.Values(candidates))
	if best := nearest(word, sorted); best != "" {
		return best
	}
	if utf8.RuneCountInString(word) < 2 {
		return ""
	}
	for _, c := range sorted {
		if strings.HasPrefix(strings.ToLower(c), word) {
			return c
		}
	}
	for _, c := range sorted {
		if initials(c) == word {
			return c
		}
	}
	return ""
}

// nearest is the first of the candidates with the smallest edit distance to word.
// A distance above half of the longer word is no likeness, however short both are.
func nearest(word string, candidates []string) string {
	length := utf8.RuneCountInString(word)
	limit, best := max(2, length/4), ""
	for _, c := range candidates {
		n := utf8.RuneCountInString(c)
		if max(n-length, length-n) > limit {
			continue
		}
		d := levenshtein.ComputeDistance(word, strings.ToLower(c))
		if d <= limit && 2*d <= max(n, length) {
			limit, best = d-1, c
		}
	}
	return best
}

// initials spells the capitals of a CamelCase word, or the first letters of words
// that stand apart, in lower case.
func initials(s string) string {
	var b strings.Builder
	start := true
	for _, r := range s {
		letter := unicode.IsLetter(r)
		if letter && (start || unicode.IsUpper(r)) {
			b.WriteRune(unicode.ToLower(r))
		}
		start = !letter && !unicode.IsDigit(r)
	}
	return b.String()
}
