package build_test

import (
	"context"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/templates"
)

// TestIncrementalIsClean checks that a Builder that saw random edits gives the same result as a new
// Builder, byte for byte.
func TestIncrementalIsClean(t *testing.T) {
	steps := 25
	if testing.Short() {
		steps = 10
	}
	for name, o := range map[string]build.Options{
		"whole": {}, "one release": {Release: "1.27"}, "checked": {Check: true, Drafts: true},
	} {
		t.Run(name, func(t *testing.T) { t.Parallel(); incremental(t, o, uint64(len(name)), steps) })
	}
}

// incremental makes one to three edits at a time and compares the results.
func incremental(t *testing.T, o build.Options, seed uint64, steps int) {
	e := newEditor(t, seed)
	reused := build.New(o)
	var done []string
	failures := 0
	for range steps {
		for range 1 + e.IntN(3) {
			done = append(done, e.edit())
		}
		r, err := reused.Build(context.Background(), e.site)
		got, want := outcomeOf(t, r, err), built(t, o, e.site)
		if want.Err != "" {
			failures++
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("after these edits (seed %d) the reused builder differs (-clean +reused):\n%s\n%s",
				seed, strings.Join(done, "\n"), shorten(diff))
		}
	}
	if failures == steps {
		t.Errorf("no build of %d succeeded, so nothing was compared", steps)
	}
}

// TestLinksAreNotCached checks that a changed target of a symbolic link in templates/ or static/ is
// noticed.
func TestLinksAreNotCached(t *testing.T) {
	link := func(to string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(to), Mode: fs.ModeSymlink | 0o777}
	}
	ja := builtIn(templates.FS, "languages/ja.yaml")
	site := sample(t)
	site["shared/js/own.js"] = &fstest.MapFile{Data: []byte("document.title = 1")}
	site["static/js"] = link("../shared/js")
	site["shared/ja.yaml"] = &fstest.MapFile{Data: []byte(ja)}
	site["templates/languages/ja.yaml"] = link("../../shared/ja.yaml")
	reused := build.New(build.Options{})
	r, err := reused.Build(context.Background(), site)
	before := outcomeOf(t, r, err)
	site["shared/js/own.js"] = &fstest.MapFile{Data: []byte("document.title = 2")}
	site["shared/ja.yaml"] = &fstest.MapFile{Data: []byte(strings.Replace(ja, "alert.warning: 注意", "alert.warning: 危ない", 1))}
	r, err = reused.Build(context.Background(), site)
	after, want := outcomeOf(t, r, err), built(t, build.Options{}, site)
	if cmp.Equal(before, want) || want.Err != "" {
		t.Fatal("the change has no effect, so the test is invalid", want.Err)
	}
	if diff := cmp.Diff(want, after); diff != "" {
		t.Errorf("the reused builder differs (-clean +reused):\n%s", shorten(diff))
	}
}

func shorten(s string) string {
	if len(s) > 5000 {
		return s[:5000] + fmt.Sprintf("… and %d bytes more", len(s)-5000)
	}
	return s
}

// TestSameInputSameBytes builds a site with one processor and with eight, and compares the results.
func TestSameInputSameBytes(t *testing.T) {
	e := newEditor(t, 7)
	var one, eight outcome
	withProcs(1, func() { one = built(t, build.Options{}, e.site) })
	withProcs(8, func() { eight = built(t, build.Options{}, e.site) })
	if diff := cmp.Diff(one, eight); diff != "" {
		t.Errorf("with 1 and 8 processors (-1 +8):\n%s", shorten(diff))
	}
}

// TestOwnSiteSameBytes builds this repository's site with one processor. Every file must equal the
// file that a State returns with eight processors.
func TestOwnSiteSameBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("builds thousands of pages twice")
	}
	var one outcome
	withProcs(1, func() { one = built(t, build.Options{}, ownSite(t)) })
	if one.Err != "" || len(one.Files) < 1000 {
		t.Fatalf("the own site has %d files: %s", len(one.Files), one.Err)
	}
	withProcs(8, func() {
		s, err := build.New(build.Options{}).State(context.Background(), ownSite(t))
		if err != nil {
			t.Fatal(err)
		}
		if !cmp.Equal(one.Diags, s.Diags()) {
			t.Errorf("%d problems and %d", len(one.Diags), len(s.Diags()))
		}
		for p, text := range one.Files {
			if fileOf(t, s, p) != text {
				t.Errorf("%s differs", p)
			}
		}
	})
}
