package upstream

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// IsRelease reports whether s has the form of a minor release: 1.27. It uses no regular
// expression, because sorting calls it often.
func IsRelease(s string) bool {
	number, ok := strings.CutPrefix(s, "1.")
	return ok && isNumber(number) && len(number) <= 3 && (number[0] != '0' || number == "0")
}

// CompareReleases compares releases by number: 1.9 < 1.27. Invalid releases come first, in
// alphabetical order.
func CompareReleases(a, b note.Release) int {
	return cmp.Or(cmp.Compare(minor(a), minor(b)), cmp.Compare(a, b))
}

func minor(r note.Release) int {
	if !IsRelease(string(r)) {
		return -1
	}
	n, _ := strconv.Atoi(string(r[2:]))
	return n
}

func sortNumbers(ss []string) {
	slices.SortFunc(ss, func(a, b string) int {
		x, y := strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
		return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y), cmp.Compare(a, b))
	})
}

// Newest returns the newest release, or "" for an empty list.
func Newest(rs []note.Release) note.Release {
	if len(rs) == 0 {
		return ""
	}
	return slices.MaxFunc(rs, CompareReleases)
}

func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
