package build_test

import (
	"context"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/sitecheck"
)

// broken crawls a built site and returns its problems.
func broken(t *testing.T, base string, o outcome) []diag.Diagnostic {
	t.Helper()
	ds, err := sitecheck.Site(filesOf(t, o), base)
	if err != nil {
		t.Fatal(err)
	}
	return ds
}

// TestEditedSitesAreWhole checks sites after random edits. Every link and every search result must
// have a target, and feeds, sitemap and heads must obey their rules.
func TestEditedSitesAreWhole(t *testing.T) {
	addresses := 0
	for seed, o := range []build.Options{{}, {Release: "1.27"}, {Drafts: true}} {
		e := newEditor(t, uint64(50+seed))
		var done []string
		reused := build.New(o)
		for range 12 {
			done = append(done, e.edit())
			r, err := reused.Build(context.Background(), addressed(e.site))
			got := outcomeOf(t, r, err)
			if own := e.site["templates/notfound.html"]; got.Err != "" || own != nil && strings.Contains(string(own.Data), "own") {
				continue // the site's own template may be invalid
			}
			wrong := stranded(r, got)
			base := "/any/prefix/"
			if r.Config.BaseURL == address { // else the settings are invalid
				addresses++
				base = "/k8s/"
				wrong = append(wrong, judged(t, filesOf(t, got))...)
			}
			for _, d := range broken(t, base, got) {
				wrong = append(wrong, d.String())
			}
			if len(wrong) > 0 {
				t.Errorf("after these edits (seed %d):\n%s\n%q", seed, strings.Join(done, "\n"), wrong[:min(len(wrong), 10)])
				break
			}
		}
	}
	if addresses < 18 {
		t.Errorf("only %d sites had their address", addresses)
	}
}

// TestOwnReleaseIsWhole checks that one release of this repository's content is a complete site.
func TestOwnReleaseIsWhole(t *testing.T) {
	if testing.Short() {
		t.Skip("builds thousands of pages")
	}
	r, err := build.New(build.Options{Release: "1.27"}).Build(context.Background(), ownSite(t))
	got := outcomeOf(t, r, err)
	if got.Err != "" {
		t.Fatal(got.Err)
	}
	if ds := broken(t, "/any/prefix/", got); len(ds) > 0 {
		t.Errorf("%d problems: %v", len(ds), ds[:min(len(ds), 20)])
	}
	for p := range got.Files {
		if strings.HasPrefix(p, "ja/1.26/") || strings.HasPrefix(p, "ja/log/") {
			t.Errorf("%s does not belong to release 1.27", p)
		}
	}
	for _, p := range []string{"ja/1.27/index.html", "ja/1.27/sig-node/index.html", "ja/1.27/changes/index.html"} {
		if _, ok := got.Files[p]; !ok {
			t.Errorf("%s is missing", p)
		}
	}
}
