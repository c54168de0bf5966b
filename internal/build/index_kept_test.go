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

// TestOneEditDigestsOneNote: after an edit of one note among a hundred, its part of the index
// is digested anew and no other. Where it changes what all notes together say, here to which
// KEP a gate belongs, the documents of all are made, and those that are others digested: the
// note's own, and those of the KEP and the gate.
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
		text string
		anew []string
	}{
		{"\n\nOne more paragraph.\n", []string{"note " + id}},
		{"\n\n- `NewBackoff`、KEP-1287 です。 (#115331, @octo) [sig/node]\n", []string{"gate NewBackoff", "kep 1287", "note " + id}},
	} {
		before := maps.Clone(b.indexed.chunks)
		site[path] = &fstest.MapFile{Data: append(slices.Clone(site[path].Data), edit.text...)}
		if _, err := b.Build(context.Background(), site); err != nil {
			t.Fatal(err)
		}
		var anew []string
		for name, d := range b.indexed.chunks {
			if before[name].chunk != d.chunk {
				kind, _, _ := strings.Cut(name, " ")
				anew = append(anew, kind+" "+name[strings.LastIndexAny(name, " \n")+1:])
			}
		}
		slices.Sort(anew)
		if !slices.Equal(anew, edit.anew) {
			t.Errorf("after %q of %d parts these are digested anew: %q, not %q", edit.text, len(b.indexed.chunks), anew, edit.anew)
		}
	}
}

// TestIndexWaits: nobody has to wait for an index who does not ask for it, and what changed in
// States of which nobody asked for one is digested for the next of which somebody does.
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
	var anew []string
	for name, d := range b.indexed.chunks {
		if id, ok := strings.CutPrefix(name, "note "); ok && before[name].chunk != d.chunk {
			anew = append(anew, id)
		}
	}
	slices.Sort(anew)
	slices.Sort(want)
	if !slices.Equal(anew, slices.Compact(want)) {
		t.Errorf("%q are digested anew, not %q", anew, want)
	}
}

// TestOnce: who builds once keeps nothing of the index for the next one, and who builds again
// all the same has what a Builder has that kept it.
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
			t.Errorf("%d and %d digests are kept", len(one.indexed.chunks), len(many.indexed.chunks))
		}
		if !slices.Equal(got.Files.Paths(), want.Files.Paths()) {
			t.Fatal("the paths of the files differ, of which those of the index tell what it holds")
		}
		root := func(r *Result) []byte {
			f, ok := r.Files.Get("search/root.bin")
			if !ok {
				t.Fatal("there is no index")
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
