package e2e

import (
	"cmp"
	"context"
	_ "embed"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// need returns the path of a program or file that a test calls. Where it is missing
// the test is skipped, or fails when KAWARABAN_E2E=require says that it must run.
func need(t *testing.T, what string, find func() (string, error)) string {
	t.Helper()
	path, err := find()
	if err == nil {
		return path
	}
	msg := fmt.Sprintf("%s is missing (make deps installs it): %v", what, err)
	if os.Getenv("KAWARABAN_E2E") == "require" {
		t.Fatal(msg)
	}
	t.Skip(msg)
	return ""
}

// program finds the first of names on the path.
func program(names ...string) func() (string, error) {
	return func() (path string, err error) {
		for _, name := range names {
			if path, err = exec.LookPath(name); err == nil {
				return path, nil
			}
		}
		return "", err
	}
}

// installed finds a file of an npm package below this folder.
func installed(path string) func() (string, error) {
	return func() (string, error) {
		path := filepath.Join("node_modules", filepath.FromSlash(path))
		_, err := os.Stat(path)
		return path, err
	}
}

// chromium finds the browser. The headless shell is Chromium without the windows, tabs and profiles
// of a desktop, and takes half the time.
var chromium = program("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

// desktop finds a browser with a back/forward cache, which the headless shell lacks.
var desktop = program("chromium", "chromium-browser", "google-chrome")

// stopBrowsers ends the browsers of launch.
var stopBrowsers []func()

// launched is the browser of nearly all tests: to start one takes more than a second.
var launched = sync.OnceValues(func() (context.Context, error) { return launch(chromium) })

func launch(find func() (string, error)) (context.Context, error) {
	bin, err := find()
	if err != nil {
		return nil, err
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(bin),
		chromedp.NoSandbox, // tests may run as root, where Chromium refuses its sandbox
		chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("hide-scrollbars", true),
	)
	alloc, cancel := chromedp.NewExecAllocator(context.Background(), opts...)
	stopBrowsers = append(stopBrowsers, cancel)
	ctx, _ := chromedp.NewContext(alloc)
	return ctx, chromedp.Do(ctx)
}

// startBrowser opens a profile of its own in the browser for the time of the test: nothing
// that another test has kept is in it. From here on the test runs beside another, for a page
// takes time to come and to be drawn, in which the test waits.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	need(t, "Chromium", chromium)
	t.Parallel()
	return newProfile(t)
}

// newProfile opens a further profile.
func newProfile(t *testing.T) context.Context {
	t.Helper()
	browser, err := launched()
	if err != nil {
		t.Fatalf("starting Chromium: %v", err)
	}
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("opening a profile: %v", err)
	}
	return ctx
}

// newTab opens a further tab of the browser for the time of the test.
func newTab(t *testing.T, browser context.Context) context.Context {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	return ctx
}

// look is how a page is looked at.
type look struct {
	width  int64
	scheme string // light or dark
}

// looks are the ways in which every page has to be right.
var looks = []look{
	{1440, "light"}, {1440, "dark"}, {768, "light"}, {768, "dark"}, {360, "light"}, {360, "dark"},
}

var everyLook = flag.Bool("looks.all", false, "let axe look at every page in every look")

// inTurn reports whether axe examines the page whose turn it is in this look: every page in light,
// each language of a kind at another width, and the first language in dark, too. Dark is another set
// of colours, which the languages of a kind share. With -looks.all every page is examined in each
// look.
func (l look) inTurn(turn int) bool {
	if *everyLook {
		return true
	}
	if l.scheme == "dark" {
		return turn%4 == 0 && l.width == 360
	}
	return l.width == []int64{1440, 768, 360}[turn%3]
}

func (l look) String() string { return fmt.Sprintf("%d %s", l.width, l.scheme) }

// apply makes the tab look that way from now on.
func (l look) apply(tab context.Context) error {
	if err := chromedp.Do(tab, chromedp.EmulateViewport(l.width, 900)); err != nil {
		return err
	}
	_, err := chromedp.Call(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: l.scheme}},
	})
	return err
}

// violation is one finding of axe.
type violation struct {
	ID    string `json:"id"`
	Help  string `json:"help"`
	Nodes []struct {
		HTML    string `json:"html"`
		Summary string `json:"failureSummary"`
	} `json:"nodes"`
}

func (v violation) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s (%d places)", v.ID, v.Help, len(v.Nodes))
	for i, n := range v.Nodes {
		if i == 3 {
			break
		}
		fmt.Fprintf(&b, "\n    %.200s\n    %s", n.HTML, strings.ReplaceAll(n.Summary, "\n", " "))
	}
	return b.String()
}

// runAxe runs every rule of axe on every element of the page: nothing is off,
// nothing is left out. Rules that axe itself marks as experimental run too. A finding shows
// its HTML, so axe need not think out a selector for every element that it looks at.
const runAxe = `axe.run(document, {resultTypes: ["violations"], selectors: false,
	rules: Object.fromEntries(axe.getRules().map(r => [r.ruleId, {enabled: true}]))})` + axeFindings

// runAxeOnColours runs the rules whose finding depends on colours, and no other.
const runAxeOnColours = `axe.run(document, {resultTypes: ["violations"], selectors: false,
	runOnly: ["color-contrast", "color-contrast-enhanced", "link-in-text-block"]})` + axeFindings

const axeFindings = `
	.then(r => r.violations.map(({id, help, nodes}) => ({id, help, nodes: nodes.map(({html, failureSummary}) => ({html, failureSummary}))})))`

// axe is how axe examines a page that looks that way: with every rule in light, and in dark, which
// is another set of colours and nothing else, with those on colours. With -looks.all it is with
// every rule.
func (l look) axe() string {
	if l.scheme == "dark" && !*everyLook {
		return runAxeOnColours
	}
	return runAxe
}

// thinOut takes the children of an element away that have nothing in them which three before them
// do not have: elements with the same classes, roles and states, in the same within one another.
// A list of 300 gates is the same row 300 times; axe looks at each of its words, for minutes, and
// finds in all what it finds in the first. A row keeps its cells. With -looks.all every one stays.
const thinOut = `(() => {
	const own = (e) => e.localName + [...e.attributes]
		.filter(({name}) => ["class", "role", "lang", "hidden", "open", "type"].includes(name) || name.startsWith("aria-"))
		.map(({name, value}) => " " + name + (name.startsWith("aria-label") ? "" : "=" + value)).sort().join("")
	const thin = (e) => {
		const seen = new Map()
		for (const child of [...e.children]) {
			const has = thin(child)
			if (e.localName !== "tr" && [...has].every((chain) => seen.get(chain) > 2)) child.remove()
			for (const chain of has) seen.set(chain, (seen.get(chain) ?? 0) + 1)
		}
		const name = own(e)
		return new Set([name, ...[...seen.keys()].map((chain) => name + ">" + chain)])
	}
	thin(document.body)
})()`

// TestThinOut: of three hundred rows three stay, and each that has something of its own, however
// deep; labels may differ.
func TestThinOut(t *testing.T) {
	tab := newTab(t, startBrowser(t))
	page := `<ul>` + strings.Repeat(`<li><a href=x aria-label=y>a</a></li><li class=b><i>b</i></li>`, 150) +
		`<li id=deep><a href=x aria-label=z><b><i class=odd>c</i></b></a></li><li id=state aria-current=true><a href=x aria-label=y>d</a></li></ul>`
	if err := chromedp.Do(tab, chromedp.Navigate("data:text/html,"+url.PathEscape(page))); err != nil {
		t.Fatal(err)
	}
	js[any](t, tab, thinOut)
	see(t, tab, "rows", `["li", "li.b", "#deep", "#state"].map((s) => document.querySelectorAll(s).length).join()`, "8,3,1,1")
}

// TestPages shows one page of every kind in every language. The browser asks nothing of another
// host, finds everything it asks for, and reports no error; at no width is anything wider than the
// window; axe finds nothing, each kind in light at three widths, and in dark ([look.inTurn]).
func TestPages(t *testing.T) {
	site := builtSite(t)
	examineAll(t, site, site.samples())
}

func examineAll(t *testing.T, site *built, samples []sample) {
	axe := need(t, "axe-core", installed("axe-core/axe.min.js"))
	script, err := os.ReadFile(axe)
	if err != nil {
		t.Fatal(err)
	}
	browser := startBrowser(t)
	turns := map[string]int{} // of each kind
	type job struct {
		sample
		turn int
	}
	jobs := make(chan job)
	var tabs sync.WaitGroup
	for range 2 { // one for each core of a small machine
		tab := newTab(t, browser)
		told := watched(t, tab, site.url)
		tabs.Add(1)
		go func() {
			defer tabs.Done()
			for j := range jobs {
				examine(t, tab, site.url, j.sample, j.turn, string(script))
				troubles := told.take()
				if !site.has(j.sample) {
					troubles = nil // the browser tells that there is no such page
				}
				for _, trouble := range troubles {
					t.Errorf("%s: %s", j.sample, trouble)
				}
			}
		}()
	}
	for _, s := range samples {
		jobs <- job{s, turns[s.kind]}
		turns[s.kind]++
	}
	close(jobs)
	tabs.Wait()
}

// measureWidths tells by how many pixels a page is wider than the window, and by how many the lists
// of the masthead, where they are shown, cover what is next to them.
const measureWidths = `(page => {
	const box = (name) => document.querySelector(name)?.getBoundingClientRect() ?? {left: 0, right: 0, width: 0}
	const lists = box("nav.all"), left = Math.max(box(".mast .name").right, box(".mast .open").right)
	return [page.scrollWidth - page.clientWidth, lists.width ? Math.ceil(Math.max(0, left - lists.left, lists.right - box(".tools").left)) : 0]
})(document.documentElement)`

// examine looks at one page in every way, and lets axe look at it in the ways of its turn.
func examine(t *testing.T, tab context.Context, base string, s sample, turn int, axe string) {
	if err := chromedp.Do(tab, chromedp.Navigate(base+s.address())); err != nil {
		t.Errorf("%s: %v", s, err)
		return
	}
	if _, err := chromedp.Run(tab, chromedp.Evaluate[any](axe+";undefined")); err != nil {
		t.Errorf("%s: loading axe: %v", s, err)
		return
	}
	for _, l := range looks {
		if l.scheme == "dark" { // as wide as in light
			continue
		}
		if err := l.apply(tab); err != nil {
			t.Errorf("%s at %s: %v", s, l, err)
			return
		}
		widths, err := chromedp.Run(tab, chromedp.Evaluate[[2]int](measureWidths))
		if over := widths[0]; cmp.Or(err != nil, over > 0) {
			t.Errorf("%s at %s: %d pixels wider than the window (%v)", s, l, over, err)
		}
		if short := widths[1]; short != 0 {
			t.Errorf("%s at %s: the lists cover %d pixels of the masthead", s, l, short)
		}
	}
	if !*everyLook {
		if _, err := chromedp.Run(tab, chromedp.Evaluate[any](thinOut)); err != nil {
			t.Errorf("%s: %v", s, err)
			return
		}
	}
	for _, l := range looks {
		if !l.inTurn(turn) && s.lang != "" { // not the only page of its kind
			continue
		}
		if err := l.apply(tab); err != nil {
			t.Errorf("%s at %s: %v", s, l, err)
			return
		}
		found, err := chromedp.Run(tab, chromedp.Evaluate[[]violation](l.axe(), chromedp.EvalAwaitPromise))
		if err != nil {
			t.Errorf("%s at %s: %v", s, l, err)
			return
		}
		for _, v := range found {
			t.Errorf("%s at %s: %s", s, l, v)
		}
	}
}
