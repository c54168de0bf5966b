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
	// Poll makes the watcher scan periodically instead of using events.
	Poll bool
	// Names lists the watched files and directories of the site. By default they are content,
	// templates, static and site.yaml.
	Names []string
	// Interval is the time between scans while polling. By default it is ten times the duration
	// of a scan, and between 200 ms and 5 s.
	Interval time.Duration
	// Notice is called during Open or Next for messages to the user, such as the reason for
	// polling. It is called once per message. It may be nil.
	Notice func(text string)
}

// Watcher watches the directory of a site. It is safe for concurrent use.
type Watcher struct {
	o        Options
	safety   time.Duration // minimum time between scans while events arrive
	names    []string      // sorted
	dir      string        // absolute directory of the site with links resolved, as in events
	reported atomic.Pointer[Tree]

	closing sync.Once
	closed  chan struct{}
	pumped  chan struct{} // closed when pump has returned
	events  notifier      // nil if events are not available
	queue   *queue

	// busy protects the fields below.
	busy    sync.Mutex
	root    *os.Root
	live    fs.FS
	now     *Tree
	due     time.Time // time of the next scan
	pending bool      // whether the last look was interrupted
	full    bool      // whether the system has no more watches
	polling bool
	noticed map[string]bool
}

// notifier is the interface of fsnotify that this package uses.
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
	first, last time.Time              // times of the first and last event; zero without events
}

// maxNamed is the maximum number of paths in a batch. Further files are found by size and time.
const maxNamed = 4096

// queue collects events between two calls of Next.
type queue struct {
	mu     sync.Mutex
	b      batch
	signal chan struct{} // has a value if an event was added since the last take
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

// pump moves events to the queue until the notifier is closed. An error is usually an overflow
// and means that events were lost. It results in a scan, as an event does.
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
			if name := w.sitePath(e.Name); name == "." || counted(w.names, name) {
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

// sitePath returns the path of an event, slash-separated and relative to the site. It returns ""
// if it is outside of the site.
func (w *Watcher) sitePath(name string) string {
	rel, err := filepath.Rel(w.dir, name)
	if err != nil || !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.ToSlash(rel)
}

func (w *Watcher) absolute(rel string) string { return filepath.Join(w.dir, filepath.FromSlash(rel)) }
