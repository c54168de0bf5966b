package corpus_test

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/corpus"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/importer"
	"github.com/kawaraban/kawaraban/internal/note"
)

// TestCheckoutsAreImported imports the output without an error or a warning: as many KEPs as notes,
// and for each release the pull requests that its notes cite.
func TestCheckoutsAreImported(t *testing.T) {
	o := corpus.Options{Notes: 45, Entries: 25, Translated: 5, Seed: 1}
	folders := map[string]fstest.MapFS{corpus.Enhancements: {}, corpus.SigRelease: {}}
	for _, f := range corpus.Checkouts(o) {
		top, rest, _ := strings.Cut(f.Path, "/")
		folders[top][rest] = &fstest.MapFile{Data: f.Data}
	}
	keps, err := importer.KEPs(importer.In{FS: folders[corpus.Enhancements]})
	faultless(t, keps, err)
	if n := keps.Count("KEPs"); n != 45 {
		t.Errorf("%d KEPs, want 45", n)
	}
	attribution := regexp.MustCompile(`\(#(\d+), @`)
	cited := map[string]map[string]bool{}
	for _, f := range corpus.Make(o, corpus.Kawaraban) {
		release := path.Base(path.Dir(f.Path))
		if cited[release] == nil {
			cited[release] = map[string]bool{}
		}
		for _, m := range attribution.FindAllSubmatch(f.Data, -1) {
			cited[release][string(m[1])] = true
		}
	}
	releases := corpus.ReleasesOf(o)
	if len(releases) != 3 || len(cited) != 3 {
		t.Fatalf("releases %v, notes of %d, want three", releases, len(cited))
	}
	for _, r := range releases {
		in := importer.In{FS: folders[corpus.SigRelease], Release: note.Release(r)}
		result, err := importer.Release(in)
		faultless(t, result, err)
		if n := len(cited[r]); result.Count("notes") != n {
			t.Errorf("%s: %v, want %d pull requests", r, result.Counts, n)
		}
	}
}

func faultless(t *testing.T, r importer.Result, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range r.Diags {
		if d.Severity <= diag.Warning {
			t.Errorf("%v", d)
		}
	}
}

func TestDistinct(t *testing.T) {
	attribution := regexp.MustCompile(`\(#(\d+), @`)
	seen := map[string]bool{}
	for _, f := range corpus.Make(corpus.Options{Notes: 100, Entries: 25, Distinct: true}, corpus.Hugo) {
		for _, m := range attribution.FindAllSubmatch(f.Data, -1) {
			seen[string(m[1])] = true
		}
	}
	if len(seen) != 2500 {
		t.Errorf("%d pull requests, want 2,500", len(seen))
	}
}

func BenchmarkImport(b *testing.B) {
	for _, n := range []int{100, 1000} {
		folders := map[string]fstest.MapFS{corpus.Enhancements: {}, corpus.SigRelease: {}}
		for _, f := range corpus.Checkouts(corpus.Options{Notes: n, Entries: 25, Seed: 1}) {
			top, rest, _ := strings.Cut(f.Path, "/")
			folders[top][rest] = &fstest.MapFile{Data: f.Data}
		}
		b.Run(fmt.Sprint("keps/", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := importer.KEPs(importer.In{FS: folders[corpus.Enhancements]}); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprint("releases/", n), func(b *testing.B) {
			for b.Loop() {
				for _, r := range corpus.ReleasesOf(corpus.Options{Notes: n}) {
					if _, err := importer.Release(importer.In{FS: folders[corpus.SigRelease], Release: note.Release(r)}); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
