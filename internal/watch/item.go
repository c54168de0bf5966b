package watch

import (
	"crypto/sha256"
	"io/fs"
	"slices"
	"strings"
	"time"
)

// item is a file, a directory or a link in a snapshot. Items of a Tree are immutable, so that
// trees can share them. Equal pointers mean equal content.
type item struct {
	name string
	stat
	sum    [sha256.Size]byte // hash of a regular file that could be read
	summed bool
	young  bool    // whether it was read so soon after its time that a later write may have the same time
	link   string  // of a link: its target, and the state of the target
	below  []*item // of a directory: its items by name
	err    error   // of a directory: error of the last read
}

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

// find returns the item at a slash-separated path. "." is the item itself. At a link it stops and
// returns linked, because a Tree does not contain targets of links.
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

// equal reports whether two items have the same content. It compares unreadable files by size,
// mode and time.
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

type itemInfo struct{ *item }

func (i itemInfo) Name() string       { return i.name }
func (i itemInfo) Size() int64        { return i.size }
func (i itemInfo) Mode() fs.FileMode  { return i.mode }
func (i itemInfo) ModTime() time.Time { return i.time }
func (i itemInfo) IsDir() bool        { return i.mode.IsDir() }
func (i itemInfo) Sys() any           { return nil }
