// Package e2e tests the built site of this repository: its files, a crawl, the HTML checker and a
// real browser. It contains tests only.
package e2e

import (
	"bytes"
	"compress/gzip"
	"context"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/sitecheck"
	"github.com/kawaraban/kawaraban/internal/testcorpus"
)

// prefix is the path of the served site: links must work below any path.
const prefix = "/any/prefix/"

// policy is the strictest content security policy that a host may set.
const policy = "default-src 'none'; script-src 'self' 'sha256-jzL/1/GTulrXmexS7t+xwD6/mcoLbttEH/AZRIOv8OY='; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'"

// built is a site, written to a directory and served on a loopback address.
type built struct {
	dir   string
	url   string // of the site's root, with a final slash
	pages []page.Page
	files *outdir.Set
}

// shared is the build of [testcorpus.Site] that most tests use.
var shared struct {
	once sync.Once
	site *built
	err  error
}

// sitesDir is the directory of built sites. It exists until the end of all tests.
var sitesDir string

func TestMain(m *testing.M) {
	debug.SetGCPercent(300) // built sites stay in memory, and frequent garbage collection would take a fifth of the time
	var err error
	if sitesDir, err = os.MkdirTemp("", "kawaraban-e2e-"); err != nil {
		panic(err)
	}
	code := m.Run()
	for _, stop := range stopBrowsers {
		stop()
	}
	os.RemoveAll(sitesDir)
	os.Exit(code)
}

func builtSite(t testing.TB) *built {
	t.Helper()
	shared.once.Do(func() {
		var files fs.FS = testcorpus.Site(t)
		if *drawPictures { // the guide shows all releases
			files = os.DirFS(repositoryRoot)
		}
		shared.site, shared.err = buildSite(files)
	})
	if shared.site == nil {
		t.Fatal("the site could not be built: ", shared.err)
	}
	return shared.site
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

// sample is a page that represents its kind and language.
type sample struct{ kind, lang, path string }

func (s sample) String() string { return s.path }

// address returns the page's path as a browser requests it.
func (s sample) address() string { return strings.TrimSuffix(s.path, "index.html") }

// has reports whether the site has the page of a sample.
func (b *built) has(s sample) bool {
	_, err := os.Stat(filepath.Join(b.dir, filepath.FromSlash(s.path)))
	return err == nil
}

// samples returns, for every kind of page in every language, the largest page.
func (b *built) samples() []sample {
	heaviest := map[[2]string]sample{}
	size := map[[2]string]int64{}
	for _, p := range b.pages {
		s := sample{p.Kind, p.Lang, p.Path}
		info, err := os.Stat(filepath.Join(b.dir, filepath.FromSlash(p.Path)))
		if err != nil {
			continue
		}
		key := [2]string{p.Kind, p.Lang}
		if info.Size() > size[key] {
			heaviest[key], size[key] = s, info.Size()
		}
	}
	out := slices.Collect(maps.Values(heaviest))
	slices.SortFunc(out, func(a, b sample) int { return strings.Compare(a.path, b.path) })
	return out
}

// notes returns the pages of all notes.
func (b *built) notes() (out []sample) {
	for _, p := range b.pages {
		if p.Kind == "note" {
			out = append(out, sample{p.Kind, p.Lang, p.Path})
		}
	}
	return out
}

// TestSamples checks that samples has each kind in four languages.
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
			t.Errorf("kind %s has %d languages, not 4", kind, len(langs))
		}
	}
	for _, p := range site.pages {
		if kinds[p.Kind] == nil {
			t.Errorf("no sample of kind %s", p.Kind)
		}
	}
}

// TestCrawl checks that check --site finds no problem in the files of the site. No file may contain
// a secret, the source or output directory, a home directory, or the address of a committer.
func TestCrawl(t *testing.T) {
	site := builtSite(t)
	root, err := filepath.Abs(repositoryRoot)
	if err != nil {
		t.Fatal(err)
	}
	own := sitecheck.Own{Folders: []string{root, site.dir}}
	if home, err := os.UserHomeDir(); err == nil {
		own.Folders = append(own.Folders, home)
	}
	if own.Emails, err = git.Emails(root); err != nil {
		t.Logf("the history has no addresses to look for: %v", err) // a source archive has no history
	}
	r, err := sitecheck.Check(os.DirFS(site.dir), sitecheck.Options{
		Base: prefix,
		Own:  own,
		Each: func(n int, f func(int) error) error { return build.Each(t.Context(), n, f) },
	})
	if err != nil {
		t.Fatal(err)
	}
	report(t, r.Diags, nil)
	if len(site.pages) != r.Pages || r.Files != site.files.Len() {
		t.Errorf("%d of %d pages, %d of %d files", r.Pages, len(site.pages), r.Files, site.files.Len())
	}
}

// TestWholeSite builds this repository's site with all its upstream data and a base address. Notes,
// data and built files must have no problems. Feeds, sitemap and heads must be correct on every
// page.
func TestWholeSite(t *testing.T) {
	const address = "https://notes.example.org/k8s/"
	root, err := os.OpenRoot(repositoryRoot)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	result, err := build.New(build.Options{Check: true, Anyway: address}).Build(t.Context(), root.FS())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range result.Diags {
		if d.Code != "kep/gate-disagrees" { // of upstream's data
			t.Error(d)
		}
	}
	found, err := sitecheck.Check(made(t, result), sitecheck.Options{Base: address})
	if err != nil {
		t.Fatal(err)
	}
	report(t, found.Diags, nil)
	if found.Pages < 5000 {
		t.Errorf("%d pages", found.Pages)
	}
}

// report fails the test for each problem of a crawl, up to a limit.
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

// TestHTMLChecker runs the Nu HTML checker once for the samples, the samples of the busy site, and
// all notes, because it starts slowly.
func TestHTMLChecker(t *testing.T) {
	site := builtSite(t)
	other := busySite(t)
	files := slices.Concat(site.filesOf(site.samples()), site.filesOf(site.notes()), other.filesOf(other.lacking()))
	slices.Sort(files)
	files = slices.Compact(files)
	for i, line := range checkFiles(t, files) {
		if i == 50 {
			t.Fatal("… and more")
		}
		t.Error(strings.ReplaceAll(line, sitesDir, ""))
	}
}

// filesOf returns the files of samples.
func (b *built) filesOf(samples []sample) []string {
	var out []string
	for _, s := range samples {
		out = append(out, filepath.Join(b.dir, filepath.FromSlash(s.path)))
	}
	return out
}

// checkFiles returns the messages of the Nu HTML checker on files. It reads them from the disk,
// where "self" in a policy has no meaning, so messages on the policy's sources are omitted:
// TestPolicy checks them in a browser.
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

// TestWeight checks the sizes of the files that a reader loads: see docs/performance.md.
func TestWeight(t *testing.T) {
	site := builtSite(t)
	css, rare, js, search, check, present := 0, 0, 0, 0, 0, 0 // rare: the largest style sheet that only some kinds of pages link. The scripts of the search, of /upgrade/check/ and of slides load on demand
	for _, p := range site.files.Paths() {
		f, _ := site.files.Get(p)
		data, err := f.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		switch filepath.Ext(p) {
		case ".css":
			if n := zipped(data); strings.HasPrefix(p, "assets/site.") {
				css = n
			} else {
				rare = max(rare, n)
			}
		case ".js":
			switch n := zipped(data); {
			case strings.HasPrefix(p, "assets/check."):
				check += n
			case strings.HasPrefix(p, "assets/search."):
				search += n
			case strings.HasPrefix(p, "assets/present."):
				present += n
			default:
				js += n
			}
		case ".html":
			if strings.Contains(p, "/1.27/sig-node/") && len(data) > 117_000 {
				t.Errorf("%s weighs %d bytes", p, len(data))
			}
		}
	}
	if present > 5_000 || present == 0 {
		t.Errorf("the script of slides weighs %d bytes compressed, over 5,000", present)
	}
	if css > 16_000 || rare > 2_000 || rare == 0 || js > 12_100 || search > 9_800 || search == 0 || check > 15_000 || check == 0 {
		t.Errorf("styles weigh %d and %d, scripts %d, the search %d and the check %d bytes compressed, over 16,000, 2,000, 12,100, 9,800 and 15,000", css, rare, js, search, check)
	}
	t.Logf("compressed: styles %d and %d bytes, scripts %d bytes, the search %d bytes, the check %d bytes", css, rare, js, search, check)
}

func zipped(data []byte) int {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(data)
	w.Close()
	return b.Len()
}
