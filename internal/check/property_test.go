package check_test

import (
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/check"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// seeds returns notes of every form: the cases of package source, and this repository's own.
func seeds(t testing.TB) files {
	t.Helper()
	out := notesIn(t, ownNotes)
	cases, err := filepath.Glob("../source/testdata/*.txtar")
	if err != nil || len(cases) < 5 {
		t.Fatalf("%d files of cases, %v", len(cases), err)
	}
	for _, c := range cases {
		a, err := txtar.ParseFile(c)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Files {
			if source.IsNote(f.Name) {
				out[f.Name] = string(f.Data)
			} else if strings.HasSuffix(f.Name, ".md") {
				out["content/1.27/"+filepath.Base(c)+"-"+strings.ReplaceAll(f.Name, "/", "-")] = string(f.Data)
			}
		}
	}
	return out
}

// checkPositions parses any note, runs every rule and checks the positions of the problems. Each
// must be in the file, and the file must exist.
func checkPositions(t testing.TB, d *upstream.Data, path string, text []byte) {
	t.Helper()
	names := d.Names()
	n, _ := source.Parse(source.Input{Path: path, Bytes: text}, names, source.Options{})
	if n == nil {
		return
	}
	s, _ := site.Link([]*note.Note{n}, d, site.Options{})
	f := check.NewFile(path, text, n)
	ds, err := check.Run(&check.In{Site: s, Names: names, Files: []*check.File{f}}, inOrder)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range ds {
		switch {
		case x.Pos.File != path && !strings.HasPrefix(x.Pos.File, upstream.DataDir):
			t.Errorf("%s: %v", path, x)
		case x.Pos.File == path && x.Pos.Line > 0 && f.At(f.Offset(x.Pos)) != x.Pos:
			t.Errorf("%v is not a position in the file, nearest is %v", x, f.At(f.Offset(x.Pos)))
		}
	}
}

// TestAnyNote runs the rules over notes that were cut, repeated and mixed at random. No rule may
// fail, and every problem must have a valid position.
func TestAnyNote(t *testing.T) {
	d := importedData(t)
	all := seeds(t)
	paths := slices.Sorted(maps.Keys(all))
	r := rand.New(rand.NewPCG(1, 27))
	for range 100 { // FuzzRules does more
		path := paths[r.IntN(len(paths))]
		text := []byte(all[path])
		for range 1 + r.IntN(4) {
			text = damage(r, text, []byte(all[paths[r.IntN(len(paths))]]))
		}
		checkPositions(t, d, path, text)
	}
}

// damage removes a piece of a text, doubles one, or inserts one of another text.
func damage(r *rand.Rand, text, other []byte) []byte {
	piece := func(b []byte) (int, int) {
		if len(b) == 0 {
			return 0, 0
		}
		from := r.IntN(len(b))
		return from, min(len(b), from+r.IntN(200))
	}
	from, to := piece(text)
	switch r.IntN(3) {
	case 0:
		return slices.Delete(slices.Clone(text), from, to)
	case 1:
		return slices.Insert(slices.Clone(text), to, text[from:to]...)
	}
	a, b := piece(other)
	return slices.Insert(slices.Clone(text), from, other[a:b]...)
}

// FuzzRules runs every rule over any note.
func FuzzRules(f *testing.F) {
	for path, text := range seeds(f) {
		f.Add(path, []byte(text))
	}
	d := importedData(f)
	f.Fuzz(func(t *testing.T, path string, text []byte) {
		checkPositions(t, d, path, text)
	})
}
