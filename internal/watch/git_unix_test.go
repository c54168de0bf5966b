//go:build unix

package watch

import (
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
