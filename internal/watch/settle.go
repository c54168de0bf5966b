package watch

import (
	"io/fs"
	"slices"
	"time"
)

// Times without further events before a Change is reported, and their limits: see the package
// comment. The shorter times are for few paths, the longer ones for many.
const (
	many       = 8 // with more paths than this, probably a checkout, the longer times apply
	quietFew   = 5 * time.Millisecond
	capFew     = 20 * time.Millisecond
	quietMany  = 50 * time.Millisecond
	capMany    = time.Second
	maxLocked  = 10 * time.Second // maximum age of the lock of git for which a checkout is assumed
	quietBlind = 20 * time.Millisecond
	capBlind   = 100 * time.Millisecond
	doubtFor   = 100 * time.Millisecond
)

// mayBeSaving reports whether a file has become empty, or was removed but not moved. Many editors
// save a file in this way.
func mayBeSaving(list []differ) bool {
	moves := moved(list)
	return slices.ContainsFunc(list, func(d differ) bool {
		if d.is == nil {
			return moves[d.Name] == ""
		}
		return d.is.mode&fs.ModeSymlink == 0 && d.is.size == 0
	})
}

// longestWait is the maximum time between scans. It is also the maximum delay of a change before
// polling starts.
const longestWait = 10 * time.Second

func (w *Watcher) walked(cost time.Duration) {
	every := min(max(100*cost, w.safety), max(longestWait, w.safety))
	switch {
	case w.polling && w.o.Interval > 0:
		every = w.o.Interval
	case w.polling:
		every = min(max(10*cost, 200*time.Millisecond), 5*time.Second)
	}
	w.due = time.Now().Add(every)
}
