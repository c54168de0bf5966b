package main

import (
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/outdir"
)

// TestLargeSiteIsSaid checks that a build reports a site near or above the size limit of GitHub
// Pages.
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
			t.Errorf("%d bytes: got %q, want %q", c.bytes, got, c.want)
		}
	}
}
