package watch

import (
	"context"
	"io/fs"
	"maps"
	"path"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

// How long is waited for more to happen before a Change is told; package comment, "When a
// Change is told". The shorter times are of few paths, the longer ones of many.
const (
	many      = 8 // paths, above which something like a checkout is under way
	quietFew  = 5 * time.Millisecond
	capFew    = 20 * time.Millisecond
	lockFew   = 500 * time.Millisecond
	quietMany = 50 * time.Millisecond
	capMany   = time.Second
	lockMany  = 5 * time.Second

	// of few that a walk has found, which is looked at again after each wait
	quietBlind = 20 * time.Millisecond
	capBlind   = 100 * time.Millisecond
	cheapWalk  = 50 * time.Millisecond // up to which all is looked at again

	stall   = 2 * time.Millisecond // by which a wait was too long
	catchUp = time.Millisecond     // for pump, after a stall

	lockLook = 5 * time.Millisecond // from one look at Git's lock to the next
	doubtFor = 100 * time.Millisecond
)

// pending is what has been seen and not been told.
type pending struct {
	first, last time.Time                      // of the events; first is zero while nothing was seen
	touched     map[string]map[string]struct{} // names by folder, but for droppings
	paths       int                            // how many
	burst       bool                           // more than can be named
	blind       bool                           // a walk has found it: no event will tell when it is over
	waiting     time.Time                      // since when it is waited for more
	since       time.Time                      // the same, or since when Git is no more at work
	locked      bool                           // Git was at work when last looked
	doubts      map[string]time.Time           // files that have become empty or have gone, since when
}

// touch notes that something happened to a path.
func (p *pending) touch(name string) {
	if passing(name) {
		return
	}
	dir := path.Dir(name)
	if p.touched == nil {
		p.touched = map[string]map[string]struct{}{}
	}
	if p.touched[dir] == nil {
		p.touched[dir] = map[string]struct{}{}
	}
	if _, ok := p.touched[dir][path.Base(name)]; !ok {
		p.touched[dir][path.Base(name)] = struct{}{}
		p.paths++
	}
}

// catch takes what events have told and looks at it.
func (w *Watcher) catch() bool {
	b, ok := w.queue.take()
	if !ok {
		return false
	}
	if w.first.IsZero() {
		w.first = b.first
	}
	w.last = b.last
	w.apply(b)
	return true
}

// apply looks at what a batch names. Folders come before what is in them.
func (w *Watcher) apply(b batch) {
	w.hear(b)
	if _, ok := b.ops["."]; ok {
		delete(b.ops, ".")
		w.home()
		for _, name := range w.names {
			b.ops[name] |= 0
		}
	}
	if b.all {
		w.burst = true
		w.lookAll()
	}
	dirs := map[string]map[string]fsnotify.Op{}
	for name, op := range b.ops {
		w.touch(name)
		w.leave(name, op)
		dir := path.Dir(name)
		if dirs[dir] == nil {
			dirs[dir] = map[string]fsnotify.Op{}
		}
		dirs[dir][path.Base(name)] = op
	}
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		w.relook(dir, dirs[dir])
	}
}

// leave gives up the watches of a folder that has gone before anything is watched anew: it
// may be there under another name, and not every system tells its number.
func (w *Watcher) leave(name string, op fsnotify.Op) {
	if op&remade == 0 {
		return
	}
	it, _ := w.now.top.find(name)
	if folderOr(it) == nil {
		return
	}
	if _, err := w.root.Lstat(name); err != nil {
		w.unwatchBelow(name, it)
	}
}

// relook looks at names of a folder. Of a folder that is not known, it looks at the first
// one above that is.
func (w *Watcher) relook(dir string, names map[string]fsnotify.Op) {
	it, _ := w.now.top.find(dir)
	if folderOr(it) != nil {
		if next := w.folder(dir, it, look{names: names}); next != nil || dir == "." {
			w.place(dir, next)
			return
		}
	}
	if dir != "." {
		w.relook(path.Dir(dir), map[string]fsnotify.Op{path.Base(dir): 0})
	}
}

// place puts a folder where it belongs. A site's folder that is no more is an empty one.
func (w *Watcher) place(rel string, next *item) {
	old, _ := w.now.top.find(rel)
	if next == nil && rel == "." {
		next = &item{name: ".", stat: old.stat, info: old.info}
	}
	if next != old {
		w.now = &Tree{root: w.root, live: w.live, top: w.now.top.with(rel, next)}
	}
}

// settle waits until what began is over, and looks at what happens meanwhile.
func (w *Watcher) settle(ctx context.Context) error {
	now := time.Now() // what happened while nobody waited may have its end just now
	w.waiting, w.since = now, now
	for {
		w.catch() // what came at the very end of the wait
		now := time.Now()
		until := w.until(now, w.gitAtWork(now))
		if !now.Before(until) {
			return nil
		}
		if err := w.sleep(ctx, until.Sub(now)); err != nil {
			return err
		}
		if time.Since(until) > stall { // a machine too busy for this goroutine was so for pump
			if err := w.sleep(ctx, catchUp); err != nil {
				return err
			}
		}
		if !w.catch() && w.blind && w.lookAgain() {
			w.last = time.Now()
		}
	}
}

// until is the moment up to which is waited if nothing more happens.
func (w *Watcher) until(now time.Time, git bool) time.Time {
	quiet, limit, lock := quietFew, capFew, lockFew
	if w.burst || w.paths > many {
		quiet, limit, lock = quietMany, capMany, lockMany
	} else if w.blind {
		quiet, limit = quietBlind, capBlind
	}
	if git && now.Sub(w.waiting) < lock {
		w.locked = true
		return now.Add(lockLook)
	}
	if w.locked { // of the last of what Git did, events may still be on their way
		w.locked = false
		w.last, w.since = now, now
	}
	until := earlier(w.last.Add(quiet), w.since.Add(limit))
	if doubt := w.doubt(now); !doubt.IsZero() {
		until = later(until, earlier(doubt.Add(doubtFor), w.since.Add(capMany)))
	}
	return until
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// doubt is since when the youngest of the files that look like half a save does: had bytes
// when last told, and now has none or has gone without standing elsewhere.
func (w *Watcher) doubt(now time.Time) (since time.Time) {
	list := w.untold()
	moves := moved(list)
	old := w.doubts
	w.doubts = map[string]time.Time{}
	for _, d := range list {
		emptied := d.is != nil && d.is.mode&fs.ModeSymlink == 0 && d.is.size == 0
		gone := d.is == nil && moves[d.Name] == ""
		if !emptied && !gone {
			continue
		}
		at, known := old[d.Name]
		if !known {
			at = now
		}
		w.doubts[d.Name] = at
		since = later(since, at)
	}
	return since
}

// hear strikes what events tell of from the list of what no event has told.
func (w *Watcher) hear(b batch) {
	for name := range w.suspects {
		for above := name; above != "."; above = path.Dir(above) {
			if _, told := b.ops[above]; told || b.all {
				delete(w.suspects, name)
			}
		}
	}
}

// lookAgain looks once more where a walk has found something, and reports whether it goes
// on: everywhere, unless that takes long and the places are few.
func (w *Watcher) lookAgain() bool {
	before := w.now.top
	if w.burst || w.paths > many || w.lastCost < cheapWalk {
		w.lookAll()
	} else {
		for _, dir := range slices.Sorted(maps.Keys(w.touched)) {
			w.lookInto(dir)
		}
	}
	list := diff(before, w.now.top)
	for _, d := range list {
		w.touch(d.Name)
	}
	return len(list) > 0
}
