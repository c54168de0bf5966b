package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestPicker checks that the picker opens the page of an upgrade between two releases, and offers
// only upgrades that have a page.
func TestPicker(t *testing.T) {
	browser := startBrowser(t)
	tab := open(t, browser, "en/")
	const state = `(f => f.elements.from.value + " " + f.elements.to.value + " " + [...f.elements.to.options].filter(o => !o.disabled).map(o => o.value).join(" "))(document.querySelector(".pick"))`
	first := js[string](t, tab, state)
	js[any](t, tab, `(s => { s.value = s.options[s.options.length - 1].value; s.dispatchEvent(new Event("change", {bubbles: true})) })(document.querySelector(".pick [name=from]"))`)
	if oldest := js[string](t, tab, state); oldest == first {
		t.Errorf("after a change of the first release: still %s", oldest)
	}
	see(t, tab, "the target has an upgrade", `(f => String(f.elements.from.selectedOptions[0].dataset.to.split(" ").includes(f.elements.to.value)))(document.querySelector(".pick"))`, "true")
	path := js[string](t, tab, `(f => f.elements.from.value + "-" + f.elements.to.value)(document.querySelector(".pick"))`)
	js[any](t, tab, `document.querySelector(".pick button").click()`)
	until(t, tab, "the upgrade opens", `String(location.pathname.endsWith("/en/upgrade/`+path+`/") && document.title.includes("Upgrade"))`, "true")
}

// TestHomeSearch searches for the text of the field on the home page.
func TestHomeSearch(t *testing.T) {
	tab := open(t, startBrowser(t), "en/")
	js[any](t, tab, `document.querySelector("#home-search").focus()`)
	press(t, tab, "s")
	press(t, tab, kb.Enter)
	until(t, tab, "the search page", `String(location.pathname.endsWith("/en/search/") && document.querySelector(".seek input")?.value === "s")`, "true")
}

// TestLateSupport checks that a release whose planned support has ended is marked.
func TestLateSupport(t *testing.T) {
	tab := open(t, startBrowser(t), "en/")
	see(t, tab, "rows", `(rows => [rows.length > 0, rows.every(r => r.classList.contains("over") === (r.dataset.end <= Date.now() / 864e5)), rows.every(r => !r.classList.contains("over") || r.querySelector(".state").textContent === r.dataset.past)].join(" "))([...document.querySelectorAll(".support [data-end]")])`, "true true true")
}

// TestReferenceCards checks that a card with title, sentence and stages of a KEP appears at a link
// to its page.
func TestReferenceCards(t *testing.T) {
	tab := openAt(t, startBrowser(t), 1440, "en/gates/UserNamespacesSupport/")
	const shown = `(card => card ? [card.querySelector("strong")?.textContent.includes("KEP-127"), card.querySelector("p")?.textContent.length > 20, card.querySelectorAll(".marks .stage").length > 2].join(" ") : "none")(document.querySelector(".tip"))`
	const link = `main a[href$="/keps/127/"]`
	js[any](t, tab, `document.querySelector('`+link+`').scrollIntoView({block: "center"})`)
	see(t, tab, "before", shown, "none")
	pointAt(t, tab, link, false)
	until(t, tab, "under the pointer", shown, "true true true")
	see(t, tab, "wider than the window", narrowOverflow, "0")
	press(t, tab, kb.Escape)
	see(t, tab, "Escape", shown, "none")
	js[any](t, tab, `document.querySelector('`+link+`').focus({focusVisible: true})`)
	until(t, tab, "focus", shown, "true true true")
}
