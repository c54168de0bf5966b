package build_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/cache"
	"github.com/kawaraban/kawaraban/internal/corpus"
	"github.com/kawaraban/kawaraban/internal/source"
)

var reachEdits = flag.Int("reach.edits", 3, "how many edits TestReachIsClean makes of each large site, and ten times as many of a small one")

// TestReachIsClean: after an edit of the blocks of notes a file that is said to be the same has
// the bytes that it had. Words are changed in all lines of a note, or in a few; entries are
// added, left out, moved, also to other notes, and name other things; so many are added at once
// that what is said of a thing has other parts. The site's address is known, so that there are
// feeds.
func TestReachIsClean(t *testing.T) {
	sites := map[string]fstest.MapFS{
		"sample": told(sample(t)), "made": wovenSite(t, 30), "parted": partedSite(t), "own": someOf(ownSite(t).FS(), "content"),
	}
	for name, site := range sites {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, edits := newWriter(t, site), *reachEdits
			if len(site) < 100 {
				edits *= 10
			}
			var sure, same int
			for i := range edits {
				edited := w.edit(i)
				n, ok := w.compare(edited)
				if ok {
					sure, same = sure+1, same+n
				}
			}
			if sure*4 < edits || same == 0 {
				t.Errorf("of %d edits %d left %d files surely the same", edits, sure, same)
			}
			t.Logf("%d of %d edits left %d files each surely the same", sure, edits, same/max(1, sure))
		})
	}
}

// told adds two notes of which each stands beside the other, on a pull request that belongs to
// no KEP.
func told(site fstest.MapFS) fstest.MapFS {
	for name, text := range map[string]string{"ours.ja": "待ち行列がとても速くなりました", "theirs.zh": "队列变得非常快"} {
		site["content/1.27/"+name+".md"] = &fstest.MapFile{Data: []byte("---\ntitle: " + name + "\nkind: changes\nrelease: \"1.27\"\n---\n\n## Bug or Regression\n\n- " + text + " ([#123456](https://github.com/kubernetes/kubernetes/pull/123456), [@thockin](https://github.com/thockin)) [SIG Network]\n")}
	}
	return site
}

// wovenSite are made notes with translations, among them those that speak of the same, with
// this repository's upstream data.
func wovenSite(t *testing.T, n int) fstest.MapFS {
	site := someOf(ownSite(t).FS(), "content/_data")
	for _, f := range corpus.Make(corpus.Options{Notes: n, Entries: 8, Translated: 2, Seed: 3}, corpus.Kawaraban) {
		site[f.Path] = &fstest.MapFile{Data: f.Data}
	}
	return site
}

// someOf reads the files below a folder.
func someOf(fsys fs.FS, dir string) fstest.MapFS {
	site := fstest.MapFS{}
	_ = fs.WalkDir(fsys, dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			data, _ := fs.ReadFile(fsys, p)
			site[p] = &fstest.MapFile{Data: data}
		}
		return nil
	})
	return site
}

// writer edits the notes of a site, from the same state each time.
type writer struct {
	*rand.Rand
	t      *testing.T
	site   fstest.MapFS
	notes  []string
	kept   *cache.Store
	inputs *build.Inputs
	pulls  []string // numbers that notes name
	keps   []string
	files  map[string]string
}

func newWriter(t *testing.T, site fstest.MapFS) *writer {
	w := &writer{Rand: rand.New(rand.NewPCG(7, 0)), t: t, site: site}
	for _, p := range slices.Sorted(maps.Keys(site)) {
		if source.IsNote(p) {
			w.notes = append(w.notes, p)
			w.pulls = append(w.pulls, numbers.FindAllString(string(site[p].Data), -1)...)
			for _, m := range folders.FindAllStringSubmatch(string(site[p].Data), -1) {
				w.keps = append(w.keps, m[1]+m[2])
			}
		}
	}
	w.keps = append(w.keps, "3673", "127")
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w.kept = cache.Open(root, "kept")
	r, inputs := w.build(site, nil)
	w.inputs, w.files = inputs, outcomeOf(t, r, nil).Files
	return w
}

// build builds a site after what was read last.
func (w *writer) build(site fstest.MapFS, last *build.Inputs) (*build.Result, *build.Inputs) {
	w.t.Helper()
	seen, err := build.Look(context.Background(), site, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	o := build.Options{Kept: w.kept, Last: last, Anyway: "https://example.org/notes/"}
	r, err := build.New(o).Build(context.Background(), seen.FS())
	if err != nil {
		w.t.Fatal(err)
	}
	return r, seen.Inputs()
}

// edit edits one or two notes.
func (w *writer) edit(i int) fstest.MapFS {
	site := maps.Clone(w.site)
	at := w.notes[i%len(w.notes)]
	switch data := site[at].Data; {
	case i%3 == 0:
		site[at] = &fstest.MapFile{Data: w.reword(data, i%2 == 0)}
	default:
		site[at] = &fstest.MapFile{Data: w.rewrite(data)}
	}
	other := w.notes[w.IntN(len(w.notes))]
	switch i % 10 {
	case 4:
		site[other] = &fstest.MapFile{Data: w.reword(site[other].Data, false)}
	case 9:
		w.move(site, at, other)
	}
	return site
}

// reword changes words of the body of a note: in all lines, or in a few.
func (w *writer) reword(data []byte, all bool) []byte {
	lines := bytes.SplitAfter(data, []byte("\n"))
	body := 0
	if bytes.HasPrefix(data, []byte("---\n")) {
		body = 1 + slices.IndexFunc(lines[1:], func(l []byte) bool { return bytes.Equal(l, []byte("---\n")) }) + 1
	}
	for i := body; i < len(lines); i++ {
		if all || w.IntN(len(lines)-body) < 3 {
			lines[i] = w.rewordLine(lines[i])
		}
	}
	return bytes.Join(lines, nil)
}

// rewordLine doubles a small letter, or a kana, of a line where that is in a word and in
// nothing that has a meaning beside it.
func (w *writer) rewordLine(line []byte) []byte {
	text := string(line)
	if strings.ContainsAny(text, "`<|") || strings.HasPrefix(strings.TrimSpace(text), "#") {
		return line
	}
	var places []int
	for at, r := range text {
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		if unicode.Is(unicode.Hiragana, r) && unicode.Is(unicode.Hiragana, before) ||
			unicode.Is(unicode.Cyrillic, r) && unicode.Is(unicode.Cyrillic, before) && unicode.IsLower(r) ||
			unicode.Is(unicode.Han, r) && unicode.Is(unicode.Han, before) {
			places = append(places, at)
		}
	}
	if len(places) == 0 {
		if i := strings.Index(text, " the "); i >= 0 {
			return []byte(text[:i] + " the very" + text[i+4:])
		}
		return line
	}
	at := places[w.IntN(len(places))]
	_, size := utf8.DecodeRuneInString(text[at:])
	return []byte(text[:at+size] + text[at:])
}

// compare builds an edited site, and returns how many files are said to be the same; false
// where it was not sure of any.
func (w *writer) compare(site fstest.MapFS) (same int, ok bool) {
	r, _ := w.build(site, w.inputs)
	for _, p := range r.Files.Paths() {
		f, _ := r.Files.Get(p)
		if !f.Same {
			continue
		}
		same++
		data, err := f.Bytes()
		if err != nil {
			w.t.Fatal(err)
		}
		if was, ok := w.files[p]; !ok || was != string(data) {
			w.t.Errorf("%s is said to be the same, and differs: %s", p, firstDifference(was, string(data)))
		}
	}
	if r.Edit != (same > 0) {
		w.t.Errorf("%d files are said to be the same, and that the edit cannot reach all: %t", same, r.Edit)
	}
	return same, same > 0
}

// TestNear holds which builds are told to be near another: a few files have other bytes, and
// nothing else differs.
func TestNear(t *testing.T) {
	note := func(i int, word string) (string, *fstest.MapFile) {
		return fmt.Sprintf("content/1.27/n%02d.en.md", i), &fstest.MapFile{Data: []byte("# N\n\n- " + word + "\n")}
	}
	look := func(edited, notes int) *build.Inputs {
		site := fstest.MapFS{}
		for i := range notes {
			p, f := note(i, "a")
			if i < edited {
				p, f = note(i, "b")
			}
			site[p] = f
		}
		seen, err := build.Look(context.Background(), site, nil)
		if err != nil {
			t.Fatal(err)
		}
		return seen.Inputs()
	}
	for _, tt := range []struct {
		edited, notes int
		want          bool
	}{{0, 40, true}, {1, 40, true}, {32, 40, true}, {33, 40, false}, {0, 41, false}, {1, 39, false}} {
		if got := look(tt.edited, tt.notes).Near(look(0, 40)); got != tt.want {
			t.Errorf("%d of %d notes differ from one of 40: %t", tt.edited, tt.notes, got)
		}
	}
	if look(0, 1).Near(nil) {
		t.Error("a build is near one of which nothing is known")
	}
}

// firstDifference shows where two texts part.
func firstDifference(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	around := func(s string) string { return strings.ToValidUTF8(s[max(0, i-80):min(len(s), i+80)], "") }
	return around(a) + "\n--- now ---\n" + around(b)
}
