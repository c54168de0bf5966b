package e2e

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// follow runs a script that opens another page, and waits for that page.
func follow(t *testing.T, tab context.Context, script string) {
	t.Helper()
	js[any](t, tab, `window.stale = true; addEventListener("pageshow", () => { window.stale = false }); setTimeout(() => { `+script+` }); undefined`)
	for range 100 {
		time.Sleep(50 * time.Millisecond)
		loaded, err := chromedp.Run(tab, chromedp.Evaluate[bool](`!window.stale && document.readyState === "complete"`))
		if err == nil && loaded {
			return
		}
	}
	t.Fatalf("%s opens no page", script)
}

// openAt opens a page in a window of a width, without smooth scrolling.
func openAt(t *testing.T, browser context.Context, width int64, address string) context.Context {
	t.Helper()
	tab := newTab(t, browser)
	if err := (look{width, "light"}).apply(tab); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(tab, chromedp.Navigate(builtSite(t).url+address)); err != nil {
		t.Fatal(err)
	}
	steady(t, tab)
	return tab
}

// steady ends smooth scrolling and waits for its effects.
func steady(t *testing.T, tab context.Context) {
	t.Helper()
	js[any](t, tab, `document.documentElement.style.scrollBehavior = "auto"; document.querySelector(":target")?.scrollIntoView(); new Promise(done => setTimeout(done, 200))`)
}

// TestViewIsKept selects a view and checks it on the next page, whose address does not contain it.
// After going back and forward each page must have its view.
func TestViewIsKept(t *testing.T) {
	tab := openAt(t, startBrowser(t), 1440, bilingual)
	pointAt(t, tab, "label:has(.v-b)", true)
	follow(t, tab, `location.assign(new URL("../../1.26/sig-network/", location.href))`)
	const now = `location.pathname.split("/").slice(-3, -1).join("/") + location.search + " " + document.querySelector(".views :checked").value`
	see(t, tab, "next page", now, "1.26/sig-network en")
	pointAt(t, tab, "label:has(.v-both)", true)
	follow(t, tab, `history.back()`)
	see(t, tab, "back", now, "1.27/sig-node?view=en en")
	follow(t, tab, `history.forward()`)
	see(t, tab, "forth", now, "1.26/sig-network?view=both both")
	js[any](t, tab, `location.hash = document.querySelector(".entry[id]").id`)
	see(t, tab, "a fragment keeps the view", `location.search`, "?view=both")
	pointAt(t, tab, "label:has(.v-a)", true)
	js[any](t, tab, step+`history.back() })`)
	see(t, tab, "back over a fragment", now, "1.26/sig-network?view=both both")
	js[any](t, tab, `localStorage.clear()`)
}

// TestPlaceIsHeld scrolls to an entry and changes the view. The entry must stay at the same height,
// in every view and at three widths. The outline must mark the same section.
func TestPlaceIsHeld(t *testing.T) {
	browser := startBrowser(t)
	for _, width := range widths {
		tab := openAt(t, browser, width, bilingual)
		const top = `Math.round(document.getElementById("pr-116233").getBoundingClientRect().top)`
		js[any](t, tab, `document.getElementById("pr-116233").scrollIntoView()`)
		js[any](t, tab, `new Promise(done => setTimeout(done, 200))`)
		before := js[int](t, tab, top)
		part := js[string](t, tab, `document.querySelector(".toc [aria-current]").hash`)
		for _, class := range []string{"v-a", "v-b", "v-both"} {
			pointAt(t, tab, "label:has(."+class+")", true)
			js[any](t, tab, `new Promise(done => setTimeout(done, 200))`)
			if after := js[int](t, tab, top); after < before-1 || after > before+1 {
				t.Errorf("%s at %d: the entry moves from %d to %d", class, width, before, after)
			}
			see(t, tab, "outline", `document.querySelector(".toc [aria-current]").hash`, part)
		}
		if before < 0 || before > 200 {
			t.Errorf("at %d the entry is at %d, not below the switch", width, before)
		}
	}
}

// TestLanguageKeepsPlaceAndView changes the language from Japanese to English to Russian at an
// entry. Fragment and view must stay. A view of one language becomes the view of the new language.
func TestLanguageKeepsPlaceAndView(t *testing.T) {
	browser := startBrowser(t)
	const now = `location.pathname.split("/").slice(-4, -1).join("/") + location.search + location.hash + " " + document.querySelector(".views :checked").className`
	to := func(lang string) string {
		return `document.querySelector(".langs summary").click(); document.querySelector(".langs a[lang|=` + lang + `]").click()`
	}
	inView := func(tab context.Context, what string) {
		t.Helper()
		const upper = `(b => b.top >= 0 && b.top < innerHeight / 2)(document.querySelector(":target").getBoundingClientRect())`
		for range 20 { // late smooth scrolling ends at the earlier position
			if steady(t, tab); js[bool](t, tab, upper) {
				return
			}
		}
		t.Errorf("%s is not visible", what)
	}
	tab := openAt(t, browser, 1440, bilingual+"?view=both#pr-116233")
	follow(t, tab, to("en"))
	see(t, tab, "English", now, "en/1.27/sig-node?view=both#pr-116233 v-both")
	inView(tab, "English")
	follow(t, tab, to("ru"))
	see(t, tab, "Russian", now, "ru/1.27/sig-node?view=both#pr-116233 v-both")
	inView(tab, "Russian")

	alone := openAt(t, browser, 768, bilingual+"?view=ja#pr-116233")
	follow(t, alone, to("en"))
	see(t, alone, "English alone", now, "en/1.27/sig-node?view=en#pr-116233 v-a")
	follow(t, alone, to("ru"))
	see(t, alone, "Russian alone, as far as there is any", now, "ru/1.27/sig-node?view=ru#pr-116233 v-a")

	// By keyboard, after scrolling away from the entry of the address: the visible entry counts.
	read := openAt(t, browser, 360, bilingual+"#pr-115331")
	js[any](t, read, `document.getElementById("pr-116233").scrollIntoView(); new Promise(done => setTimeout(done, 300))`)
	js[any](t, read, `document.querySelector(".langs summary").focus()`)
	press(t, read, kb.Enter)
	press(t, read, "\t")
	see(t, read, "the first of the menu", `document.activeElement.lang`, "en")
	follow(t, read, `document.activeElement.click()`)
	see(t, read, "what is read", now, "en/1.27/sig-node#pr-116233 v-both")
	inView(read, "what is read")
}

// marked lists the sides with a background color, by their class.
const marked = `[...document.querySelectorAll(".pair > :is(.a, .b)")].filter(e => getComputedStyle(e).backgroundColor !== "rgba(0, 0, 0, 0)").map(e => e.classList[0] + ":" + e.closest("[id]").id).join(" ")`

// TestPairIsMarked checks that the pair under the pointer, with the focus or named by the address
// is marked on both sides, in both color schemes.
func TestPairIsMarked(t *testing.T) {
	browser := startBrowser(t)
	for _, scheme := range []string{"light", "dark"} {
		tab := open(t, browser, bilingual)
		if err := (look{1440, scheme}).apply(tab); err != nil {
			t.Fatal(err)
		}
		see(t, tab, "nothing", marked, "")
		js[any](t, tab, `document.documentElement.style.scrollBehavior = "auto"; document.getElementById("pr-116233").scrollIntoView()`)
		for _, side := range []string{"a", "b"} {
			pointAt(t, tab, "#pr-116233 > .pair > ."+side, false)
			see(t, tab, scheme+", over "+side, marked, "a:pr-116233 b:pr-116233")
		}
		pointAt(t, tab, ".views", false)
		see(t, tab, scheme+", away", marked, "")
		js[any](t, tab, `document.querySelector("#pr-116233 > .here").focus({focusVisible: true})`)
		see(t, tab, scheme+", focus", marked, "a:pr-116233 b:pr-116233")
		contrast := js[float64](t, tab, contrastOf("#pr-116233 > .pair > .b"))
		if contrast < 4.5 {
			t.Errorf("%s: a marked text has a contrast of %.2f", scheme, contrast)
		}
	}
}

// contrastOf returns a script for the contrast of an element's text with its background.
func contrastOf(selector string) string {
	return `(e => {
		const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
		const paint = (...colours) => { for (const c of colours) { canvas.fillStyle = c; canvas.fillRect(0, 0, 1, 1) } return [...canvas.getImageData(0, 0, 1, 1).data] };
		const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4).reduce((s, v, i) => s + v * [.2126, .7152, .0722][i], 0);
		const paper = getComputedStyle(document.body).backgroundColor, s = getComputedStyle(e);
		const [x, y] = [light(paint(paper, s.backgroundColor)), light(paint(s.color))].sort((a, b) => b - a);
		return (x + .05) / (y + .05);
	})(document.querySelector("` + selector + `"))`
}

// TestPairIsCopied copies a pair by mouse and by keyboard. The text must have both languages, each
// below its name, and the address of the entry. There must be one button, at the pair.
func TestPairIsCopied(t *testing.T) {
	tab := openAt(t, startBrowser(t), 1440, bilingual+"?view=both")
	_, err := chromedp.Call(tab, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	if err != nil {
		t.Fatal(err)
	}
	js[any](t, tab, `navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve() }`)
	see(t, tab, "before", `String(document.querySelectorAll(".twin").length)`, "0")
	js[any](t, tab, `document.getElementById("pr-116121").scrollIntoView({block: "center"})`)
	pointAt(t, tab, "#pr-116121 > .pair > .b", false)
	see(t, tab, "over a pair", `document.querySelector("#pr-116121 > .pair > .twin").textContent`, "両方の言語をコピー")
	pointAt(t, tab, ".twin", true)
	want := `["日本語", document.querySelector("#pr-116121 .a").textContent.trim(), "", "English", document.querySelector("#pr-116121 .b").textContent.trim(), "", location.origin + location.pathname + "#pr-116121", ""].join("\n")`
	see(t, tab, "copied by mouse", `String(window.copied === `+want+`)`, "true")
	if got := js[string](t, tab, `window.copied`); strings.Count(got, "\n") != 7 {
		t.Errorf("not seven lines: %q", got)
	}
	see(t, tab, "said", `(b => b.textContent + " " + b.getAttribute("aria-live"))(document.querySelector(".twin"))`, "コピーしました polite")

	js[any](t, tab, `window.copied = ""; document.querySelector("#pr-115331 > .here").focus({focusVisible: true})`)
	see(t, tab, "one button", `String(document.querySelectorAll(".twin").length)`, "1")
	for range 40 {
		press(t, tab, "\t")
		if js[bool](t, tab, `document.activeElement.matches(".twin")`) {
			break
		}
	}
	see(t, tab, "in the same entry", `document.activeElement.closest(".entry").id`, "pr-115331")
	see(t, tab, "seen", `(b => String(b.width > 20 && b.height >= 24))(document.activeElement.getBoundingClientRect())`, "true")
	press(t, tab, kb.Enter)
	see(t, tab, "copied by keyboard", `window.copied.split("\n").at(-2).split("/").at(-1) + " " + window.copied.includes("terminal phase")`, "#pr-115331 true")

	// A heading copies itself and the pairs of its section, including hidden ones.
	pointAt(t, tab, "label:has(.v-a)", true)
	js[any](t, tab, `window.copied = ""; document.querySelector(".two .anchor").focus({focusVisible: true}); document.querySelector(".twin").click()`)
	see(t, tab, "section", `window.copied.split("\n")[0] + "|" + window.copied.includes("Impressions") + "|" + decodeURIComponent(window.copied.split("\n").at(-2).split("/").at(-1).slice(1)) + "|" + document.querySelector(".two h2").id`,
		"日本語|true|"+js[string](t, tab, `document.querySelector(".two h2").id`)+"|"+js[string](t, tab, `document.querySelector(".two h2").id`))
}

// TestCodeStandsOnce checks that a code block that both languages share is on the page once and is
// visible in every view, also within a remark.
func TestCodeStandsOnce(t *testing.T) {
	tab := open(t, startBrowser(t), bilingual)
	see(t, tab, "the same code twice", `(all => String(all.length - new Set(all).size))([...document.querySelectorAll("main pre")].map(p => p.textContent))`, "0")
	for _, class := range []string{"v-a", "v-b", "v-both"} {
		js[any](t, tab, `document.querySelector(".`+class+`").click()`)
		see(t, tab, class, `(all => all.filter(p => p.offsetParent).length + " of " + all.length)([...document.querySelectorAll("main pre")])`, "2 of 2")
	}
}

// TestRemarksOnly shows only the remarks, and, less prominently, the text they refer to.
func TestRemarksOnly(t *testing.T) {
	tab := openAt(t, startBrowser(t), 1440, bilingual)
	const shown = `(sel => [...document.querySelectorAll(sel)].filter(e => e.offsetParent).length)`
	before := js[[]int](t, tab, `[".remark", ".two .entry:not(:has(.remark))", ".two pre:not(.remark *)"].map(`+shown+`)`)
	js[any](t, tab, `document.querySelector(".only input").click()`)
	after := js[[]int](t, tab, `[".remark", ".two .entry:not(:has(.remark))", ".two pre:not(.remark *)"].map(`+shown+`)`)
	if after[0] != before[0] || before[0] < 30 || after[1] != 0 || before[1] == 0 || after[2] != 0 || before[2] == 0 {
		t.Errorf("remarks, entries without one, code: before %v, after %v", before, after)
	}
	// In the first section only the first paragraphs are a remark.
	const parts = `[...document.querySelectorAll(".two h2, .two h3, .toc a")].filter(e => e.offsetParent && /チェックリスト|確認リスト|一覧|設定の例|所感/.test(e.textContent)).map(e => e.nodeName).join(" ")`
	see(t, tab, "outline and headings", parts, "A H2")
	const address = `location.search + " " + document.querySelector(".only input").checked`
	see(t, tab, "address", address, "?only=remarks true")
	again := openAt(t, newProfile(t), 360, bilingual+"?only=remarks")
	see(t, again, "another reader", address, "?only=remarks true")
	see(t, again, "outline and headings of another reader", parts, "H2")
	js[any](t, tab, `document.querySelector(".only input").click()`)
	see(t, tab, "address of all", address, " false")
	see(t, tab, "outline and headings again", parts, "A A A A H2 H3 H3 H3")
}

// TestPaperHasBoth prints a page that shows one language. The printed page must have both
// languages, and no switch.
func TestPaperHasBoth(t *testing.T) {
	tab := openAt(t, startBrowser(t), 768, bilingual+"?view=en")
	see(t, tab, "on the screen", sidesShown, "b en")
	if _, err := chromedp.Call(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}); err != nil {
		t.Fatal(err)
	}
	see(t, tab, "on paper", sidesShown, "ab en")
	see(t, tab, "the switch", `String(document.querySelector(".views").offsetParent)`, "null")
}
