package site

import (
	"slices"
)

// with returns a list with further values, each once. It never writes into the list
// that it was given.
func with[T comparable](list []T, more ...T) []T {
	for _, v := range more {
		if !slices.Contains(list, v) {
			list = append(slices.Clip(list), v)
		}
	}
	return list
}
