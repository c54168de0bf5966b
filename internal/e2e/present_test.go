package e2e

import (
	"fmt"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const (
	deckCount = `document.querySelector(".deck .count")?.textContent ?? ""`
	deckText  = `document.querySelector(".deck .slide").textContent`
	// deckFits walks through all slides. It returns the share without scrolling in percent.
	deckFits = `(async () => {
		const deck = document.querySelector(".deck"), slide = deck.querySelector(".slide"), next = deck.querySelectorAll("footer button")[1];
		const all = Number(deck.querySelector(".count").textContent.split("/")[1]);
		let fits = 0, small = 0;
		for (let i = 0; i < all; i++) {
			fits += slide.scrollHeight <= slide.clientHeight;
			small += parseFloat(slide.style.fontSize) < 26 || slide.scrollWidth > slide.clientWidth;
			next.click();
		}
		return [all, 100 * fits / all, small];
	})()`
)

// TestPresent checks slides: an entry on each, keys, two windows in step, font size and length at
// 1280×720, printing, and the way back to the page.
func TestPresent(t *testing.T) {
	axe, err := os.ReadFile(need(t, "axe-core", installed("axe-core/axe.min.js")))
	if err != nil {
		t.Fatal(err)
	}
	browser := startBrowser(t)
	tab := open(t, browser, bilingual)
	if err := chromedp.Do(tab, chromedp.EmulateViewport(1280, 720)); err != nil {
		t.Fatal(err)
	}
	entries := js[int](t, tab, `[...document.querySelectorAll("main .entry")].filter((e) => !e.parentElement.closest(".entry")).length`)
	js[any](t, tab, `document.querySelector(".present").focus()`)
	press(t, tab, kb.Enter)
	until(t, tab, "begins with the title", deckCount, fmt.Sprintf("1 / %d", entries+1))
	press(t, tab, kb.ArrowRight)
	press(t, tab, " ")
	press(t, tab, kb.PageDown)
	press(t, tab, kb.ArrowLeft)
	see(t, tab, "keys", deckCount, fmt.Sprintf("3 / %d", entries+1))
	see(t, tab, "both languages and no duplicate IDs", `[".a", ".b", "[id]"].map((s) => document.querySelectorAll(".deck .slide " + s).length > 0).join()`, "true,true,false")

	// The speaker's window follows, and leads.
	speaker := open(t, browser, bilingual+"#present-speaker")
	until(t, speaker, "the same slide", deckCount, fmt.Sprintf("3 / %d", entries+1))
	see(t, speaker, "the next slide", `String(document.querySelector(".deck .next").textContent.length > 20)`, "true")
	press(t, speaker, kb.PageDown)
	until(t, tab, "the audience follows", deckCount, fmt.Sprintf("4 / %d", entries+1))
	see(t, tab, "the same text", fmt.Sprintf(`String(%s === %q)`, deckText, js[string](t, speaker, deckText)), "true")

	if _, err := chromedp.Run(tab, chromedp.Evaluate[any](string(axe)+";undefined")); err != nil {
		t.Fatal(err)
	}
	see(t, tab, "axe", `axe.run(document.querySelector(".deck")).then((r) => r.violations.map((v) => v.id + " " + v.nodes[0].html).join("\n"))`, "")

	press(t, tab, kb.Home)
	got := js[[]float64](t, tab, deckFits)
	if got[1] < 95 || got[2] > 0 {
		t.Errorf("of %.0f slides %.0f %% fit, %.0f have a smaller font or are wider than the window", got[0], got[1], got[2])
	}
	t.Logf("of %.0f slides %.0f %% fit", got[0], got[1])

	js[any](t, tab, `dispatchEvent(new Event("beforeprint"))`)
	see(t, tab, "pages on paper", `String(document.querySelectorAll(".paper > section").length)`, fmt.Sprint(entries+1))
	js[any](t, tab, `dispatchEvent(new Event("afterprint"))`)
	press(t, tab, kb.Escape)
	until(t, tab, "back", `[document.querySelectorAll(".deck, .paper").length, location.hash, document.activeElement.className].join()`, "0,,present")
}
