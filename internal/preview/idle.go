package preview

import (
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// The times of what waits until nobody saves.
const (
	quiet      = 300 * time.Millisecond // without a change, before the rules are run
	longQuiet  = 2 * time.Second        // the same at most, on a site where they take long
	quietTimes = 3                      // how many times as long as the last run that is
	idle       = time.Second            // after the rules, before garbage is collected
)

// quietFor is how long nothing must have changed before the rules are run that took so long
// the last time: on a big site, somebody who saves twice a second is not to pay for them.
func quietFor(took time.Duration) time.Duration {
	return min(max(quiet, quietTimes*took), longQuiet)
}

// What the runtime knows of its memory, in bytes.
const (
	liveBytes     = "/gc/heap/live:bytes" // that the last collection left
	totalBytes    = "/memory/classes/total:bytes"
	releasedBytes = "/memory/classes/heap/released:bytes" // of those, that the system has again
	leastWaste    = 64 << 20                              // that is worth a collection
	wasteShare    = 4                                     // so is a part of what is in use
)

// collect collects garbage where there is enough of it, and gives the system back what is
// free. On a site of 10,000 notes a collection takes three seconds of a processor, in which an
// edit takes ten times as long as else: those that are made when nobody saves are not made
// while somebody does. A preview that nobody writes with holds what its site takes.
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
