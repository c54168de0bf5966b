//go:build unix

package search_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"runtime"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/corpus"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/search"
	"github.com/kawaraban/kawaraban/internal/testcorpus"
)

// entriesInNote is how many entries a made note has, as many as the real ones.
const entriesInNote = 13

// madeDocs returns the documents of a site of made notes, woven from the sentences of
// real ones: those of this repository and, where it is there, of the corpus.
func madeDocs(tb testing.TB, entries int) ([][]search.Doc, *search.Concepts) {
	tb.Helper()
	content := os.DirFS("../../content")
	folders := []fs.FS{content}
	if notes := testcorpus.Path("notes"); exists(notes) {
		folders = append(folders, os.DirFS(notes))
	}
	from, err := corpus.Gather(folders...)
	if err != nil {
		tb.Fatal(err)
	}
	files := fstest.MapFS{}
	if err := copyData(files, content); err != nil {
		tb.Fatal(err)
	}
	o := corpus.Options{Notes: (entries + entriesInNote - 1) / entriesInNote, Entries: entriesInNote, Translated: 5, Seed: 1, From: from}
	for _, f := range corpus.Make(o, corpus.Kawaraban) {
		files[f.Path] = &fstest.MapFile{Data: f.Data}
	}
	r, err := build.New(build.Options{}).Link(context.Background(), files)
	if err != nil {
		tb.Fatal(err)
	}
	var docs [][]search.Doc
	for _, s := range search.Sources(r.Site, address.New(r.Site, r.Words, address.Options{Languages: r.Config.Languages})) {
		docs = append(docs, s.Docs())
	}
	return docs, search.ConceptsOf(r.Site.Data().Glossary)
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// copyData copies the upstream data of this repository's own site.
func copyData(to fstest.MapFS, content fs.FS) error {
	return fs.WalkDir(content, "_data", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(content, name)
		to[path.Join("content", name)] = &fstest.MapFile{Data: b}
		return err
	})
}

// BenchmarkIndex makes an index on one core, from documents to compressed files: its
// time for a document must not grow with their number. It tells the processor's time,
// which does not count what else the machine does, by step; that of New is what a
// preview waits for after an edit.
func BenchmarkIndex(b *testing.B) {
	for _, entries := range []int{1500, 20_000, 100_000} {
		b.Run(fmt.Sprint("entries=", entries), func(b *testing.B) {
			all, concepts := madeDocs(b, entries)
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
			b.ReportAllocs()
			var docs, size, files int
			var steps [4]time.Duration // when each begins, in all runs together; and the end
			for b.Loop() {
				steps[0] += processor(b)
				var chunks []*search.Chunk
				chunks, docs = digests(all, concepts)
				steps[1] += processor(b)
				x := search.New(chunks, concepts)
				steps[2] += processor(b)
				size, files = press(b, x)
				steps[3] += processor(b)
			}
			ms := func(d time.Duration) float64 { return float64(d.Milliseconds()) / float64(b.N) }
			for i, step := range []string{"Digest-ms", "New-ms", "Files-ms"} {
				b.ReportMetric(ms(steps[i+1]-steps[i]), step)
			}
			b.ReportMetric(ms(steps[3]-steps[0]), "cpu-ms")
			b.ReportMetric(ms(steps[3]-steps[0])*1000/float64(docs), "cpu-µs/doc")
			b.ReportMetric(float64(docs), "docs")
			b.ReportMetric(float64(size)/1e6, "MB")
			b.ReportMetric(float64(files), "files")
		})
	}
}

// processor returns the time that this process has had of processors.
func processor(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func digests(all [][]search.Doc, concepts *search.Concepts) (chunks []*search.Chunk, docs int) {
	for i := range all {
		chunks = append(chunks, search.Digest(all[i], concepts))
		docs += len(all[i])
	}
	return chunks, docs
}

// press makes all files, and returns their bytes and number.
func press(b *testing.B, x *search.Index) (size, files int) {
	b.Helper()
	for _, f := range x.Files() {
		data, err := f.Bytes()
		if err != nil {
			b.Fatal(err)
		}
		size += len(data)
		files++
	}
	return size, files
}
