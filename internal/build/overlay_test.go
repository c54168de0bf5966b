package build_test

import (
	"io/fs"
	"maps"
	"path"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/build"
)

// TestLeftByEditors checks that files of editors in templates/ and static/ (locks with invalid links,
// backups, swap files) are neither read nor written, and stop no build.
func TestLeftByEditors(t *testing.T) {
	own := fstest.MapFS{
		"content/1.27/sig-node.ja.md": {Data: []byte("---\nsigs: [node]\n---\n\n- 文 (#1, @octo)\n")},
		"static/css/own.css":          {Data: []byte(".own { margin: 0 }")},
		"static/icons/own.svg":        {Data: []byte("<svg/>")},
	}
	clean := cleanOf(t, own)
	left := maps.Clone(own)
	for _, name := range []string{
		"static/css/own.css", "static/js/own.js", "static/js/search/own.js", "static/icons/own.svg",
		"templates/note.html", "templates/partials/head.html", "templates/languages/ja.yaml",
	} {
		dir, base := path.Split(name)
		left[dir+".#"+base] = &fstest.MapFile{Data: []byte("writer@machine.1234:5678"), Mode: fs.ModeSymlink | 0o777}
		left[dir+"."+base+".swp"] = &fstest.MapFile{Data: []byte("b0VIM 9.0\x00")}
		left[dir+"."+base] = &fstest.MapFile{Data: []byte("{{if}} ( [")}
		left[name+"~"] = &fstest.MapFile{Data: []byte("{{if}} ( [")}
	}
	if diff := cmp.Diff(clean, cleanOf(t, left)); diff != "" {
		t.Errorf("files of editors change the site (-without +with):\n%s", diff)
	}
}

// cleanOf returns the result of a new build of a site.
func cleanOf(t *testing.T, site fstest.MapFS) outcome {
	t.Helper()
	r, err := build.New(build.Options{}).Build(t.Context(), site)
	out := outcomeOf(t, r, err)
	if out.Err != "" {
		t.Fatal(out.Err)
	}
	return out
}
