package preview

import (
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// Delays of work that waits until nothing changes.
const (
	quiet      = 300 * time.Millisecond // before the rules run
	longQuiet  = 2 * time.Second        // maximum of it, on a site with slow rules
	quietTimes = 3                      // the delay is this many times the last run
	idle       = time.Second            // after the rules, before a garbage collection
)

// quietFor returns the delay before the rules run, from the duration of their last run. On a large
// site, a user who saves twice a second should not wait for them.
func quietFor(took time.Duration) time.Duration {
	return min(max(quiet, quietTimes*took), longQuiet)
}

// Metrics of the runtime, in bytes.
const (
	liveBytes     = "/gc/heap/live:bytes" // after the last collection
	totalBytes    = "/memory/classes/total:bytes"
	releasedBytes = "/memory/classes/heap/released:bytes" // returned to the system
	leastWaste    = 64 << 20                              // minimum garbage for a collection
	wasteShare    = 4                                     // minimum as a share of the heap in use
)

// collect runs the garbage collector if there is enough garbage, and returns memory to the system.
// On a site of 10,000 notes a collection takes three seconds, during which an edit takes ten times
// as long. So it runs when nobody saves.
func collect() {
	s := []metrics.Sample{{Name: liveBytes}, {Name: totalBytes}, {Name: releasedBytes}}
	metrics.Read(s)
	for _, one := range s {
		if one.Value.Kind() != metrics.KindUint64 {
			return
		}
	}
	live, held := s[0].Value.Uint64(), s[1].Value.Uint64()-s[2].Value.Uint64()
	if held > live+max(leastWaste, live/wasteShare) {
		debug.FreeOSMemory()
	}
}
