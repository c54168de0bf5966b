package outdir

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func rowOf(m manifest, path string) row {
	if i, ok := m.find(path); ok {
		return m.rows[i]
	}
	return row{}
}

// TestManifestIsInOrder checks that a manifest is read as written. Unsorted or duplicate paths make
// it damaged, because lookups rely on the order.
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

// TestFoldersOf checks that each directory is listed once, before its children, even if a name
// sorts between them.
func TestFoldersOf(t *testing.T) {
	paths := []string{"a", "a-b/x", "b-/x/y", "b/c/d/e", "b/c/f", "b/cc/g", "bb/c/h", "z"}
	slices.Sort(paths)
	want := []string{"", "a-b", "b-", "b-/x", "b", "b/c", "b/c/d", "b/cc", "bb", "bb/c"}
	if got := foldersOf(paths); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
