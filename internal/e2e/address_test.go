package e2e

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/crawl"
	"github.com/kawaraban/kawaraban/internal/diag"
)

// TestAddresses: this repository's own site, where its address is known, keeps the rules of
// feeds, sitemaps and heads on every page.
func TestAddresses(t *testing.T) {
	const address = "https://notes.example.org/k8s/"
	site := fstest.MapFS{}
	root := os.DirFS(filepath.Join("..", ".."))
	err := fs.WalkDir(root, "content", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(root, p)
		site[p] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	settings, err := fs.ReadFile(root, "site.yaml")
	if err != nil {
		t.Fatal(err)
	}
	site["site.yaml"] = &fstest.MapFile{Data: append(settings, "\nbase_url: "+address+"\n"...)}
	r, err := build.New(build.Options{}).Build(t.Context(), site)
	if err != nil {
		t.Fatal(err)
	}
	files, feeds, weight := fstest.MapFS{}, 0, 0
	for _, p := range r.Files.Paths() {
		f, _ := r.Files.Get(p)
		text, err := f.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		files[p] = &fstest.MapFile{Data: text}
		if strings.Contains(p, "feed.") {
			feeds, weight = feeds+1, weight+len(text)
		}
	}
	t.Logf("%d feeds of %d bytes, a sitemap of %d", feeds, weight, len(files["sitemap.xml"].Data))
	for _, judge := range []func(fs.FS, string) ([]diag.Diagnostic, error){crawl.Feeds, crawl.Sitemap, crawl.Heads} {
		ds, err := judge(files, address)
		if err != nil {
			t.Fatal(err)
		}
		for i, d := range ds {
			if i == 20 {
				t.Fatalf("… and %d more", len(ds)-i)
			}
			t.Error(d)
		}
	}
}
