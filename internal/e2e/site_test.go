// Package e2e tests the built site of this repository from outside: as files, as a
// crawler, as the HTML checker and in a real browser. It holds no code but tests.
package e2e

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/sitecheck"
)

// prefix is where the site is served: links have to work below any path.
const prefix = "/any/prefix/"

// policy is the strictest content security policy that a host may set.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'"

// built is this repository's site, written to a folder and served on loopback.
type built struct {
	dir   string
	url   string // of the site's root, with a slash at its end
	pages []page.Page
	files *outdir.Set
}

// shared is the one build that all tests look at.
var shared = sync.OnceValues(buildOwn)

// sitesDir is where the sites are written that tests look at, until the end of all of them.
var sitesDir string

func TestMain(m *testing.M) {
	var err error
	if sitesDir, err = os.MkdirTemp("", "kawaraban-e2e-"); err != nil {
		panic(err)
	}
	code := m.Run()
	stopBrowser()
	os.RemoveAll(sitesDir)
	os.Exit(code)
}

func builtSite(t *testing.T) *built {
	t.Helper()
	s, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func buildOwn() (*built, error) {
	root, err := os.OpenRoot(filepath.Join("..", ".."))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return buildSite(root.FS())
}

func buildSite(fsys fs.FS) (*built, error) {
	result, err := build.New(build.Options{}).Build(context.Background(), fsys)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(sitesDir, "site-")
	if err != nil {
		return nil, err
	}
	for _, p := range result.Files.Paths() {
		if err := writeFile(dir, result.Files, p); err != nil {
			return nil, err
		}
	}
	mux := http.NewServeMux()
	files := http.StripPrefix(prefix, http.FileServer(http.Dir(dir)))
	mux.HandleFunc(prefix, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		files.ServeHTTP(w, r)
	})
	server := httptest.NewServer(mux)
	return &built{dir: dir, url: server.URL + prefix, pages: result.Pages, files: result.Files}, nil
}

func writeFile(dir string, files *outdir.Set, p string) error {
	f, _ := files.Get(p)
	data, err := f.Bytes()
	if err != nil {
		return err
	}
	path := filepath.Join(dir, filepath.FromSlash(p))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}

// sample is a page that stands for its kind and language.
type sample struct{ kind, lang, path string }

func (s sample) String() string { return s.path }

// address is the page's path as a browser asks for it.
func (s sample) address() string { return strings.TrimSuffix(s.path, "index.html") }

// has reports whether the site has the page of a sample.
func (b *built) has(s sample) bool {
	_, err := os.Stat(filepath.Join(b.dir, filepath.FromSlash(s.path)))
	return err == nil
}

// samples returns, for every kind of page in every language, the heaviest page, and
// every note: those are what people write.
func (b *built) samples() []sample {
	heaviest := map[[2]string]sample{}
	size := map[[2]string]int64{}
	var out []sample
	for _, p := range b.pages {
		s := sample{p.Kind, p.Lang, p.Path}
		info, err := os.Stat(filepath.Join(b.dir, filepath.FromSlash(p.Path)))
		if err != nil {
			continue
		}
		key := [2]string{p.Kind, p.Lang}
		switch {
		case p.Kind == "note":
			out = append(out, s)
		case info.Size() > size[key]:
			heaviest[key], size[key] = s, info.Size()
		}
	}
	for _, s := range heaviest {
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b sample) int { return strings.Compare(a.path, b.path) })
	return out
}

// TestSamples holds the sampling to what it promises.
func TestSamples(t *testing.T) {
	site := builtSite(t)
	kinds := map[string]map[string]bool{}
	for _, s := range site.samples() {
		if kinds[s.kind] == nil {
			kinds[s.kind] = map[string]bool{}
		}
		kinds[s.kind][s.lang] = true
	}
	for kind, langs := range kinds {
		if len(langs) != 4 && !langs[""] {
			t.Errorf("kind %s stands in %d languages, not 4", kind, len(langs))
		}
	}
	for _, p := range site.pages {
		if kinds[p.Kind] == nil {
			t.Errorf("no sample of kind %s", p.Kind)
		}
	}
}

// TestCrawl: check --site finds nothing in the whole site, in any of what it looks for.
func TestCrawl(t *testing.T) {
	site := builtSite(t)
	start := time.Now()
	r, err := sitecheck.Check(os.DirFS(site.dir), sitecheck.Options{
		Base: prefix,
		Each: func(n int, f func(int) error) error { return build.Each(t.Context(), n, f) },
	})
	if err != nil {
		t.Fatal(err)
	}
	report(t, r.Diags, nil)
	if len(site.pages) != r.Pages || r.Files != site.files.Len() {
		t.Errorf("%d of %d pages, %d of %d files", r.Pages, len(site.pages), r.Files, site.files.Len())
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	t.Logf("%d pages, %d files, %d MB in %v; the heap is %d MB, of everything", r.Pages, r.Files, r.Bytes>>20, time.Since(start).Round(time.Millisecond), memory.HeapAlloc>>20)
}

// report fails the test for each finding of a crawl, as far as one reads them.
func report(t *testing.T, ds []diag.Diagnostic, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range ds {
		if i == 50 {
			t.Fatalf("… and %d more", len(ds)-i)
		}
		t.Error(d)
	}
}

// TestHTMLChecker runs the Nu HTML checker over the samples, and over what they lack, in one go:
// to start it takes as long as a hundred pages.
func TestHTMLChecker(t *testing.T) {
	site := builtSite(t)
	other, err := busy()
	if err != nil {
		t.Fatal(err)
	}
	files := append(site.filesOf(site.samples()), other.filesOf(other.lacking())...)
	for i, line := range checkFiles(t, files) {
		if i == 50 {
			t.Fatal("… and more")
		}
		t.Error(strings.ReplaceAll(line, sitesDir, ""))
	}
}

// filesOf are the files of samples.
func (b *built) filesOf(samples []sample) []string {
	var out []string
	for _, s := range samples {
		out = append(out, filepath.Join(b.dir, filepath.FromSlash(s.path)))
	}
	return out
}

// checkFiles returns what the Nu HTML checker says of files, a line each. It reads them from
// the disk, where "self" of a policy is no address, so what it says of the policy's sources
// is left out: TestPolicy has a browser hold them.
func checkFiles(t *testing.T, files []string) []string {
	t.Helper()
	java := need(t, "Java", program("java"))
	jar := need(t, "the HTML checker", installed("vnu-jar/build/dist/vnu.jar"))
	args := append([]string{"-jar", jar, "--format", "gnu", "--also-check-svg"}, files...)
	out, err := exec.Command(java, args...).CombinedOutput()
	if err != nil && len(out) == 0 {
		t.Fatalf("the HTML checker: %v", err)
	}
	return slices.DeleteFunc(strings.Split(strings.TrimSpace(string(out)), "\n"), func(line string) bool {
		return line == "" || strings.Contains(line, "Resource violates Content Security Policy (meta tag): external")
	})
}

// TestWeight holds what a reader has to load: see docs/performance.md.
func TestWeight(t *testing.T) {
	site := builtSite(t)
	css, js := 0, 0
	for _, p := range site.files.Paths() {
		f, _ := site.files.Get(p)
		data, err := f.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		switch filepath.Ext(p) {
		case ".css":
			css += zipped(data)
		case ".js":
			js += zipped(data)
		case ".html":
			if strings.Contains(p, "/1.27/sig-node/") && len(data) > 112_000 {
				t.Errorf("%s weighs %d bytes", p, len(data))
			}
		}
	}
	if css > 20_000 || js > 20_000 {
		t.Errorf("styles weigh %d and scripts %d bytes compressed, over 20,000", css, js)
	}
	t.Logf("compressed: styles %d bytes, scripts %d bytes", css, js)
}

func zipped(data []byte) int {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(data)
	w.Close()
	return b.Len()
}

// TestOwnNotesAreClean: the site that shows what the tool can do has no problem itself, not
// even one that is only worth knowing.
func TestOwnNotesAreClean(t *testing.T) {
	root, err := os.OpenRoot(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	result, err := build.New(build.Options{Check: true}).Build(context.Background(), root.FS())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range result.Diags {
		if d.Code != "kep/gate-disagrees" { // of upstream's data
			t.Error(fmt.Sprint(d))
		}
	}
}
