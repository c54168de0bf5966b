package build_test

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/sitecheck"
)

// broken crawls a site that was built and returns what leads nowhere.
func broken(t *testing.T, o outcome) []diag.Diagnostic {
	t.Helper()
	site := fstest.MapFS{}
	for p, text := range o.Files {
		site[p] = &fstest.MapFile{Data: []byte(text)}
	}
	ds, err := sitecheck.Site(site, "/any/prefix/")
	if err != nil {
		t.Fatal(err)
	}
	return ds
}

// TestEditedSitesAreWhole: whatever people write, every link of the site leads somewhere.
func TestEditedSitesAreWhole(t *testing.T) {
	for seed, o := range []build.Options{{}, {Release: "1.27"}, {Drafts: true}} {
		e := newEditor(t, uint64(50+seed))
		var done []string
		reused := build.New(o)
		for range 25 {
			done = append(done, e.edit())
			r, err := reused.Build(context.Background(), e.site)
			got := outcomeOf(t, r, err)
			if own := e.site["templates/notfound.html"]; got.Err != "" || own != nil && strings.Contains(string(own.Data), "own") {
				continue // the site's own template is not ours to answer for
			}
			if ds := broken(t, got); len(ds) > 0 {
				t.Errorf("after these edits (seed %d):\n%s\n%v", seed, strings.Join(done, "\n"), ds[:min(len(ds), 10)])
				break
			}
		}
	}
}

// TestOwnReleaseIsWhole: one release of this repository's content is a whole site.
func TestOwnReleaseIsWhole(t *testing.T) {
	if testing.Short() {
		t.Skip("builds thousands of pages")
	}
	r, err := build.New(build.Options{Release: "1.27"}).Build(context.Background(), ownSite(t))
	got := outcomeOf(t, r, err)
	if got.Err != "" {
		t.Fatal(got.Err)
	}
	if ds := broken(t, got); len(ds) > 0 {
		t.Errorf("%d problems: %v", len(ds), ds[:min(len(ds), 20)])
	}
	for p := range got.Files {
		if strings.HasPrefix(p, "ja/1.26/") || strings.HasPrefix(p, "ja/log/") {
			t.Errorf("%s is of no release 1.27", p)
		}
	}
	for _, p := range []string{"ja/1.27/index.html", "ja/1.27/sig-node/index.html", "ja/1.27/changes/index.html"} {
		if _, ok := got.Files[p]; !ok {
			t.Errorf("%s is missing", p)
		}
	}
}
