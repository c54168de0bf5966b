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

// What the tests ask of the page of the search.
const (
	hitNames   = `[...document.querySelectorAll(".list .name")].map(a => a.textContent)`
	foundCount = `Number(document.querySelector(".found .said").textContent.match(/\d[\d,]*/)?.[0].replace(",", "") || 0)`
	chipWords  = `[...document.querySelectorAll(".chips a")].map(a => a.textContent).join("|")`
	asked      = `decodeURIComponent(location.search)`
	markedText = `[...(CSS.highlights.get("found") || [])].map(r => r.toString())`
)

// settled waits until the page of the search shows what its address says.
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

// openSearch opens the page of the search at an address and waits for what it shows.
func openSearch(t *testing.T, browser context.Context, address string) context.Context {
	t.Helper()
	tab := open(t, browser, address)
	settled(t, tab)
	return tab
}

// walk goes through the history: the page is the same, what it shows another.
func walk(t *testing.T, tab context.Context, step string) {
	t.Helper()
	js[any](t, tab, `new Promise(done => { addEventListener("popstate", () => setTimeout(done, 0), {once: true}); setTimeout(done, 5000); `+step+` })`)
	settled(t, tab)
}

// choices are the values of a facet that can be chosen, with what it says each would give.
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

// TestFacetsCountWhatTheyGive chooses in every facet its most frequent and its rarest
// value: as many are found as it said, a chip says what is chosen, and taking it away
// gives back what was there.
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
				t.Errorf("%s %s: %d found, the facet said %d", facet, v, got, values[v])
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

// TestFacetsTogether narrows by several facets and by operators in the field: each facet is a
// chip, each count holds for all of them, operators too.
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

// TestSearchSteps types, chooses and goes back: what is typed is one step however many
// letters, a choice is one, and each step shows again what it showed.
func TestSearchSteps(t *testing.T) {
	tab := openSearch(t, startBrowser(t), "en/search/")
	see(t, tab, "the lists are shown, the field has the focus", `[document.querySelector(".doors").hidden, document.querySelector(".found").hidden, document.activeElement.name].join()`, "false,true,q")
	length := js[int](t, tab, `history.length`)
	typeOn(t, tab, "sidecar")
	if got := js[int](t, tab, `history.length`) - length; got != 1 {
		t.Errorf("typing a word made %d steps", got)
	}
	sidecar := js[string](t, tab, hitNames+`.join("|")`)
	see(t, tab, "the title says it", `document.title.split(" · ")[0]`, "sidecar")
	narrow(t, tab, "type", "kep")
	keps := js[string](t, tab, hitNames+`.join("|")`)
	typeOn(t, tab, kb.End+" containers")
	if got := js[int](t, tab, `history.length`) - length; got != 3 {
		t.Errorf("typing, choosing, typing made %d steps", got)
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

// TestSearchComesBack asks for more, follows a result far down and comes back: as many
// results are there and the page is where it was, both where
// the browser kept the page, and where it has to be made anew.
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
		if !kept { // a page that waits for this is not kept
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
			t.Fatalf("asked twice for more, %d are shown", rows)
		}
		js[any](t, tab, `document.documentElement.style.scrollBehavior = "auto"; document.querySelectorAll(".list .name")[50].focus(); new Promise(done => setTimeout(done, 300))`)
		y := js[int](t, tab, `Math.round(scrollY)`)
		name := js[string](t, tab, `document.activeElement.textContent`)
		follow(t, tab, `document.activeElement.click()`)
		if got := js[string](t, tab, `location.pathname`); strings.HasSuffix(got, "/search/") {
			t.Fatalf("%s leads nowhere", name)
		}
		js[any](t, tab, `void setTimeout(() => history.back(), 0)`)
		time.Sleep(300 * time.Millisecond)
		settled(t, tab)
		see(t, tab, "the page is the one that was left", `String(window.left === true)`, fmt.Sprint(kept))
		if got := js[int](t, tab, hitNames+`.length`); got != rows {
			t.Errorf("kept %v: come back, %d are shown, want %d", kept, got, rows)
		}
		if got := js[int](t, tab, `Math.round(scrollY)`); got < y-2 || got > y+2 || y == 0 {
			t.Errorf("kept %v: come back, the page is at %d, want %d", kept, got, y)
		}
		if kept {
			see(t, tab, "focus", `document.activeElement.textContent`, name)
		}
	}
}

// TestTermsAreNamedForTheReader: a term is found by any of its names, and its row has that of
// the page's language, with what was typed beside it.
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

// TestWordsAreMarked follows a result: on the page that it leads to the words are marked,
// in the form in which they stand there, and nothing else is; in a new tab, too.
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
			t.Errorf("%s: nothing is found", c.query)
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

// TestMarksLeaveThePageAlone compares a page with marks to the same without: it has the same
// elements, a copy of it is the same text, Escape puts the marks away, address and all, but
// not while something is open that Escape closes.
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
		t.Error("a page that no search led to loads the search")
	}
	js[any](t, tab, `(s => { s.focus(); s.click() })(document.querySelector(".langs summary"))`)
	press(t, tab, kb.Escape)
	see(t, tab, "Escape closes the menu", `document.querySelector(".langs").open + " " + CSS.highlights.has("found")`, "false true")
	press(t, tab, kb.Escape)
	see(t, tab, "Escape puts the marks away", `CSS.highlights.has("found") + location.search + location.hash`, "false?sort=-name#list")
}

// TestMarksOverElements looks for words that elements cut: they are marked whole, where the
// page breaks lines within words, but not from one paragraph into the next, nor with the
// first letter of the next word as their last. A number is no part of another, a whole word
// none of a longer one.
func TestMarksOverElements(t *testing.T) {
	tab := open(t, startBrowser(t), "en/?mark=zebraherd&mark=z.1&mark=sidecars&mark=127&mark=1.29&mark=под$")
	js[any](t, tab, `document.querySelector("main").innerHTML = "<p>a zebra<wbr>herd, <b>zeb</b>ra<i>-Her</i>d! <span>z</span>.1</p><p>zebra</p><p>herd <em></em></p><p>a sidecar spec, side cars, side-cars</p><p>127 1.27 k#127. 1275 1.29</p><p>под подов под.</p>"; import(document.querySelector(".find").dataset.search.replace(/^/, document.baseURI.replace(/[^/]*$/, ""))).then(s => s.mark())`)
	see(t, tab, "marks", markedText+`.join("|")`, "zebraherd|zebra-Herd|z.1|side cars|side-cars|127|127|1.29|под|под")
}

// slow makes the index answer late, in this tab from its next page on.
func slow(t *testing.T, tab context.Context) {
	t.Helper()
	script := `{ const real = fetch; window.fetch = async (...a) => { await new Promise(r => setTimeout(r, 250)); return real(...a) } }`
	if _, err := chromedp.Call(tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script}); err != nil {
		t.Fatal(err)
	}
}

// TestStaleAnswersAreDropped goes on, back and forth while answers are under way: what is
// shown at the end is what the address says, as if there had been nothing before.
func TestStaleAnswersAreDropped(t *testing.T) {
	browser := startBrowser(t)
	want := map[string]string{}
	for _, q := range []string{"sidecar", "kubelet", "タイムアウト"} {
		tab := openSearch(t, browser, "en/search/?q="+url.QueryEscape(q))
		want[q] = js[string](t, tab, hitNames+`.join("|")`)
	}
	if want["sidecar"] == want["kubelet"] {
		t.Fatal("two words find the same")
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

// TestSearchKeepsItsWordsInAnotherLanguage switches the language of the page: the question
// and what narrows it go along, and what is found is the same, in another order perhaps.
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

// TestSearchWithoutScript reads the page with scripts forbidden: it says so, its lists lead
// on, and its form leads to them; nothing is offered that does not work.
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

// TestSearchScriptThatDoesNotCome opens the page where its script cannot be had: the page
// says so, and the lists are there.
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

// TestNothingFound asks for what is nowhere: the page says so, and leads to the lists.
func TestNothingFound(t *testing.T) {
	browser := startBrowser(t)
	tab := openSearch(t, browser, "en/search/?q=zzzzqqqq")
	see(t, tab, "nothing", `[document.querySelector(".said").textContent, document.querySelector(".doors").hidden, document.querySelectorAll(".list .hit").length].join()`, "Nothing found for “zzzzqqqq”,false,0")
	typeOn(t, tab, kb.End+strings.Repeat(kb.Backspace, 8)+"kubelt")
	if got := js[string](t, tab, `document.querySelector(".list .label").textContent`); !strings.Contains(got, "kubelet") {
		t.Errorf("kubelt: the nearest word is not told: %q", got)
	}
	typeOn(t, tab, " zzzzqqqq")
	see(t, tab, "no exact match", `document.querySelector(".said").textContent.split(" · ")[0]`, "No exact match for “kubelt zzzzqqqq”")
	see(t, tab, "what every row lacks", `[...new Set([...document.querySelectorAll(".list .hit .lacks")].map(e => e.textContent))].join()`, "Not here: zzzzqqqq")
}

// TestLostIndex takes the index away while the page is used: it says what is wrong, and
// trying again when it is there again finds.
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
		t.Error("nothing is found when the index is there again")
	}
}

// TestFacetsThatDoNotCome lets only the facets be lost: it is said what is wrong, and trying
// again brings all.
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
		t.Error("tried again, there are no facets")
	}
}

// TestSearchIsAccessible runs axe on the page with results, with chips and open facets, with
// nothing found, and looks for what is wider than the window.
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
