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

// Options are the options of [Open].
type Options struct {
	// Poll scans periodically instead of using events.
	Poll bool
	// Names lists the watched files and directories of the site. The default is content, templates,
	// static and site.yaml.
	Names []string
	// Interval is the time between scans while polling. 0 means ten times the duration of a scan,
	// from 200 ms to 5 s.
	Interval time.Duration
	// Notice is called during Open or Next with messages for the user, each once: the reason for
	// polling, a removed directory. It may be nil.
	Notice func(text string)
}

// Watcher watches the directory of a site. It is safe for concurrent use.
type Watcher struct {
	o        Options
	safety   time.Duration // minimum time between scans while events arrive
	names    []string      // sorted
	dir      string        // the directory of the site, absolute and without links, as in events
	reported atomic.Pointer[Tree]

	closing sync.Once
	closed  chan struct{}
	pumped  chan struct{} // closed when pump has ended
	events  notifier      // nil if not available
	queue   *queue

	// The fields below are protected by busy.
	busy    sync.Mutex
	root    *os.Root
	live    fs.FS
	now     *Tree
	due     time.Time // of the next scan
	pending bool      // the last look was interrupted
	full    bool      // no more watches are available
	polling bool
	noticed map[string]bool
}

// notifier is the part of fsnotify that this package uses.
type notifier interface {
	Add(path string) error
	Remove(path string) error
	WatchList() []string
	Close() error
	Events() <-chan fsnotify.Event
	Errors() <-chan error
}

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

type batch struct {
	ops         map[string]fsnotify.Op // by slash-separated path relative to the site
	first, last time.Time              // times of events; zero without events
}

// maxNamed limits the paths of a batch. A scan finds others by size and time.
const maxNamed = 4096

// queue collects events between calls of Next.
type queue struct {
	mu     sync.Mutex
	b      batch
	signal chan struct{} // has a value if an event has come since the last take
}

func newQueue() *queue { return &queue{signal: make(chan struct{}, 1)} }

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

func (q *queue) take() batch {
	q.mu.Lock()
	defer q.mu.Unlock()
	b := q.b
	q.b = batch{}
	return b
}

func (q *queue) seen() (paths int, first, last time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.b.ops), q.b.first, q.b.last
}

func (q *queue) waiting() bool {
	_, first, _ := q.seen()
	return !first.IsZero()
}

// pump moves events into the queue until the notifier is closed. An error, usually an overflow,
// means that events were lost and triggers a scan, as an event does.
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

// slashed returns the relative slash path of an event; empty outside of the site.
func (w *Watcher) slashed(name string) string {
	rel, err := filepath.Rel(w.dir, name)
	if err != nil || !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.ToSlash(rel)
}

func (w *Watcher) absolute(rel string) string { return filepath.Join(w.dir, filepath.FromSlash(rel)) }
