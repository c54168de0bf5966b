package page_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/rogpeppe/go-internal/txtar"
	"golang.org/x/text/unicode/norm"

	made "github.com/kawaraban/kawaraban/internal/corpus"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/output"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/templates"
)

type pagePrinter func(page.Page) []byte

func newPrinter(t testing.TB) pagePrinter {
	t.Helper()
	set, err := output.Templates(templates.FS, func(name string) (string, error) { return "assets/" + name, nil })
	if err != nil {
		t.Fatal(err)
	}
	return func(p page.Page) []byte {
		out, err := set.Page(p.Kind + ".html").Print(p.View())
		if err != nil {
			t.Fatalf("%s: %v", p.Path, err)
		}
		return out
	}
}

func described(p page.Page) string {
	var b strings.Builder
	if p.Feed != nil {
		fmt.Fprintf(&b, "%+v\n", *p.Feed())
	}
	if p.Place != nil {
		fmt.Fprintf(&b, "%+v\n", p.Place())
	}
	return b.String()
}

// compareFind compares Find with Pages of a cleanly linked site: the same pages must have the same
// paths. The bytes of the first pages of a kind and of every nth page must be equal. Similar paths
// must have no page.
func compareFind(t *testing.T, s, clean *site.Site, set *locale.Set, o page.Options, nth int) {
	t.Helper()
	pages, find := page.Plan(clean, set, o), page.NewPlanner(s, set, o).Find
	listed, found := newPrinter(t), newPrinter(t)
	there, seen := map[string]bool{}, map[string]int{} // paths; pages of a kind
	for _, p := range pages {
		there[p.Path] = true
	}
	for i, want := range pages {
		got, ok := find(want.Path)
		if !ok {
			t.Errorf("%s is not found", want.Path)
			continue
		}
		if got.Path != want.Path || got.Lang != want.Lang || got.Kind != want.Kind || (got.Feed == nil) != (want.Feed == nil) || (got.Place == nil) != (want.Place == nil) {
			t.Errorf("at %s: %+v, want %+v", want.Path, got, want)
		}
		if seen[want.Kind]++; i%nth > 0 && seen[want.Kind] > 4 {
			continue
		}
		for _, near := range nearby(want.Path) {
			if _, ok := find(near); ok && !there[near] {
				t.Errorf("%q has a page that is not listed", near)
			}
		}
		if a, b := listed(want), found(got); !bytes.Equal(a, b) {
			t.Errorf("%s has different bytes", want.Path)
		}
		if a, b := described(want), described(got); a != b {
			t.Errorf("%s is described by %s, found it is described by %s", want.Path, a, b)
		}
	}
}

// nearby returns paths that are similar to a valid one: with other letter case, more or fewer
// slashes, missing or repeated segments, or unknown languages.
func nearby(path string) []string {
	out := []string{
		"", "/" + path, path + "/", path + "x", "./" + path, "../" + path, "xx/" + path, "ja/" + path,
		strings.TrimSuffix(path, "index.html"), strings.TrimSuffix(path, "/index.html"), strings.TrimSuffix(path, ".html"),
	}
	out = append(out, respelt(path)...)
	if from, to := strings.Index(path, "/")+1, strings.LastIndex(path, "/"); from < to {
		for _, below := range respelt(path[from:to]) {
			out = append(out, path[:from]+below+path[to:], path[:from]+below+"/"+path[to:])
		}
	}
	return out
}

func respelt(path string) []string {
	out := []string{
		strings.ToUpper(path), strings.ToLower(path), strings.Map(unicode.SimpleFold, path), norm.NFD.String(path),
		strings.ReplaceAll(path, "/", "//"), strings.ReplaceAll(path, "/", "/./"), strings.ReplaceAll(path, "/", "/../"),
		strings.ReplaceAll(path, "/", "%2F"), strings.ReplaceAll(path, "/", "\\"), strings.ReplaceAll(path, "/", "/0"),
		strings.ReplaceAll(path, "-", "–"), strings.ReplaceAll(path, "-", "/"), path + " ", path + ".", path + "/..",
	}
	parts := strings.Split(path, "/")
	for i := range parts {
		out = append(out,
			strings.Join(slices.Delete(slices.Clone(parts), i, i+1), "/"),
			strings.Join(slices.Insert(slices.Clone(parts), i, parts[i]), "/"),
			strings.Join(slices.Insert(slices.Clone(parts), i, "1.27"), "/"),
			strings.Join(slices.Insert(slices.Clone(parts), i, "log"), "/"),
		)
	}
	return out
}

func TestFind(t *testing.T) {
	set := words(t)
	d := world(t)
	small, long := append(corpus(), official()), many()
	for _, c := range []struct {
		name  string
		notes []*note.Note
		only  note.Release
		o     page.Options
		nth   int
	}{
		{"whole", small, "", page.Options{BaseURL: "https://example.org/k/"}, 1},
		{"without an address", small, "", page.Options{Languages: []note.Lang{"ja", "ru"}}, 1},
		{"one release", small, "1.27", page.Options{BaseURL: "https://example.org/k/"}, 1},
		{"another", small, "1.26", page.Options{Default: "ru"}, 1},
		{"much said", long, "", page.Options{Languages: []note.Lang{"ja"}, BaseURL: "https://example.org"}, 7},
		{"nothing", nil, "", page.Options{}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _ := site.Link(c.notes, d, site.Options{Only: c.only})
			compareFind(t, s, s, set, c.o, c.nth)
		})
	}
}

func TestFindOwn(t *testing.T) {
	if testing.Short() {
		t.Skip("finds some thousand pages")
	}
	s := ownSite(t)
	compareFind(t, s, s, words(t), page.Options{BaseURL: "https://example.org/", Languages: []note.Lang{"ja", "en"}}, 9)
}

// TestFindMoved checks that a former address has a page only if no other page has this address,
// ignoring letter case. The first of several notes gets it.
func TestFindMoved(t *testing.T) {
	notes := append(corpus(), official())
	notes[0].Meta.Aliases = []string{"old/place", "Keps/127", "KEPS", "1.27", "1.27/Sig-Node", "Repos/cilium/CILIUM", "people/自由-な名", "gates/usernamespacessupport", "log/2023/04", "prs/007", "prs/0-999", "Old/x", "straße"}
	notes[2].Meta.Aliases = []string{"old/X", "OLD/PLACE", "STRASSE", "log/2023", "sigs/NODE", "proposals/1.26"}
	s, _ := site.Link(notes, world(t), site.Options{})
	set := words(t)
	o := page.Options{Languages: []note.Lang{"ja"}}
	var got []string
	for _, p := range page.Plan(s, set, o) {
		if p.Kind == "moved" {
			got = append(got, strings.TrimSuffix(strings.TrimPrefix(p.Path, "ja/"), "/index.html"))
		}
	}
	want := []string{"OLD/PLACE", "STRASSE", "log/2023", "old/X", "proposals/1.26", "prs/007"} // 1.27/overview comes before 1.27/sig-node
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("moved %q, want %q", got, want)
	}
	compareFind(t, s, s, set, o, 1)
}

func TestFindAfterEdits(t *testing.T) {
	set, d := words(t), world(t)
	r := rand.New(rand.NewPCG(6, 0))
	pool := slices.Concat(corpus(), []*note.Note{official()}, many()[:12], ofCases(t, d), madeNotes(t, d, 12))
	s, _ := site.Link(nil, d, site.Options{})
	files := map[string]*note.Note{}
	for range 20 {
		var changed []*note.Note
		var removed []string
		for range 1 + r.IntN(6) {
			n := *pool[r.IntN(len(pool))]
			switch r.IntN(6) {
			case 0:
				removed = append(removed, n.Path)
				continue
			case 1:
				n.Meta.Aliases = append(slices.Clone(n.Meta.Aliases), "former/"+string(n.ID), "Former/one", string(pool[r.IntN(len(pool))].ID))
			case 2:
				n.Kind = []note.NoteKind{note.Log, note.Talk, note.Changes}[r.IntN(3)]
			case 3:
				n.Blocks = append(slices.Clone(n.Blocks), block(note.Entry, "new", "{kep:753} {person:new}", on("2024-02-03"), kind(note.Proposal)))
			}
			changed = append(changed, &n)
		}
		s, _ = s.With(changed, removed)
		for _, path := range removed {
			delete(files, path)
		}
		for _, n := range changed {
			files[n.Path] = n
		}
		clean, _ := site.Link(slices.Collect(maps.Values(files)), d, site.Options{})
		compareFind(t, s, clean, set, page.Options{BaseURL: "https://example.org/", Languages: []note.Lang{"ja", "zh"}}, 5)
		if t.Failed() {
			return
		}
	}
}

func ofCases(t testing.TB, d *upstream.Data) []*note.Note {
	t.Helper()
	cases, err := filepath.Glob("testdata/rows/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatal("no cases", err)
	}
	var out []*note.Note
	for _, name := range cases {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range txtar.Parse(src).Files {
			if n, _ := source.Parse(source.Input{Path: file.Name, Bytes: file.Data}, d.Names(), source.Options{}); n != nil {
				out = append(out, n)
			}
		}
	}
	return out
}

func madeNotes(t testing.TB, d *upstream.Data, count int) []*note.Note {
	t.Helper()
	var out []*note.Note
	for _, f := range made.Make(made.Options{Notes: count, Entries: 25, Translated: 3, Seed: 1}, made.Kawaraban) {
		if n, ds := source.Parse(source.Input{Path: f.Path, Bytes: f.Data}, d.Names(), source.Options{}); n != nil {
			out = append(out, n)
		} else {
			t.Fatal(f.Path, ds)
		}
	}
	return out
}

// FuzzFind checks that a path has a page if and only if a page with that path is listed.
func FuzzFind(f *testing.F) {
	notes := append(corpus(), official())
	notes[0].Meta.Aliases = []string{"old/place", "Old/Zwei", "keps/127"}
	s, _ := site.Link(append(notes, many()...), world(f), site.Options{})
	set := words(f)
	o := page.Options{BaseURL: "https://example.org/", Languages: []note.Lang{"ja", "en"}}
	there := map[string]bool{}
	kinds := map[string]int{}
	for _, p := range page.Plan(s, set, o) {
		there[p.Path] = true
		if kinds[p.Kind]++; kinds[p.Kind] < 4 {
			f.Add(p.Path)
		}
	}
	find := page.NewPlanner(s, set, o).Find
	f.Fuzz(func(t *testing.T, path string) {
		if p, ok := find(path); ok != there[path] || ok && p.Path != path {
			t.Errorf("at %q: %q, %v; listed: %v", path, p.Path, ok, there[path])
		}
	})
}
