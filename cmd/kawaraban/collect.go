package main

import (
	"io/fs"
	"os"
	"path"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// How much memory a build may take before it is looked through for what nobody needs: as many
// bytes as this for each byte of the notes, which is about what a build of them holds in the
// end, and then so many percent of what was found to be needed. Until a build holds what it is
// going to hold there is little to find, and each look costs as much as all that is needed; when
// it does, to wait until there is twice as much is what a machine has to have room for.
const (
	heapOfNotes  = 23
	heapOverLive = 33
)

// collector says when the memory of this process is looked through.
type collector struct {
	was   int   // the percentage before
	least int64 // bytes below which it is not
	done  atomic.Bool
}

// collectFor has memory looked through as is best for one build of the site in a folder. Whoever
// says it with GOGC or GOMEMLIMIT is obeyed. It ends with stop, which puts everything back.
func collectFor(site fs.FS) *collector {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return nil
	}
	c := &collector{least: heapOfNotes * bytesOfNotes(site), was: debug.SetGCPercent(100)}
	c.choose()
	c.follow()
	return c
}

// stop ends a collector; nil is none.
func (c *collector) stop() {
	if c != nil {
		c.done.Store(true)
		debug.SetGCPercent(c.was)
	}
}

// follow chooses anew after each look: the value that nobody needs is found by it.
func (c *collector) follow() {
	runtime.SetFinalizer(&round{c}, func(r *round) {
		if !r.of.done.Load() {
			r.of.choose()
			r.of.follow()
		}
	})
}

// round is the time between two looks.
type round struct{ of *collector }

// choose says when the next look is.
func (c *collector) choose() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if live[0].Value.Kind() == metrics.KindUint64 {
		debug.SetGCPercent(c.percent(int64(live[0].Value.Uint64())))
	}
}

// percent is by how much memory may grow over what is needed.
func (c *collector) percent(live int64) int {
	live = max(live, 4<<20) // what a process has from the beginning
	return int(min(max(heapOverLive, 100*c.least/live-100), 1<<20))
}

// bytesOfNotes is the size of all notes of a site, as far as it can be seen.
func bytesOfNotes(site fs.FS) (n int64) {
	_ = fs.WalkDir(site, "content", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".md" {
			return nil // what is wrong a build says
		}
		if info, err := d.Info(); err == nil {
			n += info.Size()
		}
		return nil
	})
	return n
}
