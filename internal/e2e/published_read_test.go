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

// tour lists the pages of a site to visit. Missing ones are empty.
type tour struct {
	release, note  string // addresses below the language
	kep            string
	query          string // query with results
	upgrade, moved string
}

// tourist is a reader of a published site in one language, who sometimes selects another one.
type tourist struct {
	t           *testing.T
	tab         context.Context
	reports     *troubles
	site        *pagesSite
	lang, other string
}

// read visits the pages of the tour in four languages, each in a new profile. The browser must not
// report any problem.
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

// newTourist opens a tab with the focus. Its browser prefers the language.
func newTourist(t *testing.T, browser context.Context, site *pagesSite, lang, other string) *tourist {
	t.Helper()
	r := &tourist{t: t, tab: newTab(t, browser), site: site, lang: lang, other: other}
	speaks(t, r.tab, lang)
	r.reports = watched(t, r.tab, site.url)
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

// visit opens an address.
func (r *tourist) visit(address string) {
	r.t.Helper()
	if err := chromedp.Do(r.tab, chromedp.Navigate(address)); err != nil {
		r.t.Fatal(err)
	}
}

// take clicks on a visible link to an address below the language, and checks the page there.
func (r *tourist) take(where, below string) {
	r.t.Helper()
	to := project + r.lang + "/" + below
	follow(r.t, r.tab, fmt.Sprintf(`[...document.querySelectorAll(%q)].find(a => a.pathname === %q && a.checkVisibility()).click()`, where, to))
	r.at(below)
}

// at checks the address of the tab, and that the page is in the language, has its styles and no
// browser problems.
func (r *tourist) at(below string) {
	r.t.Helper()
	see(r.t, r.tab, "address", `location.pathname`, project+r.lang+"/"+below)
	see(r.t, r.tab, below, `document.documentElement.lang.split("-")[0] + " " + getComputedStyle(document.querySelector(".mast")).display`, r.lang+" flex")
	r.quiet(below)
}

// quiet fails the test for each problem that the browser reported since the last call.
func (r *tourist) quiet(where string) {
	r.t.Helper()
	pause(r.t, r.tab, "50") // wait for requests of the page
	for _, trouble := range r.reports.take() {
		r.t.Errorf("%s: %s", where, trouble)
	}
}

// arrive opens the root of the site, selects the language and opens the note of a release.
func (r *tourist) arrive(what tour) {
	r.t.Helper()
	r.visit(r.site.url)
	r.quiet("the bare address")
	r.take(".choose a", "")
	r.take("main a", what.release+"/")
	r.take("main a, .side a", what.note+"/")
}

// note checks the page of a note: its date from git, the card of a term, both languages.
func (r *tourist) note(what tour) {
	r.t.Helper()
	see(r.t, r.tab, "last changed", `[...document.querySelectorAll(".head .meta time")].at(-1).dateTime`, publishedOn)
	const term = `[...document.querySelectorAll("a.term")].find(a => a.checkVisibility())`
	if js[bool](r.t, r.tab, `Boolean(`+term+`)`) {
		js[any](r.t, r.tab, `(e => { e.scrollIntoView({block: "center", behavior: "instant"}); e.focus({focusVisible: true}) })(`+term+`)`)
		until(r.t, r.tab, "the card of a term", `String(document.querySelector(".tip dd")?.checkVisibility())`, "true")
		press(r.t, r.tab, kb.Escape)
	} else if what.query != "" {
		r.t.Error("the note has no linked term")
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

// search searches by keyboard only, and opens the first result.
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

// choose selects another language and the former one, and the dark and light colors. The choice
// must apply to the next page.
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
	steady(r.t, r.tab) // another language opens at the same position
	js[any](r.t, r.tab, `scrollTo(0, 0)`)
	day := js[string](r.t, r.tab, paper)
	pointAt(r.t, r.tab, ".theme", true)
	night := js[string](r.t, r.tab, paper)
	follow(r.t, r.tab, `document.querySelector(".mast .name").click()`)
	see(r.t, r.tab, "the night on the next page", paper, night)
	pointAt(r.t, r.tab, ".theme", true)
	see(r.t, r.tab, "the day", paper, day)
	if day == night {
		r.t.Errorf("light and dark are %s", day)
	}
	r.at("")
}

// journey opens the changes of an upgrade from the home page, and filters them by one group.
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

// lost opens a missing page. The host must respond with 404, the page must be in the language of
// the address, and its links must open the parent pages and the search.
func (r *tourist) lost(what tour) {
	r.t.Helper()
	address := r.site.url + r.lang + "/" + what.release + "/not/at/all/"
	r.visit(address)
	pause(r.t, r.tab, "50")
	reports := strings.Join(r.reports.take(), "\n")
	if want := "gets 404 for " + address + "\nlogs Failed to load resource: the server responded with a status of 404 (Not Found)"; reports != want {
		r.t.Errorf("for a missing page the browser reports\n%s\nwant\n%s", reports, want)
	}
	r.at(what.release + "/not/at/all/")
	const part = `document.querySelector(".lost:not([hidden])")`
	see(r.t, r.tab, "it says so", part+`.lang.split("-")[0] + ": " + `+part+`.querySelector("h1").textContent`, r.lang+": "+word(r.t, r.lang, "notfound.title"))
	r.take(".lost:not([hidden]) .nearest a", what.release+"/")
	r.visit(address)
	r.reports.take()
	follow(r.t, r.tab, part+`.querySelector("form button").click()`)
	settled(r.t, r.tab)
	see(r.t, r.tab, "it searches for the last word", asked, "?q=all")
	r.at("search/")
}

// moved opens a former address of a note.
func (r *tourist) moved(what tour) {
	r.t.Helper()
	if what.moved == "" {
		return
	}
	r.visit(r.site.url + r.lang + "/" + what.moved)
	until(r.t, r.tab, "a former address", `location.href + " " + document.readyState`, r.site.url+r.lang+"/"+what.note+"/ complete")
	r.at(what.note + "/")
}

// refused adds a script to the page, as a hostile note could. The browser must refuse it and report
// the violated rule.
func (r *tourist) refused() {
	r.t.Helper()
	see(r.t, r.tab, "what the policy refuses", `new Promise(done => {
		addEventListener("securitypolicyviolation", e => done(e.effectiveDirective + " " + e.blockedURI + " " + ("ran" in window)));
		const script = document.createElement("script");
		script.textContent = "window.ran = true";
		document.body.append(script);
	})`, "script-src-elem inline false")
	pause(r.t, r.tab, "50")
	if reports := r.reports.take(); len(reports) != 1 || !strings.Contains(reports[0], "Content Security Policy") {
		r.t.Errorf("for a refused script the browser reports %q", reports)
	}
}

// returns opens the site again. The browser must have stored the choices and searches, and nothing
// else.
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
		r.t.Errorf("the browser stores %v (%v)", cookies, err)
	}
	again.quiet("the second visit")
}
