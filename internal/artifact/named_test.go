package artifact_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/kawaraban/kawaraban/internal/artifact"
)

// TestNamed: a file that is named after its content, or marked as the same, is made where the
// folder does not have it as it was left, and nowhere else; and everywhere where nobody says
// what the folder was written from.
func TestNamed(t *testing.T) {
	made := map[string]int{}
	set := func(named bool, paths ...string) *artifact.Set {
		var files []artifact.File
		for _, p := range paths {
			files = append(files, artifact.File{Path: p, Named: named, Same: !named, Bytes: func() ([]byte, error) {
				made[p]++
				return []byte("content of " + p), nil
			}})
		}
		s, err := artifact.NewSet(files)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, named := range []bool{true, false} {
		dir := filepath.Join(t.TempDir(), "out")
		var last artifact.Digest
		write := func(since *artifact.Digest, paths ...string) {
			t.Helper()
			clear(made)
			var now artifact.Digest
			if _, err := artifact.WriteDir(context.Background(), dir, set(named, paths...), artifact.Options{Since: since, Digest: &now}); err != nil {
				t.Fatal(err)
			}
			last = now
			for _, p := range paths {
				if b, err := os.ReadFile(filepath.Join(dir, p)); err != nil || string(b) != "content of "+p {
					t.Errorf("%s is %q, %v", p, b, err)
				}
			}
		}
		write(nil, "a", "b")
		first := last
		write(&first, "a", "b")
		if len(made) != 0 {
			t.Errorf("named %t: of two that are there these are made: %v", named, made)
		}
		write(&first, "b", "c")
		if len(made) != 1 || made["c"] == 0 {
			t.Errorf("named %t: beside one that is there these are made: %v", named, made)
		}
		if _, err := os.Stat(filepath.Join(dir, "a")); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("named %t: what is gone is there: %v", named, err)
		}
		if err := os.WriteFile(filepath.Join(dir, "b"), []byte("something else"), 0o644); err != nil {
			t.Fatal(err)
		}
		before := last
		write(&before, "b", "c")
		if len(made) != 1 || made["b"] == 0 {
			t.Errorf("named %t: for one that is damaged these are made: %v", named, made)
		}
		for _, since := range []*artifact.Digest{nil, &first} {
			if write(since, "b", "c"); len(made) != 2 {
				t.Errorf("named %t: where the folder was written from something else only these are made: %v", named, made)
			}
		}
	}
}
