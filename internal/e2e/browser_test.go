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

// need returns the path of a program or file that a test needs. If it is missing the test is
// skipped, or fails with KAWARABAN_E2E=require.
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

// program returns a function that finds the first of some programs in PATH.
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

// installed returns a function that finds a file of an npm package in this directory.
func installed(path string) func() (string, error) {
	return func() (string, error) {
		path := filepath.Join("node_modules", filepath.FromSlash(path))
		_, err := os.Stat(path)
		return path, err
	}
}

// chromium finds the browser. The headless shell, which is Chromium without a desktop window, needs
// half the time.
var chromium = program("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

// desktop finds a browser with a back/forward cache, which the headless shell does not have.
var desktop = program("chromium", "chromium-browser", "google-chrome")

// stopBrowsers stop the browsers that launch started.
var stopBrowsers []func()

// launched is the browser of nearly all tests, because starting one takes more than a second.
var launched = sync.OnceValues(func() (context.Context, error) { return launch(chromium) })

func launch(find func() (string, error)) (context.Context, error) {
	bin, err := find()
	if err != nil {
		return nil, err
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(bin),
		chromedp.NoSandbox, // Chromium's sandbox does not work for root
		chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("hide-scrollbars", true),
	)
	alloc, cancel := chromedp.NewExecAllocator(context.Background(), opts...)
	stopBrowsers = append(stopBrowsers, cancel)
	ctx, _ := chromedp.NewContext(alloc)
	return ctx, chromedp.Do(ctx)
}

// startBrowser opens a new profile in the shared browser until the end of the test, without data of
// other tests. The test runs in parallel from here on, because it mostly waits for pages.
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

// newTab opens a further tab of the browser until the end of the test.
func newTab(t *testing.T, browser context.Context) context.Context {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	return ctx
}

// look is the width and color scheme of a page.
type look struct {
	width  int64
	scheme string // light or dark
}

// looks are the widths and color schemes in which every page is checked.
var looks = []look{
	{1440, "light"}, {1440, "dark"}, {768, "light"}, {768, "dark"}, {360, "light"}, {360, "dark"},
}

var everyLook = flag.Bool("looks.all", false, "let axe look at every page in every look")

// inTurn reports whether axe checks a page in this look. Every page is checked in light, each
// language of a kind at another width. The first language is also checked in dark, because all
// languages share the colors. With -looks.all every page is checked in each look.
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

// apply sets the look of a tab.
func (l look) apply(tab context.Context) error {
	if err := chromedp.Do(tab, chromedp.EmulateViewport(l.width, 900)); err != nil {
		return err
	}
	_, err := chromedp.Call(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: l.scheme}},
	})
	return err
}

// violation is a violation that axe found.
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

// runAxe runs every rule of axe on the whole page, including experimental rules. Selectors are
// disabled, because computing them is slow and a violation shows its HTML.
const runAxe = `axe.run(document, {resultTypes: ["violations"], selectors: false,
	rules: Object.fromEntries(axe.getRules().map(r => [r.ruleId, {enabled: true}]))})` + axeFindings

// runAxeOnColours runs only the rules on colors.
const runAxeOnColours = `axe.run(document, {resultTypes: ["violations"], selectors: false,
	runOnly: ["color-contrast", "color-contrast-enhanced", "link-in-text-block"]})` + axeFindings

const axeFindings = `
	.then(r => r.violations.map(({id, help, nodes}) => ({id, help, nodes: nodes.map(({html, failureSummary}) => ({html, failureSummary}))})))`

// axe returns the script for a look: all rules in light, and the rules on colors in dark. With
// -looks.all it runs all rules in both.
func (l look) axe() string {
	if l.scheme == "dark" && !*everyLook {
		return runAxeOnColours
	}
	return runAxe
}

// thinOut removes child elements that are like three earlier ones: with the same classes, roles and
// states, also in their descendants. A list of 300 gates has the same row 300 times, and axe needs
// minutes for it. Cells of rows stay. With -looks.all every element stays.
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

// TestThinOut checks that three of three hundred rows stay, and each row with a difference at any
// depth. Labels may differ.
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

// TestPages checks one page of every kind in every language. It must not request other hosts, and
// all requests must succeed without browser errors. No page may be wider than the window. axe must
// find no violation in the looks of [look.inTurn].
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
	turns := map[string]int{} // number of checked pages by kind
	type job struct {
		sample
		turn int
	}
	jobs := make(chan job)
	var tabs sync.WaitGroup
	for range 2 { // one for each core of a small machine
		tab := newTab(t, browser)
		reports := watched(t, tab, site.url)
		tabs.Add(1)
		go func() {
			defer tabs.Done()
			for j := range jobs {
				examine(t, tab, site.url, j.sample, j.turn, string(script))
				troubles := reports.take()
				if !site.has(j.sample) {
					troubles = nil // the browser reports the status 404
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

// measureWidths returns the number of pixels by which a page is wider than the window. The second
// number is the overlap of the lists in the masthead, if visible, with their neighbours.
const measureWidths = `(page => {
	const box = (name) => document.querySelector(name)?.getBoundingClientRect() ?? {left: 0, right: 0, width: 0}
	const lists = box("nav.all"), left = Math.max(box(".mast .name").right, box(".mast .open").right)
	return [page.scrollWidth - page.clientWidth, lists.width ? Math.ceil(Math.max(0, left - lists.left, lists.right - box(".tools").left)) : 0]
})(document.documentElement)`

// examine checks the widths of one page in every look, and runs axe in some.
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
		if l.scheme == "dark" { // the widths in dark are the same
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
		if !l.inTurn(turn) && s.lang != "" { // unless it is the only page of its kind
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
