package preview

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/search"
)

// sample is a site with a note of every shape, the one that package build tests with.
func sample(t testing.TB) map[string]string {
	t.Helper()
	ar, err := txtar.ParseFile("../build/testdata/site.txtar")
	if err != nil {
		t.Fatal(err)
	}
	site := map[string]string{"content/1.27/pic.png": picture(t, 4)}
	for _, f := range ar.Files {
		site[f.Name] = string(f.Data)
	}
	return site
}

// picture is a picture of that width.
func picture(t testing.TB, width int) string {
	t.Helper()
	m := image.NewGray(image.Rect(0, 0, width, 3))
	m.SetGray(0, 0, color.Gray{Y: uint8(width)})
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// built is what a clean build makes of a folder.
type built struct {
	files map[string][]byte
	kinds map[string]string // of pages, by path
	diags []diag.Diagnostic
	state *build.State
	err   error // a template or script of the site is broken; there is nothing else then
}

// buildClean builds a folder with nothing kept from before but what front matter said that is
// broken now.
func buildClean(t testing.TB, dir string, o build.Options, held map[string]string) built {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	o.Hold = true
	builder, before := build.New(o), fstest.MapFS{}
	for name, yaml := range held {
		before[name] = &fstest.MapFile{Data: []byte("---\n" + yaml + "\n---\n")}
	}
	if len(held) > 0 {
		if _, err := builder.State(context.Background(), before); err != nil {
			t.Fatal(err)
		}
	}
	var r *build.Result
	state, err := builder.State(context.Background(), root.FS())
	if err == nil {
		r, err = state.Whole(context.Background())
	}
	b := built{files: map[string][]byte{}, kinds: map[string]string{}, state: state}
	for _, name := range pathsOf(r, err) {
		f, _ := r.Files.Get(name)
		if b.files[name], err = f.Bytes(); err != nil {
			break
		}
	}
	if err != nil {
		if !errors.As(err, new(build.Broken)) {
			t.Fatalf("the folder cannot be built: %v", err)
		}
		return built{err: err}
	}
	for _, p := range r.Pages {
		b.kinds[p.Path] = p.Kind
	}
	b.diags = r.Diags
	return b
}

func pathsOf(r *build.Result, err error) []string {
	if err != nil {
		return nil
	}
	return r.Files.Paths()
}

// differs compares everything that is served with a clean build, and says in what the two
// differ; "" where in nothing. Of the paths that were there once, which it adds to, those
// that the build has not must not be served.
func (s *server) differs(want built, once map[string]bool) string {
	for _, name := range slices.Sorted(maps.Keys(want.files)) {
		once[name] = true
		if text := s.differsAt(name, want); text != "" {
			return text
		}
	}
	for name := range once {
		if _, ok := want.files[name]; ok {
			continue
		}
		if status := s.asked("GET", s.o.Base+escapedPath(name)).StatusCode; status != http.StatusNotFound {
			return fmt.Sprintf("%s: no build has it, and it is answered with status %d", name, status)
		}
	}
	sh := s.now.Load()
	whole, err := sh.state.Whole(context.Background())
	if err != nil {
		return fmt.Sprintf("the state cannot be built: %v", err)
	}
	if all := whole.Files.Paths(); len(all) != len(want.files) {
		return fmt.Sprintf("the state has %d files and not %d", len(all), len(want.files))
	}
	if got := sh.state.Diags(); !slices.Equal(got, want.diags) {
		return fmt.Sprintf("the problems are\n%v\nand not\n%v", got, want.diags)
	}
	return ""
}

// differsAt compares what is served at one path.
func (s *server) differsAt(name string, want built) (said string) {
	resp := s.asked("GET", s.o.Base+escapedPath(name))
	got, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		return fmt.Sprintf("%s: status %d, %v: %.200s", name, resp.StatusCode, err, got)
	}
	is := want.files[name]
	if kind := want.kinds[name]; kind != "" && kind != finder {
		is = withScript(is, s.script(strings.Repeat("../", strings.Count(name, "/")), name, sumOf(is)))
	}
	if bytes.Equal(got, is) {
		return ""
	}
	got, is = readable(name, got), readable(name, is)
	if strings.HasPrefix(name, search.Folder) {
		defer func() { said += s.sourcesThatDiffer(want) }()
	}
	at := 0
	for at < min(len(got), len(is)) && got[at] == is[at] {
		at++
	}
	from := max(0, at-80)
	return fmt.Sprintf("%s: differs at byte %d\nserved: %.400q\nbuilt:  %.400q", name, at, got[min(from, len(got)):], is[min(from, len(is)):])
}

// sourcesThatDiffer says of which sources the documents that the search finds are others than a
// clean build's. Where they are the same, what was kept of them is not.
func (s *server) sourcesThatDiffer(want built) string {
	is := map[string][]search.Doc{}
	for _, source := range s.now.Load().state.Documents() {
		is[source.Name] = source.Docs()
	}
	var said []string
	for _, source := range want.state.Documents() {
		docs, got := source.Docs(), is[source.Name]
		delete(is, source.Name)
		if search.Sum(docs) != search.Sum(got) {
			said = append(said, fmt.Sprintf("%s (-built +served):\n%.2000s", source.Name, cmp.Diff(docs, got)))
		}
	}
	for name := range is {
		said = append(said, name+", which a clean build has not")
	}
	if len(said) == 0 {
		return "\nthe documents of all sources are those of a clean build: what was kept of one is stale"
	}
	return "\nthe documents differ of\n" + strings.Join(said, "\n")
}

// readable is a file as it was before it was compressed, the names of the folders of an index left out.
func readable(name string, b []byte) []byte {
	if !strings.HasPrefix(name, search.Folder) {
		return b
	}
	r, err := zlib.NewReader(bytes.NewReader(b))
	if err != nil {
		return b
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return b
	}
	return indexNames.ReplaceAll(text, nil)
}

// indexNames are the names that an index gives its folders by their sums.
var indexNames = regexp.MustCompile(`"names":"[0-9a-v]*"`)

// rests waits until what is served is what a clean build of the folder makes, and returns
// that. Nobody may write in the folder meanwhile.
func (s *server) rests(t testing.TB, dir string, once map[string]bool) built {
	t.Helper()
	held := s.held()
	want := buildClean(t, dir, build.Options{Drafts: s.o.Drafts}, held)
	if want.err != nil {
		s.isTroubled(t, want.err, once)
		return want
	}
	text := ""
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		if text = s.differs(want, once); text == "" {
			return want
		}
		if now := s.held(); !maps.Equal(now, held) {
			held, want = now, buildClean(t, dir, build.Options{Drafts: s.o.Drafts}, now)
		}
	}
	t.Fatalf("what is served is no clean build: %s", text)
	return want
}

// held is what notes say whose front matter is broken; nothing where there is no site yet.
func (s *server) held() map[string]string {
	if sh := s.now.Load(); sh != nil {
		return sh.state.Held()
	}
	return nil
}

// isTroubled waits until the preview says what a clean build fails with, and holds that it
// still serves pages. A page that nobody has looked at says so when somebody does.
func (s *server) isTroubled(t testing.TB, err error, once map[string]bool) {
	t.Helper()
	broken, _ := errors.AsType[build.Broken](err)
	if status := s.asked("GET", s.o.Base).StatusCode; status != http.StatusOK {
		t.Errorf("the first page is answered with status %d where something else is broken", status)
	}
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		for _, p := range s.trouble.Load().list {
			if p.Code == string(broken.Diag.Code) && p.File == broken.Diag.Pos.File {
				return
			}
		}
		if m := pageOfError.FindStringSubmatch(err.Error()); m != nil {
			s.asked("GET", s.o.Base+escapedPath(m[1]))
		}
		for name := range once {
			s.asked("GET", s.o.Base+escapedPath(name))
		}
	}
	t.Fatalf("the preview does not say %v, but %v", err, s.trouble.Load().list)
}

// pageOfError finds the page that could not be printed.
var pageOfError = regexp.MustCompile(`printing (\S+): `)

// holdings is what a process holds of what may leak.
type holdings struct {
	goroutines int
	watches    int // of inotify, beyond one for each folder; 0 where the system does not tell
	heap       uint64
}

func (h holdings) String() string {
	return fmt.Sprintf("%d goroutines, %d watches more than folders, heap %.1f MB", h.goroutines, h.watches, float64(h.heap)/1e6)
}

// held counts what is held while a preview of dir rests.
func held(t testing.TB, dir string) holdings {
	t.Helper()
	var m runtime.MemStats
	for range 3 {
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return holdings{ours(), watches() - folders(t, dir), m.HeapAlloc}
}

// watches counts the inotify watches of this process.
func watches() (n int) {
	files, _ := filepath.Glob("/proc/self/fdinfo/*")
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err == nil { // else the file was closed meanwhile
			n += strings.Count(string(text), "inotify wd:")
		}
	}
	return n
}

// folders counts the folders that a site is made of.
func folders(t testing.TB, dir string) (n int) {
	t.Helper()
	for _, name := range watched {
		err := filepath.WalkDir(filepath.Join(dir, name), func(p string, d fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return nil
			case err == nil && d.IsDir():
				n++
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return n
}

// growth waits until no more is held than before, but for a part of the heap.
func growth(t testing.TB, dir string, before holdings, heap uint64) {
	t.Helper()
	var now holdings
	for end := time.Now().Add(patience / 3); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		now = held(t, dir)
		if now.goroutines <= before.goroutines && now.watches <= before.watches && now.heap <= before.heap+heap {
			t.Logf("before: %v; after: %v", before, now)
			return
		}
	}
	t.Errorf("more is held than before: before: %v; after: %v", before, now)
}

// TestFrontMatterHolds: a note whose front matter is broken goes on to say what that said,
// wherever the site shows it, until it is mended; the rest of it is as it is written. The
// problem is there, and what was never read is not held.
func TestFrontMatterHolds(t *testing.T) {
	const name, title, list = "content/1.27/sig-node.ja.md", "SIG Node の変更点", "ja/index.html"
	dir := folder(t, small())
	s := serve(t, dir, Options{})
	once := map[string]bool{}
	s.rests(t, dir, once)
	tab := s.open(t, nodePage, true)
	tab.hears("same", of("same"))
	broken := strings.Replace(nodeNote("直した文"), "title: ", "title: [", 1)
	put(t, dir, name, broken)
	if page := tab.hears("the page", with("直した文")); !strings.Contains(page.HTML, "<h1>"+title) {
		t.Errorf("the page is titled %q", regexp.MustCompile("<h1>.*").FindString(page.HTML))
	}
	tab.hears("the problem", wrong("front-matter/syntax"))
	if _, html := s.get(t, list); !strings.Contains(html, title) {
		t.Error("the first page does not name the note as before")
	}
	s.rests(t, dir, once)
	if len(s.held()) != 1 {
		t.Errorf("held is %v", s.held())
	}
	put(t, dir, name, strings.Replace(nodeNote("直した文"), title, "別の題", 1))
	tab.hears("the page mended", with("<h1>別の題"))
	tab.hears("no problem", wrong(""))
	put(t, dir, "content/1.27/sig-storage.ja.md", broken)
	s.rests(t, dir, once)
	if len(s.held()) != 0 {
		t.Errorf("held is %v", s.held())
	}
}
