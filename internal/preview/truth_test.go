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

// sample returns the test site of package build, which has a note of every form.
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

// picture returns an image with this width.
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

// built is the result of a clean build of a directory.
type built struct {
	files map[string][]byte
	kinds map[string]string // kinds of pages, by path
	diags []diag.Diagnostic
	state *build.State
	err   error // error of a broken template or script; there are no files then
}

// buildClean builds a directory with a new Builder. kept is the earlier front matter of notes whose
// front matter is invalid now.
func buildClean(t testing.TB, dir string, o build.Options, kept map[string]string) built {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	o.Hold = true
	builder, before := build.New(o), fstest.MapFS{}
	for name, yaml := range kept {
		before[name] = &fstest.MapFile{Data: []byte("---\n" + yaml + "\n---\n")}
	}
	if len(kept) > 0 {
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

// differs compares all served files with a clean build and describes the first difference; "" if
// there is none. It adds the paths of the build to once. Paths in once that the build does not have
// must not be served.
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
		if status := s.request("GET", s.o.Base+escapedPath(name)).StatusCode; status != http.StatusNotFound {
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

// differsAt compares the file at one path.
func (s *server) differsAt(name string, want built) (differences string) {
	resp := s.request("GET", s.o.Base+escapedPath(name))
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
		defer func() { differences += s.sourcesThatDiffer(want) }()
	}
	at := 0
	for at < min(len(got), len(is)) && got[at] == is[at] {
		at++
	}
	from := max(0, at-80)
	return fmt.Sprintf("%s: differs at byte %d\nserved: %.400q\nbuilt:  %.400q", name, at, got[min(from, len(got)):], is[min(from, len(is)):])
}

// sourcesThatDiffer describes the sources whose search documents differ from a clean build. If
// there are none, cached data of the documents differs.
func (s *server) sourcesThatDiffer(want built) string {
	is := map[string][]search.Doc{}
	for _, source := range s.now.Load().state.Documents() {
		is[source.Name] = source.Docs()
	}
	var differences []string
	for _, source := range want.state.Documents() {
		docs, got := source.Docs(), is[source.Name]
		delete(is, source.Name)
		if search.Sum(docs) != search.Sum(got) {
			differences = append(differences, fmt.Sprintf("%s (-built +served):\n%.2000s", source.Name, cmp.Diff(docs, got)))
		}
	}
	for name := range is {
		differences = append(differences, name+", which a clean build has not")
	}
	if len(differences) == 0 {
		return "\nthe documents of all sources are those of a clean build: what was kept of one is stale"
	}
	return "\nthe documents differ of\n" + strings.Join(differences, "\n")
}

// readable returns an index file decompressed and without the hashes of directories; other files stay.
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

// indexNames matches the hash in the names of an index's directories.
var indexNames = regexp.MustCompile(`"names":"[0-9a-v]*"`)

// settled waits until the served files equal a clean build, and returns that. The directory must
// not change meanwhile.
func (s *server) settled(t testing.TB, dir string, once map[string]bool) built {
	t.Helper()
	kept := s.keptFrontMatter()
	want := buildClean(t, dir, build.Options{Drafts: s.o.Drafts}, kept)
	if want.err != nil {
		s.reportsError(t, want.err, once)
		return want
	}
	text := ""
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		if text = s.differs(want, once); text == "" {
			return want
		}
		if now := s.keptFrontMatter(); !maps.Equal(now, kept) {
			kept, want = now, buildClean(t, dir, build.Options{Drafts: s.o.Drafts}, now)
		}
	}
	t.Fatalf("the served files differ from a clean build: %s", text)
	return want
}

// keptFrontMatter returns the earlier front matter of notes whose front matter is invalid.
func (s *server) keptFrontMatter() map[string]string {
	if sh := s.now.Load(); sh != nil {
		return sh.state.Held()
	}
	return nil
}

// reportsError waits until the preview reports the error of a clean build, and checks that it still
// serves pages. The error of a page appears only after a request for that page.
func (s *server) reportsError(t testing.TB, err error, once map[string]bool) {
	t.Helper()
	broken, _ := errors.AsType[build.Broken](err)
	if status := s.request("GET", s.o.Base).StatusCode; status != http.StatusOK {
		t.Errorf("the first page has status %d although another file is broken", status)
	}
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		for _, p := range s.trouble.Load().list {
			if p.Code == string(broken.Diag.Code) && p.File == broken.Diag.Pos.File {
				return
			}
		}
		if m := pageOfError.FindStringSubmatch(err.Error()); m != nil {
			s.request("GET", s.o.Base+escapedPath(m[1]))
		}
		for name := range once {
			s.request("GET", s.o.Base+escapedPath(name))
		}
	}
	t.Fatalf("the preview reports not %v, but %v", err, s.trouble.Load().list)
}

// pageOfError matches the page that could not be printed.
var pageOfError = regexp.MustCompile(`printing (\S+): `)

// resources are the resources in use that could leak.
type resources struct {
	goroutines int
	watches    int // inotify watches beyond one for each directory; 0 if unknown
	heap       uint64
}

func (h resources) String() string {
	return fmt.Sprintf("%d goroutines, %d watches more than folders, heap %.1f MB", h.goroutines, h.watches, float64(h.heap)/1e6)
}

// countResources counts the resources while a preview of dir is idle.
func countResources(t testing.TB, dir string) resources {
	t.Helper()
	var m runtime.MemStats
	for range 3 {
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return resources{ownGoroutines(), watches() - folders(t, dir), m.HeapAlloc}
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

// folders counts the watched directories of a site.
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

// checkGrowth waits until no more resources are in use than before. The heap may grow by heap bytes.
func checkGrowth(t testing.TB, dir string, before resources, heap uint64) {
	t.Helper()
	var now resources
	for end := time.Now().Add(patience / 3); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		now = countResources(t, dir)
		if now.goroutines <= before.goroutines && now.watches <= before.watches && now.heap <= before.heap+heap {
			t.Logf("before: %v; after: %v", before, now)
			return
		}
	}
	t.Errorf("more resources are in use: before: %v; after: %v", before, now)
}

// TestFrontMatterHolds checks a note whose front matter becomes invalid. Its earlier front matter
// applies on all pages until it is fixed, while its text is updated. The problem is reported. A
// note that was never valid has no earlier front matter.
func TestFrontMatterHolds(t *testing.T) {
	const name, title, list = "content/1.27/sig-node.ja.md", "SIG Node の変更点", "ja/index.html"
	dir := folder(t, small())
	s := serve(t, dir, Options{})
	once := map[string]bool{}
	s.settled(t, dir, once)
	tab := s.open(t, nodePage, true)
	tab.waitFor("same", of("same"))
	broken := strings.Replace(nodeNote("直した文"), "title: ", "title: [", 1)
	put(t, dir, name, broken)
	if page := tab.waitFor("the page", with("直した文")); !strings.Contains(page.HTML, "<h1>"+title) {
		t.Errorf("the page is titled %q", regexp.MustCompile("<h1>.*").FindString(page.HTML))
	}
	tab.waitFor("the problem", withProblem("front-matter/syntax"))
	if _, html := s.get(t, list); !strings.Contains(html, title) {
		t.Error("the first page does not have the earlier title")
	}
	s.settled(t, dir, once)
	if len(s.keptFrontMatter()) != 1 {
		t.Errorf("kept front matter: %v", s.keptFrontMatter())
	}
	put(t, dir, name, strings.Replace(nodeNote("直した文"), title, "別の題", 1))
	tab.waitFor("the page mended", with("<h1>別の題"))
	tab.waitFor("no problem", withProblem(""))
	put(t, dir, "content/1.27/sig-storage.ja.md", broken)
	s.settled(t, dir, once)
	if len(s.keptFrontMatter()) != 0 {
		t.Errorf("kept front matter: %v", s.keptFrontMatter())
	}
}
