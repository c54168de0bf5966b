package preview

import (
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/git"
)

// committed makes a repository of a folder, or commits once more.
func committed(t *testing.T, dir, day, who string) {
	t.Helper()
	t.Setenv("GIT_AUTHOR_DATE", day+"T12:00:00+0000")
	t.Setenv("GIT_COMMITTER_DATE", day+"T12:00:00+0000")
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"commit", "-q", "-m", "x", "--author", who + " <x@example.org>"}} {
		gitIn(t, dir, args...)
	}
}

func gitIn(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=Ann", "-c", "user.email=ann@example.com", "-c", "commit.gpgSign=false", "-c", "gc.auto=0"}, args...)...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// historyOf is what a build knows of a folder.
func historyOf(t *testing.T, dir string) build.Options {
	t.Helper()
	log, err := git.History(dir, "content")
	if err != nil {
		t.Fatal(err)
	}
	return build.Options{History: func() *git.Log { return log }}
}

// holds waits until every file is that of a clean build with the history that there is now.
func (s *server) holds(t *testing.T, dir string) {
	t.Helper()
	want, text := buildClean(t, dir, historyOf(t, dir), nil), ""
	await(t, "what a build has", func() bool {
		text = s.differs(want, map[string]bool{})
		return text == ""
	})
}

// TestDates: a preview has the dates that a build has, also of a commit that changes no file.
func TestDates(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git command")
	}
	dir := folder(t, small())
	committed(t, dir, "2023-05-12", "Mona")
	s := serve(t, dir, Options{Dates: true, Undated: func(err error) { t.Errorf("no dates: %v", err) }})
	tab := s.open(t, nodePage, true)
	tab.hears("same", of("same"))
	s.holds(t, dir)
	if _, html := s.get(t, nodePage); !strings.Contains(html, `<time datetime="2023-05-12">2023年5月12日</time>`) {
		t.Error("the page says nothing of its commit")
	}

	put(t, dir, "content/1.27/sig-node.ja.md", nodeNote("変わった"))
	tab.hears("what is not committed", with("変わった"))
	s.holds(t, dir)
	committed(t, dir, "2024-02-29", "Lisa")
	if m := tab.hears("the commit", with("2024年2月29日")); !strings.Contains(m.HTML, "Lisa") {
		t.Error("the page names nobody who committed")
	}
	s.holds(t, dir)
	await(t, "a line of the commit", func() bool {
		for _, l := range s.said() {
			if strings.Contains(l.Text, " .git: 1 of 1 open pages changed") {
				return true
			}
		}
		return false
	})
	gitIn(t, dir, "reset", "-q", "--hard", "HEAD~1")
	tab.hears("the commit before", with("2023年5月12日"))
	s.holds(t, dir)
	put(t, dir, "site.yaml", "dates: none\n")
	await(t, "a page without dates", func() bool {
		_, html := s.get(t, nodePage)
		return !strings.Contains(html, "datetime")
	})
}

// TestUndated: why there are no dates is told once, and not where the settings want none.
func TestUndated(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git command")
	}
	whole := folder(t, small())
	committed(t, whole, "2023-05-12", "Mona")
	put(t, whole, "content/1.27/sig-node.ja.md", nodeNote("二"))
	committed(t, whole, "2023-05-13", "Mona")
	dir := filepath.Join(t.TempDir(), "shallow")
	gitIn(t, whole, "clone", "-q", "--depth", "1", "file://"+whole, dir)
	var told atomic.Int32
	o := Options{Dates: true, Undated: func(err error) {
		if told.Add(1); !errors.Is(err, git.ErrShallow) {
			t.Error(err)
		}
	}}
	s := serve(t, dir, o)
	tab := s.open(t, nodePage, true)
	tab.hears("same", of("same"))
	put(t, dir, "content/1.27/sig-node.ja.md", nodeNote("三"))
	tab.hears("the page", with("三"))
	gitIn(t, dir, "fetch", "-q", "--unshallow")
	tab.hears("the rest of the history", with("2023年5月13日"))
	s.holds(t, dir)
	if told.Load() != 1 {
		t.Errorf("told %d times", told.Load())
	}

	put(t, whole, "site.yaml", "dates: none\n")
	silent := serve(t, whole, Options{Dates: true, Undated: func(err error) { t.Errorf("told though nobody asked: %v", err) }})
	if _, html := silent.get(t, nodePage); strings.Contains(html, "datetime") {
		t.Error("dates that nobody wants")
	}
}
