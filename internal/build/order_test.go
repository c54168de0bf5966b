package build_test

import (
	"context"
	"testing"

	"github.com/kawaraban/kawaraban/internal/build"
)

// TestTogether checks that the versions of a page in all interface languages are made together, and
// that files with similar paths are not included.
func TestTogether(t *testing.T) {
	r, err := build.New(build.Options{}).Build(context.Background(), sample(t))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"ja/1.27/sig-node/index.html": "1.27/sig-node/index.html",
		"en/1.27/sig-node/index.html": "1.27/sig-node/index.html",
		"api/v1/notes.json":           "api/v1/notes.json",
		"files/ja/picture.png":        "files/ja/picture.png",
		"ja":                          "ja",
	} {
		if got := r.Together(path); got != want {
			t.Errorf("Together(%s) = %q, want %q", path, got, want)
		}
	}
}
