package git

import (
	"os"
	"path/filepath"
	"testing"
)

func TestTracks(t *testing.T) {
	p := newPast(t)
	if has, err := Tracks(t.TempDir(), ".kept"); has || err != nil {
		t.Errorf("outside a checkout: %v, %v", has, err)
	}
	p.put("content/a.md", "1\n", "site/b.md", "2\n")
	p.call("add", "-A")
	for _, dir := range []string{p.dir, filepath.Join(p.dir, "site")} {
		if has, err := Tracks(dir, ".kept"); has || err != nil {
			t.Errorf("%s: without tracked files: %v, %v", dir, has, err)
		}
	}
	if err := os.MkdirAll(filepath.Join(p.dir, ".kept"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(p.dir, ".kept", "own"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if has, err := Tracks(p.dir, ".kept"); has || err != nil {
		t.Errorf("an untracked file is tracked: %v, %v", has, err)
	}
	p.put("site/.KEPT/x/y", "3\n")
	p.call("add", "site")
	if has, _ := Tracks(p.dir, ".kept"); has {
		t.Error("a file of a different directory is tracked")
	}
	if has, err := Tracks(filepath.Join(p.dir, "site"), ".kept"); !has || err != nil {
		t.Errorf("a tracked file: %v, %v", has, err)
	}
}
