package e2e

import (
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Patterns for the paths of search files.
const (
	rootFile   = `/search/root\.bin$`
	termFiles  = `/search/[0-9a-v]{6}/t[0-9]+\.bin$`
	docFiles   = `/search/[0-9a-v]{6}/d[0-9]+\.bin$`
	facetFile  = `/search/[0-9a-v]{6}/f0\.bin$`
	hanFile    = `/search/[0-9a-v]{6}/h0\.bin$`
	dialogFile = `/search/dialog\.html$`
	scriptFile = `/assets/search\.[0-9a-f]+\.js$`
)

// badCase is a fault of files that every answer needs, and the key of the interface text for it.
type badCase struct {
	name  string
	wrong fault
	says  string
}

func badCases(t *testing.T, other *built) []badCase {
	_, facets := indexOf(t, other, "f0.bin")
	return []badCase{
		{"missing", missing, "search.failed"},
		{"homepage", homepage, "search.failed"},
		{"truncated", truncated, "search.failed"},
		{"of another build", instead(other, facets), "search.failed"},
		{"severed", severed, "search.offline"},
		{"blocked", blocked, "search.offline"},
		{"overloaded", overloaded, "search.failed"},
	}
}

// TestBadIndex makes files fail that every answer needs: missing, truncated, of another build or
// unreachable. The search must report the error in the page's language. When the host works again,
// the retry button must show the answer.
func TestBadIndex(t *testing.T) {
	site, other := builtSite(t), otherSite(t)
	browser := startBrowser(t)
	i := 0
	for what, where := range map[string]string{"root": rootFile, "terms": termFiles, "docs": docFiles} {
		for _, c := range badCases(t, other) {
			for _, p := range []string{"dialog", "page"} {
				i++
				lang := []string{"en", "ja", "zh", "ru"}[i%4]
				t.Run(fmt.Sprintf("%s %s, %s in %s", what, c.name, p, lang), func(t *testing.T) {
					t.Parallel() // it mostly waits
					host := newBadHost(t, site)
					host.do(where, c.wrong)
					s := seek(t, browser, host, p, lang)
					s.ask(`"kubelet"`)
					got := s.until("trouble", shown.trouble)
					if want := word(t, lang, c.says); got.Trouble != want {
						t.Errorf("the error is %q, want %q", got.Trouble, want)
					}
					s.retry()
					time.Sleep(300 * time.Millisecond)
					s.until("trouble again", shown.trouble)
					host.heal()
					s.retry()
					s.until("result", shown.rows)
					s.ask(`"node"`)
					s.until("result of the next query", shown.rows)
				})
			}
		}
	}
}

// TestBadExtras makes files fail that only some answers need. The search must show the other
// results or report the error. The next query must work.
func TestBadExtras(t *testing.T) {
	site, other := builtSite(t), otherSite(t)
	browser := startBrowser(t)
	for _, f := range []struct{ what, where, at, query string }{
		{"facets", facetFile, "page", `"kubelet"`},
		{"facets", facetFile, "dialog", `"kubelet sig:node"`},
		{"Han", hanFile, "page", `"变更"`},
		{"Han", hanFile, "dialog", `"変更"`},
	} {
		for i, c := range badCases(t, other) {
			lang := []string{"en", "ja", "zh", "ru"}[i%4]
			t.Run(fmt.Sprintf("%s %s, %s in %s", f.what, c.name, f.at, lang), func(t *testing.T) {
				t.Parallel() // it mostly waits
				host := newBadHost(t, site)
				host.do(f.where, c.wrong)
				s := seek(t, browser, host, f.at, lang)
				s.ask(f.query)
				got := s.until("answer", shown.settled)
				if got.trouble() && got.Trouble != word(t, lang, "search.failed") && got.Trouble != word(t, lang, "search.offline") {
					t.Errorf("the error is %q", got.Trouble)
				}
				host.heal()
				if got.trouble() {
					s.retry()
					s.until("result", shown.rows)
				}
				s.ask(`"node"`)
				s.until("result of the next query", shown.rows)
			})
		}
	}
}

// TestBadDialog checks that the search page opens with the typed query if the dialog or its script
// fails to load. If the script fails there too, the page must report it and link to other pages.
func TestBadDialog(t *testing.T) {
	site := builtSite(t)
	browser := startBrowser(t)
	const open = `["/", "k", "u", "b", "e"].forEach(key => document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true})))`
	for name, wrong := range map[string]fault{"missing": missing, "homepage": homepage, "truncated": truncated, "blocked": blocked} {
		t.Run("dialog "+name, func(t *testing.T) {
			t.Parallel() // it mostly waits
			host := newBadHost(t, site)
			host.do(dialogFile, wrong)
			s := seek(t, browser, host, "dialog", "ja")
			js[any](t, s.tab, open)
			s.at = "page"
			s.untilAt("/ja/search/?q=kube")
			s.until("result on the page", shown.rows)
		})
		t.Run("script "+name, func(t *testing.T) {
			t.Parallel() // it mostly waits
			host := newBadHost(t, site)
			host.do(scriptFile, wrong)
			s := seek(t, browser, host, "dialog", "zh")
			js[any](t, s.tab, open)
			s.untilAt("/zh/search/?q=kube")
			const notice = `[...document.querySelectorAll(".notice")].filter(n => n.offsetParent).map(n => n.textContent).join() + "|" + Boolean(document.querySelector("#lists a").offsetParent)`
			want := word(t, "zh", "search.unscripted") + "|true"
			for i := 0; js[string](t, s.tab, notice) != want; i++ {
				if i == 100 {
					t.Fatalf("the page without its script shows %q, want %q", js[string](t, s.tab, notice), want)
				}
				time.Sleep(50 * time.Millisecond)
			}
			host.heal()
			if err := chromedp.Do(s.tab, chromedp.Reload()); err != nil {
				t.Fatal(err)
			}
			s.at = "page"
			s.until("result after loading the page again", shown.rows)
		})
	}
	t.Run("slow", func(t *testing.T) {
		t.Parallel() // it mostly waits
		host := newBadHost(t, site)
		host.do(dialogFile, slowly(1500*time.Millisecond))
		s := seek(t, browser, host, "dialog", "ru")
		js[any](t, s.tab, open)
		s.until("result of what was typed before the dialog came", shown.rows)
		if got := js[string](t, s.tab, inDialog+`.querySelector("input").value`); got != "kube" {
			t.Errorf("the field has %q", got)
		}
	})
}

// untilAt waits until the tab has loaded a page at an address below the site.
func (s *seeker) untilAt(address string) {
	s.t.Helper()
	var at string
	for range 200 {
		at, _ = chromedp.Run(s.tab, chromedp.Evaluate[string](`document.readyState === "loading" ? "on its way" : location.pathname + location.search`))
		if strings.HasSuffix(at, address) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	s.t.Fatalf("the tab is at %s, not at %s", at, address)
}

// TestSlowIndex checks that a query during a slow answer replaces it. The older answer must never
// appear.
func TestSlowIndex(t *testing.T) {
	browser := startBrowser(t)
	for _, p := range places[:2] {
		host := newBadHost(t, builtSite(t))
		s := seek(t, browser, host, p.at, p.lang)
		s.ask(`"scheduler"`)
		want := s.until("result", shown.rows)
		fresh := newBadHost(t, builtSite(t))
		fresh.do(docFiles, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			slowly(time.Duration(len(r.URL.Path)%3)*400*time.Millisecond)(w, r, next)
		})
		s = seek(t, browser, fresh, p.at, p.lang)
		for _, query := range []string{`"kubelet"`, `"node"`, `"timeout"`, `"scheduler"`} {
			s.ask(query)
			time.Sleep(150 * time.Millisecond)
		}
		s.until("result of the last query", shown.rows)
		time.Sleep(1500 * time.Millisecond)
		if got := s.until("the same result", shown.rows); strings.Join(got.Rows, "|") != strings.Join(want.Rows, "|") {
			t.Errorf("%s: for the last query it shows %v, want %v", p.at, got.Rows, want.Rows)
		}
	}
}

// newNote is a note that the site does not have, with a unique word.
const newNote = `---
title: SIG Storage の変更点
sigs: [storage]
---

## Feature

- ボリュームの状態を表す項目 zebrafinch が加わった。(#120001, @jsafrane) [SIG Storage]
`

// other is this repository's site with one additional note.
var other = sync.OnceValues(func() (*built, error) {
	root := os.DirFS(filepath.Join("..", ".."))
	files := fstest.MapFS{"content/1.29/sig-storage.ja.md": &fstest.MapFile{Data: []byte(newNote)}}
	for _, name := range []string{"site.yaml", "content"} {
		err := fs.WalkDir(root, name, func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := fs.ReadFile(root, p)
			files[p] = &fstest.MapFile{Data: data}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return buildSite(files)
})

func otherSite(t *testing.T) *built {
	t.Helper()
	s, err := other()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestNewIndex replaces the site during a search. The next query must use the new index without an
// error and find the new note. A browser with the old root file in its cache must do the same.
func TestNewIndex(t *testing.T) {
	site, next := builtSite(t), otherSite(t)
	old, _ := indexOf(t, site, "f0.bin")
	if gen, _ := indexOf(t, next, "f0.bin"); gen == old {
		t.Fatal("the index of another build has the same name")
	}
	browser := startBrowser(t)
	for _, p := range places {
		host := newBadHost(t, site)
		s := seek(t, browser, host, p.at, p.lang)
		s.ask(`"zebrafinch"`)
		s.until("answer that there is nothing", shown.nothing)
		again := seek(t, browser, host, p.at, p.lang)
		host.deploy(next)
		s.ask(`"topology"`)
		s.until("result of the new index", shown.rows)
		s.ask(`"zebrafinch"`)
		got := s.until("the new note", shown.rows)
		if !strings.Contains(strings.Join(got.Rows, "|"), "120001") {
			t.Errorf("%s: the new note is not among %v", p.at, got.Rows)
		}
		again.ask(`"topology"`)
		again.until("result from an old root in the cache", shown.rows)
		if n := host.times("/search/root.bin"); n > 4 {
			t.Errorf("%s: %d requests for the root", p.at, n)
		}
	}
}

// TestForeignRoot serves the root file of another build, as an intermediate cache may do. The
// search must report an error until the host serves the right file.
func TestForeignRoot(t *testing.T) {
	browser := startBrowser(t)
	for _, p := range places[:2] {
		host := newBadHost(t, builtSite(t))
		host.do(rootFile, instead(otherSite(t), "search/root.bin"))
		s := seek(t, browser, host, p.at, p.lang)
		s.ask(`"kubelet"`)
		if got, want := s.until("trouble", shown.trouble).Trouble, word(t, p.lang, "search.failed"); got != want {
			t.Errorf("%s shows %q, want %q", p.at, got, want)
		}
		host.heal()
		s.retry()
		s.until("result", shown.rows)
	}
}

// TestForeignShards serves valid shards of another build under the names of this one. The search
// must not fail.
func TestForeignShards(t *testing.T) {
	browser := startBrowser(t)
	for i, where := range []string{termFiles, docFiles, facetFile, hanFile} {
		host := newBadHost(t, builtSite(t))
		host.do(where, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			_, foreign := indexOf(t, otherSite(t), filepath.Base(r.URL.Path)[:1]+"*.bin")
			instead(otherSite(t), foreign)(w, r, next)
		})
		s := seek(t, browser, host, places[i].at, places[i].lang)
		for _, query := range []string{`"kubelet"`, `"变更 node"`, `"sig:node timeout"`, `"kubelte"`} {
			s.ask(query)
			s.until("answer", shown.settled)
		}
	}
}

// small is a site whose whole index is in its root file.
var small = fstest.MapFS{"content/1.29/sig-storage.ja.md": &fstest.MapFile{Data: []byte(newNote)}}

// TestSmallIndex replaces a site by one whose index is a single file, and that by an empty site.
func TestSmallIndex(t *testing.T) {
	site, err := buildSite(small)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(site.dir) })
	if shards, _ := filepath.Glob(filepath.Join(site.dir, "search", "*", "*.bin")); len(shards) > 0 {
		t.Fatalf("a small index has the files %v", shards)
	}
	browser := startBrowser(t)
	for _, p := range places[:2] {
		host := newBadHost(t, builtSite(t))
		s := seek(t, browser, host, p.at, p.lang)
		s.ask(`"kubelet"`)
		s.until("result", shown.rows)
		host.deploy(site)
		s.ask(`"topology"`)
		s.until("answer that there is nothing", shown.nothing)
		s.ask(`"zebrafinch"`)
		s.until("result of the small index", shown.rows)
		host.do(`/search/`, missing)
		s.ask(`"zebra"`)
		s.until("result of what is there already", shown.rows)
	}
}

// TestIndexIsGone removes a site during a search. The search must report an error, without repeated
// requests.
func TestIndexIsGone(t *testing.T) {
	host := newBadHost(t, builtSite(t))
	browser := startBrowser(t)
	for _, p := range places[:2] {
		host.heal()
		s := seek(t, browser, host, p.at, p.lang)
		s.ask(`"kubelet"`)
		s.until("result", shown.rows)
		host.do(`/search/`, missing)
		before := host.times("/search/root.bin")
		s.ask(`"topology"`)
		s.until("trouble", shown.trouble)
		time.Sleep(500 * time.Millisecond)
		if n := host.times("/search/root.bin") - before; n > 3 {
			t.Errorf("%s: %d requests for the root", p.at, n)
		}
		s.ask(`"kubelet"`)
		s.until("result of what is there already", shown.rows)
	}
}

// times returns the number of requests for a file.
func (h *badHost) times(name string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.requested[strings.TrimSuffix(prefix, "/")+name]
}

// forbidStorage makes the browser refuse all storage.
const forbidStorage = `for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
	Object.defineProperty(window, name, {get() { throw new DOMException("denied", "SecurityError") }})`

// fullStorage makes the browser refuse to store further items.
const fullStorage = `Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError") }`

// spoiledStorage stores a value of another script in the list of recent searches.
func spoiledStorage(value string) string {
	return fmt.Sprintf(`try { localStorage.setItem("kawaraban-searches", %s) } catch {}`, value)
}

// TestStorage searches without storage, and with invalid stored searches.
func TestStorage(t *testing.T) {
	browser := startBrowser(t)
	for name, script := range map[string]string{
		"forbidden": forbidStorage, "full": fullStorage,
		"no JSON": spoiledStorage(`"{"`), "null": spoiledStorage(`"null"`), "a number": spoiledStorage(`"7"`),
		"numbers": spoiledStorage(`"[1, null, {}, \"kubelet\"]"`), "much": spoiledStorage(`JSON.stringify(Array(5000).fill("a"))`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // it mostly waits
			host := newBadHost(t, builtSite(t))
			for _, p := range places[:2] {
				s := &seeker{t, newTab(t, browser), p.at, p.lang}
				complain(t, s.tab)
				if _, err := chromedp.Call(s.tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script}); err != nil {
					t.Fatal(err)
				}
				address := p.lang + "/"
				if p.at == "page" {
					address += "search/"
				}
				s.visit(host.url + address)
				s.ask(`"kubelet"`)
				s.until("result", shown.rows)
				if p.at == "dialog" {
					js[any](t, s.tab, inDialog+`.querySelector(".hit").dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true, ctrlKey: true}))`)
					s.ask(`""`)
					time.Sleep(300 * time.Millisecond)
					s.ask(`"node"`)
					s.until("result of the next query", shown.rows)
				}
			}
		})
	}
}

// TestTwoTabs searches in two tabs of one browser. Each must show its own answers, and both must
// keep the recent searches of the other.
func TestTwoTabs(t *testing.T) {
	host := newBadHost(t, builtSite(t))
	browser := startBrowser(t)
	one, two := seek(t, browser, host, "dialog", "en"), seek(t, browser, host, "dialog", "ja")
	one.ask(`"kubelet"`)
	two.ask(`"scheduler"`)
	x, y := one.until("result", shown.rows), two.until("result", shown.rows)
	if strings.Join(x.Rows, "|") == strings.Join(y.Rows, "|") {
		t.Errorf("both tabs show %v", x.Rows)
	}
	const follow = `.querySelector(".hit").addEventListener("click", e => e.preventDefault()), ` + inDialog + `.querySelector(".hit").click()`
	js[any](t, one.tab, inDialog+follow)
	time.Sleep(500 * time.Millisecond) // a browser synchronizes stored items of tabs with a delay
	js[any](t, two.tab, inDialog+follow)
	for _, s := range []*seeker{one, two} {
		s.ask(`""`)
		got := s.until("what was searched for lately", shown.rows)
		if fmt.Sprint(got.Rows) != "[scheduler kubelet]" {
			t.Errorf("recent searches in %s: %v", s.lang, got.Rows)
		}
	}
}

// TestBackMidway goes back and forward while files are loading. Each address must show only its own
// results, in any order of responses.
func TestBackMidway(t *testing.T) {
	host := newBadHost(t, builtSite(t))
	browser := startBrowser(t)
	s := seek(t, browser, host, "page", "en")
	results := map[string]string{}
	for _, q := range []string{"kubelet", "scheduler", "topology"} {
		s.visit(host.url + "en/search/?q=" + q)
		results[q] = strings.Join(s.until("result", shown.rows).Rows, "|")
	}
	if results["kubelet"] == results["scheduler"] || results["scheduler"] == results["topology"] {
		t.Fatal("the queries have one result")
	}
	slow := newBadHost(t, builtSite(t))
	s = seek(t, browser, slow, "page", "en")
	s.visit(slow.url + "en/search/?q=kubelet")
	s.until("result", shown.rows)
	slow.do(`\.bin$`, slowly(700*time.Millisecond))
	// Typing after leaving the field adds an entry to the history.
	for _, q := range []string{`"scheduler"`, `"topology"`} {
		js[any](t, s.tab, onPage+`.querySelector("input[name=q]").dispatchEvent(new Event("change", {bubbles: true}))`)
		s.ask(q)
		time.Sleep(100 * time.Millisecond)
	}
	want := func(q string) {
		t.Helper()
		s.until("result of "+q, func(x shown) bool { return strings.Join(x.Rows, "|") == results[q] })
		if got := js[string](t, s.tab, `new URLSearchParams(location.search).get("q") + " " + `+onPage+`.querySelector("input[name=q]").value`); got != q+" "+q {
			t.Errorf("address and field have %q, want %s", got, q)
		}
	}
	js[any](t, s.tab, `history.back(); undefined`)
	time.Sleep(100 * time.Millisecond)
	js[any](t, s.tab, `history.back(); undefined`)
	want("kubelet")
	time.Sleep(2 * time.Second)
	want("kubelet")
	js[any](t, s.tab, `history.go(2); undefined`)
	want("topology")
	js[any](t, s.tab, `history.back(); undefined`)
	want("scheduler")
}

// TestLeftMidway leaves the page while its files are loading, and goes back.
func TestLeftMidway(t *testing.T) {
	host := newBadHost(t, builtSite(t))
	host.do(docFiles, slowly(700*time.Millisecond))
	s := seek(t, startBrowser(t), host, "page", "ja")
	s.visit(host.url + "ja/search/?q=kubelet")
	follow(t, s.tab, `location.assign("../keps/")`)
	time.Sleep(time.Second)
	follow(t, s.tab, `history.back()`)
	s.until("result", shown.rows)
}
