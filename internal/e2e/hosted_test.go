package e2e

import (
	"context"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/testcorpus"
)

// project is the path of a project's site on GitHub Pages.
const project = "/repo/"

// hosted is this repository's site with an address and with moved notes. It is served as GitHub
// Pages serves a project: below a prefix, without custom headers, and with 404.html for missing
// files on the whole host.
type hosted struct {
	*built
	server *httptest.Server
}

// atHost is the hosted site. It is built once, and tests do not change it.
var atHost struct {
	once sync.Once
	site *hosted
}

// ownHosted returns the hosted site.
func ownHosted(t *testing.T) *hosted {
	t.Helper()
	atHost.once.Do(func() { atHost.site = newHosted(t) })
	if atHost.site == nil {
		t.Fatal("the hosted site could not be built")
	}
	return atHost.site
}

// newHosted builds the site and serves it until the end of all tests.
func newHosted(t *testing.T) *hosted {
	t.Helper()
	dir, err := os.MkdirTemp(sitesDir, "hosted-")
	if err != nil {
		t.Fatal(err)
	}
	h := &hosted{built: &built{dir: dir}}
	h.server = httptest.NewServer(&pagesHost{dir: h.dir})
	h.url = h.server.URL + project
	site := testcorpus.Site(t)
	site["site.yaml"].Data = append(site["site.yaml"].Data, "\nbase_url: "+h.url+"\n"...)
	alias(t, site, "content/1.27/sig-node.ja.md", "1.27/old-node, posts/node.html")
	r, err := build.New(build.Options{}).Build(t.Context(), site)
	if err != nil {
		t.Fatal(err)
	}
	h.pages, h.files = r.Pages, r.Files
	for _, p := range r.Files.Paths() {
		if err := writeFile(h.dir, r.Files, p); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// alias adds former addresses to a note.
func alias(t *testing.T, site fstest.MapFS, note, aliases string) {
	t.Helper()
	text, ok := strings.CutPrefix(string(site[note].Data), "---\n")
	if !ok {
		t.Fatalf("%s has no front matter", note)
	}
	site[note].Data = []byte("---\naliases: [" + aliases + "]\n" + text)
}

// troubles collects the problems of a tab.
type troubles struct {
	mu    sync.Mutex
	found []string
}

func watched(t *testing.T, tab context.Context, base string) *troubles {
	t.Helper()
	if err := chromedp.Do(tab); err != nil {
		t.Fatal(err)
	}
	tr := &troubles{}
	err := chromedp.Listen(tab, func(event any) {
		tr.mu.Lock()
		defer tr.mu.Unlock()
		if problem := troubled(event, base); problem != "" {
			tr.found = append(tr.found, problem)
		}
	})
	if err == nil {
		err = watch(tab)
	}
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// take returns the problems since the last call.
func (tr *troubles) take() []string {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	found := tr.found
	tr.found = nil
	return found
}

// speaks sets the languages of a tab's user.
func speaks(t *testing.T, tab context.Context, languages string) {
	t.Helper()
	if err := chromedp.Do(tab); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(tab, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: "Mozilla/5.0 test", AcceptLanguage: languages}); err != nil {
		t.Fatal(err)
	}
}

// refusals tries everything that the policy of a page must refuse. It returns the directives that
// were violated.
const refusals = `new Promise((done) => {
	const seen = new Set();
	addEventListener("securitypolicyviolation", (e) => seen.add(e.effectiveDirective));
	const add = (name, set) => { const e = document.createElement(name); set(e); document.body.append(e); };
	add("script", (e) => { e.textContent = "window.ran = true"; });
	add("script", (e) => { e.src = "https://example.org/a.js"; });
	add("style", (e) => { e.textContent = "body { color: red }"; });
	add("p", (e) => e.setAttribute("style", "color: red"));
	add("p", (e) => { e.setAttribute("onclick", "window.ran = true"); e.click(); });
	add("img", (e) => { e.src = "https://example.org/a.png"; });
	add("iframe", (e) => { e.src = "/"; });
	add("base", (e) => { e.href = "https://example.org/"; });
	fetch("https://example.org/").catch(() => {});
	setTimeout(() => { try { new Function("window.ran = true")(); } catch {} }); // later, because all policies apply then
	const began = performance.now();
	(function wait() {
		if (seen.size < 9 && performance.now() < began + 3000) setTimeout(wait, 20);
		else done([...seen].sort().join(" ") + (window.ran ? ", and ran" : ""));
	})();
})`

// TestPolicy checks pages of every kind without HTTP headers, under their own policy. The console
// must have no messages, and the policy must refuse all of refusals. Search, term cards, views,
// colors and copying must work in four languages. [TestPages] checks every kind in every language
// under the policy of a host.
func TestPolicy(t *testing.T) {
	h := ownHosted(t)
	browser := startBrowser(t)
	tab := newTab(t, browser)
	reports := watched(t, tab, h.url)
	if err := (look{1440, "light"}).apply(tab); err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, s := range h.samples() {
		kinds[s.kind]++
		if kinds[s.kind] > 1 {
			continue
		}
		if err := chromedp.Do(tab, chromedp.Navigate(h.url+s.address())); err != nil {
			t.Errorf("%s: %v", s, err)
		}
		if s.kind == "moved" {
			until(t, tab, s.path, `String(!location.href.includes(`+"`"+s.address()+"`"+`) && document.readyState === "complete")`, "true")
		}
		for _, trouble := range reports.take() {
			t.Errorf("%s: %s", s, trouble)
		}
		if s.kind == "moved" {
			continue
		}
		const all = "base-uri connect-src frame-src img-src script-src script-src-attr script-src-elem style-src-attr style-src-elem"
		if got := js[string](t, tab, refusals); got != all {
			t.Errorf("%s refuses %q, want %q", s, got, all)
		}
		reports.take()
	}
	for _, kind := range []string{"home", "release", "note", "kep", "pr", "sig", "gate", "search", "finder", "log", "upgrade", "moved", "notfound", "glossary", "status", "choose"} {
		if kinds[kind] == 0 {
			t.Errorf("no page of the kind %s was checked", kind)
		}
	}
	for _, lang := range []string{"en", "ja", "zh", "ru"} {
		useUnderPolicy(t, tab, h.url+lang+"/1.27/sig-node/")
		for _, trouble := range reports.take() {
			t.Errorf("using the page in %s: %s", lang, trouble)
		}
	}
}

// useUnderPolicy uses the scripts on the page of a note.
func useUnderPolicy(t *testing.T, tab context.Context, address string) {
	t.Helper()
	if err := chromedp.Do(tab, chromedp.Navigate(address)); err != nil {
		t.Fatal(err)
	}
	js[any](t, tab, `document.querySelector(".views [value=both]")?.click(); document.querySelector(".theme").click(); document.querySelector(".theme").click()`)
	js[any](t, tab, `(e => { e.scrollIntoView({block: "center"}); e.focus({focusVisible: true}) })([...document.querySelectorAll(".entry a.term")].find(e => e.getClientRects().length))`)
	until(t, tab, "the card", `String(document.querySelector(".tip")?.style.top.endsWith("px"))`, "true")
	openFinder(t, tab)
	press(t, tab, "sidecar")
	until(t, tab, "an answer", `String(document.querySelectorAll(".finder [role=option]").length > 0)`, "true")
}

// TestNoPage checks 404.html at any address and depth. It must be in the user's language, link to
// the nearest page, and offer a search for the words of the address.
func TestNoPage(t *testing.T) {
	h := ownHosted(t)
	browser := startBrowser(t)
	const shown = `(part => [document.documentElement.lang, document.title, document.querySelectorAll(".lost:not([hidden])").length, part.lang, part.querySelector(".nearest").hidden ? "" : part.querySelector(".nearest a").textContent + " " + new URL(part.querySelector(".nearest a").href).pathname, part.querySelector("input").value, getComputedStyle(document.querySelector(".mast")).display].join("|"))(document.querySelector(".lost:not([hidden])"))`
	for _, c := range []struct{ address, reader, want string }{
		{"ja/1.27/sig-nodde/", "en", "ja|ページが見つかりません · 瓦版|1|ja|Kubernetes 1.27 /repo/ja/1.27/|sig nodde|flex"},
		{"ru/keps/99999/a/b/c/d.html", "ja", "ru|Страница не найдена · Kawaraban|1|ru|KEP /repo/ru/keps/|d|flex"},
		{"zh/1.99/", "en", "zh-Hans|页面不存在 · Kawaraban|1|zh-Hans||1 99|flex"},
		{"en/PRS/1.29/x", "ja", "en|Page not found · Kawaraban|1|en|Pull requests · 1.29 /repo/en/prs/1.29/|x|flex"},
		{"nothing", "zh-TW,en", "zh-Hans|页面不存在 · Kawaraban|1|zh-Hans||nothing|flex"},
		{"a/b/c/", "fr,ru", "ru|Страница не найдена · Kawaraban|1|ru||c|flex"},
		{"a/b/c/", "fr", "en|Page not found · Kawaraban|1|en||c|flex"},
		{"ja/%E3%83%8E%E3%83%BC%E3%83%88_%ff/", "en", "ja|ページが見つかりません · 瓦版|1|ja||%E3%83%8E%E3%83%BC%E3%83%88 %ff|flex"},
		{"../elsewhere/", "ru", "ru|Страница не найдена · Kawaraban|1|ru||elsewhere|flex"},
		{"ja/none/#zh", "ru", "zh-Hans|页面不存在 · Kawaraban|1|zh-Hans||none|flex"},
	} {
		tab := newTab(t, browser)
		speaks(t, tab, c.reader)
		reports := watched(t, tab, h.server.URL)
		if err := chromedp.Do(tab, chromedp.Navigate(h.url+c.address)); err != nil {
			t.Fatal(err)
		}
		see(t, tab, c.address+" for "+c.reader, shown, c.want)
		for _, trouble := range reports.take() {
			if !strings.HasPrefix(trouble, "gets 404 for ") && !strings.Contains(trouble, "status of 404") { // the expected status
				t.Errorf("%s: %s", c.address, trouble)
			}
		}
		if c.address == "nothing" {
			js[any](t, tab, `document.querySelector(".others [href='#ru']").click()`)
			until(t, tab, "another language", `document.documentElement.lang + document.querySelectorAll(".others li:not([hidden])").length`, "ru3")
		}
	}
	t.Run("without scripts", func(t *testing.T) {
		tab := newTab(t, browser)
		if err := chromedp.Do(tab, chromedp.Navigate("about:blank")); err != nil {
			t.Fatal(err)
		}
		if _, err := chromedp.Call(tab, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
			t.Fatal(err)
		}
		if err := chromedp.Do(tab, chromedp.Navigate(h.url+"ja/none/at/all/")); err != nil {
			t.Fatal(err)
		}
		see(t, tab, "parts", `[...document.querySelectorAll(".lost")].filter(e => e.getClientRects().length).map(e => e.id).join(" ")`, "en ja zh ru")
	})
	t.Run("looks", func(t *testing.T) {
		examineAll(t, h.built, []sample{{"notfound", "ja", "ja/1.27/none/index.html"}, {"notfound", "ru", "ru/none/index.html"}})
	})
}

// TestLeadsOn checks redirects of moved pages, with fragment and view. Addresses without a
// language, or with an unknown one, redirect as well. Without scripts a moved page redirects to the
// page itself.
func TestLeadsOn(t *testing.T) {
	h := ownHosted(t)
	browser := startBrowser(t)
	for _, c := range []struct {
		address, reader, want string
		scripts               bool
	}{
		{"ru/1.27/old-node/?view=ja#pr-115331", "en", "ru/1.27/sig-node/?view=ja#pr-115331", true},
		{"ja/posts/node.html", "en", "ja/1.27/sig-node/", true},
		{"zh/1.27/old-node#pr-115331", "en", "zh/1.27/sig-node/#pr-115331", true},
		{"1.27/sig-node/#pr-115331", "zh-CN", "zh/1.27/sig-node/#pr-115331", true},
		{"posts/node.html", "ru", "ru/1.27/sig-node/", true},
		{"fr/keps/", "ja", "ja/keps/", true},
		{"en/1.27/old-node/", "en", "en/1.27/sig-node/", false},
	} {
		tab := newTab(t, browser)
		speaks(t, tab, c.reader)
		reports := watched(t, tab, h.server.URL)
		if err := chromedp.Do(tab, chromedp.Navigate(h.url+"ja/keps/")); err != nil {
			t.Fatal(err)
		}
		if _, err := chromedp.Call(tab, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !c.scripts}); err != nil {
			t.Fatal(err)
		}
		if err := chromedp.Do(tab, chromedp.Navigate(h.url+c.address)); err != nil {
			t.Fatal(err)
		}
		until(t, tab, c.address, `location.href`, h.url+c.want)
		until(t, tab, c.address+" in the history", `String(history.length)`, "3") // about:blank, keps, the target
		for _, trouble := range reports.take() {
			if !strings.HasPrefix(trouble, "gets 404 for ") && !strings.Contains(trouble, "status of 404") {
				t.Errorf("%s: %s", c.address, trouble)
			}
		}
	}
}
