//go:build !linux && !darwin

package watch

import "io/fs"

// node is not known here, so all are the same.
type node struct{}

// identity is not known here; sizes, times and sums have to do.
type identity struct{ node }

func identify(fs.FileInfo) identity { return identity{} }
