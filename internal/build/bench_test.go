package build

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/corpus"
	"github.com/kawaraban/kawaraban/internal/search"
)

// madeSite returns a site of n generated notes in memory. Every fifth has a translation.
func madeSite(n int) fstest.MapFS {
	site := fstest.MapFS{}
	for _, f := range corpus.Make(corpus.Options{Notes: n, Entries: 25, Translated: 5, Seed: 1}, corpus.Kawaraban) {
		site[f.Path] = &fstest.MapFile{Data: f.Data}
	}
	return site
}

// BenchmarkCold builds a site from scratch and makes the bytes of all its files.
func BenchmarkCold(b *testing.B) { cold(b, false) }

// BenchmarkColdJoined is like BenchmarkCold, with this repository's upstream data, whose official
// notes are matched with entries.
func BenchmarkColdJoined(b *testing.B) { cold(b, true) }

func cold(b *testing.B, joined bool) {
	for _, n := range []int{100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			site := madeSite(n)
			if joined {
				addData(b, site)
			}
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

// BenchmarkEdit measures the steps of a preview after an edit of one note, with this repository's
// upstream data. The site is a snapshot with checksums of directories. The steps are: the State
// (ms-link is the linking), one page, the problems without and with rules, and the search index. MB is
// the memory in use at the end.
func BenchmarkEdit(b *testing.B) {
	for _, n := range []int{1000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			e := newEdited(b, n)
			b.Run("state", func(b *testing.B) {
				link := 0.0
				for b.Loop() {
					for _, t := range e.edit(b).times {
						if t.Stage == StageLink {
							link += t.Millis
						}
					}
				}
				b.ReportMetric(link/float64(b.N), "ms-link/op")
			})
			for _, c := range []struct {
				name string
				ask  func(*State) error
			}{
				{"page", func(s *State) error { return s.printed(e.page) }},
				{"problems", func(s *State) error { s.Diags(); return nil }},
				{"check", func(s *State) error { _, err := s.Check(context.Background()); return err }},
				{"index", func(s *State) error { return s.printed("search/root.bin") }},
			} {
				b.Run(c.name, func(b *testing.B) {
					if err := c.ask(e.edit(b)); err != nil { // fill the caches that all states share
						b.Fatal(err)
					}
					for b.Loop() {
						b.StopTimer()
						s := e.edit(b)
						b.StartTimer()
						if err := c.ask(s); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(heap())/(1<<20), "MB")
				})
			}
		})
	}
}

// edited is a generated site of which one note is edited repeatedly.
type edited struct {
	b          *Builder
	site       Snapshot
	path, text string
	page       string
	edits      int
}

func newEdited(b *testing.B, n int) *edited {
	files := madeSite(n)
	addData(b, files)
	path := corpus.Make(corpus.Options{Notes: 1, Entries: 25, Seed: 1}, corpus.Kawaraban)[0].Path
	e := &edited{b: New(Options{Check: true}), site: SnapshotOf(files, Snapshot{}), path: path, text: string(files[path].Data)}
	e.page = "ja/" + strings.TrimSuffix(strings.TrimPrefix(path, "content/"), ".ja.md") + "/index.html"
	e.edit(b)
	return e
}

// edit returns the State after one more edit.
func (e *edited) edit(b *testing.B) *State {
	e.edits++
	e.site = e.site.With(e.path, fmt.Appendf(nil, "%s\n\nEdit %d.\n", e.text, e.edits))
	s, err := e.b.State(context.Background(), e.site)
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// printed makes the bytes of the file at a path.
func (s *State) printed(path string) error {
	f, ok, err := s.File(context.Background(), path)
	if err != nil || !ok {
		return fmt.Errorf("%s: %v, %w", path, ok, err)
	}
	_, err = f.Bytes()
	return err
}

// BenchmarkIndex makes the search index of a linked site from scratch on one processor, with this
// repository's upstream data. The steps are: only documents, documents with digests, and the index of
// the digests. It reports the number of documents, and the memory of the digests, which a Builder
// caches.
func BenchmarkIndex(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	made := madeSite(1000)
	addData(b, made)
	s, err := New(Options{}).State(context.Background(), made)
	if err != nil {
		b.Fatal(err)
	}
	sources := search.Sources(s.Site(), s.plan.Book)
	var docs int
	var chunks []*search.Chunk
	b.Run("documents", func(b *testing.B) {
		for b.Loop() {
			docs = 0
			for _, from := range sources {
				docs += len(from.Docs())
			}
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*docs), "µs/doc")
		b.ReportMetric(float64(docs), "docs")
	})
	concepts := search.ConceptsOf(s.Site().Data().Glossary)
	b.Run("digests", func(b *testing.B) {
		before := heap()
		for b.Loop() {
			chunks = chunks[:0]
			for _, from := range sources {
				chunks = append(chunks, search.Digest(from.Docs(), concepts))
			}
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*docs), "µs/doc")
		b.ReportMetric(float64(heap()-before)/(1<<20), "MB-kept")
	})
	b.Run("index", func(b *testing.B) {
		for b.Loop() {
			search.New(chunks, concepts)
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*docs), "µs/doc")
	})
}

// heap returns the bytes in use.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
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

// BenchmarkCheck reads and links a site with this repository's upstream data from scratch, as check
// does. It reports the share of the rules.
func BenchmarkCheck(b *testing.B) {
	for _, n := range []int{100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			site := madeSite(n)
			addData(b, site)
			var rules, all float64
			for b.Loop() {
				r, err := New(Options{Check: true}).Build(context.Background(), site)
				if err != nil {
					b.Fatal(err)
				}
				for _, t := range r.Times {
					all += t.Millis
					if t.Stage == StageCheck {
						rules += t.Millis
					}
				}
			}
			b.ReportMetric(100*rules/all, "%rules")
			b.ReportMetric(rules/float64(b.N), "ms-rules/op")
		})
	}
}

// addData adds this repository's upstream data to a site.
func addData(b testing.TB, site fstest.MapFS) {
	b.Helper()
	const dir = "content/_data"
	data := os.DirFS("../../" + dir)
	err := fs.WalkDir(data, ".", func(p string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := fs.ReadFile(data, p)
		site[path.Join(dir, p)] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
}

// BenchmarkFirst requests the home page in one language from a new State. It includes the data of all
// notes on that page.
func BenchmarkFirst(b *testing.B) {
	for _, n := range []int{1000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			files := madeSite(n)
			addData(b, files)
			site := SnapshotOf(files, Snapshot{})
			for b.Loop() {
				b.StopTimer()
				s, err := New(Options{}).State(context.Background(), site)
				if err != nil {
					b.Fatal(err)
				}
				runtime.GC()
				b.StartTimer()
				if err := s.printed("ja/index.html"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
