package e2e

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// cardShown returns the languages of a term's card and whether it has an explanation; "none"
// without a card.
const cardShown = `(card => card ? [...card.querySelectorAll("dd")].map(d => d.lang).join(" ") + "|" + (card.querySelector("p")?.textContent.length > 10) : "none")(document.querySelector(".tip"))`

func pause(t *testing.T, tab context.Context, ms string) {
	t.Helper()
	js[any](t, tab, `new Promise(done => setTimeout(done, `+ms+`))`)
}

// TestTermCards checks the card of a term by pointer and by keyboard, at three widths. It must be
// within the window and not cover the following text. Escape and leaving the term must close it.
func TestTermCards(t *testing.T) {
	browser := startBrowser(t)
	for _, width := range widths {
		tab := openAt(t, browser, width, bilingual)
		js[any](t, tab, `document.querySelector(".entry a.term").scrollIntoView({block: "center"})`)
		see(t, tab, "before", cardShown, "none")
		pointAt(t, tab, ".entry a.term", false)
		pause(t, tab, "600")
		see(t, tab, "under the pointer", cardShown, "en ja ru zh-Hans|true")
		see(t, tab, "place", `((card, line, w) => [card.left >= 0, card.right <= w, card.bottom <= line.top].join(" "))(document.querySelector(".tip").getBoundingClientRect(), document.querySelector(".entry a.term").getClientRects()[0], document.documentElement.clientWidth)`, "true true true")
		see(t, tab, "wider than the window", narrowOverflow, "0")
		pointAt(t, tab, ".tip", false)
		pause(t, tab, "400")
		see(t, tab, "on the card", cardShown, "en ja ru zh-Hans|true")
		press(t, tab, kb.Escape)
		see(t, tab, "Escape", cardShown, "none")
		js[any](t, tab, `document.querySelector(".entry a.term").focus({focusVisible: true})`)
		pause(t, tab, "200")
		see(t, tab, "focus", cardShown+` + " " + (document.activeElement.getAttribute("aria-describedby") === document.querySelector(".tip").id)`, "en ja ru zh-Hans|true true")
		for range 9 { // the next elements can be terms or references, which have a card, too
			press(t, tab, "\t")
			if js[bool](t, tab, `!document.activeElement.matches("a.term, [href*='/keps/'], [href*='/gates/'], [href*='/prs/']")`) {
				break
			}
		}
		see(t, tab, "focus gone", cardShown, "none")
	}
}

// TestTermByTouch checks that a term is only a link by touch.
func TestTermByTouch(t *testing.T) {
	tab := openAt(t, startBrowser(t), 360, bilingual)
	js[any](t, tab, `document.querySelector(".entry a.term").scrollIntoView({block: "center"}); addEventListener("click", e => { window.led = e.target.closest("a.term")?.href; e.preventDefault() })`)
	at := js[[]float64](t, tab, `(b => [b.x + b.width / 2, b.y + b.height / 2])(document.querySelector(".entry a.term").getClientRects()[0])`)
	for _, touch := range []input.DispatchTouchEventParams{
		{Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{{X: at[0], Y: at[1]}}},
		{Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}},
	} {
		if _, err := chromedp.Call(tab, input.DispatchTouchEvent, touch); err != nil {
			t.Fatal(err)
		}
	}
	pause(t, tab, "600")
	see(t, tab, "card", cardShown, "none")
	see(t, tab, "leads to", `String(/\/ja\/glossary\/#[a-z-]+$/.test(window.led))`, "true")
}

// TestTermWithoutItsFile checks that a missing file of the cards causes no error.
func TestTermWithoutItsFile(t *testing.T) {
	tab := openAt(t, startBrowser(t), 1440, bilingual)
	js[any](t, tab, `window.fetch = () => Promise.reject(new Error("no network")); addEventListener("unhandledrejection", () => { window.failed = true }); document.querySelector("a.term").focus({focusVisible: true})`)
	pause(t, tab, "300")
	see(t, tab, "card", cardShown+` + " " + Boolean(window.failed)`, "none false")
}
