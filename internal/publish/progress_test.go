package publish

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/git"
)

// TestServerCannotSteer checks that control sequences in messages of a server are made visible.
func TestServerCannotSteer(t *testing.T) {
	dir, remote, _ := clone(t)
	const hook = "#!/bin/sh\nprintf 'welcome \\033[2J\\033]0;title\\007 back\\n' >&2\n"
	if err := os.WriteFile(filepath.Join(remote, "hooks", "pre-receive"), []byte(hook), 0o755); err != nil {
		t.Fatal(err)
	}
	repo, err := git.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	var terminal bytes.Buffer
	repo.Progress = &terminal
	b, err := Look(t.Context(), repo, Options{Remote: "origin", Branch: "gh-pages", Sources: []string{"content"}, Version: "v0"})
	if err != nil {
		t.Fatal(err)
	}
	plan, err := b.Compare(built(t, map[string]string{"a.html": "a"}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := plan.Publish(t.Context()); err != nil {
		t.Fatal(err)
	}
	said := terminal.String()
	if !strings.Contains(said, "remote: welcome ") || strings.ContainsAny(strings.ReplaceAll(said, "\x1b[K", ""), "\x1b\x07") {
		t.Errorf("output on the terminal: %q", said)
	}
}
