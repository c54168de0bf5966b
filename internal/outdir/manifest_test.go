package outdir

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// rowOf is the row of a path; an empty one where there is none.
func rowOf(m manifest, path string) row {
	if i, ok := m.find(path); ok {
		return m.rows[i]
	}
	return row{}
}

// TestManifestIsInOrder holds that a manifest is read as it was written, and that one whose paths
// are out of order, or twice in it, is damaged: they are looked for by their order.
func TestManifestIsInOrder(t *testing.T) {
	name := filepath.Join(t.TempDir(), "manifest")
	read := func(paths ...string) (manifest, error) {
		var m manifest
		for i, p := range paths {
			m.rows = append(m.rows, row{p, entry{digest{byte(i)}, int64(i), 7}})
		}
		if err := os.WriteFile(name, m.encode(), 0o600); err != nil {
			t.Fatal(err)
		}
		back, err := loadManifest(name)
		if err == nil && !slices.Equal(back.rows, m.rows) {
			t.Errorf("%q is read as %v", paths, back.rows)
		}
		return back, err
	}
	m, err := read("a-b", "a/b", "a/b c", "a/c/d", "ab")
	if err != nil {
		t.Fatal(err)
	}
	if !m.has("a/c/d") || m.has("a/c") {
		t.Error("a path is not found, or one that is none")
	}
	for _, paths := range [][]string{{"b", "a"}, {"a", "b", "b"}} {
		if _, err := read(paths...); !errors.Is(err, errDamaged) {
			t.Errorf("%q: %v", paths, err)
		}
	}
}

// TestFoldersOf holds that each folder above sorted paths is listed once, before those in it, also
// where names sort between a folder and what is in it.
func TestFoldersOf(t *testing.T) {
	paths := []string{"a", "a-b/x", "b-/x/y", "b/c/d/e", "b/c/f", "b/cc/g", "bb/c/h", "z"}
	slices.Sort(paths)
	want := []string{"", "a-b", "b-", "b-/x", "b", "b/c", "b/c/d", "b/cc", "bb", "bb/c"}
	if got := foldersOf(paths); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
