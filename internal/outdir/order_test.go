package outdir

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestTogether checks that files of one group are made one after another, with the same result.
func TestTogether(t *testing.T) {
	var made []string
	var files []File
	want := map[string]string{}
	for _, p := range []string{"ja/b", "en/a", "top", "ja/a", "en/b"} {
		files = append(files, File{Path: p, Bytes: func() ([]byte, error) { made = append(made, p); return []byte(p), nil }})
		want[p] = p
	}
	s, err := NewSet(files)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "out")
	together := func(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
	if _, err := WriteDir(context.Background(), dir, s, Options{Together: together}); err != nil {
		t.Fatal(err)
	}
	if order := []string{"en/a", "ja/a", "en/b", "ja/b", "top"}; !slices.Equal(made, order) {
		t.Errorf("made %q, want %q", made, order)
	}
	same(t, dir, want)
}
