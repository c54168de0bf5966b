package corpus_test

import (
	"fmt"
	"regexp"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/corpus"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/importer"
)

// TestKEPsAreImported imports the KEPs without a diagnostic.
func TestKEPsAreImported(t *testing.T) {
	r, err := importer.KEPs(importer.In{FS: checkout(45)})
	if err != nil || r.Count("KEPs") != 45 {
		t.Errorf("%d KEPs, %v, want 45", r.Count("KEPs"), err)
	}
	for _, d := range r.Diags {
		if d.Severity <= diag.Warning {
			t.Error(d)
		}
	}
}

func checkout(n int) fstest.MapFS {
	out := fstest.MapFS{}
	for _, f := range corpus.KEPs(corpus.Options{Notes: n, Seed: 1}) {
		out[f.Path] = &fstest.MapFile{Data: f.Data}
	}
	return out
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
		fsys := checkout(n)
		b.Run(fmt.Sprint("keps/", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := importer.KEPs(importer.In{FS: fsys}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
