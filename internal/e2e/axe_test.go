package e2e

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

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

// loadAxe brings axe into the page, and lookAgain with it.
const loadAxe = `;(() => {
	// What the rules on colours see of a text: its own style, what is painted behind it by its
	// ancestors, and what stands over or under it out of the flow.
	const large = (s) => { const pt = Math.ceil(parseFloat(s.fontSize) * 72) / 96; return pt >= 18 || (pt >= 14 && s.fontWeight >= 700) };
	const paints = (seen) => {
		const styles = new Map(), behind = new Map([[null, ""]]), out = new Set(), astray = [];
		for (const e of document.querySelectorAll("*")) {
			const s = getComputedStyle(e);
			styles.set(e, s);
			const own = [s.backgroundColor, s.backgroundImage, s.opacity, s.filter, s.mixBlendMode].join();
			const before = behind.get(e.parentElement);
			const clear = own === "rgba(0, 0, 0, 0),none,1,none,normal";
			behind.set(e, clear ? before : before + "<" + own);
			if (out.has(e.parentElement) || !["static", "relative"].includes(s.position)) out.add(e);
			if (out.has(e) && !clear && e.checkVisibility()) astray.push([e, e.getBoundingClientRect()]);
		}
		let fresh = 0;
		for (const [e, s] of styles) {
			if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) && !e.matches("input, select, textarea")) continue;
			if (!e.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
			const b = e.getBoundingClientRect(), up = e.parentElement && styles.get(e.parentElement);
			const over = astray.filter(([o, r]) => !o.contains(e) && r.left < b.right && b.left < r.right && r.top < b.bottom && b.top < r.bottom).map(([o]) => behind.get(o));
			const key = [e.nodeName, s.color, large(s), s.display, s.textShadow, s.textDecorationLine, s.fontWeight, up?.color, up?.fontWeight, behind.get(e), ...new Set(over)].join("|");
			if (!seen.has(key)) { seen.add(key); fresh++ }
		}
		return fresh;
	};
	// What the other rules see: elements, and where each stands.
	const shape = () => {
		const boxes = [innerWidth, document.documentElement.outerHTML];
		for (const e of document.querySelectorAll("*")) {
			const b = e.getBoundingClientRect();
			boxes.push(b.x, b.y, b.width, b.height, e.checkVisibility({visibilityProperty: true, opacityProperty: true}));
		}
		return boxes.join();
	};
	const onColours = ["color-contrast", "color-contrast-enhanced", "link-in-text-block"];
	let shaped = "";
	const painted = new Set();
	globalThis.lookAgain = async () => {
		await new Promise((done) => setTimeout(done, 50)); // what scripts do when the window changes
		const now = shape(), others = now !== shaped, colours = paints(painted) > 0;
		shaped = now;
		const rules = axe.getRules().map((r) => r.ruleId).filter((r) => onColours.includes(r) ? colours : others);
		if (!rules.length) return [];
		const {violations} = await axe.run(document, {resultTypes: ["violations"], selectors: false, runOnly: {type: "rule", values: rules}});
		return violations.map(({id, help, nodes}) => ({id, help, nodes: nodes.map(({html, failureSummary}) => ({html, failureSummary}))}));
	};
})(); undefined`

// runAxe runs every rule of axe on every element of the page: nothing is off, nothing is left
// out, rules that axe itself marks as experimental run too. What it has seen already it does
// not look at again: the rules on colours run where any text is painted in a way in which none
// was before, the others where anything stands elsewhere than in the look before. A finding
// shows its HTML, so axe need not think out a selector for every element that it looks at.
const runAxe = `lookAgain()`

// runAxeWhole runs every rule, whatever was looked at before, and within shadows too.
const runAxeWhole = `axe.run(document, {resultTypes: ["violations"], selectors: false,
	rules: Object.fromEntries(axe.getRules().map(r => [r.ruleId, {enabled: true}]))})
	.then(r => r.violations.map(({id, help, nodes}) => ({id, help, nodes: nodes.map(({html, failureSummary}) => ({html, failureSummary}))})))`

// axeScript is axe, as a script for a page.
func axeScript(t *testing.T) string {
	t.Helper()
	script, err := os.ReadFile(need(t, "axe-core", installed("axe-core/axe.min.js")))
	if err != nil {
		t.Fatal(err)
	}
	return string(script) + loadAxe
}

// TestAccessibility runs axe on one page of every kind, in every language, in light
// and dark, at three widths, and looks for content that is wider than the window.
func TestAccessibility(t *testing.T) {
	t.Parallel()
	site := builtSite(t)
	examineAll(t, site, site.samples())
}

func examineAll(t *testing.T, site *built, samples []sample) {
	script := axeScript(t)
	browser := startBrowser(t)
	jobs := make(chan sample)
	var tabs sync.WaitGroup
	for range 2 { // one for each core of a small machine
		tab := newTab(t, browser)
		tabs.Add(1)
		go func() {
			defer tabs.Done()
			for s := range jobs {
				examine(t, tab, site.url, s, script)
			}
		}()
	}
	for _, s := range samples {
		jobs <- s
	}
	close(jobs)
	tabs.Wait()
}

// examine looks at one page in every way.
func examine(t *testing.T, tab context.Context, base string, s sample, axe string) {
	if err := chromedp.Do(tab, chromedp.Navigate(base+s.address())); err != nil {
		t.Errorf("%s: %v", s, err)
		return
	}
	if _, err := chromedp.Run(tab, chromedp.Evaluate[any](axe)); err != nil {
		t.Errorf("%s: loading axe: %v", s, err)
		return
	}
	for _, l := range looks {
		if err := l.apply(tab); err != nil {
			t.Errorf("%s at %s: %v", s, l, err)
			return
		}
		found, err := chromedp.Run(tab, chromedp.Evaluate[[]violation](runAxe, chromedp.EvalAwaitPromise))
		if err != nil {
			t.Errorf("%s at %s: %v", s, l, err)
			return
		}
		for _, v := range found {
			t.Errorf("%s at %s: %s", s, l, v)
		}
		over, err := chromedp.Run(tab, chromedp.Evaluate[int](`document.documentElement.scrollWidth - document.documentElement.clientWidth`))
		if cmp.Or(err != nil, over > 0) {
			t.Errorf("%s at %s: %d pixels wider than the window (%v)", s, l, over, err)
		}
	}
}

// spoilt is a page with a fault that can be seen in one look alone.
const spoilt = `<!doctype html><html lang=en><title>Spoilt</title><meta name=viewport content="width=device-width">
<style>body { background: #fff; color: #000 } a { color: #00f; display: inline-block; min-height: 50px; min-width: 50px } #under { position: relative }
.veil { position: absolute; inset: 0; display: none; background: #000 }
@media (prefers-color-scheme: dark) { body { background: #000; color: #fff } a { color: #aaf } .veil { background: #ddd } }
%s</style><main><h1>Spoilt</h1><p id=text>A text that can be read.</p><div style="position: relative"><i class=veil></i><b id=under>Under it.</b></div><p><a href="#x">one</a><a href="#y">two</a></p></main>`

// TestAxeLooksAgain spoils a page in one look: that is found there, and in no other one.
func TestAxeLooksAgain(t *testing.T) {
	t.Parallel()
	axe := axeScript(t)
	tab := newTab(t, startBrowser(t))
	for _, c := range []struct{ when, what, rule string }{
		{"(width >= 1000px) and (prefers-color-scheme: dark)", "#text { color: #222 }", "color-contrast"},
		{"(500px < width < 1000px) and (prefers-color-scheme: light)", "#text { color: #ddd }", "color-contrast"},
		{"(500px < width < 1000px) and (prefers-color-scheme: dark)", "#text { background: #eee }", "color-contrast"},
		{"(width < 500px) and (prefers-color-scheme: light)", "main { opacity: .2 }", "color-contrast"},
		{"(width < 500px) and (prefers-color-scheme: dark)", "#text { color: #333 }", "color-contrast"},
		{"(width < 500px) and (prefers-color-scheme: dark)", ".veil { display: block }", "color-contrast"},
		{"(width < 500px) and (prefers-color-scheme: dark)", "a { min-width: 0; min-height: 0; height: 5px; overflow: hidden }", "target-size"},
		{"(500px < width < 1000px) and (prefers-color-scheme: light)", "a { min-width: 0; min-height: 0; height: 5px; overflow: hidden }", "target-size"},
		{"(width >= 1000px) and (prefers-color-scheme: dark)", "h1 { display: none }", "page-has-heading-one"},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(w, spoilt, "@media "+c.when+" { "+c.what+" }")
		}))
		if err := chromedp.Do(tab, chromedp.Navigate(server.URL)); err != nil {
			t.Fatal(err)
		}
		server.Close()
		js[any](t, tab, axe)
		for _, l := range looks {
			if err := l.apply(tab); err != nil {
				t.Fatal(err)
			}
			is := js[bool](t, tab, fmt.Sprintf("matchMedia(%q).matches", c.when))
			found := false
			for _, v := range js[[]violation](t, tab, runAxe) {
				found = found || v.ID == c.rule
			}
			if found != is {
				t.Errorf("%s %s: found at %s: %v, want %v", c.when, c.what, l, found, is)
			}
		}
	}
}
