package diag

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// Near returns the candidate that word probably means, or "". The first rule with a result decides:
//
//   - the smallest edit distance without letter case, at most 2 or a quarter of the word's length
//   - a candidate that starts with word
//   - a candidate whose initials are word (PSA for PodSecurityAdmission)
//
// Ties are decided alphabetically, so the order of candidates does not matter.
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

// nearest returns the candidate with the smallest edit distance to word, preferably one that starts
// with word. More than half of the longer word is too far, however short both are.
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

// Edits returns the edit distance of two words. Two swapped letters count as one edit.
func Edits(a, b string) int {
	d := levenshtein.ComputeDistance(a, b)
	if d == 2 && swapped([]rune(a), []rune(b)) {
		return 1
	}
	return d
}

// swapped reports whether b is a with two adjacent letters swapped.
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

// initials returns the capitals or first letters of words, in lower case.
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
