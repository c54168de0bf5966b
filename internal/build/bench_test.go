package build

import (
	"context"
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/corpus"
)

// madeSite is a site of n made notes in memory.
func madeSite(n int) fstest.MapFS {
	site := fstest.MapFS{}
	for _, f := range corpus.Make(corpus.Options{Notes: n, Entries: 25, Seed: 1}, corpus.Kawaraban) {
		site[f.Path] = &fstest.MapFile{Data: f.Data}
	}
	return site
}

// BenchmarkCold builds a site from nothing and makes the bytes of all its files.
func BenchmarkCold(b *testing.B) {
	for _, n := range []int{100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			site := madeSite(n)
			var pages int
			for b.Loop() {
				r, err := New(Options{}).Build(context.Background(), site)
				if err != nil {
					b.Fatal(err)
				}
				pages = len(r.Pages)
				renderAll(b, r)
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*pages), "µs/page")
		})
	}
}

// BenchmarkOneEdit builds a site again after an edit of one note, without making
// the bytes of any page.
func BenchmarkOneEdit(b *testing.B) {
	for _, n := range []int{100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			site := madeSite(n)
			builder := New(Options{})
			if _, err := builder.Build(context.Background(), site); err != nil {
				b.Fatal(err)
			}
			path := corpus.Make(corpus.Options{Notes: 1, Entries: 25, Seed: 1}, corpus.Kawaraban)[0].Path
			text := string(site[path].Data)
			for i := 0; b.Loop(); i++ {
				site[path] = &fstest.MapFile{Data: fmt.Appendf(nil, "%s\n\nEdit %d.\n", text, i)}
				if _, err := builder.Build(context.Background(), site); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func renderAll(b *testing.B, r *Result) {
	paths := r.Files.Paths()
	err := Each(context.Background(), len(paths), func(i int) error {
		f, _ := r.Files.Get(paths[i])
		_, err := f.Bytes()
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
}
