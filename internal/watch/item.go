package watch

import (
	"crypto/sha256"
	"io/fs"
	"slices"
	"strings"
	"time"
)

// item is a file, folder or link as it was at one moment. Items are never written to once
// they are part of a Tree, so trees share them, and the same pointer is the same content.
type item struct {
	name string
	stat
	sum    [sha256.Size]byte // of a regular file that could be read
	summed bool
	young  bool    // it was read so soon after its time that a later write may have the same time
	link   string  // of a link: where it leads, and what stood there
	below  []*item // of a folder: by name
	err    error   // of a folder: why it could not be read
}

// stat is what a file system tells about a file without reading it.
type stat struct {
	mode fs.FileMode
	size int64
	time time.Time
}

func statOf(info fs.FileInfo) stat {
	return stat{mode: info.Mode(), size: info.Size(), time: info.ModTime()}
}

func (s stat) same(o stat) bool {
	return s.mode == o.mode && s.size == o.size && s.time.Equal(o.time)
}

// child is what a folder holds under a name, nil where it holds nothing.
func (it *item) child(name string) *item {
	if it == nil {
		return nil
	}
	i, ok := slices.BinarySearchFunc(it.below, name, func(c *item, name string) int { return strings.Compare(c.name, name) })
	if !ok {
		return nil
	}
	return it.below[i]
}

// find follows a slash path down from a folder; "." is the folder itself. It ends at the
// first link, and says so: what is behind it, no Tree knows.
func (it *item) find(name string) (found *item, linked bool) {
	if name == "." {
		return it, false
	}
	for part := range strings.SplitSeq(name, "/") {
		if it.mode&fs.ModeSymlink != 0 {
			return nil, true
		}
		if it = it.child(part); it == nil {
			return nil, false
		}
	}
	return it, false
}

// equal reports whether two items have the same content, as far as can be known: of a file
// that could not be read, its size and time stand for it.
func (it *item) equal(o *item) bool {
	if it == o {
		return true
	}
	if it == nil || o == nil || it.mode.Type() != o.mode.Type() || it.summed != o.summed {
		return false
	}
	if it.mode.IsRegular() && !it.summed {
		return it.stat.same(o.stat)
	}
	return it.sum == o.sum && it.link == o.link
}

// itemInfo shows an item as fs.FileInfo.
type itemInfo struct{ *item }

func (i itemInfo) Name() string       { return i.name }
func (i itemInfo) Size() int64        { return i.size }
func (i itemInfo) Mode() fs.FileMode  { return i.mode }
func (i itemInfo) ModTime() time.Time { return i.time }
func (i itemInfo) IsDir() bool        { return i.mode.IsDir() }
func (i itemInfo) Sys() any           { return nil }
