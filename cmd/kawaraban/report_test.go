package main

import (
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/outdir"
)

// TestLargeSiteIsSaid: a build says when a site comes near to what GitHub Pages takes, and when
// it has more, and says nothing before.
func TestLargeSiteIsSaid(t *testing.T) {
	for _, c := range []struct {
		bytes int64
		want  string
	}{
		{899_999_999, ""},
		{900_000_000, "the site has 900.0 MB, limit of GitHub Pages 1.00 GB\n"},
		{1_234_000_000, "the site has 1.23 GB, limit of GitHub Pages 1.00 GB\n"},
	} {
		r := report{Result: &build.Result{}, Stats: &outdir.Stats{Bytes: c.bytes}, Out: "public"}
		if _, got, _ := strings.Cut(r.summary(nil), "\n"); got != c.want {
			t.Errorf("of %d bytes a build says %q, want %q", c.bytes, got, c.want)
		}
	}
}
