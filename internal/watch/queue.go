package watch

import (
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// notifier is what this package needs of fsnotify.
type notifier interface {
	Add(path string) error
	Remove(path string) error
	WatchList() []string
	Close() error
	Events() <-chan fsnotify.Event
	Errors() <-chan error
}

// system is fsnotify's own notifier.
type system struct{ *fsnotify.Watcher }

func (s system) Events() <-chan fsnotify.Event { return s.Watcher.Events }
func (s system) Errors() <-chan error          { return s.Watcher.Errors }

func newSystem() (notifier, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	return system{w}, nil
}

// batch is what events have named since the last batch.
type batch struct {
	ops         map[string]fsnotify.Op // by slash path from the site's folder
	all         bool                   // everything may have changed
	first, last time.Time              // of the events; zero where there was none
}

// maxNamed is how many paths a batch names one by one; beyond, to look at everything is
// cheaper, and the memory of a batch has an end.
const maxNamed = 4096

// queue gathers events while nobody looks, so that neither fsnotify nor the system has to
// keep them.
type queue struct {
	mu     sync.Mutex
	b      batch
	signal chan struct{} // has a value while there may be a batch
}

func newQueue() *queue { return &queue{signal: make(chan struct{}, 1)} }

// put adds a path that something happened to, or, with no name, everything.
func (q *queue) put(name string, op fsnotify.Op) {
	now := time.Now()
	q.mu.Lock()
	if q.b.first.IsZero() {
		q.b.first = now
	}
	q.b.last = now
	switch {
	case name == "" || len(q.b.ops) >= maxNamed:
		q.b.all = true
	case q.b.ops == nil:
		q.b.ops = map[string]fsnotify.Op{name: op}
	default:
		q.b.ops[name] |= op
	}
	q.mu.Unlock()
	q.wake()
}

// wake raises the signal, which stays up until the batch is taken.
func (q *queue) wake() {
	select {
	case q.signal <- struct{}{}:
	default:
	}
}

// take empties the queue.
func (q *queue) take() (b batch, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	select {
	case <-q.signal:
	default:
	}
	b, q.b = q.b, batch{}
	return b, !b.first.IsZero()
}

// waiting reports whether there is something to take.
func (q *queue) waiting() bool { return len(q.signal) > 0 }

// pump moves events into the queue until the notifier is closed. An error, of which an
// overflow is the usual one, means that something was not told.
func (w *Watcher) pump() {
	defer close(w.pumped)
	events, errs := w.events.Events(), w.events.Errors()
	for events != nil || errs != nil {
		select {
		case e, ok := <-events:
			if !ok {
				events = nil
				continue
			}
			if name := w.slashed(e.Name); name == "." || counted(w.names, name) {
				w.queue.put(name, e.Op)
			}
		case _, ok := <-errs:
			if !ok {
				errs = nil
				continue
			}
			w.queue.put("", 0)
		}
	}
}

// slashed is the slash path from the site's folder to what an event names; empty where it
// is not below the folder.
func (w *Watcher) slashed(name string) string {
	if name == w.dir {
		return "."
	}
	below, ok := strings.CutPrefix(name, strings.TrimSuffix(w.dir, string(filepath.Separator)))
	if !ok || below == "" || !strings.ContainsRune("/\\", rune(below[0])) {
		return ""
	}
	return filepath.ToSlash(below[1:])
}
