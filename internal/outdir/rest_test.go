package outdir

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRest(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	base := t.TempDir()
	for range 40 {
		whole := randomSet(t, r)
		var first, rest []File
		for _, f := range whole.files {
			if r.IntN(2) == 0 {
				first = append(first, f)
			} else {
				rest = append(rest, f)
			}
		}
		r.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
		begun, err := NewSet(first)
		if err != nil {
			t.Fatal(err)
		}
		var apart, together Digest
		opt := Options{Each: inParallel, Digest: &apart, disk: disk{unsynced: true}, Rest: func() ([]File, error) { return rest, nil }}
		got, err := WriteDir(context.Background(), filepath.Join(base, "apart", "public"), begun, opt)
		if err != nil {
			t.Fatal(err)
		}
		opt.Rest, opt.Digest = nil, &together
		want, err := WriteDir(context.Background(), filepath.Join(base, "together", "public"), whole, opt)
		if err != nil {
			t.Fatal(err)
		}
		if got != want || apart != together {
			t.Fatalf("%+v with files that come later, %+v with all at once; the same set: %t", got, want, apart == together)
		}
		same(t, filepath.Join(base, "apart", "public"), contents(t, whole))
	}
}

func TestRestFails(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	old := set(t, "a", "1", "search/x", "1")
	write(t, dir, old)
	lost := errors.New("the disk went away")
	for _, c := range []struct {
		name, want string
		rest       func() ([]File, error)
	}{
		{"an error", lost.Error(), func() ([]File, error) { return nil, lost }},
		{"a path twice", "duplicate path", func() ([]File, error) { return []File{Static("A", nil)}, nil }},
		{"a file in the way", "needs a directory of that name", func() ([]File, error) { return []File{Static("a/b", nil)}, nil }},
		{"no bytes", "making b: the disk went away", func() ([]File, error) {
			return []File{{Path: "b", Bytes: func() ([]byte, error) { return nil, lost }}}, nil
		}},
	} {
		_, err := WriteDir(context.Background(), dir, set(t, "a", "2"), Options{Rest: c.rest})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want that it says %q", c.name, err, c.want)
		}
		same(t, dir, contents(t, old))
	}
}

func TestRestThroughNoLink(t *testing.T) {
	base := t.TempDir()
	dir := filepath.Join(base, "public")
	write(t, dir, set(t, "a", "1"))
	if err := os.Symlink(base, filepath.Join(dir, "search")); err != nil {
		t.Skip(err)
	}
	rest := func() ([]File, error) { return []File{Static("search/x", nil)}, nil }
	if _, err := WriteDir(context.Background(), dir, set(t, "a", "1"), Options{Rest: rest}); err == nil || !strings.Contains(err.Error(), "in the place of a directory") {
		t.Errorf("a link in the place of a folder: %v", err)
	}
	if _, err := os.Lstat(filepath.Join(base, "x")); err == nil {
		t.Error("something was written through the link")
	}
}
