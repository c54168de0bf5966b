package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kawaraban/kawaraban/internal/corpus"

	"github.com/kawaraban/kawaraban/internal/diskcache"
)

// warmEdits is the number of states of the site in TestWarmIsClean. Hundreds or thousands find cases
// that no other test has.
var warmEdits = flag.Int("warm.edits", 12, "states of the site in TestWarmIsClean")

// warmSeed selects the edits; 0 is a different seed in each run.
var warmSeed = flag.Uint64("warm.seed", 1, "seed of TestWarmIsClean")

// TestWarmIsClean checks that a build with a cache equals a clean build. Random edits change notes,
// settings, data, templates, the output directory and the cache. After each, a build must give the
// files and the report of a build without cache into an empty directory.
func TestWarmIsClean(t *testing.T) {
	seed := *warmSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	e := newWarmEditor(t, seed)
	var done []string
	looked := 0 // builds that used the cache
	for range *warmEdits {
		for range e.IntN(3) {
			op := warmOps[e.IntN(len(warmOps))]
			done = append(done, op.name)
			op.do(e)
		}
		got, want := e.build("public"), e.build("clean-"+e.name(), "--no-cache")
		if got != want {
			t.Fatalf("after these edits (seed %d) a build reports something different:\n%s\nwarm:\n%s\nclean:\n%s", seed, strings.Join(done, "\n"), got, want)
		}
		e.compare(seed, done)
		if again := e.build("public"); again != want {
			t.Fatalf("after these edits (seed %d) nothing differs, but the second report does:\n%s\nfirst:\n%s\nagain:\n%s", seed, strings.Join(done, "\n"), want, again)
		}
		if e.spared() {
			looked++
		}
		e.compare(seed, done)
		must(t, os.RemoveAll(e.at(e.clean)))
	}
	if looked < *warmEdits/3 {
		t.Errorf("only %d of %d builds without changes used the cache", looked, *warmEdits)
	}
	t.Logf("seed %d: %d edits in %d states, %d builds used the cache", seed, len(done), *warmEdits, looked)
}

// warmEditor edits a site in a directory.
type warmEditor struct {
	*rand.Rand
	t     *testing.T
	dir   string
	pool  [][]byte // texts of notes
	clean string   // output directory of the last clean build
	count int
	saved string
}

func newWarmEditor(t *testing.T, seed uint64) *warmEditor {
	e := &warmEditor{Rand: rand.New(rand.NewPCG(seed, 1)), t: t, dir: t.TempDir(), saved: t.TempDir()}
	for i, f := range corpus.Make(corpus.Options{Notes: 6, Entries: 4, Translated: 2, Seed: seed}, corpus.Kawaraban) {
		e.pool = append(e.pool, f.Data)
		if i%2 == 0 {
			e.put(f.Path, f.Data)
		}
	}
	return e
}

func (e *warmEditor) name() string { e.count++; return fmt.Sprint(e.count) }

func (e *warmEditor) at(name string) string { return filepath.Join(e.dir, filepath.FromSlash(name)) }

func (e *warmEditor) put(name string, data []byte) {
	must(e.t, os.MkdirAll(filepath.Dir(e.at(name)), 0o755))
	must(e.t, os.WriteFile(e.at(name), data, 0o644))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// files returns the files below a directory of the site.
func (e *warmEditor) files(below, suffix string) []string {
	var out []string
	_ = filepath.WalkDir(e.at(below), func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(p, suffix) {
			rel, _ := filepath.Rel(e.dir, p)
			out = append(out, filepath.ToSlash(rel))
		}
		return nil
	})
	return out
}

// some selects a random file; false if there is none.
func (e *warmEditor) some(below, suffix string) (string, bool) {
	all := e.files(below, suffix)
	if len(all) == 0 {
		return "", false
	}
	return all[e.IntN(len(all))], true
}

// figures matches the parts of a report that may differ: counts of written files, and times.
var figures = regexp.MustCompile(`^[^:]*: |, \d+ written, \d+ unchanged, \d+ removed, \d+ ms`)

// build builds into a directory. It returns the exit status and the output.
func (e *warmEditor) build(out string, flags ...string) string {
	e.t.Helper()
	var stdout, stderr bytes.Buffer
	status := run(context.Background(), append([]string{"-C", e.dir, "build", "--drafts", "--out", out}, flags...), &stdout, &stderr)
	if status > exitContent {
		e.t.Fatalf("status %d: %s%s", status, &stdout, &stderr)
	}
	if len(flags) > 0 {
		e.clean = out
	}
	return fmt.Sprintf("%d\n%s%s", status, figures.ReplaceAllString(stdout.String(), ""), &stderr)
}

// spared reports whether a second build parses no note.
func (e *warmEditor) spared() bool {
	e.t.Helper()
	var stdout, stderr bytes.Buffer
	if status := run(context.Background(), []string{"-C", e.dir, "build", "--drafts", "--format", "json"}, &stdout, &stderr); status > exitContent {
		e.t.Fatalf("status %d: %s", status, &stderr)
	}
	return !strings.Contains(stdout.String(), `"parse"`)
}

// compare compares the output directory with the clean one, byte for byte.
func (e *warmEditor) compare(seed uint64, done []string) {
	e.t.Helper()
	got, want := readSite(e.t, e.at("public")), readSite(e.t, e.at(e.clean))
	for _, p := range slices.Sorted(maps.Keys(want)) {
		if got[p] != want[p] {
			e.t.Fatalf("after these edits (seed %d) %s differs:\n%s", seed, p, strings.Join(done, "\n"))
		}
	}
	if len(got) != len(want) {
		e.t.Fatalf("after these edits (seed %d) there are %d files, and %d in a clean site:\n%s", seed, len(got), len(want), strings.Join(done, "\n"))
	}
}

// warmOps are edits of every input of a build, of the cache and of the output.
var warmOps = []struct {
	name string
	do   func(*warmEditor)
}{
	{"a note is another", func(e *warmEditor) {
		if p, ok := e.some("content", ".md"); ok {
			e.put(p, e.pool[e.IntN(len(e.pool))])
		}
	}},
	{"a note has a line more", func(e *warmEditor) {
		if p, ok := e.some("content", ".md"); ok {
			data, _ := os.ReadFile(e.at(p))
			e.put(p, append(data, fmt.Sprintf("\n- line %d ([#%d](https://github.com/kubernetes/kubernetes/pull/%d))\n", e.IntN(9), 100000+e.IntN(4), 100000+e.IntN(4))...))
		}
	}},
	{"a byte of a note is another, its size and time are not", func(e *warmEditor) {
		if p, ok := e.some("content", ".md"); ok {
			info, err := os.Stat(e.at(p))
			must(e.t, err)
			data, _ := os.ReadFile(e.at(p))
			if len(data) > 0 {
				data[e.IntN(len(data))] = byte('a' + e.IntN(26))
			}
			e.put(p, data)
			must(e.t, os.Chtimes(e.at(p), info.ModTime(), info.ModTime()))
		}
	}},
	{"a note is new", func(e *warmEditor) {
		e.put(fmt.Sprintf("content/1.%d/sig-node.%s.md", 26+e.IntN(3), []string{"ja", "en", "zh"}[e.IntN(3)]), e.pool[e.IntN(len(e.pool))])
	}},
	{"a note is gone", func(e *warmEditor) {
		if p, ok := e.some("content", ".md"); ok {
			must(e.t, os.Remove(e.at(p)))
		}
	}},
	{"a note has another name", func(e *warmEditor) {
		if p, ok := e.some("content", ".md"); ok {
			must(e.t, os.Rename(e.at(p), e.at(filepath.ToSlash(filepath.Dir(p))+fmt.Sprintf("/n%d.en.md", e.IntN(5)))))
		}
	}},
	{"front matter", func(e *warmEditor) {
		if p, ok := e.some("content", ".md"); ok {
			data, _ := os.ReadFile(e.at(p))
			e.put(p, append([]byte([]string{"---\ntitle: T\n---\n", "---\ndraft: true\n---\n", "---\nsigs: [node\n---\n", "---\naliases: [old/a]\n---\n"}[e.IntN(4)]), data...))
		}
	}},
	{"a picture, and a note that shows it", func(e *warmEditor) {
		e.put("content/1.27/p.svg", fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="5"/>`, 1+e.IntN(3)))
		e.put("content/1.27/picture.ja.md", []byte("# P\n\n![p](p.svg)\n"))
	}},
	{"the picture is gone", func(e *warmEditor) { _ = os.Remove(e.at("content/1.27/p.svg")) }},
	{"settings", func(e *warmEditor) {
		e.put("site.yaml", []byte([]string{"", "title: A\n", "title: B\nlanguages: [ja, en]\n", "raw_html: true\n", "unknown: 1\n"}[e.IntN(5)]))
	}},
	{"a glossary", func(e *warmEditor) {
		e.put("content/_data/glossary.yaml", fmt.Appendf(nil, "- id: pod-%d\n  en: [Pod]\n  ja: [ポッド]\n", e.IntN(2)))
	}},
	{"no data", func(e *warmEditor) { must(e.t, os.RemoveAll(e.at("content/_data"))) }},
	{"a template", func(e *warmEditor) {
		e.put("templates/notfound.html", fmt.Appendf(nil, "<!doctype html><title>%d</title>", e.IntN(3)))
	}},
	{"words", func(e *warmEditor) { _ = os.RemoveAll(e.at("templates")) }},
	{"a style sheet", func(e *warmEditor) { e.put("static/css/zz.css", fmt.Appendf(nil, ".x{order:%d}", e.IntN(3))) }},
	{"no style sheet, a domain", func(e *warmEditor) {
		_ = os.RemoveAll(e.at("static"))
		e.put("static/CNAME", fmt.Appendf(nil, "n%d.example.org\n", e.IntN(2)))
	}},
	{"a link", func(e *warmEditor) { _ = os.Symlink("../site.yaml", e.at("content/link.ja.md")) }},
	{"an empty folder", func(e *warmEditor) { must(e.t, os.MkdirAll(e.at(fmt.Sprintf("content/e%d.md", e.IntN(2))), 0o755)) }},
	{"a file of the output is another", func(e *warmEditor) {
		if p, ok := e.some("public", ""); ok {
			must(e.t, os.WriteFile(e.at(p), []byte("somebody"), 0o644))
		}
	}},
	{"a file of the output is gone", func(e *warmEditor) {
		if p, ok := e.some("public", ""); ok {
			must(e.t, os.Remove(e.at(p)))
		}
	}},
	{"the output is gone", func(e *warmEditor) { must(e.t, os.RemoveAll(e.at("public"))) }},
	{"the cache is gone", func(e *warmEditor) { must(e.t, os.RemoveAll(e.at(diskcache.Dir))) }},
	{"entries of the cache are damaged", func(e *warmEditor) {
		for range 5 {
			if p, ok := e.some(diskcache.Dir, ""); ok {
				data, _ := os.ReadFile(e.at(p))
				switch i := e.IntN(len(data) + 1); {
				case e.IntN(2) == 0 || i == len(data):
					data = data[:i]
				default:
					data[i] ^= byte(1 + e.IntN(255))
				}
				must(e.t, os.WriteFile(e.at(p), data, 0o644))
			}
		}
	}},
	{"entries of the cache have each other's names", func(e *warmEditor) {
		a, ok := e.some(diskcache.Dir, "")
		if b, _ := e.some(diskcache.Dir, ""); ok && a != b {
			must(e.t, os.Rename(e.at(a), e.at(b)))
		}
	}},
	{"the cache is kept elsewhere", func(e *warmEditor) {
		must(e.t, os.RemoveAll(e.saved))
		if err := os.CopyFS(e.saved, os.DirFS(e.at(diskcache.Dir))); err != nil && !errors.Is(err, fs.ErrNotExist) {
			e.t.Fatal(err)
		}
	}},
	{"the cache is that of another state, and this one's too", func(e *warmEditor) {
		must(e.t, filepath.WalkDir(e.saved, func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return nil
			}
			rel, _ := filepath.Rel(e.saved, p)
			data, err := os.ReadFile(p)
			e.put(diskcache.Dir+"/"+filepath.ToSlash(rel), data)
			return err
		}))
	}},
}

// TestWarmAtOnce runs builds at the same time with one cache, which is also deleted meanwhile. Each
// must give the files of a clean build.
func TestWarmAtOnce(t *testing.T) {
	e := newWarmEditor(t, 3)
	e.build("clean", "--no-cache")
	want := readSite(t, e.at("clean"))
	var wait sync.WaitGroup
	for i := range 4 {
		wait.Go(func() {
			out := fmt.Sprint("out-", i)
			for range 3 {
				var stdout, stderr bytes.Buffer
				if status := run(context.Background(), []string{"-C", e.dir, "build", "--drafts", "--out", out}, &stdout, &stderr); status > exitContent {
					t.Errorf("%s: status %d: %s", out, status, &stderr)
				}
				if i == 0 {
					_ = os.RemoveAll(e.at(diskcache.Dir))
				}
			}
		})
	}
	wait.Wait()
	for i := range 4 {
		if !maps.Equal(readSite(t, e.at(fmt.Sprint("out-", i))), want) {
			t.Errorf("the site of build %d differs from the clean one", i)
		}
	}
}

// readSite reads the files of a site, without the files that builds keep there for themselves.
func readSite(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := contents(dir)
	if err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(files, func(path, _ string) bool { return strings.HasPrefix(path, ".kawaraban-") })
	return files
}
