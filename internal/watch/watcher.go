package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"weak"
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

// Change is how the folder differs from the Change before.
type Change struct {
	Tree   *Tree
	Before *Tree
	// Paths are the files and links whose content differs, sorted by name; never none. A folder
	// is named by the files that it brings or takes. Droppings of editors are not named.
	Paths []Path
	// Moved leads from removed names to added names with the same bytes.
	Moved map[string]string
	// Seen is when the first event was seen, or a walk found the first difference.
	Seen time.Time
}

// Watcher watches a site's folder. Its methods may be called from any goroutine; of several
// that call Next, one at a time is served.
type Watcher struct {
	o     Options
	pace  pace
	names []string // sorted
	path  string   // of the site's folder, absolute
	dir   string   // the same, behind all links: events name it so
	lock  string   // see gitLock
	told  atomic.Pointer[Tree]

	closing sync.Once
	closed  chan struct{}
	pumped  chan struct{} // closed when pump has ended
	events  notifier      // nil where none can be had
	queue   *queue

	// The rest belongs to whoever holds busy.
	busy     sync.Mutex
	root     *os.Root
	live     fs.FS
	reopened []weak.Pointer[os.Root] // in place of the first; what no Tree reads any more is closed with it
	now      *Tree
	polling  bool
	said     map[string]bool
	fresh    map[string]time.Time // see freshen
	watching
	walking
	pending
}

// pace is how fast a watcher goes about what does not answer to events.
type pace struct {
	safety time.Duration // from one walk to the next while events come, at least
	trust  time.Duration // within which an event must tell of what a walk has found
	tick   time.Duration // of a file system's clock, at most
}

// usualPace allows for the ticks of FAT, two seconds, and a clock that is a little off.
var usualPace = pace{safety: 3 * time.Second, trust: time.Second, tick: 3 * time.Second}

// ErrClosed says that the watcher was closed.
var ErrClosed = errors.New("the watcher is closed")

// Open reads the folder and begins to watch it. The root has to stay open for as long as
// the watcher and its trees are used. It fails when the folder itself cannot be read; where
// it cannot be watched, it is polled.
func Open(root *os.Root, o Options) (*Watcher, error) { return open(root, o, usualPace, newSystem) }

func open(root *os.Root, o Options, p pace, events func() (notifier, error)) (*Watcher, error) {
	at, err := filepath.Abs(root.Name())
	if err != nil {
		return nil, fmt.Errorf("opening the site's folder: %w", err)
	}
	w := &Watcher{
		o: o, pace: p, names: siteNames, path: at, dir: behindLinks(at), lock: gitLock(at),
		closed: make(chan struct{}), pumped: make(chan struct{}), queue: newQueue(),
		root: root, live: root.FS(), polling: o.Poll,
		said: map[string]bool{}, fresh: map[string]time.Time{},
		watching: watching{watched: map[string]fs.FileInfo{}, nodes: map[node]string{}},
		walking:  walking{suspects: map[string]time.Time{}},
	}
	if len(o.Names) > 0 {
		w.names = o.Names
	}
	w.names = slices.Sorted(slices.Values(w.names))
	for _, name := range w.names {
		if !fs.ValidPath(name) || name == "." || strings.Contains(name, "/") {
			return nil, fmt.Errorf("watching the site's folder: %q is no name in it", name)
		}
	}
	w.listen(events)
	start := time.Now()
	top := w.folder(".", nil, look{every: true})
	if top == nil || top.err != nil {
		return nil, errors.Join(fmt.Errorf("reading the site's folder %s: %w", at, unreadable(top)), w.Close())
	}
	w.now = &Tree{root: w.root, live: w.live, top: top}
	w.told.Store(w.now)
	w.walked(time.Since(start))
	return w, nil
}

// behindLinks is a path with no link in it, or the path itself where nothing is there.
func behindLinks(name string) string {
	if there, err := filepath.EvalSymlinks(name); err == nil {
		return there
	}
	return name
}

func unreadable(top *item) error {
	if top == nil {
		return fs.ErrNotExist
	}
	return top.err
}

// listen begins to take events, where they are wanted and to be had.
func (w *Watcher) listen(events func() (notifier, error)) {
	if !w.o.Poll {
		n, err := events()
		if err == nil {
			w.events = n
			go w.pump()
			return
		}
		w.poll(fmt.Sprintf("the system gives no events (%v)", err))
	}
	close(w.pumped)
}

// Tree is the folder as the last Change told it, before the first one as Open found it.
func (w *Watcher) Tree() *Tree { return w.told.Load() }

// Close ends a Next that is waiting, all watches and all goroutines. Trees stay readable
// for as long as the root that was given to Open is open.
func (w *Watcher) Close() error {
	var err error
	w.closing.Do(func() {
		close(w.closed)
		if w.events != nil {
			err = w.events.Close()
		}
		<-w.pumped
		w.busy.Lock()
		defer w.busy.Unlock()
		for _, p := range w.reopened {
			if root := p.Value(); root != nil {
				err = errors.Join(err, root.Close())
			}
		}
	})
	return err
}

// Next waits until the folder differs, by the bytes of its files, from what the last Change
// told, and tells everything that has happened since as one. It fails with the error of a
// context that ends, and with ErrClosed; what was seen until then, the next call tells.
func (w *Watcher) Next(ctx context.Context) (Change, error) {
	w.busy.Lock()
	defer w.busy.Unlock()
	for {
		if err := w.await(ctx); err != nil {
			return Change{}, err
		}
		if err := w.settle(ctx); err != nil {
			return Change{}, err
		}
		if c, ok := w.change(); ok {
			return c, nil
		}
	}
}

// ended is why nobody should wait any longer.
func (w *Watcher) ended(ctx context.Context) error {
	select {
	case <-w.closed:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	default:
		return nil
	}
}

// await returns when something may have changed: an event has come, or a walk has found
// something and is over. Walks go on while nothing else is to be done.
func (w *Watcher) await(ctx context.Context) error {
	for {
		if err := w.ended(ctx); err != nil {
			return err
		}
		if w.catch() || !w.first.IsZero() && len(w.rest) == 0 {
			return nil
		}
		if w.step() {
			continue
		}
		if err := w.sleep(ctx, time.Until(w.due)); err != nil {
			return err
		}
		if !w.queue.waiting() && !time.Now().Before(w.due) {
			w.begin()
		}
	}
}

// sleep returns after a time, when something has been queued, or in the end.
func (w *Watcher) sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return w.ended(ctx)
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-w.queue.signal:
		w.queue.wake()
	case <-t.C:
	case <-ctx.Done():
	case <-w.closed:
	}
	return w.ended(ctx)
}

// change compares what is there with what was told, and ends what was pending.
func (w *Watcher) change() (Change, bool) {
	before := w.told.Load()
	seen := w.first
	w.pending = pending{}
	list := w.untold()
	if len(list) == 0 {
		return Change{}, false
	}
	c := Change{Tree: w.now, Before: before, Seen: seen, Moved: moved(list)}
	for _, d := range list {
		c.Paths = append(c.Paths, d.Path)
	}
	w.told.Store(w.now)
	w.farewell(before)
	return c, true
}

// untold is what differs from what was told, but for what editors leave beside files.
func (w *Watcher) untold() []differ {
	return slices.DeleteFunc(diff(w.told.Load().top, w.now.top), func(d differ) bool { return passing(d.Name) })
}

// farewell says which of the folders at the top have gone.
func (w *Watcher) farewell(before *Tree) {
	for _, name := range w.names {
		was, is := before.top.child(name), w.now.top.child(name)
		if folderOr(was) != nil && folderOr(is) == nil {
			w.notice(fmt.Sprintf("the folder %s has gone", name))
		}
	}
}
