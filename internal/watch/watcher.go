package watch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Change is the difference between two snapshots, Before and Tree.
type Change struct {
	Tree   *Tree
	Before *Tree
	// Paths lists the files and links with different content, sorted by name. It is never empty.
	// For a directory it lists the files in it. It omits temporary files of editors.
	Paths []Path
	// Moved has the new path of each file that was moved, by its old path.
	Moved map[string]string
	// Seen is the time of the first event. Without events, it is the time of the scan that found
	// the first difference.
	Seen time.Time
}

const usualSafety = 3 * time.Second

// ErrClosed is the error of Next after Close.
var ErrClosed = errors.New("the watcher is closed")

// Open reads the directory of a site and watches it. The root must remain open while the watcher
// and its trees are used. The error is about a directory that cannot be read. If it cannot be
// watched, the watcher polls.
func Open(root *os.Root, o Options) (*Watcher, error) {
	return open(root, o, usualSafety, newSystem)
}

func open(root *os.Root, o Options, safety time.Duration, events func() (notifier, error)) (*Watcher, error) {
	at, err := filepath.Abs(root.Name())
	if err != nil {
		return nil, fmt.Errorf("opening the site's directory: %w", err)
	}
	if len(o.Names) == 0 {
		o.Names = siteNames
	}
	w := &Watcher{
		o: o, safety: safety, names: slices.Sorted(slices.Values(o.Names)), dir: behindLinks(at),
		closed: make(chan struct{}), pumped: make(chan struct{}), queue: newQueue(),
		root: root, live: root.FS(), polling: o.Poll, noticed: map[string]bool{},
	}
	for _, name := range w.names {
		if !fs.ValidPath(name) || name == "." || strings.Contains(name, "/") {
			return nil, fmt.Errorf("watching the site's directory: invalid name %q", name)
		}
	}
	if _, err := root.Stat("."); err != nil {
		return nil, fmt.Errorf("reading the site's directory %s: %w", at, err)
	}
	w.listen(events)
	w.now = &Tree{root: root, live: w.live}
	w.scan()
	if top := w.now.top; top == nil || top.err != nil {
		return nil, errors.Join(fmt.Errorf("reading the site's directory %s: %w", at, unreadable(top)), w.Close())
	}
	w.reported.Store(w.now)
	return w, nil
}

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

func (w *Watcher) listen(events func() (notifier, error)) {
	if !w.o.Poll {
		n, err := events()
		if err == nil {
			w.events = n
			go w.pump()
			return
		}
		w.poll(fmt.Sprintf("no change events (%v)", err))
	}
	close(w.pumped)
}

// Tree returns the snapshot of the last Change. Before the first Change, it is the snapshot of
// Open.
func (w *Watcher) Tree() *Tree { return w.reported.Load() }

// Close ends a waiting Next, all watches and all goroutines. Trees remain readable while the root
// given to Open is open.
func (w *Watcher) Close() error {
	var err error
	w.closing.Do(func() {
		close(w.closed)
		if w.events != nil {
			err = w.events.Close()
		}
		<-w.pumped
	})
	return err
}

// Next waits until the content of a file differs from the last Change. It returns all differences
// since then as one Change. When ctx ends, it returns the error of ctx. After Close it returns
// ErrClosed. Differences detected until then belong to the next Change.
func (w *Watcher) Next(ctx context.Context) (Change, error) {
	w.busy.Lock()
	defer w.busy.Unlock()
	for {
		for !w.pending && !w.queue.waiting() && time.Now().Before(w.due) {
			if err := w.sleep(ctx, time.Until(w.due)); err != nil {
				return Change{}, err
			}
		}
		w.pending = true
		list, seen, err := w.look(ctx)
		if err != nil {
			return Change{}, err
		}
		w.pending = false
		if len(list) > 0 {
			return w.change(list, seen), nil
		}
	}
}

// look scans until there are no further changes. It returns the differences from the last Change,
// and the time of the first event.
func (w *Watcher) look(ctx context.Context) (list []differ, seen time.Time, err error) {
	_, seen, _ = w.queue.seen()
	blind := !w.queue.waiting()
	if blind {
		seen = time.Now()
	}
	for {
		if err := w.waitQuiet(ctx); err != nil {
			return nil, seen, err
		}
		before, locked := w.now.top, w.checkingOut()
		w.scan()
		list = w.unreported()
		waited := time.Since(seen)
		unsure := locked || mayBeSaving(list) && waited < doubtFor || blind && before != w.now.top && waited < capBlind
		if !unsure {
			break
		}
		if err := w.sleep(ctx, quietBlind); err != nil {
			return nil, seen, err
		}
		blind = blind && !w.queue.waiting()
	}
	if blind && !w.polling && slices.ContainsFunc(list, func(d differ) bool { return cmp.Or(d.is, d.was).link == "" }) {
		w.poll("no change events for this directory")
	}
	return list, seen, nil
}

// checkingOut reports whether git is changing files. It locks the index during a checkout or a
// merge. An old lock belongs to a git process that was killed, or to a commit whose editor is
// open.
func (w *Watcher) checkingOut() bool {
	info, err := w.root.Lstat(".git/index.lock")
	return err == nil && time.Since(info.ModTime()) < maxLocked
}

// ended returns the reason why Next must return, or nil.
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

// sleep waits for d, for an event, or until Next must return.
func (w *Watcher) sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return w.ended(ctx)
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-w.queue.signal:
	case <-t.C:
	case <-ctx.Done():
	case <-w.closed:
	}
	return w.ended(ctx)
}

func (w *Watcher) change(list []differ, seen time.Time) Change {
	before := w.reported.Load()
	c := Change{Tree: w.now, Before: before, Seen: seen, Moved: moved(list)}
	for _, d := range list {
		c.Paths = append(c.Paths, d.Path)
	}
	w.reported.Store(w.now)
	w.noticeRemoved(before)
	return c
}

// unreported returns the differences from the last Change, without temporary files of editors.
func (w *Watcher) unreported() []differ {
	return slices.DeleteFunc(diff(w.reported.Load().top, w.now.top), func(d differ) bool { return isTemporary(d.Name) })
}

func (w *Watcher) noticeRemoved(before *Tree) {
	for _, name := range w.names {
		was, is := before.top.child(name), w.now.top.child(name)
		if folderOr(was) != nil && folderOr(is) == nil {
			w.notice(fmt.Sprintf("directory %s was removed", name))
		}
	}
}

// waitQuiet waits until there are no further events, or until a time limit.
func (w *Watcher) waitQuiet(ctx context.Context) error {
	for {
		paths, first, last := w.queue.seen()
		if first.IsZero() {
			return w.ended(ctx)
		}
		quiet, limit := quietFew, capFew
		if paths > many {
			quiet, limit = quietMany, capMany
		}
		rest := min(time.Until(last.Add(quiet)), time.Until(first.Add(limit)))
		if rest <= 0 {
			return w.ended(ctx)
		}
		if err := w.sleep(ctx, rest); err != nil {
			return err
		}
	}
}
