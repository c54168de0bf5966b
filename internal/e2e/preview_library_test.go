package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/kawaraban/kawaraban/static"
)

// TestIdiomorphIsPublished holds the idiomorph of the program to npm's, byte by byte.
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
		t.Error("static/preview/idiomorph.js is not npm's: copy idiomorph/dist/idiomorph.esm.js there")
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
		t.Error("static/preview/idiomorph.LICENSE is not npm's")
	}
}
