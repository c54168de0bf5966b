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

// Files of the search, by their paths.
const (
	rootFile   = `/search/root\.bin$`
	termFiles  = `/search/[0-9a-v]{6}/t[0-9]+\.bin$`
	docFiles   = `/search/[0-9a-v]{6}/d[0-9]+\.bin$`
	facetFile  = `/search/[0-9a-v]{6}/f0\.bin$`
	hanFile    = `/search/[0-9a-v]{6}/h0\.bin$`
	dialogFile = `/search/dialog\.html$`
	scriptFile = `/assets/search\.[0-9a-f]+\.js$`
)

// badCase is one thing that goes wrong with files that every answer needs, and the word of the
// interface that says it.
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

// TestBadIndex lets the files that every answer needs be missing, cut, foreign or out of reach:
// it is said what is wrong, in the page's language, and when the host is good again its button
// brings the answer.
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
						t.Errorf("it says %q, want %q", got.Trouble, want)
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

// TestBadExtras lets files be bad that only some answers need: what else was found is shown,
// or it is said what is wrong; and with the next question all is well.
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
					t.Errorf("it says %q", got.Trouble)
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

// TestBadDialog: where the dialog or its script cannot be had, the page of the search opens with
// what was typed; where its script cannot be had there either, the page says so and shows where
// else to look.
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
					t.Fatalf("the page without its script says %q, want %q", js[string](t, s.tab, notice), want)
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

// untilAt waits until the tab is at an address below the site, and the page there is whole.
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

// TestSlowIndex: what is asked for while an answer is still under way is what is shown, and the
// older answer never comes over it.
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
			t.Errorf("%s: of the last query it shows %v, want %v", p.at, got.Rows, want.Rows)
		}
	}
}

// newNote is a note that the site of today does not have, with a word that is nowhere else.
const newNote = `---
title: SIG Storage の変更点
sigs: [storage]
---

## Feature

- ボリュームの状態を表す項目 zebrafinch が加わった。(#120001, @jsafrane) [SIG Storage]
`

// other is the site of this repository with one note more.
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

// TestNewIndex replaces the site while somebody searches it: the next question reads the new
// index, without a word, and finds what the old one did not have. So does a browser that still
// has the old root in its cache.
func TestNewIndex(t *testing.T) {
	site, next := builtSite(t), otherSite(t)
	old, _ := indexOf(t, site, "f0.bin")
	if gen, _ := indexOf(t, next, "f0.bin"); gen == old {
		t.Fatal("another build has an index of the same name")
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
			t.Errorf("%s: the root is asked for %d times", p.at, n)
		}
	}
}

// TestForeignRoot: a host that gives out the root of another build than its shards, as a cache on
// the way may, is a trouble until it does no more.
func TestForeignRoot(t *testing.T) {
	browser := startBrowser(t)
	for _, p := range places[:2] {
		host := newBadHost(t, builtSite(t))
		host.do(rootFile, instead(otherSite(t), "search/root.bin"))
		s := seek(t, browser, host, p.at, p.lang)
		s.ask(`"kubelet"`)
		if got, want := s.until("trouble", shown.trouble).Trouble, word(t, p.lang, "search.failed"); got != want {
			t.Errorf("%s says %q, want %q", p.at, got, want)
		}
		host.heal()
		s.retry()
		s.until("result", shown.rows)
	}
}

// TestForeignShards: shards of another build under this one's name are well formed and wrong.
// Whatever they lead to, nothing breaks.
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

// small is a site whose whole index stands in its root.
var small = fstest.MapFS{"content/1.29/sig-storage.ja.md": &fstest.MapFile{Data: []byte(newNote)}}

// TestSmallIndex replaces a site by one whose index is a single file, and that by nothing.
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

// TestIndexIsGone: a site that is taken away under a reader is a trouble and no loop.
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
			t.Errorf("%s: the root is asked for %d times", p.at, n)
		}
		s.ask(`"kubelet"`)
		s.until("result of what is there already", shown.rows)
	}
}

// times is how often a file was asked for.
func (h *badHost) times(name string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.asked[strings.TrimSuffix(prefix, "/")+name]
}

// forbidStorage makes the browser refuse to keep anything for a page.
const forbidStorage = `for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
	Object.defineProperty(window, name, {get() { throw new DOMException("denied", "SecurityError") }})`

// fullStorage makes it refuse to keep anything more.
const fullStorage = `Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError") }`

// spoiledStorage has what somebody else has left there.
func spoiledStorage(value string) string {
	return fmt.Sprintf(`try { localStorage.setItem("kawaraban-searches", %s) } catch {}`, value)
}

// TestStorage searches where nothing can be kept, and where what was kept is no list of searches.
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

// TestTwoTabs searches in two tabs of one browser: each shows its own answers, and of what was
// searched for lately neither loses what the other has added.
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
	time.Sleep(500 * time.Millisecond) // a browser tells its tabs of what was kept in a while
	js[any](t, two.tab, inDialog+follow)
	for _, s := range []*seeker{one, two} {
		s.ask(`""`)
		got := s.until("what was searched for lately", shown.rows)
		if fmt.Sprint(got.Rows) != "[scheduler kubelet]" {
			t.Errorf("in %s was searched for %v", s.lang, got.Rows)
		}
	}
}

// TestBackMidway goes back and forward while files are under way: each address shows its own
// results and no other's, whatever comes in whichever order.
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
	// Typing after leaving the field is a step of its own.
	for _, q := range []string{`"scheduler"`, `"topology"`} {
		js[any](t, s.tab, onPage+`.querySelector("input[name=q]").dispatchEvent(new Event("change", {bubbles: true}))`)
		s.ask(q)
		time.Sleep(100 * time.Millisecond)
	}
	want := func(q string) {
		t.Helper()
		s.until("result of "+q, func(x shown) bool { return strings.Join(x.Rows, "|") == results[q] })
		if got := js[string](t, s.tab, `new URLSearchParams(location.search).get("q") + " " + `+onPage+`.querySelector("input[name=q]").value`); got != q+" "+q {
			t.Errorf("address and field say %q, want %s", got, q)
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

// TestLeftMidway leaves the page while its files are under way, and comes back to it.
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
