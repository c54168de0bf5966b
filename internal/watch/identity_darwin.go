package watch

import (
	"io/fs"
	"syscall"
)

// node is the number on disk of a file or folder; zero where it is not known.
type node struct{ device, number uint64 }

// identity tells a file from another one of the same name, size and time, and a file whose
// time was set back from one that was left alone. It is zero where a system says neither.
type identity struct {
	node
	changed int64 // of the inode, in nanoseconds: no program can set it
}

func identify(info fs.FileInfo) identity {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return identity{}
	}
	return identity{node{uint64(s.Dev), s.Ino}, s.Ctimespec.Nano()}
}
