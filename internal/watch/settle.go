package watch

import (
	"io/fs"
	"slices"
	"time"
)

// How long to wait for further events before a Change is reported: see the package comment. The
// shorter times are for few paths, the longer ones for many.
const (
	many       = 8 // number of paths above which a checkout or the like is assumed
	quietFew   = 5 * time.Millisecond
	capFew     = 20 * time.Millisecond
	quietMany  = 50 * time.Millisecond
	capMany    = time.Second
	maxLocked  = 10 * time.Second // age of git's lock up to which a checkout is waited for
	quietBlind = 20 * time.Millisecond
	capBlind   = 100 * time.Millisecond
	doubtFor   = 100 * time.Millisecond
)

// mayBeSaving reports whether a file just became empty, or was removed and not moved: many saves
// start so.
func mayBeSaving(list []differ) bool {
	moves := moved(list)
	return slices.ContainsFunc(list, func(d differ) bool {
		if d.is == nil {
			return moves[d.Name] == ""
		}
		return d.is.mode&fs.ModeSymlink == 0 && d.is.size == 0
	})
}

// longestWait is the longest time between scans, and so the delay of a save before polling starts.
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
