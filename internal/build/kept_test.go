package build_test

import (
	"context"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/cache"
)

// TestKeptIsClean holds what is kept on disk to the promise of what is kept in memory: after
// any edits a Builder that never saw the site, but finds what Builders of earlier states left,
// some of it damaged, makes what one without makes, byte for byte. Two sites and all options
// share one cache.
func TestKeptIsClean(t *testing.T) {
	steps := 20
	if testing.Short() {
		steps = 5
	}
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	counted := &countedStore{Store: cache.Open(root, "kept")}
	editors := []*editor{newEditor(t, 21), newEditor(t, 22)}
	options := []build.Options{{}, {Drafts: true}, {Release: "1.27"}, {Check: true, Drafts: true}}
	var done []string
	for i := range steps {
		e := editors[i%2]
		for range 1 + e.IntN(3) {
			done = append(done, e.edit())
		}
		o := options[e.IntN(len(options))]
		want := built(t, o, e.site)
		o.Kept = counted
		b := build.New(o)
		r, err := b.Build(context.Background(), e.site)
		got := outcomeOf(t, r, err)
		if b.Unkept() != nil {
			t.Errorf("something was not kept: %v", b.Unkept())
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("after these edits what was kept makes another site (-clean +kept):\n%s\n%s", strings.Join(done, "\n"), shorten(diff))
		}
		damageSome(t, e.Rand, dir)
	}
	if counted.hits == 0 {
		t.Error("nothing that was kept was taken, so nothing was tested")
	}
	t.Logf("%d of %d were taken from the cache", counted.hits, counted.asked)
}

// damageSome changes or cuts one in ten of the files below a folder.
func damageSome(t *testing.T, r *rand.Rand, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || r.IntN(10) > 0 {
			return err
		}
		data, err := os.ReadFile(p)
		if err != nil || len(data) == 0 {
			return err
		}
		i := r.IntN(len(data))
		if r.IntN(2) == 0 {
			data = data[:i]
		} else {
			data[i] ^= 1 << r.IntN(8)
		}
		return os.WriteFile(p, data, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// countedStore counts what is taken from a cache.
type countedStore struct {
	*cache.Store
	mu          sync.Mutex
	hits, asked int
}

func (c *countedStore) Get(k cache.Key) (string, bool) {
	value, ok := c.Store.Get(k)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked++
	if ok {
		c.hits++
	}
	return value, ok
}
