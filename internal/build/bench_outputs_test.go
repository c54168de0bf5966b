package build

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/output"
	"github.com/kawaraban/kawaraban/internal/site"
)

// BenchmarkLink links 1,000 generated notes and this repository's upstream data from scratch, on one
// processor and on all.
func BenchmarkLink(b *testing.B) {
	s := madeState(b)
	notes := officialNotes(s.in)
	for p := range s.content.all {
		notes = append(notes, p.shown)
	}
	for _, c := range []struct {
		name string
		each func(n int, f func(i int))
	}{{"one", nil}, {"all", all}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				site.Link(notes, s.in.data, site.Options{Fallback: s.in.config.Fallback, Each: c.each})
			}
		})
	}
}

// BenchmarkOutput makes the bytes of all files of one kind on one processor, for 1,000 generated notes
// with this repository's upstream data. The site is linked, and its own caches are filled. Plan and
// templates are new.
func BenchmarkOutput(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	s := madeState(b)
	for _, kind := range []string{"note", "pr", "person", "kep", "said", "release", "api", "twins", "feeds"} {
		b.Run(kind, func(b *testing.B) {
			b.ReportAllocs()
			var room []byte
			var files, size int
			for b.Loop() {
				b.StopTimer()
				made := s.kind(b, kind)
				files, size = len(made), 0
				b.StartTimer()
				for _, f := range made {
					var err error
					if room, err = f.Onto(room[:0]); err != nil {
						b.Fatal(err)
					}
					size += len(room)
				}
			}
			if files == 0 {
				b.Fatal("no such files")
			}
			b.ReportMetric(float64(files), "files")
			b.ReportMetric(float64(size)/(1<<20), "MB")
		})
	}
}

// madeState returns a linked site of 1,000 generated notes, with this repository's upstream data.
func madeState(b *testing.B) *State {
	made := madeSite(1000)
	addData(b, made)
	made["site.yaml"] = &fstest.MapFile{Data: []byte("base_url: https://example.org/\n")} // needed for feeds
	s, err := New(Options{}).State(context.Background(), made)
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// kind returns the files of a kind of page or of an output, in the order of a build. Plan and
// templates are new, so that their caches are empty.
func (s *State) kind(b *testing.B, name string) (files []outdir.File) {
	in := s.out
	in.Plan, in.Templates = newListing(s.planner()), in.Templates.Clone()
	for _, p := range in.Plan.Pages() {
		if p.Kind != name {
			continue
		}
		f, err := output.Print(in, p)
		if err != nil {
			b.Fatal(err)
		}
		files = append(files, f)
	}
	for _, o := range output.All() {
		if o.Name() != name {
			continue
		}
		of, err := o.Files(in)
		if err != nil {
			b.Fatal(err)
		}
		files = append(files, of...)
	}
	r := s.result()
	slices.SortStableFunc(files, func(x, y outdir.File) int { return cmp.Compare(r.Together(x.Path), r.Together(y.Path)) })
	return files
}
