package watch

import (
	"cmp"
	"path"
	"time"
)

// walking is the walk that finds what no event told, a folder at a time.
type walking struct {
	rest     []string             // folders still to be looked at
	cost     time.Duration        // of the walk under way, so far
	lastCost time.Duration        // of the one before
	due      time.Time            // when the next one begins
	suspects map[string]time.Time // found by a walk and not yet told by an event, since when
}

// begin begins a walk.
func (w *Watcher) begin() {
	w.judge()
	start := time.Now()
	before := w.now.top
	w.home()
	for _, d := range diff(before, w.now.top) {
		w.find(d, false, start)
	}
	w.lost()
	w.rest = folders(nil, ".", w.now.top)
	w.cost = time.Since(start)
}

// folders lists a folder and all below it, each before those in it.
func folders(list []string, rel string, it *item) []string {
	list = append(list, rel)
	for _, c := range it.below {
		if c.mode.IsDir() {
			list = folders(list, path.Join(rel, c.name), c)
		}
	}
	return list
}

// step looks at one folder of the walk, and reports whether there was one.
func (w *Watcher) step() bool {
	if len(w.rest) == 0 {
		return false
	}
	start := time.Now()
	rel := w.rest[0]
	w.rest = w.rest[1:]
	adds := w.adds
	list := w.lookInto(rel)
	w.cost += time.Since(start)
	for _, d := range list {
		w.find(d, w.adds == adds, start)
	}
	if len(w.rest) == 0 {
		w.walked(w.cost)
	}
	return true
}

// lookInto looks at all names of a folder and returns in what it differs.
func (w *Watcher) lookInto(rel string) []differ {
	it, _ := w.now.top.find(rel)
	if folderOr(it) == nil {
		return nil
	}
	next := w.folder(rel, it, look{every: true})
	w.place(rel, next)
	prefix := rel
	if rel == "." {
		prefix = ""
	}
	d := differs{}
	d.folders(prefix, it, next)
	return d.list
}

// find notes a difference that a walk has found. Where events should have told of it (no
// watch was missing, and it is no link, of whose end no event tells), it is suspect.
func (w *Watcher) find(d differ, watched bool, now time.Time) {
	if w.first.IsZero() {
		w.first = now
	}
	w.last, w.blind = now, true
	w.touch(d.Name)
	link := cmp.Or(d.is, d.was).link != ""
	if watched && !link && w.events != nil && !w.polling {
		w.suspects[d.Name] = now
	}
}

// longestWait is how long a walk waits at most for the next one, however dear it was: where no
// events come and nobody knows it yet, that is how long a save goes unseen.
const longestWait = 10 * time.Second

// walked sets when the next walk begins: soon when polling, and when an event is still to
// tell what this one has found.
func (w *Watcher) walked(cost time.Duration) {
	w.lastCost = cost
	every := min(max(100*cost, w.pace.safety), longestWait)
	switch {
	case w.polling && w.o.Interval > 0:
		every = w.o.Interval
	case w.polling:
		every = min(max(10*cost, 200*time.Millisecond), 5*time.Second)
	case len(w.suspects) > 0:
		every = min(every, w.pace.trust)
	}
	w.due = time.Now().Add(every)
}

// judge decides on what walks have found: where no event has told of it by now, events do
// not come from here.
func (w *Watcher) judge() {
	for _, since := range w.suspects {
		if time.Since(since) >= w.pace.trust {
			w.poll("the system does not tell of changes in this folder")
			break
		}
	}
	if w.polling {
		clear(w.suspects)
	}
}

// lookAll looks at everything at once.
func (w *Watcher) lookAll() {
	start := time.Now()
	w.lost()
	w.rest = nil
	for _, rel := range folders(nil, ".", w.now.top) {
		w.lookInto(rel)
	}
	w.walked(time.Since(start))
}
