package build

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/corpus"
)

// TestOneEditDigestsOneNote checks that after an edit of one of a hundred notes only its part of the
// index is digested again. If an edit changes data of all notes, here the KEP of a gate, all documents
// are made again. Only changed ones are digested: those of the note, the KEP and the gate.
func TestOneEditDigestsOneNote(t *testing.T) {
	site := madeSite(100)
	path := corpus.Make(corpus.Options{Notes: 1, Entries: 25, Seed: 1}, corpus.Kawaraban)[0].Path
	id := strings.TrimSuffix(strings.TrimPrefix(path, "content/"), ".ja.md")
	site["content/_data/keps.json"] = &fstest.MapFile{Data: []byte(`[{"number": "1287", "title": "Configurable Backoff", "dir": "keps/sig-node/1287-backoff", "sig": "node"}]`)}
	site["content/_data/gates.json"] = &fstest.MapFile{Data: []byte(`[{"name": "NewBackoff", "stages": [{"stage": "alpha", "from": "1.14"}]}]`)}
	b := New(Options{})
	if _, err := b.Build(context.Background(), site); err != nil {
		t.Fatal(err)
	}
	for _, edit := range []struct {
		text     string
		digested []string
	}{
		{"\n\nOne more paragraph.\n", []string{"note " + id}},
		{"\n\n- `NewBackoff`、KEP-1287 です。 (#115331, @octo) [sig/node]\n", []string{"gate NewBackoff", "kep 1287", "note " + id, "person wojtek-t"}},
	} {
		before := maps.Clone(b.indexed.chunks)
		site[path] = &fstest.MapFile{Data: append(slices.Clone(site[path].Data), edit.text...)}
		if _, err := b.Build(context.Background(), site); err != nil {
			t.Fatal(err)
		}
		var digested []string
		for name, d := range b.indexed.chunks {
			if before[name].chunk != d.chunk {
				kind, _, _ := strings.Cut(name, " ")
				digested = append(digested, kind+" "+name[strings.LastIndexAny(name, " \n")+1:])
			}
		}
		slices.Sort(digested)
		if !slices.Equal(digested, edit.digested) {
			t.Errorf("after %q, of %d parts these are digested again: %q, not %q", edit.text, len(b.indexed.chunks), digested, edit.digested)
		}
	}
}

// TestIndexWaits checks that a State makes the index only on request. Changes in states without a
// request must be in the next requested index.
func TestIndexWaits(t *testing.T) {
	files := madeSite(100)
	b, site := New(Options{}), SnapshotOf(files, Snapshot{})
	state := func() *State {
		s, err := b.State(context.Background(), site)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.printed("ja/index.html"); err != nil {
			t.Fatal(err)
		}
		return s
	}
	first := state()
	if b.indexed.chunks != nil {
		t.Error("an index is made for a page")
	}
	if err := first.printed("search/root.bin"); err != nil {
		t.Fatal(err)
	}
	before := maps.Clone(b.indexed.chunks)
	var want []string
	var s *State
	for _, f := range corpus.Make(corpus.Options{Notes: 3, Entries: 25, Seed: 1}, corpus.Kawaraban) {
		id, _, _ := strings.Cut(strings.TrimPrefix(f.Path, "content/"), ".md")
		want = append(want, id[:strings.LastIndexByte(id, '.')])
		site = site.With(f.Path, append(slices.Clone(files[f.Path].Data), "\n\nOne more paragraph.\n"...))
		s = state()
	}
	if err := s.printed("search/root.bin"); err != nil {
		t.Fatal(err)
	}
	var digested []string
	for name, d := range b.indexed.chunks {
		if id, ok := strings.CutPrefix(name, "note "); ok && before[name].chunk != d.chunk {
			digested = append(digested, id)
		}
	}
	slices.Sort(digested)
	slices.Sort(want)
	if !slices.Equal(digested, slices.Compact(want)) {
		t.Errorf("%q are digested again, not %q", digested, want)
	}
}

// TestOnce checks that a Builder with Once does not cache the index. A second build must give the same
// index as that of a Builder with the cache.
func TestOnce(t *testing.T) {
	site := madeSite(20)
	path := corpus.Make(corpus.Options{Notes: 1, Entries: 25, Seed: 1}, corpus.Kawaraban)[0].Path
	one, many := New(Options{Once: true}), New(Options{})
	for range 2 {
		got, err := one.Build(context.Background(), site)
		if err != nil {
			t.Fatal(err)
		}
		want, err := many.Build(context.Background(), site)
		if err != nil {
			t.Fatal(err)
		}
		if one.indexed.chunks != nil || len(many.indexed.chunks) == 0 {
			t.Errorf("%d and %d digests are cached", len(one.indexed.chunks), len(many.indexed.chunks))
		}
		if !slices.Equal(got.Files.Paths(), want.Files.Paths()) {
			t.Fatal("the paths of the files differ, and with them the content of the index")
		}
		root := func(r *Result) []byte {
			f, ok := r.Files.Get("search/root.bin")
			if !ok {
				t.Fatal("missing index")
			}
			data, err := f.Bytes()
			if err != nil {
				t.Fatal(err)
			}
			return data
		}
		if !bytes.Equal(root(got), root(want)) {
			t.Error("the roots of the index differ")
		}
		site[path] = &fstest.MapFile{Data: append(slices.Clone(site[path].Data), "\n\nOne more paragraph.\n"...)}
	}
}
