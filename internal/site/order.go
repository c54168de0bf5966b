package site

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

func comparePaths(a, b *note.Note) int { return plainFirst(a.Path, b.Path) }

// plainFirst compares paths. Lower-case paths come first, so that of two notes whose paths differ
// only in letter case, the lower-case one gets the address.
func plainFirst(a, b string) int {
	odd := func(path string) int {
		if path == strings.ToLower(path) {
			return 0
		}
		return 1
	}
	return cmp.Or(cmp.Compare(odd(a), odd(b)), cmp.Compare(a, b))
}

// compareNotes compares notes by ID. Within an ID the original comes first, then the order of
// languages applies.
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

// langRank returns the rank of a language if the original is unknown. English comes last, because
// the English version is more often a translation.
func langRank(l note.Lang) int {
	if l == "en" {
		return 1
	}
	return 0
}

// with appends values that the list does not have. It does not modify the given list.
func with[T comparable](list []T, more ...T) []T {
	for _, v := range more {
		if !slices.Contains(list, v) {
			list = append(slices.Clip(list), v)
		}
	}
	return list
}
