package e2e

import (
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/sitecheck"
)

// TestAddresses: this repository's own site, where its address is known, keeps the rules of
// feeds, sitemaps and heads on every page, and all others of check --site.
func TestAddresses(t *testing.T) {
	const address = "https://notes.example.org/k8s/"
	site := ownFiles(t)
	site["site.yaml"].Data = append(site["site.yaml"].Data, "\nbase_url: "+address+"\n"...)
	r, err := build.New(build.Options{}).Build(t.Context(), site)
	if err != nil {
		t.Fatal(err)
	}
	files, feeds, weight := made(t, r), 0, 0
	for p, f := range files {
		if strings.Contains(p, "feed.") {
			feeds, weight = feeds+1, weight+len(f.Data)
		}
	}
	t.Logf("%d feeds of %d bytes, a sitemap of %d", feeds, weight, len(files["sitemap.xml"].Data))
	found, err := sitecheck.Check(files, sitecheck.Options{Base: address})
	if err != nil {
		t.Fatal(err)
	}
	report(t, found.Diags, nil)
}
