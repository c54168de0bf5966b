package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// bilingual is the page of most tests of views: a Japanese note with its English translation.
const bilingual = "ja/1.27/sig-node/"

// widths are the widths of a phone, a tablet and a desktop screen.
var widths = []int64{360, 768, 1440}

// sidesShown returns the visible sides of pairs, headings and the outline, and the selected radio
// button: "ab both".
const sidesShown = `["a", "b"].map((side) => {
	const all = [...document.querySelectorAll(".two .pair > ." + side + ", .two h2 > ." + side + ", h1 > ." + side)];
	const seen = all.filter((e) => e.offsetParent).length;
	return seen === 0 ? "" : seen === all.length ? side : seen + " of " + all.length + " " + side;
}).join("") + " " + document.querySelector(".views :checked").value`

// pointAt moves the mouse to the middle of the first line of the first matching element. If press
// is true it clicks there.
func pointAt(t *testing.T, tab context.Context, selector string, press bool) {
	t.Helper()
	at := js[[]float64](t, tab, fmt.Sprintf(`(e => { const b = e.getClientRects()[0]; return [b.x + b.width / 2, b.y + b.height / 2] })(document.querySelector(%q))`, selector))
	var err error
	if press {
		err = chromedp.Do(tab, chromedp.MouseClickXY(at[0], at[1]))
	} else {
		err = chromedp.Do(tab, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0], at[1]))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// press sends keys to the focused element.
func press(t *testing.T, tab context.Context, keys string) {
	t.Helper()
	if err := chromedp.Do(tab, chromedp.KeyEvent(keys, asKeyboard)); err != nil {
		t.Fatal(err)
	}
}

// asKeyboard sends the raw key down event before the letter, like the system. Only then does the
// browser suppress the letter of a key that a script has handled. Otherwise the letter would appear
// in a field that gets the focus in between.
func asKeyboard(key *input.DispatchKeyEventParams) {
	if key.Type == kb.KeyDown {
		key.Type = kb.KeyRawDown
	}
}

// see compares the result of a script with the wanted value.
func see(t *testing.T, tab context.Context, what, script, want string) {
	t.Helper()
	if got := js[string](t, tab, script); got != want {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

// narrowOverflow is the number of pixels by which the page is wider than the window.
const narrowOverflow = `String(document.documentElement.scrollWidth - document.documentElement.clientWidth)`

// TestViewsByMouse selects each view with the mouse at three widths. The visible sides, the address
// and the stored value must match. Nothing may be wider than the window.
func TestViewsByMouse(t *testing.T) {
	browser := startBrowser(t)
	for _, width := range widths {
		tab := open(t, browser, bilingual)
		if err := (look{width, "light"}).apply(tab); err != nil {
			t.Fatal(err)
		}
		see(t, tab, "at first", sidesShown, "ab both")
		for _, v := range []struct{ class, sides, view, kept string }{
			{"v-b", "b en", "en", "en"},
			{"v-a", "a ja", "ja", "own"},
			{"v-tap", "a tap", "tap", "tap"},
			{"v-both", "ab both", "both", "both"},
		} {
			what := fmt.Sprintf("%s at %d", v.class, width)
			pointAt(t, tab, "label:has(."+v.class+")", true)
			see(t, tab, what, sidesShown, v.sides)
			see(t, tab, what, `location.search`, "?view="+v.view)
			see(t, tab, what, `localStorage.getItem("kawaraban-view")`, v.kept)
			see(t, tab, what+": wider than the window", narrowOverflow, "0")
		}
	}
}

// TestViewsByKeyboard moves to the switch with Tab and selects views with the arrow keys. The focus
// must be visible.
func TestViewsByKeyboard(t *testing.T) {
	browser := startBrowser(t)
	for _, width := range widths {
		tab := open(t, browser, bilingual)
		if err := (look{width, "dark"}).apply(tab); err != nil {
			t.Fatal(err)
		}
		js[any](t, tab, `document.querySelector(".meta a:last-of-type, .meta li:last-child a").focus()`)
		for range 8 {
			press(t, tab, "\t")
			if js[bool](t, tab, `document.activeElement.name === "view"`) {
				break
			}
		}
		see(t, tab, "focus", `document.activeElement.value`, "both")
		see(t, tab, "outline", `(s => s.outlineStyle + " " + (parseFloat(s.outlineWidth) >= 2))(getComputedStyle(document.activeElement.parentNode))`, "solid true")
		press(t, tab, kb.ArrowLeft)
		see(t, tab, "one to the left", sidesShown, "b en")
		press(t, tab, kb.ArrowLeft)
		see(t, tab, "two to the left", sidesShown, "a ja")
		see(t, tab, "address", `location.search`, "?view=ja")
		press(t, tab, kb.ArrowLeft)
		see(t, tab, "round", sidesShown, "a tap")
		press(t, tab, kb.ArrowLeft)
		see(t, tab, "both again", sidesShown, "ab both")
		press(t, tab, "\t")
		press(t, tab, " ")
		see(t, tab, "remarks only", `String(document.querySelector(".only input").checked)`, "true")
	}
}

// TestViewsWithoutScripts selects the views without scripts, by mouse and by keyboard.
func TestViewsWithoutScripts(t *testing.T) {
	browser := startBrowser(t)
	tab := newTab(t, browser)
	if err := withoutScripts(tab); err != nil {
		t.Fatal(err)
	}
	for _, width := range widths {
		if err := (look{width, "light"}).apply(tab); err != nil {
			t.Fatal(err)
		}
		if err := chromedp.Do(tab, chromedp.Navigate(builtSite(t).url+bilingual+"?view=en")); err != nil {
			t.Fatal(err)
		}
		see(t, tab, "at first", sidesShown, "ab both")
		pointAt(t, tab, "label:has(.v-b)", true)
		see(t, tab, "the other", sidesShown, "b en")
		press(t, tab, kb.ArrowLeft)
		see(t, tab, "the one", sidesShown, "a ja")
		pointAt(t, tab, "label:has(.v-tap)", true)
		see(t, tab, "on demand", sidesShown, "a tap")
		js[any](t, tab, `document.querySelector(".pair > .tap").focus()`)
		const other = `String(document.querySelector(".pair > .tap ~ .b").offsetParent !== null)`
		press(t, tab, " ")
		see(t, tab, "the other language of one pair", other, "true")
		press(t, tab, " ")
		see(t, tab, "hidden again", other, "false")
		pointAt(t, tab, "label:has(.v-both)", true)
		see(t, tab, "both", sidesShown, "ab both")
		see(t, tab, "wider than the window", narrowOverflow, "0")
	}
}

// TestColumns measures the pairs at three widths. Side by side, each must be at least 26 em wide
// and both must start on one line. Otherwise one must be below the other.
func TestColumns(t *testing.T) {
	browser := startBrowser(t)
	const measure = `(() => {
		const first = (e) => { const w = document.createTreeWalker(e, NodeFilter.SHOW_TEXT, n => n.data.trim() ? 1 : 2); w.nextNode(); const r = document.createRange(); r.selectNodeContents(w.currentNode); return r.getClientRects()[0] };
		let beside = 0, under = 0;
		const bad = [];
		for (const pair of document.querySelectorAll(".pair:has(> .a):has(> .b)")) {
			const [a, b] = [pair.querySelector(":scope > .a"), pair.querySelector(":scope > .b")];
			const [x, y] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
			if (!x.height) continue;
			if (y.left >= x.right) {
				beside++;
				const column = pair.getBoundingClientRect().right - y.left, em = parseFloat(getComputedStyle(b).fontSize);
				if (column < 26 * em - .5) bad.push("narrow " + column / em);
				const off = Math.abs(first(a).bottom - first(b).bottom);
				if (off > 8 && !pair.querySelector("table, pre, .alert")) bad.push("tops " + off + " " + a.textContent.slice(0, 30));
			} else if (y.top >= x.bottom) under++;
			else bad.push("overlap " + a.textContent.slice(0, 30));
		}
		return [beside, under, bad.length + " " + bad.slice(0, 3).join("; ")].join("|");
	})()`
	for _, address := range []string{bilingual, "en/1.27/sig-node/", "ru/1.26/sig-network/"} {
		tab := open(t, browser, address)
		for _, width := range []int64{360, 768, 1024, 1200, 1440, 1680, 1920} {
			if err := (look{width, "light"}).apply(tab); err != nil {
				t.Fatal(err)
			}
			var beside, under int
			var bad string
			parts := strings.SplitN(js[string](t, tab, measure), "|", 3)
			fmt.Sscan(parts[0], &beside)
			fmt.Sscan(parts[1], &under)
			bad = parts[2]
			if bad != "0 " {
				t.Errorf("%s at %d: %s", address, width, bad)
			}
			if width < 1024 && beside > 0 || width >= 1440 && under > 0 || beside+under < 25 {
				t.Errorf("%s at %d: %d pairs side by side, %d one under the other", address, width, beside, under)
			}
		}
	}
}

// TestViewAddress checks the order of precedence: the address, the earlier choice, the default of
// the page. A view that the page does not have shows the note itself, and an unknown view has no
// effect.
func TestViewAddress(t *testing.T) {
	browser := startBrowser(t)
	tab := open(t, browser, bilingual)
	for _, c := range []struct{ kept, address, want string }{
		{"", "", "ab both"},
		{"", "?view=en", "b en"},
		{"", "?view=ja", "a ja"},
		{"en", "", "b en"},
		{"own", "", "a ja"},
		{"own", "?view=both", "ab both"},
		{"both", "?view=en", "b en"},
		{"en", "?view=elvish", "b en"},
		{"", "?view=elvish", "ab both"},
		{"", "?view=ru", "a ja"}, // a language of the site, but not of this page
		{"ru", "", "a ja"},
		{"", "?view=%22%5D", "ab both"},
	} {
		js[any](t, tab, fmt.Sprintf(`localStorage.setItem("kawaraban-view", %q)`, c.kept))
		if err := chromedp.Do(tab, chromedp.Navigate(builtSite(t).url+bilingual+c.address)); err != nil {
			t.Fatal(err)
		}
		see(t, tab, fmt.Sprintf("kept %q, asked %q", c.kept, c.address), sidesShown, c.want)
	}
	js[any](t, tab, `localStorage.clear()`)
}

// TestViewIsThereAtOnce checks that the view of the address applies before the page is drawn, so
// that the layout does not shift.
func TestViewIsThereAtOnce(t *testing.T) {
	browser := startBrowser(t)
	for i, view := range []string{"ja", "en", "both"} {
		tab := newTab(t, browser)
		if err := (look{widths[i], "light"}).apply(tab); err != nil {
			t.Fatal(err)
		}
		if err := chromedp.Do(tab, chromedp.Navigate(builtSite(t).url+bilingual+"?view="+view)); err != nil {
			t.Fatal(err)
		}
		// The header may be drawn before all of it is loaded: only shifts of the note count.
		moved := js[string](t, tab, `new Promise(done => { let moved = ""; new PerformanceObserver(list => { for (const e of list.getEntries()) for (const s of e.sources) if (s.node && document.querySelector("main").contains(s.node)) moved += e.value + " " + (s.node.className || s.node.nodeName) + " " } ).observe({type: "layout-shift", buffered: true}); setTimeout(() => done(moved), 500) })`)
		if moved != "" {
			t.Errorf("%s: the layout shifts: %s", view, moved)
		}
		see(t, tab, "view", `document.querySelector(".views :checked").value`, view)
	}
}

// TestViewTargets checks that targets are 24 pixels high for a mouse and 44 for touch. No text of
// the bar may be smaller than 13 pixels.
func TestViewTargets(t *testing.T) {
	browser := startBrowser(t)
	const least = `(all => [Math.min(...all.map(e => e.getBoundingClientRect().height)), Math.min(...all.map(e => parseFloat(getComputedStyle(e).fontSize)))])([...document.querySelectorAll(".views label, .only")])`
	for _, width := range widths {
		tab := openAt(t, browser, width, bilingual)
		if got := js[[]float64](t, tab, least); got[0] < 24 || got[1] < 13 {
			t.Errorf("by mouse at %d: least height and size %v", width, got)
		}
		if _, err := chromedp.Call(tab, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true}); err != nil {
			t.Fatal(err)
		}
		see(t, tab, "a finger", `String(matchMedia("(pointer: coarse)").matches)`, "true")
		if got := js[[]float64](t, tab, least); got[0] < 44 {
			t.Errorf("by finger at %d: least height %v", width, got[0])
		}
		see(t, tab, "wider than the window", narrowOverflow, "0")
	}
}
