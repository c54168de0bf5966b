package watch

import (
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Options says what is watched, and how.
type Options struct {
	// Poll has the folder looked at again and again, and no events asked for.
	Poll bool
	// Names are the files and folders of the site's folder that count. With none they are
	// content, templates, static and site.yaml.
	Names []string
	// Interval is the time from one look to the next while polling. At 0 it is chosen by what
	// a look costs: ten times that, from 200 ms to 5 s.
	Interval time.Duration
	// Notice is told, by whoever is in Open or Next, what a person should know, each text
	// once: that it came to polling and why, that a folder has gone. It may be nil.
	Notice func(text string)
}

// Watcher watches a site's folder. Its methods may be called from any goroutine; of several
// that call Next, one at a time is served.
type Watcher struct {
	o      Options
	safety time.Duration // from one walk to the next while events come, at least
	names  []string      // sorted
	dir    string        // the site's folder, absolute and behind all links: events name it so
	told   atomic.Pointer[Tree]

	closing sync.Once
	closed  chan struct{}
	pumped  chan struct{} // closed when pump has ended
	events  notifier      // nil where none can be had
	queue   *queue

	// The rest belongs to the holder of busy.
	busy    sync.Mutex
	root    *os.Root
	live    fs.FS
	now     *Tree
	due     time.Time // of the next walk
	pending bool      // the last look did not come to its end
	full    bool      // no more watches can be set
	polling bool
	said    map[string]bool
}

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
	first, last time.Time              // of the events; zero where there was none
}

// maxNamed bounds the paths of a batch. A walk finds others by size and time.
const maxNamed = 4096

// queue gathers events while nobody waits, so that neither fsnotify nor the system has to
// keep them.
type queue struct {
	mu     sync.Mutex
	b      batch
	signal chan struct{} // has a value if an event has come since the last one was taken
}

func newQueue() *queue { return &queue{signal: make(chan struct{}, 1)} }

// put adds a path that something happened to.
func (q *queue) put(name string, op fsnotify.Op) {
	now := time.Now()
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.b.first.IsZero() {
		q.b = batch{ops: map[string]fsnotify.Op{}, first: now}
	}
	q.b.last = now
	if len(q.b.ops) < maxNamed {
		q.b.ops[name] |= op
	}
	select {
	case q.signal <- struct{}{}:
	default:
	}
}

// take empties the queue.
func (q *queue) take() batch {
	q.mu.Lock()
	defer q.mu.Unlock()
	b := q.b
	q.b = batch{}
	return b
}

// seen returns how many paths wait, and when the first and the last event came.
func (q *queue) seen() (paths int, first, last time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.b.ops), q.b.first, q.b.last
}

// waiting reports whether there is something to take.
func (q *queue) waiting() bool {
	_, first, _ := q.seen()
	return !first.IsZero()
}

// pump moves events into the queue until the notifier is closed. An error, of which an
// overflow is the usual one, means that events were lost: it leads to a walk, as an event does.
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
			w.queue.put(".", 0)
		}
	}
}

// slashed is the slash path from the site's folder to what an event names; empty where it
// is not below the folder.
func (w *Watcher) slashed(name string) string {
	rel, err := filepath.Rel(w.dir, name)
	if err != nil || !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.ToSlash(rel)
}

// absolute is a slash path from the site's folder as the system knows it.
func (w *Watcher) absolute(rel string) string { return filepath.Join(w.dir, filepath.FromSlash(rel)) }
