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

// committed commits all files of a directory, and creates the repository if necessary.
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

// historyOf returns build options with the git history of a directory.
func historyOf(t *testing.T, dir string) build.Options {
	t.Helper()
	log, err := git.History(dir, "content")
	if err != nil {
		t.Fatal(err)
	}
	return build.Options{History: func() *git.Log { return log }}
}

// matchesBuild waits until every file equals that of a clean build with the current history.
func (s *server) matchesBuild(t *testing.T, dir string) {
	t.Helper()
	want, text := buildClean(t, dir, historyOf(t, dir), nil), ""
	await(t, "what a build has", func() bool {
		text = s.differs(want, map[string]bool{})
		return text == ""
	})
}

// TestDates checks that a preview has the same dates as a build, also after a commit without changed
// files.
func TestDates(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := folder(t, small())
	committed(t, dir, "2023-05-12", "Mona")
	s := serve(t, dir, Options{Dates: true, Undated: func(err error) { t.Errorf("no dates: %v", err) }})
	tab := s.open(t, nodePage, true)
	tab.waitFor("same", of("same"))
	s.matchesBuild(t, dir)
	if _, html := s.get(t, nodePage); !strings.Contains(html, `<time datetime="2023-05-12">2023年5月12日</time>`) {
		t.Error("the page does not show its commit")
	}

	put(t, dir, "content/1.27/sig-node.ja.md", nodeNote("変わった"))
	tab.waitFor("what is not committed", with("変わった"))
	s.matchesBuild(t, dir)
	committed(t, dir, "2024-02-29", "Lisa")
	if m := tab.waitFor("the commit", with("2024年2月29日")); !strings.Contains(m.HTML, "Lisa") {
		t.Error("the page does not name the author of the commit")
	}
	s.matchesBuild(t, dir)
	await(t, "a line of the commit", func() bool {
		for _, l := range s.printed() {
			if strings.Contains(l.Text, " .git: 1 of 1 open pages changed") {
				return true
			}
		}
		return false
	})
	gitIn(t, dir, "reset", "-q", "--hard", "HEAD~1")
	tab.waitFor("the commit before", with("2023年5月12日"))
	s.matchesBuild(t, dir)
	put(t, dir, "site.yaml", "dates: none\n")
	await(t, "a page without dates", func() bool {
		_, html := s.get(t, nodePage)
		return !strings.Contains(html, "datetime")
	})
}

// TestUndated checks that the reason for missing dates is reported once, and not if the settings
// disable dates.
func TestUndated(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	whole := folder(t, small())
	committed(t, whole, "2023-05-12", "Mona")
	put(t, whole, "content/1.27/sig-node.ja.md", nodeNote("二"))
	committed(t, whole, "2023-05-13", "Mona")
	dir := filepath.Join(t.TempDir(), "shallow")
	gitIn(t, whole, "clone", "-q", "--depth", "1", "file://"+whole, dir)
	var calls atomic.Int32
	o := Options{Dates: true, Undated: func(err error) {
		if calls.Add(1); !errors.Is(err, git.ErrShallow) {
			t.Error(err)
		}
	}}
	s := serve(t, dir, o)
	tab := s.open(t, nodePage, true)
	tab.waitFor("same", of("same"))
	put(t, dir, "content/1.27/sig-node.ja.md", nodeNote("三"))
	tab.waitFor("the page", with("三"))
	gitIn(t, dir, "fetch", "-q", "--unshallow")
	tab.waitFor("the rest of the history", with("2023年5月13日"))
	s.matchesBuild(t, dir)
	if calls.Load() != 1 {
		t.Errorf("%d calls of Undated", calls.Load())
	}

	put(t, whole, "site.yaml", "dates: none\n")
	silent := serve(t, whole, Options{Dates: true, Undated: func(err error) { t.Errorf("Undated is called although dates are disabled: %v", err) }})
	if _, html := silent.get(t, nodePage); strings.Contains(html, "datetime") {
		t.Error("dates although they are disabled")
	}
}
