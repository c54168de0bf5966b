//go:build unix

package watch

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestGitIsNoFile holds that a pipe by the name of Git's folder does not stop anybody.
func TestGitIsNoFile(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, ".git"), 0o600); err != nil {
		t.Skip(err)
	}
	if got := gitLock(filepath.Join(dir, "content")); strings.HasPrefix(got, dir) {
		t.Errorf("the lock is %s", got)
	}
}

// TestLinkToPipe holds that what is behind a link is opened only where it can come to an
// end.
func TestLinkToPipe(t *testing.T) {
	s := newSite(t)
	s.mkdir("content/1.27")
	s.ok(syscall.Mkfifo(s.path("content/1.27/pipe"), 0o600))
	s.ok(os.Symlink("pipe", s.path("content/1.27/link.ja.md")))
	s.ok(os.Symlink("a.ja.md", s.path("content/1.27/good.ja.md")))
	s.write("content/1.27/a.ja.md", "a")
	tree := s.watch(Options{}).Tree()
	for _, name := range []string{"content/1.27/pipe", "content/1.27/link.ja.md"} {
		if _, err := tree.ReadFile(name); !errors.Is(err, errNoFile) {
			t.Errorf("%s is read: %v", name, err)
		}
		if _, err := tree.Open(name); !errors.Is(err, errNoFile) {
			t.Errorf("%s is opened: %v", name, err)
		}
	}
	if b, err := tree.ReadFile("content/1.27/good.ja.md"); err != nil || string(b) != "a" {
		t.Errorf("a link says %q, %v", b, err)
	}
}
