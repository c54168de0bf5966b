package main

import (
	"os"
	"syscall"
)

// piece is what a host takes back at once (pageblock_order of x86-64 and arm64).
const piece = 2 << 20

// touch takes so many bytes of memory, a multiple of a piece, writes to each of its pages and lets go of all but the
// first of each piece.
func touch(bytes int) (release func(), err error) {
	m, err := syscall.Mmap(-1, 0, bytes, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil, err
	}
	page := os.Getpagesize()
	for i := 0; i < len(m); i += page {
		m[i] = 1
	}
	for i := 0; i+piece <= len(m); i += piece {
		if err := syscall.Madvise(m[i+page:i+piece], syscall.MADV_DONTNEED); err != nil {
			return nil, err
		}
	}
	return func() { _ = syscall.Munmap(m) }, nil
}
