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

// The garbage collector runs rarely during a build. It first runs when the heap reaches
// heapOfNotes bytes for each byte of the notes, about the size at the end of a build. An earlier
// run frees little and costs as much. After that it runs when the heap has grown by heapOverLive
// percent; the default of 100 needs too much memory.
const (
	heapOfNotes  = 23
	heapOverLive = 33
)

// collector sets the GC percentage of this process during a build.
type collector struct {
	was   int   // the percentage before the build
	least int64 // heap size below which the GC does not run
	done  atomic.Bool
}

// collectFor tunes the garbage collector for one build, unless GOGC or GOMEMLIMIT is set. The
// caller calls stop to restore the settings.
func collectFor(site fs.FS) *collector {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return nil
	}
	c := &collector{least: heapOfNotes * bytesOfNotes(site), was: debug.SetGCPercent(100)}
	c.choose()
	c.follow()
	return c
}

// stop may be called on nil.
func (c *collector) stop() {
	if c != nil {
		c.done.Store(true)
		debug.SetGCPercent(c.was)
	}
}

// follow calls choose again after each GC cycle: the finalizer runs when gcCycle becomes garbage.
func (c *collector) follow() {
	runtime.SetFinalizer(&gcCycle{c}, func(r *gcCycle) {
		if !r.of.done.Load() {
			r.of.choose()
			r.of.follow()
		}
	})
}

type gcCycle struct{ of *collector }

// choose sets the GC percentage for the current live heap.
func (c *collector) choose() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if live[0].Value.Kind() == metrics.KindUint64 {
		debug.SetGCPercent(c.percent(int64(live[0].Value.Uint64())))
	}
}

func (c *collector) percent(live int64) int {
	live = max(live, 4<<20) // minimum heap of a process
	return int(min(max(heapOverLive, 100*c.least/live-100), 1<<20))
}

// bytesOfNotes returns the total size of the site's notes. Unreadable files count as 0.
func bytesOfNotes(site fs.FS) (n int64) {
	_ = fs.WalkDir(site, "content", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".md" {
			return nil // the build reports errors
		}
		if info, err := d.Info(); err == nil {
			n += info.Size()
		}
		return nil
	})
	return n
}
