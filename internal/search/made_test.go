//go:build unix

package search_test

import (
	"context"
	"io/fs"
	"os"
	"path"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/corpus"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/search"
	"github.com/kawaraban/kawaraban/internal/testcorpus"
)

// entriesInNote is the number of entries of a generated note. Real notes have about as many.
const entriesInNote = 13

// madeDocs returns the documents of a generated site. Its notes combine sentences of real notes: of
// this repository and, if it exists, of the corpus.
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

// copyData copies the upstream data of this repository's site.
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

func digests(all [][]search.Doc, concepts *search.Concepts) (chunks []*search.Chunk, docs int) {
	for i := range all {
		chunks = append(chunks, search.Digest(all[i], concepts))
		docs += len(all[i])
	}
	return chunks, docs
}
