package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/sitecheck"
)

// TestNothingOfTheMachine: no file of this repository's site, of whatever kind, has a secret, the
// folder that it was built from or into, a home, or the address of somebody who committed.
func TestNothingOfTheMachine(t *testing.T) {
	site := builtSite(t)
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	own := sitecheck.Own{Folders: []string{root, site.dir}}
	if home, err := os.UserHomeDir(); err == nil {
		own.Folders = append(own.Folders, home)
	}
	if own.Emails, err = git.Emails(root); err != nil {
		t.Logf("the history has no addresses to look for: %v", err) // a source archive has none
	}
	ds, err := sitecheck.Scan(os.DirFS(site.dir), own)
	report(t, ds, err)
}
