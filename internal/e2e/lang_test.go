package e2e

import (
	"os"
	"testing"

	"github.com/kawaraban/kawaraban/internal/crawl"
)

// TestLanguages: every text of every page is in the language that is in force there, as far
// as letters and the words of English sentences tell.
func TestLanguages(t *testing.T) {
	site := builtSite(t)
	ds, err := crawl.Languages(os.DirFS(site.dir), nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range ds {
		if i == 50 {
			t.Fatalf("… and %d more", len(ds)-i)
		}
		t.Error(d)
	}
}
