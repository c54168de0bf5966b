package e2e

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Scripts for the state of the search page.
const (
	hitNames   = `[...document.querySelectorAll(".list .name")].map(a => a.textContent)`
	foundCount = `Number(document.querySelector(".found .said").textContent.match(/\d[\d,]*/)?.[0].replace(",", "") || 0)`
	chipWords  = `[...document.querySelectorAll(".chips a")].map(a => a.textContent).join("|")`
	asked      = `decodeURIComponent(location.search)`
	markedText = `[...(CSS.highlights.get("found") || [])].map(r => r.toString())`
)

// settled waits until the search page shows the results for its address.
func settled(t *testing.T, tab context.Context) {
	t.Helper()
	for range 200 {
		if js[bool](t, tab, `document.querySelector(".found .list")?.ariaBusy === "false"`) {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	t.Fatalf("the page of the search does not settle: %s", js[string](t, tab, `location.href`))
}

// openSearch opens the search page at an address and waits for its results.
func openSearch(t *testing.T, browser context.Context, address string) context.Context {
	t.Helper()
	tab := open(t, browser, address)
	settled(t, tab)
	return tab
}

// walk moves in the history without loading another page, and waits for the results.
func walk(t *testing.T, tab context.Context, step string) {
	t.Helper()
	js[any](t, tab, `new Promise(done => { addEventListener("popstate", () => setTimeout(done, 0), {once: true}); setTimeout(done, 5000); `+step+` })`)
	settled(t, tab)
}

// choices returns the available values of a facet with their counts.
func choices(t *testing.T, tab context.Context, facet string) map[string]int {
	t.Helper()
	return js[map[string]int](t, tab, fmt.Sprintf(`Object.fromEntries([...document.querySelectorAll("[data-facet=%s] li:not([hidden]) a")].map(a => [a.dataset.value, Number(a.dataset.count.replace(",", ""))]))`, facet))
}

// narrow clicks on a value of a facet.
func narrow(t *testing.T, tab context.Context, facet, value string) {
	t.Helper()
	js[any](t, tab, fmt.Sprintf(`document.querySelector("[data-facet=%s] [data-value='%s']").click()`, facet, value))
	settled(t, tab)
}

// TestFacetsCountWhatTheyGive selects the most frequent and the rarest value of every facet. The
// number of results must match its count, and a chip must show the value. Removing it must restore
// the results.
func TestFacetsCountWhatTheyGive(t *testing.T) {
	tab := openSearch(t, startBrowser(t), "en/search/?q=kubelet")
	all := js[int](t, tab, foundCount)
	if all < 50 {
		t.Fatalf("kubelet: %d found", all)
	}
	for _, facet := range []string{"release", "type", "kind", "stage", "lang", "sig"} {
		values := choices(t, tab, facet)
		most, least := "", ""
		for v, n := range values {
			if most == "" || n > values[most] {
				most = v
			}
			if least == "" || n < values[least] {
				least = v
			}
		}
		if len(values) < 2 {
			t.Errorf("%s: %d values for %d results", facet, len(values), all)
			continue
		}
		for _, v := range []string{most, least} {
			narrow(t, tab, facet, v)
			if got := js[int](t, tab, foundCount); got != values[v] {
				t.Errorf("%s %s: %d found, the facet has %d", facet, v, got, values[v])
			}
			see(t, tab, facet+" "+v, asked, "?q=kubelet&"+facet+"="+v)
			if got, again := len(choices(t, tab, facet)), len(values); got != again {
				t.Errorf("%s %s: the facet offers %d other values, want %d", facet, v, got, again)
			}
			js[any](t, tab, `document.querySelector(".chips a").click()`)
			settled(t, tab)
			see(t, tab, "without "+facet, asked, "?q=kubelet")
			if got := js[int](t, tab, foundCount); got != all {
				t.Errorf("without %s: %d found, want %d", facet, got, all)
			}
		}
	}
}

// TestFacetsTogether filters by several facets and by operators in the field. Each facet must have
// a chip, and each count must respect all filters and operators.
func TestFacetsTogether(t *testing.T) {
	tab := openSearch(t, startBrowser(t), "en/search/?q=type:entry+kubelet&lang=ja&sig=node")
	see(t, tab, "chips", chipWords, "日本語|Node")
	see(t, tab, "current", `[...document.querySelectorAll(".facets [aria-current]")].map(a => a.dataset.value).join()`, "ja,node")
	see(t, tab, "of the operator", `[...document.querySelectorAll("[data-facet=release] li:not([hidden]) a")].length > 1 && [...document.querySelectorAll(".list .line")].every(l => /^ ?Change/.test(l.textContent)) ? "all" : document.querySelector(".list").textContent`, "all")
	releases := choices(t, tab, "release")
	sum := 0
	for _, n := range releases {
		sum += n
	}
	if got := js[int](t, tab, foundCount); got != sum || got == 0 {
		t.Errorf("%d found, %d by release", got, sum)
	}
	narrow(t, tab, "sig", "network")
	see(t, tab, "another SIG", asked, "?q=type:entry+kubelet&lang=ja&sig=network")
	see(t, tab, "chips then", chipWords, "日本語|Network")
	see(t, tab, "the name of a chip", `document.querySelector(".chips a").getAttribute("aria-label")`, "Remove: 日本語")
	js[any](t, tab, `document.querySelector(".chips a").focus(); document.activeElement.click()`)
	see(t, tab, "the focus goes on", `document.activeElement.textContent`, "Network")
}

// typeOn types letters into the field of the page, each by its key.
func typeOn(t *testing.T, tab context.Context, text string) {
	t.Helper()
	js[any](t, tab, `document.querySelector(".seek input").focus()`)
	if err := chromedp.Do(tab, chromedp.KeyEvent(text, asKeyboard)); err != nil {
		t.Fatal(err)
	}
	settled(t, tab)
}

// TestSearchSteps types, selects and goes back. Typing must be one entry in the history, for any
// number of letters, and a selection another one. Each entry must restore its results.
func TestSearchSteps(t *testing.T) {
	tab := openSearch(t, startBrowser(t), "en/search/")
	see(t, tab, "the lists are shown, the field has the focus", `[document.querySelector(".doors").hidden, document.querySelector(".found").hidden, document.activeElement.name].join()`, "false,true,q")
	length := js[int](t, tab, `history.length`)
	typeOn(t, tab, "sidecar")
	if got := js[int](t, tab, `history.length`) - length; got != 1 {
		t.Errorf("typing a word added %d history entries", got)
	}
	sidecar := js[string](t, tab, hitNames+`.join("|")`)
	see(t, tab, "the title says it", `document.title.split(" · ")[0]`, "sidecar")
	narrow(t, tab, "type", "kep")
	keps := js[string](t, tab, hitNames+`.join("|")`)
	typeOn(t, tab, kb.End+" containers")
	if got := js[int](t, tab, `history.length`) - length; got != 3 {
		t.Errorf("typing, choosing, typing added %d history entries", got)
	}
	see(t, tab, "typed on", asked, "?q=sidecar+containers&type=kep")
	walk(t, tab, `history.back()`)
	see(t, tab, "back to the choice", asked+`+`+hitNames+`.join("|")`, "?q=sidecar&type=kep"+keps)
	walk(t, tab, `history.back()`)
	see(t, tab, "back to the word", asked+`+`+hitNames+`.join("|")`, "?q=sidecar"+sidecar)
	see(t, tab, "the field says it", `document.querySelector(".seek input").value`, "sidecar")
	walk(t, tab, `history.back()`)
	see(t, tab, "back to the beginning", asked+` + document.querySelector(".found").hidden + document.title`, "trueSearch · Kawaraban")
	walk(t, tab, `history.go(2)`)
	see(t, tab, "forth", asked+`+`+hitNames+`.join("|")`, "?q=sidecar&type=kep"+keps)
}

// TestSearchComesBack requests more results, opens a result far down and goes back. The number of
// results and the scroll position must be the same, whether the browser restores the page or loads
// it again.
func TestSearchComesBack(t *testing.T) {
	need(t, "Chromium", desktop)
	browser, err := launch(desktop) // before t.Parallel: stopBrowsers has no lock
	if err != nil {
		t.Fatal(err)
	}
	t.Parallel()
	for _, kept := range []bool{true, false} {
		tab := openSearch(t, browser, "ja/search/?q=kubelet")
		js[any](t, tab, `window.left = true`)
		if !kept { // a page with this listener is not restored
			js[any](t, tab, `void addEventListener("unload", () => {})`)
		}
		for range 2 {
			shown := js[int](t, tab, hitNames+`.length`)
			js[any](t, tab, `document.querySelector(".further").click()`)
			settled(t, tab)
			see(t, tab, "the focus goes on to what is new", `String([...document.querySelectorAll(".list .name")].indexOf(document.activeElement))`, fmt.Sprint(shown))
		}
		rows := js[int](t, tab, hitNames+`.length`)
		if rows < 60 {
			t.Fatalf("after two requests for more, %d are shown", rows)
		}
		js[any](t, tab, `document.documentElement.style.scrollBehavior = "auto"; document.querySelectorAll(".list .name")[50].focus(); new Promise(done => setTimeout(done, 300))`)
		y := js[int](t, tab, `Math.round(scrollY)`)
		name := js[string](t, tab, `document.activeElement.textContent`)
		follow(t, tab, `document.activeElement.click()`)
		if got := js[string](t, tab, `location.pathname`); strings.HasSuffix(got, "/search/") {
			t.Fatalf("%s has no target", name)
		}
		js[any](t, tab, `void setTimeout(() => history.back(), 0)`)
		time.Sleep(300 * time.Millisecond)
		settled(t, tab)
		see(t, tab, "the page is the one that was left", `String(window.left === true)`, fmt.Sprint(kept))
		if got := js[int](t, tab, hitNames+`.length`); got != rows {
			t.Errorf("restored %v: after going back %d are shown, want %d", kept, got, rows)
		}
		if got := js[int](t, tab, `Math.round(scrollY)`); got < y-2 || got > y+2 || y == 0 {
			t.Errorf("restored %v: after going back the page is at %d, want %d", kept, got, y)
		}
		if kept {
			see(t, tab, "focus", `document.activeElement.textContent`, name)
		}
	}
}

// TestTermsAreNamedForTheReader checks that a term is found by any of its names. Its row must have
// the name in the page's language, and the typed one.
func TestTermsAreNamedForTheReader(t *testing.T) {
	browser := startBrowser(t)
	for lang, want := range map[string]string{
		"en": "sidecar container", "ja": "サイドカーコンテナ", "zh": "边车容器", "ru": "sidecar-контейнер",
	} {
		for _, query := range []string{"sidecar", "边车容器"} {
			tab := openSearch(t, browser, lang+"/search/?type=term&q="+url.QueryEscape(query))
			row := `[...document.querySelectorAll(".list .hit")].find(r => r.querySelector("a").href.includes("#sidecar-container"))`
			see(t, tab, lang+": "+query, `(r => r.querySelector(".name").textContent + "|" + r.querySelector(".name").lang)(`+row+`)`, want+"|")
			see(t, tab, lang+": "+query+" is marked", `String(`+row+`.querySelectorAll("mark").length > 0)`, "true")
		}
	}
}

// TestWordsAreMarked opens a result, also in a new tab. On its page the words of the query must be
// marked in the form in which they occur, and no others.
func TestWordsAreMarked(t *testing.T) {
	browser := startBrowser(t)
	for _, c := range []struct{ lang, query, marks string }{
		{"en", "kubelet&release=1.27&type=entry", `(?i)kubelets?`},
		{"ru", "узлами&lang=ru", `(?i)уз(ел|ла|лы|лов|лу|лам|лом|лами|ле|лах)|nodes?`},
		{"ja", "変更&type=section", `変更|变更`},
		{"zh", "变更&type=section", `变更|変更`},
		{"en", "node-ip&type=kep", `(?i)node-?ips?`},
		{"en", "NodeIP&type=gate", `(?i)node-?ips?`},
		{"en", "garbage-collection&type=term", `(?i)garbage.collect(ion|or)|垃圾(回收|收集)器?|ガ[ーベジ]+コレク(ション|ター)|сбор(ка|щик)? мусора`},
		{"ja", "サイドカー&type=kep", `(?i)サイドカー(コンテナ)?|sidecar([- ]?container)?|сайдкар`},
	} {
		tab := openSearch(t, browser, c.lang+"/search/?q="+c.query)
		right := regexp.MustCompile("^(" + c.marks + ")$")
		links := js[[]string](t, tab, `[...document.querySelectorAll(".list a.name")].map(a => a.href)`)
		if len(links) == 0 {
			t.Errorf("%s: no results", c.query)
		}
		for _, href := range links[:min(1, len(links))] {
			arrived := newTab(t, browser)
			if err := chromedp.Do(arrived, chromedp.Navigate(href)); err != nil {
				t.Fatal(err)
			}
			marks := waitMarks(t, arrived)
			if len(marks) == 0 {
				t.Errorf("%s: nothing is marked on %s", c.query, href)
			}
			for _, m := range marks {
				if !right.MatchString(m) {
					t.Errorf("%s: %q is marked on %s", c.query, m, href)
				}
			}
		}
	}
}

// waitMarks waits for marks and returns their texts.
func waitMarks(t *testing.T, tab context.Context) []string {
	t.Helper()
	for range 100 {
		if marks := js[[]string](t, tab, markedText); len(marks) > 0 {
			return marks
		}
		time.Sleep(25 * time.Millisecond)
	}
	return nil
}

// TestMarksLeaveThePageAlone compares a page with marks to the same page without. It must have the
// same elements and the same copied text. Escape must remove the marks and their part of the
// address, but not while it closes another element.
func TestMarksLeaveThePageAlone(t *testing.T) {
	browser := startBrowser(t)
	plain := open(t, browser, "en/gates/")
	tab := open(t, browser, "en/gates/?sort=-name&mark=node&mark=pod#list")
	if len(waitMarks(t, tab)) < 20 {
		t.Fatal("nodes and pods are not marked")
	}
	const count = `document.querySelectorAll("main *").length + " " + getSelection().selectAllChildren(document.querySelector("tbody")) + [...getSelection().toString()].sort().join("")`
	see(t, tab, "elements and copy", count, js[string](t, plain, count))
	if got := js[int](t, plain, `performance.getEntriesByType("resource").filter(e => e.name.includes("/search.")).length`); got != 0 {
		t.Error("a page without a search loads the search script")
	}
	js[any](t, tab, `(s => { s.focus(); s.click() })(document.querySelector(".langs summary"))`)
	press(t, tab, kb.Escape)
	see(t, tab, "Escape closes the menu", `document.querySelector(".langs").open + " " + CSS.highlights.has("found")`, "false true")
	press(t, tab, kb.Escape)
	see(t, tab, "Escape puts the marks away", `CSS.highlights.has("found") + location.search + location.hash`, "false?sort=-name#list")
}

// TestMarksOverElements checks words that are divided by elements. They must be marked as a whole,
// also at line breaks within words, but not across paragraphs or into the next word. A number must
// not match a part of another, and a whole word not a part of a longer one.
func TestMarksOverElements(t *testing.T) {
	tab := open(t, startBrowser(t), "en/?mark=zebraherd&mark=z.1&mark=sidecars&mark=127&mark=1.29&mark=под$")
	js[any](t, tab, `document.querySelector("main").innerHTML = "<p>a zebra<wbr>herd, <b>zeb</b>ra<i>-Her</i>d! <span>z</span>.1</p><p>zebra</p><p>herd <em></em></p><p>a sidecar spec, side cars, side-cars</p><p>127 1.27 k#127. 1275 1.29</p><p>под подов под.</p>"; import(document.querySelector(".find").dataset.search.replace(/^/, document.baseURI.replace(/[^/]*$/, ""))).then(s => s.mark())`)
	see(t, tab, "marks", markedText+`.join("|")`, "zebraherd|zebra-Herd|z.1|side cars|side-cars|127|127|1.29|под|под")
}

// slow delays index files in this tab, from its next page on.
func slow(t *testing.T, tab context.Context) {
	t.Helper()
	script := `{ const real = fetch; window.fetch = async (...a) => { await new Promise(r => setTimeout(r, 250)); return real(...a) } }`
	if _, err := chromedp.Call(tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script}); err != nil {
		t.Fatal(err)
	}
}

// TestStaleAnswersAreDropped goes on, back and forward during pending answers. At the end the page
// must show only the results for its address.
func TestStaleAnswersAreDropped(t *testing.T) {
	browser := startBrowser(t)
	want := map[string]string{}
	for _, q := range []string{"sidecar", "kubelet", "タイムアウト"} {
		tab := openSearch(t, browser, "en/search/?q="+url.QueryEscape(q))
		want[q] = js[string](t, tab, hitNames+`.join("|")`)
	}
	if want["sidecar"] == want["kubelet"] {
		t.Fatal("two words have the same results")
	}
	tab := newTab(t, browser)
	slow(t, tab)
	if err := chromedp.Do(tab, chromedp.Navigate(builtSite(t).url+"en/search/?q=sidecar")); err != nil {
		t.Fatal(err)
	}
	typed := func(q string) string {
		return `(box => { box.value = "` + q + `"; box.dispatchEvent(new Event("input", {bubbles: true})); box.dispatchEvent(new Event("change")) })(document.querySelector(".seek input"));`
	}
	pause := `await new Promise(r => setTimeout(r, 40));`
	js[any](t, tab, `(async () => { while (document.querySelector(".list").ariaBusy !== "true") await new Promise(r => setTimeout(r, 5)); `+typed("kubelet")+pause+typed("タイムアウト")+pause+`history.back();`+pause+`})()`)
	settled(t, tab)
	see(t, tab, "back in the middle", asked+`+`+hitNames+`.join("|")`, "?q=kubelet"+want["kubelet"])
	js[any](t, tab, `(async () => { history.back();`+pause+`history.forward();`+pause+`history.forward();`+pause+` })()`)
	settled(t, tab)
	see(t, tab, "back and forth", asked+`+`+hitNames+`.join("|")`, "?q=タイムアウト"+want["タイムアウト"])
	if err := chromedp.Do(tab, chromedp.Reload()); err != nil {
		t.Fatal(err)
	}
	settled(t, tab)
	see(t, tab, "loaded again", asked+`+`+hitNames+`.join("|")`, "?q=タイムアウト"+want["タイムアウト"])
}

// TestSearchKeepsItsWordsInAnotherLanguage changes the language of the page. Query and filters must
// stay, and the results must be the same, in any order.
func TestSearchKeepsItsWordsInAnotherLanguage(t *testing.T) {
	tab := openSearch(t, startBrowser(t), "en/search/?q=kubelet&sig=node&type=entry")
	n := js[int](t, tab, foundCount)
	follow(t, tab, `document.querySelector(".langs summary").click(); document.querySelector(".langs [lang=ru]").click()`)
	settled(t, tab)
	see(t, tab, "address", `location.pathname.split("/").slice(-3).join("/")+`+asked, "ru/search/?q=kubelet&sig=node&type=entry")
	if got := js[int](t, tab, foundCount); got != n || n == 0 {
		t.Errorf("%d found, in English %d", got, n)
	}
	see(t, tab, "chips", chipWords, "Изменение|Node") // in the order of the facets
}

// TestSearchWithoutScript checks the page without scripts. It must report this, its lists and form
// must have working links, and other controls must be hidden.
func TestSearchWithoutScript(t *testing.T) {
	tab := newTab(t, startBrowser(t))
	if err := withoutScripts(tab); err != nil {
		t.Fatal(err)
	}
	for _, lang := range []string{"en", "ja", "zh", "ru"} {
		if err := chromedp.Do(tab, chromedp.Navigate(builtSite(t).url+lang+"/search/")); err != nil {
			t.Fatal(err)
		}
		see(t, tab, lang, `["form.seek", ".unscripted", ".doors", ".found"].map(s => getComputedStyle(document.querySelector(s)).display !== "none").join()`, "true,true,true,false")
		lists := js[string](t, tab, `[...document.querySelectorAll(".doors a")].map(a => a.href.split("/").slice(-3).join("/")).join(" ")`)
		for _, list := range []string{"/keps/", "/prs/", "prs/1.27/", "/gates/", "/sigs/", "/glossary/", "/releases/"} {
			if !strings.Contains(lists, list) {
				t.Errorf("%s: no link to %s", lang, list)
			}
		}
	}
	see(t, tab, "form", `(f => new URL(f.action).pathname.split("/").slice(-3).join("/") + new URL(f.action).hash + f.method)(document.querySelector(".seek"))`, "ru/search/#listsget")
}

// TestSearchScriptThatDoesNotCome checks that the page reports a script that fails to load, and
// shows its lists.
func TestSearchScriptThatDoesNotCome(t *testing.T) {
	tab := open(t, startBrowser(t), "en/search/")
	js[any](t, tab, `document.querySelector(".find").dataset.search = "nothing.js"; document.querySelector("script[defer]").remove(); undefined`)
	gone := js[string](t, tab, `(async () => {
		const text = await (await fetch(location.href)).text();
		const doc = new DOMParser().parseFromString(text, "text/html");
		document.querySelector("main").replaceWith(doc.querySelector("main"));
		const again = document.createElement("script");
		again.src = doc.querySelector("script[defer]").getAttribute("src");
		document.head.append(again);
		await new Promise(r => setTimeout(r, 500));
		return ["form.seek", "main > .notice", ".doors"].map(s => getComputedStyle(document.querySelector(s)).display !== "none").join();
	})()`)
	if gone != "true,true,true" {
		t.Errorf("the form, what is wrong and the lists are shown: %s", gone)
	}
}

// TestNothingFound checks that the page reports a query without results, and links to the lists.
func TestNothingFound(t *testing.T) {
	browser := startBrowser(t)
	tab := openSearch(t, browser, "en/search/?q=zzzzqqqq")
	see(t, tab, "nothing", `[document.querySelector(".said").textContent, document.querySelector(".doors").hidden, document.querySelectorAll(".list .hit").length].join()`, "Nothing found for “zzzzqqqq”,false,0")
	see(t, tab, "help", `(p => p.hidden + " " + p.querySelector("a").href)(document.querySelector(".found .help"))`, "false https://github.com/search?type=pullrequests&q=org%3Akubernetes+zzzzqqqq")
	typeOn(t, tab, kb.End+strings.Repeat(kb.Backspace, 8)+"kubelt")
	see(t, tab, "no help", `document.querySelector(".found .help").hidden + ""`, "true")
	if got := js[string](t, tab, `document.querySelector(".list .label").textContent`); !strings.Contains(got, "kubelet") {
		t.Errorf("kubelt: the nearest word is not shown: %q", got)
	}
	typeOn(t, tab, " zzzzqqqq")
	see(t, tab, "no exact match", `document.querySelector(".said").textContent.split(" · ")[0]`, "No exact match for “kubelt zzzzqqqq”")
	see(t, tab, "what every row lacks", `[...new Set([...document.querySelectorAll(".list .hit .lacks")].map(e => e.textContent))].join()`, "Not here: zzzzqqqq")
}

// TestLostIndex removes the index while the page is in use. The page must report the error, and a
// retry must work when the index is back.
func TestLostIndex(t *testing.T) {
	tab := openSearch(t, startBrowser(t), "en/search/")
	js[any](t, tab, `window.real = fetch; window.fetch = () => Promise.reject(new TypeError("no network")); undefined`)
	js[any](t, tab, `localStorage.clear()`)
	typeOn(t, tab, "sidecar zzzzqqqq")
	const trouble = `document.querySelector(".trouble").hidden ? "" : document.querySelector(".trouble span").textContent`
	if js[int](t, tab, hitNames+`.length`) == 0 {
		see(t, tab, "what is wrong", trouble, "Cannot reach the site.")
		see(t, tab, "the lists", `String(document.querySelector(".doors").hidden)`, "false")
	}
	js[any](t, tab, `window.fetch = window.real; document.querySelector(".trouble button").click()`)
	settled(t, tab)
	see(t, tab, "again", trouble, "")
	if js[int](t, tab, foundCount) == 0 {
		t.Error("no results when the index is back")
	}
}

// TestFacetsThatDoNotCome removes only the file of facets. The page must report the error, and a
// retry must load all.
func TestFacetsThatDoNotCome(t *testing.T) {
	tab := newTab(t, startBrowser(t))
	script := `{ const real = fetch; window.lost = true; window.fetch = (url, ...a) => window.lost && /\/f0\.bin$/.test(url) ? Promise.reject(new TypeError("no network")) : real(url, ...a) }`
	if _, err := chromedp.Call(tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script}); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(tab, chromedp.Navigate(builtSite(t).url+"en/search/?q=sidecar")); err != nil {
		t.Fatal(err)
	}
	settled(t, tab)
	see(t, tab, "what is wrong", `document.querySelector(".trouble").hidden + document.querySelector(".trouble span").textContent`, "falseCannot reach the site.")
	js[any](t, tab, `window.lost = false; document.querySelector(".trouble button").click()`)
	settled(t, tab)
	see(t, tab, "again", `String(document.querySelector(".trouble").hidden)`, "true")
	if len(choices(t, tab, "type")) < 2 {
		t.Error("no facets after a retry")
	}
}

// TestSearchIsAccessible runs axe on the page with results, with chips and open facets, and without
// results. Nothing may be wider than the window.
func TestSearchIsAccessible(t *testing.T) {
	axe, err := os.ReadFile(need(t, "axe-core", installed("axe-core/axe.min.js")))
	if err != nil {
		t.Fatal(err)
	}
	browser := startBrowser(t)
	for i, address := range []string{"en/search/?q=kubelet", "ja/search/?q=タイムアウト", "zh/search/?q=变更&type=entry", "ru/search/?q=подов&sig=node", "en/search/?q=zzzzqqqq"} {
		tab := openSearch(t, browser, address)
		if _, err := chromedp.Run(tab, chromedp.Evaluate[any](string(axe)+";undefined")); err != nil {
			t.Fatal(err)
		}
		for _, l := range looks {
			if l.scheme == "dark" && !l.inTurn(i) {
				continue
			}
			if err := l.apply(tab); err != nil {
				t.Fatal(err)
			}
			js[any](t, tab, `document.querySelector(".facets").open = true`)
			if l.inTurn(i) {
				for _, v := range js[[]violation](t, tab, l.axe()) {
					t.Errorf("%s at %s: %s", address, l, v)
				}
			}
			see(t, tab, address+" at "+l.String()+": pixels wider than the window", narrowOverflow, "0")
		}
	}
}
