package watch

import (
	"testing"
	"time"
)

// TestUntil says of some moments of a wait how long it still is.
func TestUntil(t *testing.T) {
	const ms = time.Millisecond
	start := time.Unix(0, 0)
	at := func(d time.Duration) time.Time { return start.Add(d) }
	for title, c := range map[string]struct {
		paths       int
		blind, git  bool
		locked      bool
		burst       bool
		doubt       time.Duration // since when noteA is in doubt; 0: it is not
		last, now   time.Duration
		want        time.Duration
		stillLocked bool
	}{
		"one save":                         {paths: 1, last: 1 * ms, now: 2 * ms, want: 6 * ms},
		"one file written again and again": {paths: 1, last: 18 * ms, now: 19 * ms, want: 20 * ms},
		"eight files":                      {paths: 8, last: 1 * ms, now: 1 * ms, want: 6 * ms},
		"nine files":                       {paths: 9, last: 1 * ms, now: 1 * ms, want: 51 * ms},
		"an overflow":                      {burst: true, last: 1 * ms, now: 1 * ms, want: 51 * ms},
		"a long burst":                     {paths: 900, last: 990 * ms, now: 991 * ms, want: 1000 * ms},
		"found by a walk":                  {paths: 1, blind: true, last: 1 * ms, now: 1 * ms, want: 21 * ms},
		"found by walks, on and on":        {paths: 1, blind: true, last: 95 * ms, now: 96 * ms, want: 100 * ms},
		"Git at work on a file":            {paths: 1, git: true, last: 1 * ms, now: 300 * ms, want: 305 * ms, stillLocked: true},
		"Git at work on a file, too long":  {paths: 1, git: true, locked: true, last: 1 * ms, now: 501 * ms, want: 506 * ms},
		"Git at work on many":              {paths: 9, git: true, last: 1 * ms, now: 4000 * ms, want: 4005 * ms, stillLocked: true},
		"Git has been at work":             {paths: 9, locked: true, last: 1 * ms, now: 4000 * ms, want: 4050 * ms},
		"a stale lock was seen to go":      {paths: 1, last: 1 * ms, now: 600 * ms, want: 6 * ms},
		"a note has become empty":          {paths: 1, doubt: 2 * ms, last: 2 * ms, now: 10 * ms, want: 102 * ms},
		"one note after another":           {paths: 1, doubt: 950 * ms, last: 950 * ms, now: 951 * ms, want: 1000 * ms},
	} {
		t.Run(title, func(t *testing.T) {
			full := &item{stat: stat{size: 1}, name: "a"}
			was, is := &item{name: ".", below: []*item{full}}, &item{name: "."}
			w := &Watcher{now: &Tree{top: was}}
			w.told.Store(w.now)
			w.pending = pending{paths: c.paths, blind: c.blind, burst: c.burst, locked: c.locked, waiting: start, since: start, last: at(c.last)}
			if c.doubt > 0 {
				w.now = &Tree{top: is}
				w.doubts = map[string]time.Time{"a": at(c.doubt)}
			}
			if got := w.until(at(c.now), c.git); !got.Equal(at(c.want)) {
				t.Errorf("waits until %v, want %v", got.Sub(start), c.want)
			}
			if w.locked != c.stillLocked {
				t.Errorf("locked: %v", w.locked)
			}
		})
	}
}
