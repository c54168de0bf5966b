package e2e

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// js runs a script in the tab and returns its value. It waits for a promise.
func js[T any](t *testing.T, tab context.Context, script string) T {
	t.Helper()
	v, err := chromedp.Run(tab, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	return v
}

// open opens a page below the site's root in a new tab.
func open(t *testing.T, browser context.Context, address string) context.Context {
	t.Helper()
	tab := newTab(t, browser)
	if err := chromedp.Do(tab, chromedp.Navigate(builtSite(t).url+address)); err != nil {
		t.Fatal(err)
	}
	return tab
}

// TestThemeSwitch switches the colors, checks that the next page has them, and switches back to the
// system's setting.
func TestThemeSwitch(t *testing.T) {
	browser := startBrowser(t)
	tab := open(t, browser, "ja/")
	if err := (look{1440, "light"}).apply(tab); err != nil {
		t.Fatal(err)
	}
	const paper = `getComputedStyle(document.body).backgroundColor`
	const click = `document.querySelector(".theme").click()`
	light := js[string](t, tab, paper)
	js[any](t, tab, click)
	dark := js[string](t, tab, paper)
	if light == dark {
		t.Errorf("the switch changes nothing: %s", light)
	}
	if err := chromedp.Do(tab, chromedp.Navigate(builtSite(t).url+"ja/keps/")); err != nil {
		t.Fatal(err)
	}
	if got := js[string](t, tab, paper); got != dark {
		t.Errorf("the next page is %s, not %s", got, dark)
	}
	js[any](t, tab, click)
	if got := js[string](t, tab, paper+`+(localStorage.length)`); got != light+"0" {
		t.Errorf("switched back: %s, want %s and nothing kept", got, light)
	}
}

// TestListState filters and sorts a list. The address must contain the state, and open the same list.
func TestListState(t *testing.T) {
	browser := startBrowser(t)
	tab := open(t, browser, "en/1.27/changes/")
	const shown = `[...document.querySelectorAll(".change")].filter(r => !r.hidden && r.offsetParent).length`
	const choose = `(s => { s.value = "node"; s.dispatchEvent(new Event("input", {bubbles: true})) })(document.querySelector("select[name=sig]"))`
	all := js[int](t, tab, shown)
	js[any](t, tab, choose)
	some := js[int](t, tab, shown)
	if all != 325 || some != 71 {
		t.Errorf("1.27 shows %d changes, %d of them of SIG Node; want 325 and 71", all, some)
	}
	if got := js[string](t, tab, `location.search`); got != "?sig=node" {
		t.Errorf("the address is %q", got)
	}
	again := open(t, browser, "en/1.27/changes/?sig=node&kind=deprecation")
	want := js[int](t, again, `document.querySelectorAll('[data-kind~="deprecation"] .change[data-sig~="node"]').length`)
	if got := js[int](t, again, shown); got != want || want == 0 {
		t.Errorf("the address shows %d changes, want %d", got, want)
	}
	sorted := open(t, browser, "en/keps/?sort=-number")
	first := js[[]int](t, sorted, `[...document.querySelectorAll("tbody tr")].slice(0, 3).map(r => +r.cells[0].textContent)`)
	if len(first) != 3 || first[0] < first[1] || first[1] < first[2] {
		t.Errorf("sorted by descending number the list starts with %v", first)
	}
	if got := js[string](t, sorted, `document.querySelector("th[data-sort=number]").getAttribute("aria-sort")`); got != "descending" {
		t.Errorf("aria-sort is %q", got)
	}
}

// TestMenuAndCopy opens the menus by keyboard on a narrow screen, and copies code.
func TestMenuAndCopy(t *testing.T) {
	browser := startBrowser(t)
	tab := open(t, browser, "ja/1.27/sig-node/")
	if err := (look{360, "light"}).apply(tab); err != nil {
		t.Fatal(err)
	}
	state := js[string](t, tab, `(d => {
		const s = d.querySelector("summary"); s.focus(); s.click();
		const open = d.open, inside = d.querySelector("ul").getBoundingClientRect();
		d.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true}));
		return [open, inside.left >= 0 && inside.right <= innerWidth, d.open, document.activeElement === s].join(" ")
	})(document.querySelector(".langs"))`)
	if state != "true true false true" {
		t.Errorf("the languages open, inside the window, stay open, focus back: %s", state)
	}
	openMenu(t, tab)
	blocks := js[[]int](t, tab, `[document.querySelectorAll("main pre").length, document.querySelectorAll("main pre + button.copy").length]`)
	if len(blocks) != 2 || blocks[0] == 0 || blocks[0] != blocks[1] {
		t.Errorf("code blocks and copy buttons: %v", blocks)
	}
	visible := js[string](t, tab, `(b => { b.focus({focusVisible: true}); return getComputedStyle(b).opacity })(document.querySelector(".copy"))`)
	if visible != "1" {
		t.Errorf("a focused copy button has the opacity %s", visible)
	}
	kept := js[bool](t, tab, `(a => { location.hash = document.querySelector(".toc a").hash; a.addEventListener("click", e => e.preventDefault(), {once: true}); a.click(); return a.hash === location.hash && a.hash !== "" })(document.querySelector(".langs a"))`)
	if !kept {
		t.Error("another language does not open at the same section")
	}
}

// openMenu opens the menu by keyboard. Its first link must be the next in the focus order. Escape
// and a link within the page must close it.
func openMenu(t *testing.T, tab context.Context) {
	t.Helper()
	const shown = `(m => { const at = m.getBoundingClientRect(); return [m.matches(":popover-open"), at.left >= 0 && at.right <= innerWidth, m.contains(document.activeElement)].join(" ") })(document.querySelector("#menu"))`
	js[any](t, tab, `document.querySelector(".open").focus()`)
	chord(t, tab, kb.Enter)
	until(t, tab, "the menu opens, inside the window", shown, "true true false")
	chord(t, tab, kb.Tab)
	until(t, tab, "what is in it is next", shown, "true true true")
	chord(t, tab, kb.Escape)
	until(t, tab, "Escape closes it", `document.querySelector("#menu").matches(":popover-open") + " " + document.activeElement.className`, "false open")
	js[any](t, tab, `document.querySelector(".open").click(); document.querySelector("#menu .toc a").click()`)
	until(t, tab, "a link within the page closes it", `String(document.querySelector("#menu").matches(":popover-open"))`, "false")
}

// TestNoScript checks pages without scripts: controls that need a script must be hidden.
func TestNoScript(t *testing.T) {
	browser := startBrowser(t)
	tab := newTab(t, browser)
	if err := withoutScripts(tab); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(tab, chromedp.Navigate(builtSite(t).url+"ru/1.27/changes/")); err != nil {
		t.Fatal(err)
	}
	for _, dead := range []string{".theme", ".filter"} {
		if got := js[string](t, tab, fmt.Sprintf(`getComputedStyle(document.querySelector(%q)).display`, dead)); got != "none" {
			t.Errorf("%s is offered without scripts (display: %s)", dead, got)
		}
	}
	if got := js[int](t, tab, `[...document.querySelectorAll(".change")].filter(r => r.offsetParent).length`); got != 325 {
		t.Errorf("%d changes can be read without scripts, want 325", got)
	}
}

// withoutScripts disables the scripts of pages; scripts of the tests still run.
func withoutScripts(tab context.Context) error {
	_, err := chromedp.Call(tab, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	return err
}
