package diag

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// Near returns the candidate that word was probably meant to be, or "" when none is
// near. First the smallest edit distance counts, letter case aside, two letters in the
// wrong order as one edit, up to 2 or a quarter of the word's length; then a candidate that word begins; then one whose
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

// nearest is the first of the candidates with the smallest edit distance to word; of
// several, one that word begins. A distance above half of the longer word is no likeness,
// however short both are.
func nearest(word string, candidates []string) string {
	length := utf8.RuneCountInString(word)
	limit, best, begins := max(2, length/4), "", false
	for _, c := range candidates {
		n := utf8.RuneCountInString(c)
		if max(n-length, length-n) > limit {
			continue
		}
		low := strings.ToLower(c)
		d := Edits(word, low)
		if d > limit || 2*d > max(n, length) {
			continue
		}
		prefix := strings.HasPrefix(low, word)
		if best == "" || d < limit || prefix && !begins {
			limit, best, begins = d, c, prefix
		}
	}
	return best
}

// Edits counts the edits between two words: letters put in, left out or taken for others.
// Two letters in the wrong order are one.
func Edits(a, b string) int {
	d := levenshtein.ComputeDistance(a, b)
	if d == 2 && swapped([]rune(a), []rune(b)) {
		return 1
	}
	return d
}

// swapped reports whether b is a with two neighbours the other way round.
func swapped(a, b []rune) bool {
	if len(a) != len(b) {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && slices.Equal(a[i+2:], b[i+2:])
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
