package git

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestBranchNames(t *testing.T) {
	r, call := opened(t, SHA1)
	call("remote", "add", "origin", t.TempDir())
	for name, ok := range map[string]bool{
		"gh-pages": true, "site/HEAD": true, "headless": true, "v1@2": true,
		"HEAD": false, "head": false, "@": false, "FETCH_HEAD": false, "ORIG_HEAD": false, "--force": false, "refs/heads/x": false,
		"0123456789abcdef0123456789abcdef01234567": false, "a b": false, "a..b": false, "@{-1}": false, "": false,
	} {
		if _, err := r.Target(t.Context(), "origin", name); ok != (err == nil) || err != nil && !errors.Is(err, ErrBranchName) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestTimeout checks that a git command is stopped at its time limit with a clear error.
func TestTimeout(t *testing.T) {
	r, call := opened(t, SHA1)
	call("remote", "add", "origin", "ext::sleep 60")
	call("config", "protocol.ext.allow", "always")
	r.Limits.Contact = 200 * time.Millisecond
	begin := time.Now()
	_, _, err := r.Tip(t.Context(), Target{Remote: "origin", Branch: "gh-pages", From: "origin"})
	if failed, ok := errors.AsType[*Failed](err); !ok || !errors.Is(failed.Err, ErrTimeout) || failed.Command != "ls-remote" {
		t.Error(err)
	}
	if took := time.Since(begin); took > stopTimeout+10*time.Second {
		t.Errorf("git was stopped after %s", took)
	}
}

func TestNoHooks(t *testing.T) {
	r, call := opened(t, SHA1)
	call("commit", "-q", "--allow-empty", "-m", "one")
	remote := filepath.Join(t.TempDir(), "remote.git")
	call("init", "-q", "--bare", remote)
	call("remote", "add", "origin", remote)
	ran := filepath.Join(t.TempDir(), "ran")
	hook := "#!/bin/sh\necho $0 >> '" + ran + "'\n"
	for _, name := range []string{"reference-transaction", "pre-push", "post-commit", "pre-auto-gc", "post-index-change", "fsmonitor-watchman"} {
		if err := os.WriteFile(filepath.Join(r.top, ".git", "hooks", name), []byte(hook), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	head, _, err := r.Resolve(t.Context(), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	to := Target{Remote: "origin", Branch: "gh-pages", From: "origin"}
	if err := errors.Join(r.Push(t.Context(), to, head), r.UpdateTracking(t.Context(), to, head)); err != nil {
		t.Fatal(err)
	}
	if names, err := os.ReadFile(ran); err == nil {
		t.Errorf("hooks ran: %s", names)
	}
}
