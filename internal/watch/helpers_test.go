package watch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/google/go-cmp/cmp"
)

// noteA and noteB are notes of the initial site.
const (
	noteA = "content/1.27/sig-node.ja.md"
	noteB = "content/1.27/sig-apps.ja.md"
)

type site struct {
	t   *testing.T
	dir string
}

func newSite(t *testing.T) site {
	t.Helper()
	s := site{t, filepath.Join(t.TempDir(), "site")}
	s.write(noteA, "# SIG Node\n")
	s.write(noteB, "# SIG Apps\n")
	s.write("content/1.28/sig-node.ja.md", "# SIG Node 1.28\n")
	s.write("static/css/own.css", "p { margin: 0 }\n")
	s.write("site.yaml", "title: test\n")
	s.write("README.md", "counts for nothing\n")
	return s
}

func (s site) path(name string) string { return filepath.Join(s.dir, filepath.FromSlash(name)) }

func (s site) ok(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// write writes a file in place: truncates it, then writes it at once.
func (s site) write(name, text string) {
	s.t.Helper()
	s.mkdir(path.Dir(name))
	s.ok(os.WriteFile(s.path(name), []byte(text), 0o644))
}

func (s site) mkdir(name string) {
	s.t.Helper()
	s.ok(os.MkdirAll(s.path(name), 0o755))
}

func (s site) rename(from, to string) {
	s.t.Helper()
	s.ok(os.Rename(s.path(from), s.path(to)))
}

func (s site) remove(name string) {
	s.t.Helper()
	s.ok(os.RemoveAll(s.path(name)))
}

// watcher is a watcher whose events a test can suppress.
type watcher struct {
	*Watcher
	t       *testing.T
	site    site
	notices *[]string
	wire    *wire
}

// wire wraps fsnotify: it can drop events and inject errors.
type wire struct {
	system
	mu      sync.Mutex
	mute    bool
	dropped int
	allow   int // number of watches before it refuses
	refuse  error
	onAdd   func(name string) // called before a watch is set
	events  chan fsnotify.Event
	errs    chan error
	over    chan struct{}
}

func newWire() (*wire, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	c := &wire{system: system{w}, events: make(chan fsnotify.Event), errs: make(chan error), over: make(chan struct{})}
	go func() {
		defer close(c.over)
		for e := range w.Events {
			c.mu.Lock()
			mute := c.mute
			if mute {
				c.dropped++
			}
			c.mu.Unlock()
			if !mute {
				c.events <- e
			}
		}
	}()
	return c, nil
}

func (c *wire) Events() <-chan fsnotify.Event { return c.events }
func (c *wire) Errors() <-chan error          { return c.errs }

func (c *wire) Add(name string) error {
	if c.refuse != nil && c.allow == 0 {
		return c.refuse
	}
	c.allow--
	if c.onAdd != nil {
		c.onAdd(name)
	}
	return c.system.Add(name)
}

func (c *wire) Close() error {
	err := c.system.Close()
	<-c.over
	close(c.events)
	close(c.errs)
	return err
}

func (c *wire) setMute(mute bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.mute = mute
}

// waitDropped waits until at least one event was dropped and no more arrive.
func (c *wire) waitDropped(t *testing.T) {
	t.Helper()
	eventually(t, "an event to be dropped", func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.dropped > 0
	})
}

// watch opens a watcher without periodic scans, unless change sets another interval.
func (s site) watch(o Options, change ...func(safety *time.Duration, c *wire)) *watcher {
	s.t.Helper()
	root, err := os.OpenRoot(s.dir)
	s.ok(err)
	c, err := newWire()
	s.ok(err)
	safety := time.Hour
	for _, f := range change {
		f(&safety, c)
	}
	var notices []string
	o.Notice = func(text string) { notices = append(notices, text) }
	if o.Poll {
		s.ok(c.Close())
	}
	w, err := open(root, o, safety, func() (notifier, error) { return c, nil })
	s.ok(err)
	s.t.Cleanup(func() {
		if err := errors.Join(w.Close(), root.Close()); err != nil {
			s.t.Error(err)
		}
	})
	return &watcher{w, s.t, s, &notices, c}
}

func (w *watcher) next() Change {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), 20*time.Second)
	defer cancel()
	c, err := w.Next(ctx)
	if err != nil {
		w.t.Fatalf("no change came: %v", err)
	}
	if c.Before == nil || c.Tree == nil || c.Seen.IsZero() || len(c.Paths) == 0 {
		w.t.Errorf("a change with nothing in it: %+v", c)
	}
	return c
}

// expect waits for a Change and compares its paths, written as "edited content/a.md".
func (w *watcher) expect(want ...string) Change {
	w.t.Helper()
	c := w.next()
	w.same(c, want...)
	return c
}

func (w *watcher) same(c Change, want ...string) {
	w.t.Helper()
	if diff := cmp.Diff(want, said(c)); diff != "" {
		w.t.Errorf("paths (-want +got):\n%s", diff)
	}
	w.truth(c.Tree)
}

// nothing checks that no Change is pending: the next one is that of a file written here.
func (w *watcher) nothing() {
	w.t.Helper()
	const name = "content/proof.ja.md"
	op := "edited "
	if _, ok := w.Tree().Sum(name); !ok {
		op = "added "
	}
	w.site.write(name, time.Now().String())
	w.same(w.next(), op+name)
}

func (w *watcher) reach() []string {
	w.t.Helper()
	var all []string
	for !w.isTrue(w.Tree()) {
		all = append(all, said(w.next())...)
	}
	return all
}

func said(c Change) []string {
	var list []string
	for _, p := range c.Paths {
		list = append(list, p.Op.String()+" "+p.Name)
	}
	return list
}

func (w *watcher) truth(tree *Tree) {
	w.t.Helper()
	if diff := cmp.Diff(w.onDisk(), inTree(w.t, tree)); diff != "" {
		w.t.Errorf("the tree is not the folder (-folder +tree):\n%s", diff)
	}
}

func (w *watcher) isTrue(tree *Tree) bool {
	return cmp.Equal(w.onDisk(), inTree(w.t, tree))
}

// onDisk returns the watched files with their hashes, by an independent implementation.
func (w *watcher) onDisk() map[string]string {
	w.t.Helper()
	list := map[string]string{}
	dir, err := filepath.EvalSymlinks(w.site.dir)
	w.site.ok(err)
	err = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, p)
		name := filepath.ToSlash(rel)
		switch {
		case errors.Is(err, fs.ErrNotExist): // removed since its directory was listed
			return nil
		case err != nil:
			return err
		case name == ".":
			return nil
		case !counted(w.names, name):
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.Type().IsRegular():
			data, err := os.ReadFile(p)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			list[name] = sumText(sha256.Sum256(data))
		default:
			list[name] = d.Type().String()
		}
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return list
}

func inTree(t *testing.T, tree *Tree) map[string]string {
	t.Helper()
	list := map[string]string{}
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		list[name] = d.Type().String()
		if sum, ok := tree.Sum(name); ok {
			list[name] = sumText(sum)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func sumText(sum [sha256.Size]byte) string { return hex.EncodeToString(sum[:8]) }

func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}
