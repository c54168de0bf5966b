package e2e

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/testcorpus"
)

// maxPage is the maximum number of bytes of HTML of a note's page with 25 entries, both languages,
// all views, and texts of other notes in a third language.
const maxPage = 64_000

// TestPageOf25 checks the size of pages with 25 real entries in two languages: this repository's
// note with its translation, and a real note with the official English text.
func TestPageOf25(t *testing.T) {
	const ja, en = "content/1.27/sig-node.ja.md", "content/1.27/sig-node.en.md"
	t.Run("translated", func(t *testing.T) {
		site := testcorpus.Site(t)
		for _, name := range []string{ja, en} {
			site[name] = &fstest.MapFile{Data: firstEntries(t, name, site[name].Data, 25)}
		}
		weigh(t, site, 25)
	})
	t.Run("official", func(t *testing.T) {
		data, err := os.ReadFile(testcorpus.Path("notes", "1.27", "sig-node.ja.md"))
		if errors.Is(err, fs.ErrNotExist) {
			t.Skip("the corpus of real notes is not on this machine")
		} else if err != nil {
			t.Fatal(err)
		}
		site := testcorpus.Site(t)
		delete(site, en)
		site[ja] = &fstest.MapFile{Data: firstEntries(t, ja, data, 25)}
		weigh(t, site, 25)
	})
}

// weigh builds a site and checks the size of the pages of its note on SIG Node. They must have at
// least this number of pairs of entries.
func weigh(t *testing.T, site fs.FS, entries int) {
	t.Helper()
	state, err := build.New(build.Options{}).State(context.Background(), site)
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range []string{"en", "ja", "zh", "ru"} {
		f, ok, err := state.File(context.Background(), lang+"/1.27/sig-node/index.html")
		if !ok || err != nil {
			t.Fatal("no page in", lang, err)
		}
		data, err := f.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		pairs := bytes.Count(data, []byte(`<div class="pair"><div `))
		t.Logf("%s: %d bytes, %d pairs of entries and remarks, %d lines of a third language, %d bytes compressed", lang, len(data), pairs, bytes.Count(data, []byte(`<div class="b said`)), zipped(data))
		if len(data) > maxPage || pairs < entries-1 {
			t.Errorf("the page in %s weighs %d bytes and has %d pairs; want at most %d bytes and %d pairs", lang, len(data), pairs, maxPage, entries)
		}
	}
}

// firstEntries reduces a note to its front matter and n entries with their headings. Text before
// the first entry is removed.
func firstEntries(t *testing.T, name string, src []byte, n int) []byte {
	t.Helper()
	parsed, _ := source.Parse(source.Input{Path: name, Bytes: src}, &ref.Names{}, source.Options{})
	if parsed == nil {
		t.Fatal("invalid note", name)
	}
	var front, from, to, count int
	if i := bytes.Index(src, []byte("\n---\n")); i > 0 {
		front = bytes.Count(src[:i+5], []byte("\n"))
	}
	for _, b := range parsed.Blocks {
		switch {
		case b.Type == note.Heading && count == 0:
			from = b.Pos.Line - 1
		case b.Type == note.Entry && count == n && to == 0:
			to = b.Pos.Line - 1
		case b.Type == note.Entry && to == 0:
			count++
		}
	}
	lines := strings.SplitAfter(string(src), "\n")
	if from == 0 || to == 0 {
		t.Fatalf("%s has only %d entries, or none under a heading", name, count)
	}
	return []byte(strings.Join(lines[:front], "") + strings.Join(lines[from:to], ""))
}
