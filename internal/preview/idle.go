package preview

import (
	"runtime"
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

// The shares of the heap that the runtime knows.
const (
	liveBytes   = "/gc/heap/live:bytes"                // that the last collection left
	objectBytes = "/memory/classes/heap/objects:bytes" // with what has become garbage since
	leastWaste  = 32 << 20                             // that is worth a collection
	wasteShare  = 4                                    // so is a part of what is in use
)

// collect collects garbage where there is enough of it. On a site of 10,000 notes a collection
// takes three seconds of a processor, in which an edit takes ten times as long as else: those
// that are made when nobody saves are not made while somebody does.
func collect() {
	s := []metrics.Sample{{Name: liveBytes}, {Name: objectBytes}}
	metrics.Read(s)
	if s[0].Value.Kind() != metrics.KindUint64 || s[1].Value.Kind() != metrics.KindUint64 {
		return
	}
	live, all := s[0].Value.Uint64(), s[1].Value.Uint64()
	if all > live+max(leastWaste, live/wasteShare) {
		runtime.GC()
	}
}
