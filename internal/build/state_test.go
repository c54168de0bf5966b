package build_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"weak"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/corpus"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/search"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/templates"
)

// TestStateIsBuild checks that after random edits every file of a State, its problems and its results
// equal those of a clean build. It also uses checksums of a snapshot instead of files.
func TestStateIsBuild(t *testing.T) {
	steps := 12
	if testing.Short() {
		steps = 4
	}
	for name, c := range map[string]struct {
		o     build.Options
		taken func(build.Snapshot) fs.FS
	}{
		"plain":            {build.Options{}, nil},
		"summed, checked":  {build.Options{Check: true}, func(s build.Snapshot) fs.FS { return s }},
		"versions":         {build.Options{}, func(s build.Snapshot) fs.FS { return s }},
		"versions, drafts": {build.Options{Drafts: true, Check: true}, func(s build.Snapshot) fs.FS { return s }},
		"one release":      {build.Options{Release: "1.27"}, func(s build.Snapshot) fs.FS { return s }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newEditor(t, 40+uint64(len(name)))
			reused := build.New(c.o)
			var last build.Snapshot
			var done []string
			compared := 0
			for range steps {
				for range 1 + e.IntN(3) {
					done = append(done, e.edit())
				}
				var root fs.FS = e.site
				if c.taken != nil {
					last = build.SnapshotOf(e.site, last)
					root = c.taken(last)
				}
				if stateIsBuild(t, reused, c.o, root, e.site) {
					compared++
				}
				if t.Failed() {
					t.Fatalf("after these edits:\n%s", strings.Join(done, "\n"))
				}
			}
			if compared < steps/2 {
				t.Errorf("only %d builds of %d succeeded", compared, steps)
			}
		})
	}
}

// stateIsBuild compares the State of a used Builder with a clean build. It returns false if the build
// fails.
func stateIsBuild(t *testing.T, reused *build.Builder, o build.Options, root fs.FS, site fstest.MapFS) bool {
	t.Helper()
	want := built(t, o, site)
	s, err := reused.State(context.Background(), root)
	if err != nil {
		if want.Err != err.Error() {
			t.Errorf("the state fails with %v, the build with %q", err, want.Err)
		}
		return false
	}
	if want.Err != "" { // an error of printing a page occurs only later
		if _, err := s.Whole(context.Background()); err == nil || err.Error() != want.Err {
			t.Errorf("all of the state fails with %v, the build with %q", err, want.Err)
		}
		return false
	}
	for _, p := range slices.Sorted(maps.Keys(want.Files)) {
		if got := fileOf(t, s, p); got != want.Files[p] {
			t.Errorf("%s differs (-clean +state):\n%s", p, shorten(cmp.Diff(want.Files[p], got)))
		}
		for _, none := range []string{p + "x", path.Dir(p), "none/" + p, "../" + p} {
			if _, there := want.Files[none]; there {
				continue
			}
			if _, ok, err := s.File(t.Context(), none); ok || err != nil {
				t.Errorf("%q is found: %v, %v", none, ok, err)
			}
		}
	}
	ds := s.Diags()
	if o.Check {
		if ds, err = s.Check(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(want.Diags, ds); diff != "" {
		t.Errorf("the problems differ (-clean +state):\n%s", shorten(diff))
	}
	r, err := s.Whole(context.Background())
	if diff := cmp.Diff(want, outcomeOf(t, r, err)); diff != "" {
		t.Errorf("all of the state differs (-clean +state):\n%s", shorten(diff))
	}
	if err == nil {
		begunIsWhole(t, s, r)
	}
	return true
}

// begunIsWhole checks that the files of Begin and the rest together are the whole result.
func begunIsWhole(t *testing.T, s *build.State, whole *build.Result) {
	t.Helper()
	r, err := s.Begin(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	paths := r.Files.Paths()
	if diff := cmp.Diff(whole.Diags, r.Diags); diff != "" || r.Counts.Files != len(paths) || r.Counts.Pages != whole.Counts.Pages {
		t.Errorf("the counts are %+v, the problems differ (-whole +begun):\n%s", r.Counts, shorten(diff))
	}
	rest, err := r.Rest()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range rest {
		if !strings.HasPrefix(f.Path, search.Folder) {
			t.Errorf("%s is in the rest, and is not a file of the search", f.Path)
		}
		paths = append(paths, f.Path)
	}
	slices.Sort(paths)
	if diff := cmp.Diff(whole.Files.Paths(), paths); diff != "" {
		t.Errorf("begun and rest differ from the whole (-whole +both):\n%s", shorten(diff))
	}
}

// fileOf returns the text of a file of a State.
func fileOf(t *testing.T, s *build.State, p string) string {
	t.Helper()
	f, ok, err := s.File(t.Context(), p)
	if err != nil || !ok || f.Path != p {
		t.Errorf("%s is not found: %q, %v, %v", p, f.Path, ok, err)
		return ""
	}
	data, err := f.Bytes()
	if err != nil {
		return "error: " + err.Error()
	}
	return string(data)
}

// everything returns a site with a file of each kind. One of its notes has an image.
func everything(t *testing.T) fstest.MapFS {
	t.Helper()
	site := sample(t)
	for p, text := range map[string]string{
		"site.yaml":                   "raw_html: true\n",
		"content/_data/sigs.json":     `[{"label": "node", "name": "Node", "dir": "sig-node", "kind": "sig"}]`,
		"templates/notfound.html":     builtIn(templates.FS, "notfound.html") + "<!-- own -->",
		"templates/languages/ja.yaml": builtIn(templates.FS, "languages/ja.yaml"),
		"static/css/95-own.css":       ".own { color: red }\n",
		"content/1.27/shown.en.md":    "---\ntitle: Shown\n---\n\n![a picture](pic.png)\n",
		"content/1.27/plain.en.md":    "---\ntitle: Plain\n---\n\nText.\n",
	} {
		site[p] = &fstest.MapFile{Data: []byte(text)}
	}
	return site
}

// matching returns the files of a site whose name and text match.
func matching(site fstest.MapFS, name func(string) bool, text string) []string {
	var out []string
	for _, p := range slices.Sorted(maps.Keys(site)) {
		if name(p) && bytes.Contains(site[p].Data, []byte(text)) {
			out = append(out, p)
		}
	}
	return out
}

// snapshots are the forms in which a Builder gets a site.
var snapshots = map[string]func(build.Snapshot) fs.FS{
	"summed":   func(s build.Snapshot) fs.FS { return s },
	"versions": func(s build.Snapshot) fs.FS { return s },
}

// TestReadsWhatChanged checks that after an edit of a snapshot with checksums only the edited file is
// read, and files that are parsed together with it.
func TestReadsWhatChanged(t *testing.T) {
	const pic, plain, shown = "content/1.27/pic.png", "content/1.27/plain.en.md", "content/1.27/shown.en.md"
	for name, taken := range snapshots {
		t.Run(name, func(t *testing.T) {
			site := everything(t)
			notes := matching(site, source.IsNote, "")
			data := matching(site, func(p string) bool { return strings.HasPrefix(p, "content/_data/") }, "")
			s, b := build.SnapshotOf(site, build.Snapshot{}), build.New(build.Options{})
			for _, c := range []struct {
				edit string
				text []byte
				want []string
			}{
				{"", nil, matching(site, func(string) bool { return true }, "")},
				{"", nil, nil},
				{plain, []byte("---\ntitle: Plain\n---\n\nOther text.\n"), []string{plain}},
				{plain, []byte("---\ntitle: [\n"), []string{plain}},
				{plain, site[plain].Data, []string{plain}},
				{shown, []byte("![a picture](pic.png)\n"), []string{shown, pic}},
				{"content/_data/sigs.json", []byte(`[{"label": "node", "name": "Knoten", "dir": "sig-node", "kind": "sig"}]`), slices.Concat(data, notes, []string{pic})},
				{"site.yaml", []byte("raw_html: true\ntitle: Other\n"), []string{"site.yaml"}},
				{"static/css/95-own.css", []byte(".own { color: blue }\n"), []string{"static/css/95-own.css", "templates/notfound.html"}},
				{"templates/notfound.html", []byte(builtIn(templates.FS, "notfound.html")), []string{"templates/notfound.html"}},
				{pic, picture(t, 7, 8), append(matching(site, source.IsNote, "pic.png"), pic)},
				{"templates/languages/ja.yaml", []byte(builtIn(templates.FS, "languages/ja.yaml") + "\n"), slices.Concat(notes, []string{pic, "static/css/95-own.css", "templates/languages/ja.yaml", "templates/notfound.html"})},
				{"", nil, nil},
			} {
				if c.edit != "" {
					s = s.With(c.edit, c.text)
				}
				if _, err := b.State(context.Background(), taken(s)); err != nil {
					t.Fatal(c.edit, err)
				}
				slices.Sort(c.want)
				if diff := cmp.Diff(slices.Compact(c.want), slices.Compact(s.Reads.Take())); diff != "" {
					t.Errorf("files read after an edit of %q (-want +got):\n%s", c.edit, diff)
				}
			}
		})
	}
}

// TestYoungerBytes checks files that are written after the snapshot was taken. A build must use the
// content that it read, not the checksum of the snapshot. The old content may return later.
func TestYoungerBytes(t *testing.T) {
	for p, texts := range map[string][2]string{
		"content/1.27/plain.en.md":    {"---\ntitle: Plain\n---\n\nFirst.\n", "---\ntitle: Plain\n---\n\nSecond.\n"},
		"content/_data/sigs.json":     {`[{"label": "node", "name": "Knoten", "dir": "sig-node", "kind": "sig"}]`, `[{"label": "node", "name": "Noeud", "dir": "sig-node", "kind": "sig"}]`},
		"templates/notfound.html":     {builtIn(templates.FS, "notfound.html") + "<p>first", builtIn(templates.FS, "notfound.html") + "<p>second"},
		"templates/languages/ja.yaml": {builtIn(templates.FS, "languages/ja.yaml"), strings.Replace(builtIn(templates.FS, "languages/ja.yaml"), "nav.notes: ノート", "nav.notes: 覚え書き", 1)},
		"static/css/95-own.css":       {".own { color: red }\n", ".own { color: blue }\n"},
		"site.yaml":                   {"title: First\n", "title: Second\n"},
	} {
		t.Run(p, func(t *testing.T) {
			site, b := everything(t), build.New(build.Options{})
			put := func(text string) fstest.MapFS {
				site = maps.Clone(site)
				site[p] = &fstest.MapFile{Data: []byte(text)}
				return site
			}
			first, second := build.SnapshotOf(put(texts[0]), build.Snapshot{}), build.SnapshotOf(put(texts[1]), build.Snapshot{})
			young := build.Younger{Snapshot: first, Now: map[string][]byte{p: []byte(texts[1])}}
			hold := func(root fs.FS, want string) {
				t.Helper()
				r, err := b.Build(t.Context(), root)
				if diff := cmp.Diff(built(t, build.Options{}, put(want)), outcomeOf(t, r, err)); diff != "" {
					t.Errorf("the build differs (-clean +reused):\n%s", shorten(diff))
				}
			}
			hold(young, texts[1])
			second.Reads.Take()
			hold(second, texts[1])
			if slices.Contains(second.Reads.Take(), p) {
				t.Errorf("what was read early is read again")
			}
			hold(first, texts[0])
			hold(young, texts[0])
			young.Now[p] = []byte(texts[0])
			b = build.New(build.Options{})
			hold(build.Younger{Snapshot: second, Now: young.Now}, texts[0])
			hold(second, texts[1]) // written back before the next State
		})
	}
}

// TestStatesAtOnce uses States in many goroutines while new ones are made.
func TestStatesAtOnce(t *testing.T) {
	e := newEditor(t, 11)
	b := build.New(build.Options{Check: true})
	var last build.Snapshot
	var working sync.WaitGroup
	for range 5 {
		e.change()
		e.front()
		last = build.SnapshotOf(e.site, last)
		s, err := b.State(context.Background(), last)
		if err != nil {
			t.Fatal(err)
		}
		want := built(t, build.Options{Check: true}, e.site)
		for i := range 3 {
			working.Go(func() { askAll(t, s, want, uint64(i)) })
		}
	}
	working.Wait()
}

// askAll requests all results of a State, in a random order.
func askAll(t *testing.T, s *build.State, want outcome, seed uint64) {
	paths := slices.Sorted(maps.Keys(want.Files))
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
	for i, p := range paths {
		if fileOf(t, s, p) != want.Files[p] {
			t.Errorf("%s differs", p)
		}
		if i == int(seed) {
			ds, err := s.Check(context.Background())
			if err != nil || !cmp.Equal(ds, want.Diags) {
				t.Errorf("the problems differ: %v", err)
			}
		}
		if i == 2*int(seed) {
			r, err := s.Whole(context.Background())
			if err != nil || r.Counts != want.Counts {
				t.Errorf("all of the state differs: %v", err)
			}
		}
		s.Diags()
	}
}

// TestStateCancels checks that results of a cancelled context are not cached.
func TestStateCancels(t *testing.T) {
	b := build.New(build.Options{})
	s, err := b.State(context.Background(), sample(t))
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Check(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled check returns %v", err)
	}
	if _, err := s.Whole(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled build returns %v", err)
	}
	if _, err := b.State(ended, sample(t)); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled state returns %v", err)
	}
	if _, err := s.Check(context.Background()); err != nil {
		t.Error(err)
	}
	if r, err := s.Whole(context.Background()); err != nil || r.Files.Len() == 0 {
		t.Error(err)
	}
}

// TestStateLine checks that the line of a problem is available, for all line endings.
func TestStateLine(t *testing.T) {
	site := sample(t)
	site["content/1.27/lines.ja.md"] = &fstest.MapFile{Data: []byte("\ufeff---\r\ntitle: 行\r\n---\r\n終わり")}
	site["site.yaml"] = &fstest.MapFile{Data: []byte("title: T\nnonsense: 1\n")}
	for _, o := range []build.Options{{}, {Check: true}} {
		s, err := build.New(o).State(context.Background(), site)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			file string
			line int
			want string
		}{
			{"content/1.27/lines.ja.md", 1, "---"}, {"content/1.27/lines.ja.md", 2, "title: 行"}, {"content/1.27/lines.ja.md", 4, "終わり"},
			{"content/1.27/lines.ja.md", 5, ""}, {"content/1.27/lines.ja.md", 0, ""}, {"site.yaml", 2, "nonsense: 1"},
			{"content/none.md", 1, ""}, {"../x", 1, ""}, {"", 1, ""}, {"content", 1, ""},
		} {
			if got := s.Line(diag.Position{File: c.file, Line: c.line}); got != c.want {
				t.Errorf("%s:%d is %q, not %q", c.file, c.line, got, c.want)
			}
		}
	}
}

// TestStatesAreLetGo checks that the memory of a Builder does not grow with the number of edits, and
// that old States are freed.
func TestStatesAreLetGo(t *testing.T) {
	edits := 1000
	if testing.Short() {
		edits = 300
	}
	site := fstest.MapFS{}
	for _, f := range corpus.Make(corpus.Options{Notes: 12, Entries: 6, Translated: 5, Seed: 1}, corpus.Kawaraban) {
		site[f.Path] = &fstest.MapFile{Data: f.Data}
	}
	note := matching(site, source.IsNote, "")[0]
	s, b := build.SnapshotOf(site, build.Snapshot{}), build.New(build.Options{Check: true})
	var states []weak.Pointer[build.State]
	var early uint64
	for i := range edits {
		s = s.With(note, fmt.Appendf(slices.Clone(site[note].Data), "\n\n```go\nx := %d\n```\n\nEdit %d of `Thing%d`, kubernetes/thing%d#%d.\n", i, i, i, i, i))
		made, err := b.State(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		states = append(states, weak.Make(made))
		fileOf(t, made, "ja/index.html")
		if i%10 == 0 {
			fileOf(t, made, "search/root.bin")
			if _, err := made.Check(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		s.Reads.Take()
		if i == 100 {
			early = inUse()
		}
	}
	late := inUse()
	if late > early+early/5 {
		t.Errorf("%d bytes are in use after %d edits, %d after 100", late, edits, early)
	}
	alive := 0
	for _, p := range states {
		if p.Value() != nil {
			alive++
		}
	}
	if alive > 1 {
		t.Errorf("%d states of %d are not freed", alive, edits)
	}
}

// inUse returns the bytes in use.
func inUse() uint64 {
	for range 3 {
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
