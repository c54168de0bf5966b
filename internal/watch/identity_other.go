//go:build !linux && !darwin

package watch

import "io/fs"

// identity is not known here; sizes, times and sums have to do.
type identity struct {
	device, number uint64
	changed        int64
}

func identify(fs.FileInfo) identity { return identity{} }
