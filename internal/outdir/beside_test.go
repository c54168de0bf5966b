package outdir

import (
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"testing"
)

func TestWriteFiles(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a", "b.json.new"), "of a command that was killed")
	for _, c := range []struct {
		one, two string
		want     []Written
	}{
		{"1", "2", []Written{{"a/b.json", 1, true}, {"c.json", 1, true}}},
		{"1", "2", []Written{{"a/b.json", 1, false}, {"c.json", 1, false}}},
		{"", "2", []Written{{"a/b.json", 0, true}, {"c.json", 1, false}}},
		{"", "3", []Written{{"a/b.json", 0, false}, {"c.json", 1, true}}},
	} {
		got, err := WriteFiles(dir, []File{Static("a/b.json", []byte(c.one)), Static("c.json", []byte(c.two))})
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q, %q: %v, %v", c.one, c.two, got, err)
		}
		same(t, dir, map[string]string{"a/b.json": c.one, "c.json": c.two})
	}
}

// TestWriteFilesRefused checks that nothing changes if one of the files cannot be written.
func TestWriteFilesRefused(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "folder", "x"), "x")
	put(t, filepath.Join(dir, "a"), "old")
	bad := File{Path: "b", Bytes: func() ([]byte, error) { return nil, errDead }}
	for _, f := range []File{Static("folder", []byte("1")), Static("../b", nil), Static("folder/x/y", nil), bad} {
		if _, err := WriteFiles(dir, []File{Static("a", []byte("new")), f, Static("c", nil)}); err == nil {
			t.Errorf("%s was written", f.Path)
		}
		same(t, dir, map[string]string{"a": "old", "folder/x": "x"})
	}
}

// TestWriteFilesEveryStep kills the process or fails at every step. Each file is then old or new, a
// failure before the first rename changes nothing, and the next call completes the rest.
func TestWriteFilesEveryStep(t *testing.T) {
	old := map[string]string{"a": "1", "b/c": "1", "d": "the same"}
	next := []File{Static("a", []byte("2")), Static("b/c", []byte("2")), Static("d", []byte("the same")), Static("e/f", []byte("2"))}
	want := map[string]string{"a": "2", "b/c": "2", "d": "the same", "e/f": "2"}
	for _, killed := range []bool{false, true} {
		for step, done := 0, false; !done; step++ {
			dir := t.TempDir()
			for path, text := range old {
				put(t, filepath.Join(dir, filepath.FromSlash(path)), text)
			}
			steps, failed, renaming := 0, false, false
			_, err := disk{unsynced: true, before: func(op, _ string) error {
				steps++
				if steps-1 == step || failed && killed {
					failed = true
					return errDead
				}
				renaming = renaming || op == "rename" && !failed
				return nil
			}}.writeFiles(dir, next)
			if done = !failed; !done && !errors.Is(err, errDead) {
				t.Errorf("step %d: the failure was swallowed: %v", step, err)
			}
			checkBeside(t, tree(t, dir), old, want, failed && !killed && !renaming, killed)
			if _, err := WriteFiles(dir, next); err != nil {
				t.Error(err)
			}
			same(t, dir, want)
		}
	}
}

func checkBeside(t *testing.T, got, old, want map[string]string, unchanged, killed bool) {
	t.Helper()
	maps.DeleteFunc(got, func(path, _ string) bool {
		return path[len(path)-1] == '/' || killed && filepath.Ext(path) == ".new"
	})
	if unchanged && !maps.Equal(got, old) {
		t.Errorf("a failure changed %v to %v", old, got)
	}
	for path, text := range got {
		if text != old[path] && text != want[path] {
			t.Errorf("%s is %q, neither old nor new", path, text)
		}
	}
	for path := range old {
		if _, ok := got[path]; !ok {
			t.Errorf("%s is gone", path)
		}
	}
}
