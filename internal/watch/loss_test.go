package watch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/google/go-cmp/cmp"
)

func TestOverflow(t *testing.T) {
	s := newSite(t)
	s.write("content/1.26/in/x.ja.md", "x")
	w := s.watch(Options{})
	w.wire.setMute(true)
	s.write(noteA, "edited")
	s.remove(noteB)
	s.rename("content/1.26", "content/1.30")
	s.write("content/1.29/deep/new.ja.md", "new")
	w.wire.waitDropped(t)
	w.wire.setMute(false)
	w.wire.errs <- fsnotify.ErrEventOverflow
	w.expect("removed content/1.26/in/x.ja.md", "removed "+noteB, "edited "+noteA,
		"added content/1.29/deep/new.ja.md", "added content/1.30/in/x.ja.md")
	for _, name := range []string{"content/1.30/in/x.ja.md", "content/1.29/deep/new.ja.md"} {
		s.write(name, "edited after")
		w.expect("edited " + name)
	}
	if len(*w.notices) > 0 {
		t.Errorf("said %q", *w.notices)
	}
}

func TestManyNames(t *testing.T) {
	s := newSite(t)
	w := s.watch(Options{})
	for i := range 2 * maxNamed {
		w.queue.put(fmt.Sprint("content/", i), fsnotify.Write)
	}
	s.write(noteA, "edited")
	w.expect("edited " + noteA)
}

// TestDeaf uses a file system without events that accepts watches: the watcher starts polling,
// reports that once, and misses nothing.
func TestDeaf(t *testing.T) {
	s := newSite(t)
	w := s.watch(Options{Interval: time.Millisecond}, func(p *time.Duration, c *wire) {
		*p = 20 * time.Millisecond
		c.mute = true
	})
	for i := range 5 {
		s.write(noteA, fmt.Sprint("same size ", i))
		w.expect("edited " + noteA)
	}
	s.write("content/1.29/deep/new.ja.md", "new")
	w.expect("added content/1.29/deep/new.ja.md")
	s.rename("content/1.29", "content/1.30")
	w.expect("removed content/1.29/deep/new.ja.md", "added content/1.30/deep/new.ja.md")
	s.remove("content/1.30")
	w.expect("removed content/1.30/deep/new.ja.md")
	want := []string{"no change events for this directory: polling for changes instead"}
	if diff := cmp.Diff(want, *w.notices); diff != "" {
		t.Errorf("said (-want +got):\n%s", diff)
	}
}

func TestNoWatches(t *testing.T) {
	for errno, want := range map[syscall.Errno]string{
		syscall.ENOSPC: "fs.inotify.max_user_watches",
		syscall.EMFILE: "open files",
		syscall.ENOSYS: syscall.ENOSYS.Error(),
	} {
		s := newSite(t)
		w := s.watch(Options{Interval: time.Millisecond}, func(_ *time.Duration, c *wire) {
			c.allow, c.refuse = 2, os.NewSyscallError("inotify_add_watch", errno)
		})
		for _, name := range []string{noteA, "site.yaml", "content/1.29/deep/new.ja.md"} {
			s.write(name, "edited")
			w.reach()
		}
		if len(*w.notices) != 1 || !strings.Contains((*w.notices)[0], want) {
			t.Errorf("%v: said %q", errno, *w.notices)
		}
		if left := len(w.wire.WatchList()); errno == syscall.EMFILE && left > 0 {
			t.Errorf("keeps %d watches, and with them open files", left)
		}
	}
}

func TestNoEvents(t *testing.T) {
	s := newSite(t)
	root, err := os.OpenRoot(s.dir)
	s.ok(err)
	defer root.Close()
	var said []string
	o := Options{Interval: time.Millisecond, Notice: func(text string) { said = append(said, text) }}
	none, err := open(root, o, usualSafety, func() (notifier, error) { return nil, errors.New("too many open files") })
	s.ok(err)
	defer none.Close()
	s.write(noteA, "edited again")
	if c, err := none.Next(t.Context()); err != nil || !cmp.Equal(c.Paths, []Path{{noteA, Edited}}) {
		t.Errorf("%v, %v", c.Paths, err)
	}
	if len(said) != 1 || !strings.Contains(said[0], "too many open files") {
		t.Errorf("said %q", said)
	}
}

// TestCancel cancels while a change is pending: the next call reports it.
func TestCancel(t *testing.T) {
	s := newSite(t)
	w := s.watch(Options{})
	for range 20 {
		s.write(noteA, time.Now().String())
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		_, err := w.Next(ctx)
		cancel()
		if err == nil {
			continue // it was fast enough
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(err)
		}
		w.expect("edited " + noteA)
	}
}

// TestCancelInDoubt cancels after a note became empty: the next call reports it.
func TestCancelInDoubt(t *testing.T) {
	s := newSite(t)
	w := s.watch(Options{})
	s.write(noteA, "")
	ctx, cancel := context.WithTimeout(t.Context(), doubtFor/2)
	defer cancel()
	if _, err := w.Next(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	w.expect("edited " + noteA)
}

// TestClose ends a waiting Next and leaves no goroutine and no watch.
func TestClose(t *testing.T) {
	before := ours()
	s := newSite(t)
	root, err := os.OpenRoot(s.dir)
	s.ok(err)
	defer root.Close()
	for _, o := range []Options{{}, {Poll: true, Interval: time.Hour}} {
		w, err := Open(root, o)
		s.ok(err)
		got := make(chan error)
		go func() {
			_, err := w.Next(context.Background())
			got <- err
		}()
		s.ok(w.Close())
		if err := <-got; !errors.Is(err, ErrClosed) {
			t.Errorf("Next: %v", err)
		}
		s.ok(w.Close())
		if _, err := w.Next(t.Context()); !errors.Is(err, ErrClosed) {
			t.Errorf("Next: %v", err)
		}
		if data, err := w.Tree().ReadFile(noteA); err != nil || len(data) == 0 {
			t.Errorf("a tree cannot be read once its watcher is closed: %v", err)
		}
	}
	eventually(t, "goroutines to end", func() bool { return ours() <= before })
}

// ours counts the goroutines of this package and of fsnotify, without those of the tests.
func ours() int {
	buf := make([]byte, 1<<20)
	n := 0
	for g := range strings.SplitSeq(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
		if strings.Contains(g, "watch.(*Watcher)") || strings.Contains(g, "fsnotify.(*") {
			n++
		}
	}
	return n
}

func TestOpenErrors(t *testing.T) {
	before := ours()
	s := newSite(t)
	root, err := os.OpenRoot(s.dir)
	s.ok(err)
	for _, names := range [][]string{{"content/1.27"}, {"../x"}, {"."}, {""}} {
		if w, err := Open(root, Options{Names: names}); err == nil {
			t.Errorf("watches %q: %v", names, w.Close())
		}
	}
	s.ok(root.Close())
	if w, err := Open(root, Options{}); err == nil {
		t.Error("watches a root that is closed: ", w.Close())
	}
	eventually(t, "goroutines to end", func() bool { return ours() <= before })
}

func TestOnlyNames(t *testing.T) {
	s := newSite(t)
	w := s.watch(Options{Names: []string{"README.md", "content"}})
	s.write("site.yaml", "title: other\n")
	s.write("README.md", "other")
	w.expect("edited README.md")
}

// TestSameTick writes twice within one tick of the clock, with the same size and without an event
// for the second write.
func TestSameTick(t *testing.T) {
	s := newSite(t)
	s.write(noteA, "aaaa")
	at := time.Now()
	s.ok(os.Chtimes(s.path(noteA), at, at))
	w := s.watch(Options{Poll: true, Interval: time.Millisecond})
	for _, text := range []string{"bbbb", "cccc"} {
		s.write(noteA, text)
		s.ok(os.Chtimes(s.path(noteA), at, at))
		w.expect("edited " + noteA)
	}
}

// TestCloseWhileLooking closes the watcher during a scan, which must not start polling.
func TestCloseWhileLooking(t *testing.T) {
	s := newSite(t)
	w := s.watch(Options{})
	s.write("content/1.29/new.ja.md", "new")
	s.ok(w.Close())
	w.busy.Lock()
	defer w.busy.Unlock()
	w.scan()
	if len(*w.notices) > 0 || w.polling {
		t.Errorf("said %q", *w.notices)
	}
}
