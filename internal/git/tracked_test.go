package git

import (
	"os"
	"path/filepath"
	"testing"
)

func TestTracks(t *testing.T) {
	p := newPast(t)
	if has, err := Tracks(t.TempDir(), ".kept"); has || err != nil {
		t.Errorf("in no checkout: %v, %v", has, err)
	}
	p.put("content/a.md", "1\n", "site/b.md", "2\n")
	p.call("add", "-A")
	for _, dir := range []string{p.dir, filepath.Join(p.dir, "site")} {
		if has, err := Tracks(dir, ".kept"); has || err != nil {
			t.Errorf("%s: nothing is there, and it says %v, %v", dir, has, err)
		}
	}
	if err := os.MkdirAll(filepath.Join(p.dir, ".kept"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(p.dir, ".kept", "own"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if has, err := Tracks(p.dir, ".kept"); has || err != nil {
		t.Errorf("what is not in git counts: %v, %v", has, err)
	}
	p.put("site/.KEPT/x/y", "3\n")
	p.call("add", "site")
	if has, _ := Tracks(p.dir, ".kept"); has {
		t.Error("what is in another histories counts")
	}
	if has, err := Tracks(filepath.Join(p.dir, "site"), ".kept"); !has || err != nil {
		t.Errorf("what is in git: %v, %v", has, err)
	}
}
