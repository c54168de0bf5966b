package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// tour is what somebody reads of a site. What a site has not is empty.
type tour struct {
	release, note  string // their addresses below the language
	kep            string
	query          string // finds something
	upgrade, moved string
}

// tourist is somebody who reads a published site in one language, and another one now and then.
type tourist struct {
	t           *testing.T
	tab         context.Context
	told        *troubles
	site        *pagesSite
	lang, other string
}

// read takes the tour in four languages, each in a profile of its own, where the site has not
// been opened yet. From the first page to the last the browser has nothing to complain of.
func (p *pagesSite) read(t *testing.T, what tour) {
	for i, lang := range []string{"en", "ja", "zh", "ru"} {
		t.Run(lang, func(t *testing.T) {
			browser := startBrowser(t)
			r := newTourist(t, browser, p, lang, []string{"ja", "ru", "en", "zh"}[i])
			r.arrive(what)
			r.note(what)
			r.search(what)
			r.choose()
			r.journey(what)
			r.lost(what)
			r.moved(what)
			r.refused()
			r.returns(browser)
		})
	}
}

// newTourist opens a tab that has the focus, of a reader whose browser asks for the language.
func newTourist(t *testing.T, browser context.Context, site *pagesSite, lang, other string) *tourist {
	t.Helper()
	r := &tourist{t: t, tab: newTab(t, browser), site: site, lang: lang, other: other}
	speaks(t, r.tab, lang)
	r.told = watched(t, r.tab, site.url)
	if err := (look{1440, "light"}).apply(r.tab); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(r.tab, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(r.tab, page.Enable, page.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	return r
}

// visit opens an address as it is typed.
func (r *tourist) visit(address string) {
	r.t.Helper()
	if err := chromedp.Do(r.tab, chromedp.Navigate(address)); err != nil {
		r.t.Fatal(err)
	}
}

// take clicks on a link of the page that can be seen and leads to an address below the
// language, comes there, and finds a page in the language.
func (r *tourist) take(where, below string) {
	r.t.Helper()
	to := project + r.lang + "/" + below
	follow(r.t, r.tab, fmt.Sprintf(`[...document.querySelectorAll(%q)].find(a => a.pathname === %q && a.checkVisibility()).click()`, where, to))
	r.at(below)
}

// at makes sure of where the tab is, that the page is in the language, has its styles, and that
// the browser has nothing to say of it.
func (r *tourist) at(below string) {
	r.t.Helper()
	see(r.t, r.tab, "address", `location.pathname`, project+r.lang+"/"+below)
	see(r.t, r.tab, below, `document.documentElement.lang.split("-")[0] + " " + getComputedStyle(document.querySelector(".mast")).display`, r.lang+" flex")
	r.quiet(below)
}

// quiet fails the test for all that the browser has told since the last time.
func (r *tourist) quiet(where string) {
	r.t.Helper()
	pause(r.t, r.tab, "50") // what the page asks for at once
	for _, trouble := range r.told.take() {
		r.t.Errorf("%s: %s", where, trouble)
	}
}

// arrive comes from the bare address over the choice of languages to the note of a release.
func (r *tourist) arrive(what tour) {
	r.t.Helper()
	r.visit(r.site.url)
	r.quiet("the bare address")
	r.take(".choose a", "")
	r.take("main a", what.release+"/")
	r.take("main a, .side a", what.note+"/")
}

// note reads a note: its date from git, the card of a term, both languages.
func (r *tourist) note(what tour) {
	r.t.Helper()
	see(r.t, r.tab, "last changed", `[...document.querySelectorAll(".head .meta time")].at(-1).dateTime`, publishedOn)
	const term = `[...document.querySelectorAll("a.term")].find(a => a.checkVisibility())`
	if js[bool](r.t, r.tab, `Boolean(`+term+`)`) {
		js[any](r.t, r.tab, `(e => { e.scrollIntoView({block: "center", behavior: "instant"}); e.focus({focusVisible: true}) })(`+term+`)`)
		until(r.t, r.tab, "the card of a term", `String(document.querySelector(".tip dd")?.checkVisibility())`, "true")
		press(r.t, r.tab, kb.Escape)
	} else if what.query != "" {
		r.t.Error("the note explains no term")
	}
	if js[bool](r.t, r.tab, `Boolean(document.querySelector(".views"))`) {
		js[any](r.t, r.tab, `document.querySelector(".views").scrollIntoView({block: "center", behavior: "instant"})`)
		pointAt(r.t, r.tab, "label:has(.v-b)", true)
		until(r.t, r.tab, "the other language", `location.search + " " + [...document.querySelectorAll(".two .pair > .a")].some(e => e.checkVisibility())`, "?view="+js[string](r.t, r.tab, `document.querySelector(".v-b").value`)+" false")
		pointAt(r.t, r.tab, "label:has(.v-both)", true)
	}
	r.at(what.note + "/")
	if what.kep != "" {
		r.take("main a", what.kep+"/")
	}
}

// search finds by keys alone, and goes to what is found first.
func (r *tourist) search(what tour) {
	r.t.Helper()
	if what.query == "" {
		return
	}
	openFinder(r.t, r.tab)
	typeQuery(r.t, r.tab, what.query)
	press(r.t, r.tab, kb.ArrowDown)
	const chosen = `document.querySelector(".finder [aria-selected=true]")`
	until(r.t, r.tab, "one is chosen", `String(`+chosen+` !== null)`, "true")
	to := js[string](r.t, r.tab, `new URL(`+chosen+`.href).pathname`)
	press(r.t, r.tab, kb.Enter)
	until(r.t, r.tab, "what was found", `location.pathname + " " + document.readyState`, to+" complete")
	r.at(strings.TrimPrefix(to, project+r.lang+"/"))
}

// choose chooses another language and the one before, the colours of the night and those of the
// day. What was chosen holds on the next page.
func (r *tourist) choose() {
	r.t.Helper()
	below := strings.TrimPrefix(js[string](r.t, r.tab, `location.pathname`), project+r.lang+"/")
	own := r.lang
	for _, lang := range []string{r.other, own} {
		r.lang = lang
		js[any](r.t, r.tab, `document.querySelector(".langs summary").click()`)
		r.take(".langs a", below)
	}
	const paper = `getComputedStyle(document.body).backgroundColor`
	steady(r.t, r.tab) // another language opens at the same place
	js[any](r.t, r.tab, `scrollTo(0, 0)`)
	day := js[string](r.t, r.tab, paper)
	pointAt(r.t, r.tab, ".theme", true)
	night := js[string](r.t, r.tab, paper)
	follow(r.t, r.tab, `document.querySelector(".mast .name").click()`)
	see(r.t, r.tab, "the night on the next page", paper, night)
	pointAt(r.t, r.tab, ".theme", true)
	see(r.t, r.tab, "the day", paper, day)
	if day == night {
		r.t.Errorf("day and night are %s", day)
	}
	r.at("")
}

// journey comes from the home over the choice of versions to what is to be done before an
// upgrade, and narrows it to what one group says.
func (r *tourist) journey(what tour) {
	r.t.Helper()
	if what.upgrade == "" {
		return
	}
	r.take(".all a", "upgrade/")
	r.take("main a", "upgrade/"+what.upgrade+"/")
	js[any](r.t, r.tab, `(s => { s.value = "node"; s.dispatchEvent(new Event("input", {bubbles: true})) })(document.querySelector("select[name=sig]"))`)
	see(r.t, r.tab, "narrowed", `location.search`, "?sig=node")
	r.quiet("upgrade")
}

// lost opens what is not there: the host says so, the page in the language of the address, and
// its links lead on to the pages above and to the search.
func (r *tourist) lost(what tour) {
	r.t.Helper()
	address := r.site.url + r.lang + "/" + what.release + "/not/at/all/"
	r.visit(address)
	pause(r.t, r.tab, "50")
	told := strings.Join(r.told.take(), "\n")
	if want := "gets 404 for " + address + "\nlogs Failed to load resource: the server responded with a status of 404 (Not Found)"; told != want {
		r.t.Errorf("of a missing page the browser tells\n%s\nwant\n%s", told, want)
	}
	r.at(what.release + "/not/at/all/")
	const part = `document.querySelector(".lost:not([hidden])")`
	see(r.t, r.tab, "it says so", part+`.lang.split("-")[0] + ": " + `+part+`.querySelector("h1").textContent`, r.lang+": "+word(r.t, r.lang, "notfound.title"))
	r.take(".lost:not([hidden]) .nearest a", what.release+"/")
	r.visit(address)
	r.told.take()
	follow(r.t, r.tab, part+`.querySelector("form button").click()`)
	settled(r.t, r.tab)
	see(r.t, r.tab, "it searches for the last word", asked, "?q=all")
	r.at("search/")
}

// moved opens the address that a note had before.
func (r *tourist) moved(what tour) {
	r.t.Helper()
	if what.moved == "" {
		return
	}
	r.visit(r.site.url + r.lang + "/" + what.moved)
	until(r.t, r.tab, "a former address", `location.href + " " + document.readyState`, r.site.url+r.lang+"/"+what.note+"/ complete")
	r.at(what.note + "/")
}

// refused puts a script into the page, as a note might that got past everything: it is not run,
// and the browser says which rule it breaks. Everything else on the way has broken none.
func (r *tourist) refused() {
	r.t.Helper()
	see(r.t, r.tab, "what the policy refuses", `new Promise(done => {
		addEventListener("securitypolicyviolation", e => done(e.effectiveDirective + " " + e.blockedURI + " " + ("ran" in window)));
		const script = document.createElement("script");
		script.textContent = "window.ran = true";
		document.body.append(script);
	})`, "script-src-elem inline false")
	pause(r.t, r.tab, "50")
	if told := r.told.take(); len(told) != 1 || !strings.Contains(told[0], "Content Security Policy") {
		r.t.Errorf("of a script that is refused the browser tells %q", told)
	}
}

// returns opens the site once more: it knows what was chosen and searched for, and that is all.
func (r *tourist) returns(browser context.Context) {
	r.t.Helper()
	again := newTourist(r.t, browser, r.site, r.lang, r.other)
	again.visit(r.site.url + r.lang + "/")
	again.at("")
	see(r.t, again.tab, "what is kept", `(async () => JSON.stringify({
		cookies: document.cookie,
		session: sessionStorage.length,
		caches: (await caches.keys()).length,
		workers: (await navigator.serviceWorker.getRegistrations()).length,
		bases: (await indexedDB.databases()).length,
		others: Object.keys(localStorage).filter(key => key !== "kawaraban-searches" && key !== "kawaraban-view"),
	}))()`, `{"cookies":"","session":0,"caches":0,"workers":0,"bases":0,"others":[]}`)
	see(r.t, again.tab, "it looks as at first", `[document.documentElement.dataset.theme ?? "", document.querySelector("dialog[open]") === null, location.search + location.hash].join()`, ",true,")
	cookies, err := chromedp.Call(again.tab, network.GetCookies, network.GetCookiesParams{})
	if err != nil || len(cookies.Cookies) > 0 {
		r.t.Errorf("the browser keeps %v (%v)", cookies, err)
	}
	again.quiet("the second visit")
}
