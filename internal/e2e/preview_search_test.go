package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestPreviewSearchStays checks that an open search is updated. The selected row must stay selected
// at its new position, and the scroll position must stay. If the index is unchanged, no request
// must be sent.
func TestPreviewSearchStays(t *testing.T) {
	s := startPreview(t, nil)
	tab := openLive(t, startBrowser(t), s, editedPage)
	openFinder(t, tab)
	typeQuery(t, tab, "kubelet")
	for range 5 {
		press(t, tab, kb.ArrowDown)
	}
	const place = `(rows => [` + chosenRow + `, rows.scrollTop].join(" "))(document.querySelector(".finder .answers"))`
	js[any](t, tab, `(rows => { rows.scrollTop = 40; window.chosen = document.querySelector(".finder [aria-selected=true]"); window.first = rows.querySelector(".hit") })(document.querySelector(".finder .answers"))`)
	was := js[string](t, tab, place)

	// A new page with this name becomes the first row.
	s.write(t, "content/1.27/kubelet.ja.md", "---\ntitle: kubelet\n---\n\n- kubelet です。(#120000)\n")
	until(t, tab, "asked again", `String(!window.first.isConnected)`, "true")
	see(t, tab, "the same row is chosen", `(row => [row.href === chosen.href, row.textContent === chosen.textContent, row !== chosen].join(" "))(document.querySelector(".finder [aria-selected=true]"))`, "true true true")
	var row, scroll int
	if _, err := fmt.Sscan(js[string](t, tab, place), &row, &scroll); err != nil || scroll != 40 {
		t.Errorf("row and scroll position are %d and %d (%v), before %s", row, scroll, err, was)
	}
	see(t, tab, "what is typed", finderText+` + `+finderFocus, "kubelettrue")

	// An edit without effect on the index sends no request.
	js[any](t, tab, `window.first = document.querySelector(".finder .hit"); window.heard = 0; document.addEventListener("kawaraban:changed", () => { window.heard++ })`)
	s.write(t, "static/css/99-own.css", ".head h1 { outline: 3px solid }\n")
	until(t, tab, "styled", `String(getComputedStyle(document.querySelector(".head h1")).outlineWidth === "3px" && window.heard > 0)`, "true")
	see(t, tab, "the rows are the same", `new Promise((done) => setTimeout(() => done(String(window.first.isConnected)), 600))`, "true")

	// The search page behaves the same; the focus stays on its row.
	page := openLive(t, newProfile(t), s, "ja/search/?q=kubelet")
	settled(t, page)
	js[any](t, page, `document.querySelectorAll(".found .answers a")[3].focus(); window.link = document.activeElement; scrollTo({top: 120, behavior: "instant"}); new Promise((done) => setTimeout(done, 200))`)
	s.edit(t, "content/1.27/kubelet.ja.md", "title: kubelet", "title: kubelet と node")
	until(t, page, "asked again", `String(!window.link.isConnected && document.activeElement.href === window.link.href) + " " + scrollY + " " + [...document.querySelectorAll(".found .answers a")].some((a) => a.textContent.includes("kubelet と node"))`, "true 120 true")
}
