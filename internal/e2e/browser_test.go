package e2e

import (
	"cmp"
	"context"
	_ "embed"
	"flag"
	"fmt"
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

// chromium finds the browser.
var chromium = program("chromium", "chromium-browser", "google-chrome")

// stopBrowser ends the browser that launched has started.
var stopBrowser = func() {}

// launched is the headless Chromium of all tests: to start one takes more than a second.
var launched = sync.OnceValues(func() (context.Context, error) {
	bin, err := chromium()
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
	stopBrowser = cancel
	ctx, _ := chromedp.NewContext(alloc)
	return ctx, chromedp.Do(ctx)
})

// startBrowser opens a profile of its own in the browser for the time of the test: nothing
// that another test has kept is in it.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	need(t, "Chromium", chromium)
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

// inTurn reports whether axe examines the page whose turn it is in this look: in light at one
// width and in dark at another, so that three pages in a row have all six looks. Axe takes most
// of a test's time, and what it finds depends on the kind of page and on the style sheet: the
// languages of a kind share its looks. With -looks.all every page is examined in each.
func (l look) inTurn(turn int) bool {
	if l.scheme == "dark" {
		turn++
	}
	return *everyLook || l.width == []int64{1440, 768, 360}[turn%3]
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

// TestAccessibility runs axe on one page of every kind in every language, each kind in light
// and dark at three widths ([look.inTurn]), and looks for content that is wider than the window
// in every look.
func TestAccessibility(t *testing.T) {
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
		tabs.Add(1)
		go func() {
			defer tabs.Done()
			for j := range jobs {
				examine(t, tab, site.url, j.sample, j.turn, string(script))
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

// measureWidths tells by how many pixels a page is wider than the window, and by how many the
// row of lists under the masthead, where it is shown, is narrower.
const measureWidths = `(page => {
	const row = document.querySelector("nav.all")?.getBoundingClientRect().width ?? 0
	return [page.scrollWidth - page.clientWidth, row && Math.round(page.clientWidth - row)]
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
		if err := l.apply(tab); err != nil {
			t.Errorf("%s at %s: %v", s, l, err)
			return
		}
		if l.inTurn(turn) || s.lang == "" { // the only page of its kind
			found, err := chromedp.Run(tab, chromedp.Evaluate[[]violation](l.axe(), chromedp.EvalAwaitPromise))
			if err != nil {
				t.Errorf("%s at %s: %v", s, l, err)
				return
			}
			for _, v := range found {
				t.Errorf("%s at %s: %s", s, l, v)
			}
		}
		widths, err := chromedp.Run(tab, chromedp.Evaluate[[2]int](measureWidths))
		if over := widths[0]; cmp.Or(err != nil, over > 0) {
			t.Errorf("%s at %s: %d pixels wider than the window (%v)", s, l, over, err)
		}
		if short := widths[1]; short != 0 {
			t.Errorf("%s at %s: the row of lists lacks %d pixels of the window", s, l, short)
		}
	}
}

// TestPagesStayInside follows what a browser does while it shows a page: it asks
// nothing of another host, finds everything it asks for, and reports no error.
func TestPagesStayInside(t *testing.T) {
	site := builtSite(t)
	browser := startBrowser(t)
	tab := newTab(t, browser)
	if err := chromedp.Do(tab); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	page := ""
	err := chromedp.Listen(tab, func(event any) {
		mu.Lock()
		defer mu.Unlock()
		if problem := troubled(event, site.url); problem != "" {
			t.Errorf("%s: %s", page, problem)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := watch(tab); err != nil {
		t.Fatal(err)
	}
	for _, s := range site.samples() {
		mu.Lock()
		page = s.String()
		mu.Unlock()
		if err := chromedp.Do(tab, chromedp.Navigate(site.url+s.address())); err != nil {
			t.Errorf("%s: %v", s, err)
		}
	}
}
