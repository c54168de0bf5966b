package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/kawaraban/kawaraban/static"
)

// TestIdiomorphIsPublished checks that the embedded idiomorph equals npm's, byte for byte.
func TestIdiomorphIsPublished(t *testing.T) {
	npm, err := os.ReadFile(need(t, "idiomorph", installed("idiomorph/dist/idiomorph.esm.js")))
	if err != nil {
		t.Fatal(err)
	}
	own, err := static.FS.ReadFile("preview/idiomorph.js")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(npm, own) {
		t.Error("static/preview/idiomorph.js differs from npm's: copy idiomorph/dist/idiomorph.esm.js there")
	}
	of, err := os.ReadFile(filepath.Join("node_modules", "idiomorph", "LICENSE"))
	if err != nil {
		t.Fatal(err)
	}
	licence, err := static.FS.ReadFile("preview/idiomorph.LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(of, licence) {
		t.Error("static/preview/idiomorph.LICENSE differs from npm's")
	}
}
