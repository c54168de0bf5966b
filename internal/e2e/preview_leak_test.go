package e2e

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/domdebugger"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// listening counts the listeners of the document and of the window.
func listening(t *testing.T, tab context.Context) (n int) {
	t.Helper()
	for _, at := range []string{"document", "window"} {
		of, err := chromedp.Call(tab, runtime.Evaluate, runtime.EvaluateParams{Expression: at})
		if err != nil {
			t.Fatal(err)
		}
		all, err := chromedp.Call(tab, domdebugger.GetEventListeners, domdebugger.GetEventListenersParams{ObjectID: of.Result.ObjectID})
		if err != nil {
			t.Fatal(err)
		}
		n += len(all.Listeners)
	}
	return n
}

// TestPreviewListenersGo checks that the listeners of a menu, a switch or a list are removed when a
// patch replaces the element.
func TestPreviewListenersGo(t *testing.T) {
	s := startPreview(t, nil)
	tab := openLive(t, startBrowser(t), s, "ja/keps/")
	// A box around the header and the list makes the patch replace both.
	const frame, head = "templates/partials/frame.html", `<header class="mast">`
	round := func(i int) {
		t.Helper()
		mark := fmt.Sprintf("round%d", i)
		s.edit(t, frame, head, fmt.Sprintf(`<span class=%q></span>%s`, mark, head))
		until(t, tab, mark, fmt.Sprintf(`String(Boolean(document.querySelector(".%s")))`, mark), "true")
	}
	round(0)
	before := listening(t, tab)
	js[any](t, tab, `window.drop = document.querySelector("details.drop"); window.form = document.querySelector("form.filter")`)
	for i := range 8 {
		js[any](t, tab, `for (const at of document.querySelectorAll(".mast, form.filter, table.sortable")) { const other = document.createElement("b"); at.parentNode.replaceChild(other, at); }`)
		round(i + 1)
	}
	see(t, tab, "they are others", `[drop.isConnected, form.isConnected, document.querySelectorAll("details.drop").length > 0, document.querySelectorAll("form.filter").length].join(" ")`, "false false true 1")
	if now := listening(t, tab); now > before {
		t.Errorf("%d listeners, and %d after some rounds", before, now)
	}
	js[any](t, tab, `document.querySelector("details.drop").open = true; document.body.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true}))`)
	see(t, tab, "the new menu closes", `String(document.querySelector("details.drop").open)`, "false")
	see(t, tab, "not loaded again", `String(window.loadedOnce)`, "true")
}
