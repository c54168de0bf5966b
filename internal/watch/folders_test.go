package watch

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestFolders(t *testing.T) {
	s := newSite(t)
	w := s.watch(Options{})

	// mkdir -p && write
	s.write("content/1.29/deep/er/sig-x.ja.md", "x")
	w.expect("added content/1.29/deep/er/sig-x.ja.md")
	s.write("content/1.29/deep/er/sig-x.ja.md", "y")
	w.expect("edited content/1.29/deep/er/sig-x.ja.md")

	// renamed, with a folder in it; edited under the new name, at each depth
	s.write("content/1.29/top.ja.md", "top")
	w.expect("added content/1.29/top.ja.md")
	s.rename("content/1.29", "content/1.30")
	c := w.expect("removed content/1.29/deep/er/sig-x.ja.md", "removed content/1.29/top.ja.md",
		"added content/1.30/deep/er/sig-x.ja.md", "added content/1.30/top.ja.md")
	want := map[string]string{
		"content/1.29/deep/er/sig-x.ja.md": "content/1.30/deep/er/sig-x.ja.md",
		"content/1.29/top.ja.md":           "content/1.30/top.ja.md",
	}
	if diff := cmp.Diff(want, c.Moved); diff != "" {
		t.Errorf("moved (-want +got):\n%s", diff)
	}
	s.write("content/1.30/deep/er/sig-x.ja.md", "z")
	w.expect("edited content/1.30/deep/er/sig-x.ja.md")
	s.write("content/1.30/top.ja.md", "z")
	w.expect("edited content/1.30/top.ja.md")

	// moved below another folder, and back to a name that it had
	s.rename("content/1.30", "content/1.27/1.30")
	w.reach()
	s.write("content/1.27/1.30/deep/er/sig-x.ja.md", "zz")
	w.expect("edited content/1.27/1.30/deep/er/sig-x.ja.md")
	s.rename("content/1.27/1.30", "content/1.29")
	w.reach()
	s.write("content/1.29/deep/er/sig-x.ja.md", "zzz")
	w.expect("edited content/1.29/deep/er/sig-x.ja.md")

	// out of the site, edited there, and in again
	s.rename("content/1.29", "away")
	w.expect("removed content/1.29/deep/er/sig-x.ja.md", "removed content/1.29/top.ja.md")
	s.write("away/top.ja.md", "edited elsewhere")
	w.nothing()
	s.rename("away", "content/1.29")
	w.expect("added content/1.29/deep/er/sig-x.ja.md", "added content/1.29/top.ja.md")
	s.write("content/1.29/deep/er/sig-x.ja.md", "again")
	w.expect("edited content/1.29/deep/er/sig-x.ja.md")
	if len(*w.notices) > 0 {
		t.Errorf("said %q", *w.notices)
	}
}

// TestFolderMovedWithoutNumbers moves a folder to a place that is looked at before the one
// that it left, on a system that does not tell the numbers of folders.
func TestFolderMovedWithoutNumbers(t *testing.T) {
	s := newSite(t)
	s.write("content/1.28/in/deep/x.ja.md", "x")
	w := s.watch(Options{})
	clear(w.nodes)
	s.rename("content/1.28/in", "content/1.27/in")
	w.expect("added content/1.27/in/deep/x.ja.md", "removed content/1.28/in/deep/x.ja.md")
	s.write("content/1.27/in/deep/x.ja.md", "edited")
	w.expect("edited content/1.27/in/deep/x.ja.md")
}

// TestFolderMadeAnew removes folders and makes them again at once: the new one may have the
// number on disk of the old one, and its watch has died with the old one.
func TestFolderMadeAnew(t *testing.T) {
	for _, dir := range []string{"content", "content/1.27", "static"} {
		t.Run(dir, func(t *testing.T) {
			s := newSite(t)
			w := s.watch(Options{})
			for i := range 5 {
				s.remove(dir)
				s.write(dir+"/sub/new.ja.md", fmt.Sprint("a", i))
				w.reach()
				s.write(dir+"/sub/new.ja.md", fmt.Sprint("b", i))
				w.expect("edited " + dir + "/sub/new.ja.md")
			}
		})
	}
}

// TestVanished takes content/ away for a while. It is told, and said once.
func TestVanished(t *testing.T) {
	s := newSite(t)
	w := s.watch(Options{})
	for range 2 {
		s.rename("content", "away")
		w.expect("removed "+noteB, "removed "+noteA, "removed content/1.28/sig-node.ja.md")
		s.rename("away", "content")
		w.expect("added "+noteB, "added "+noteA, "added content/1.28/sig-node.ja.md")
		s.write(noteA, time.Now().String())
		w.expect("edited " + noteA)
	}
	if diff := cmp.Diff([]string{"the folder content has gone"}, *w.notices); diff != "" {
		t.Errorf("said (-want +got):\n%s", diff)
	}
}

// TestFileForFolder puts a file in the place of a folder and back.
func TestFileForFolder(t *testing.T) {
	s := newSite(t)
	w := s.watch(Options{})
	s.remove("content/1.28")
	s.write("content/1.28", "a file")
	w.expect("added content/1.28", "removed content/1.28/sig-node.ja.md")
	s.remove("content/1.28")
	s.write("content/1.28/sig-node.ja.md", "a note")
	w.expect("removed content/1.28", "added content/1.28/sig-node.ja.md")
	s.write("content/1.28/sig-node.ja.md", "edited")
	w.expect("edited content/1.28/sig-node.ja.md")
}

// TestSiteMoved renames the site's folder, which goes on, and then puts another one at its
// path, which takes its place: by the walk, for no event tells of it.
func TestSiteMoved(t *testing.T) {
	s := newSite(t)
	w := s.watch(Options{}, func(p *pace, _ *wire) { p.safety = 5 * time.Millisecond })
	away := site{t, s.dir + "-away"}
	s.ok(os.Rename(s.dir, away.dir))
	away.write(noteA, "edited under the new name")
	if got := said(w.next()); !cmp.Equal(got, []string{"edited " + noteA}) {
		t.Errorf("got %v", got)
	}
	s.write("content/1.31/other.ja.md", "x")
	w.expect("removed "+noteB, "removed "+noteA, "removed content/1.28/sig-node.ja.md",
		"added content/1.31/other.ja.md", "removed site.yaml", "removed static/css/own.css")
	s.write("content/1.31/other.ja.md", "y")
	w.expect("edited content/1.31/other.ja.md")
	away.write(noteA, "nobody's")
	w.nothing()
}

// TestReplacedFoldersClose puts another folder at the site's path again and again: those that no
// Tree is of any more are not kept open.
func TestReplacedFoldersClose(t *testing.T) {
	if _, err := os.ReadDir("/proc/self/fd"); err != nil {
		t.Skip("the system does not list open files:", err)
	}
	s := newSite(t)
	w := s.watch(Options{}, func(p *pace, _ *wire) { p.safety = 2 * time.Millisecond })
	open := func() (n int) {
		links, err := filepath.Glob("/proc/self/fd/*")
		s.ok(err)
		for _, link := range links {
			if at, err := os.Readlink(link); err == nil && strings.HasPrefix(at, filepath.Dir(s.dir)) {
				n++
			}
		}
		return n
	}
	first := w.Tree()
	for i := range 12 {
		s.ok(os.Rename(s.dir, fmt.Sprintf("%s-%d", s.dir, i)))
		s.write(noteA, fmt.Sprint("of folder ", i))
		w.reach()
	}
	eventually(t, "at most three folders to be open: the first, and what is at hand", func() bool {
		runtime.GC()
		return open() <= 3
	})
	if _, err := first.ReadFile(noteB); err != nil {
		t.Errorf("the first tree can be read no more: %v", err)
	}
	if got, err := w.Tree().ReadFile(noteA); err != nil || string(got) != "of folder 11" {
		t.Errorf("the last tree has %q, %v", got, err)
	}
}

// TestBurst changes 300 files at once, in folders that were there and in new ones: one Change.
func TestBurst(t *testing.T) {
	for title, o := range map[string]Options{"events": {}, "polling": {Poll: true, Interval: time.Millisecond}} {
		t.Run(title, func(t *testing.T) {
			s := newSite(t)
			name := func(i int) string { return fmt.Sprintf("content/1.%d/note%d.ja.md", i%30, i) }
			for i := range 150 {
				s.write(name(i), "old")
			}
			w := s.watch(o)
			var want []string
			for i := range 300 {
				op := "added "
				if i < 150 {
					op = "edited "
				}
				want = append(want, op+name(i))
				s.write(name(i), fmt.Sprint("new", i))
			}
			slices.SortFunc(want, func(a, b string) int {
				_, a, _ = strings.Cut(a, " ")
				_, b, _ = strings.Cut(b, " ")
				return strings.Compare(a, b)
			})
			w.expect(want...)
			w.nothing()
		})
	}
}

// TestCheckout is what `git checkout` does with 300 files while Next waits: each is removed
// and written anew, a lock stands all the while, and becomes the index. One Change.
func TestCheckout(t *testing.T) {
	s := newSite(t)
	s.write(".git/index", "")
	name := func(i int) string { return fmt.Sprintf("content/1.%d/note%03d.ja.md", i%30, i) }
	for i := range 200 {
		s.write(name(i), "old")
	}
	w := s.watch(Options{})
	took := make(chan time.Duration)
	go func() {
		start := time.Now()
		s.write(".git/index.lock", "")
		for i := 100; i < 300; i++ {
			s.remove(name(i))
			s.write(name(i), "new")
		}
		for i := range 100 {
			s.remove(name(i))
		}
		s.rename(".git/index.lock", ".git/index")
		took <- time.Since(start)
	}()
	got := len(w.next().Paths)
	if all := <-took; all > lockMany {
		t.Skipf("the machine took %v for 300 files", all)
	}
	if got != 300 {
		t.Errorf("told after %d of 300 files, while Git held its lock", got)
	}
	w.truth(w.Tree())
	w.nothing()
}

// TestGitLock has Git stop for longer than a burst's quiet in the middle of a checkout.
func TestGitLock(t *testing.T) {
	s := newSite(t)
	s.write(".git/HEAD", "ref: refs/heads/main\n")
	w := s.watch(Options{})
	s.write(".git/index.lock", "")
	took := make(chan time.Duration)
	go func() {
		start := time.Now()
		for i := range 40 {
			if i == 20 {
				time.Sleep(4 * quietMany)
			}
			s.write(fmt.Sprintf("content/1.27/n%02d.ja.md", i), "x")
		}
		s.remove(".git/index.lock")
		took <- time.Since(start)
	}()
	got := len(w.next().Paths)
	if all := <-took; all > lockFew {
		w.reach()
		t.Logf("the machine took %v for 40 files", all)
	} else if got != 40 {
		t.Errorf("told after %d of 40 files, while Git held its lock", got)
	}

	// a lock that a Git left behind holds nobody up
	s.write(".git/index.lock", "")
	s.ok(os.Chtimes(s.path(".git/index.lock"), time.Time{}, time.Now().Add(-time.Minute)))
	if w.gitAtWork(time.Now()) {
		t.Error("takes an old lock for a Git at work")
	}
	s.write(noteA, "x")
	w.expect("edited " + noteA)
}

func TestGitLockPath(t *testing.T) {
	s := newSite(t)
	s.write(".git/HEAD", "x")
	s.write("content/worktree/.git", "gitdir: ../../.git/worktrees/w\n")
	s.write("content/strange/.git", "strange")
	for dir, want := range map[string]string{
		".":                ".git/index.lock",
		"content/1.27":     ".git/index.lock",
		"content/worktree": ".git/worktrees/w/index.lock",
		"content/strange":  "",
	} {
		if want != "" {
			want = s.path(want)
		}
		if got := gitLock(s.path(dir)); got != want {
			t.Errorf("%s: got %q, want %q", dir, got, want)
		}
	}
}
