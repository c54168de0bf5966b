package site

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

func comparePaths(a, b *note.Note) int { return plainFirst(a.Path, b.Path) }

// plainFirst orders paths, lower-case paths first. Of two notes that differ only by letter case,
// the lower-case one keeps the address.
func plainFirst(a, b string) int {
	odd := func(path string) int {
		if path == strings.ToLower(path) {
			return 0
		}
		return 1
	}
	return cmp.Or(cmp.Compare(odd(a), odd(b)), cmp.Compare(a, b))
}

// compareNotes orders by ID. The original of an ID comes first, then the order of languages
// decides.
func compareNotes(a, b *note.Note) int {
	return cmp.Or(
		cmp.Compare(a.ID, b.ID),
		cmp.Compare(translated(a), translated(b)),
		cmp.Compare(langRank(a.Lang), langRank(b.Lang)),
		cmp.Compare(a.Lang, b.Lang),
	)
}

func translated(n *note.Note) int {
	if n.Meta.Translates != "" {
		return 1
	}
	return 0
}

// langRank puts English last: without other information, the English version is more often the
// translation.
func langRank(l note.Lang) int {
	if l == "en" {
		return 1
	}
	return 0
}

// with appends values without duplicates. It never modifies the given list.
func with[T comparable](list []T, more ...T) []T {
	for _, v := range more {
		if !slices.Contains(list, v) {
			list = append(slices.Clip(list), v)
		}
	}
	return list
}
