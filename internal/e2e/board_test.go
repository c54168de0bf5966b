package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestBoardFilter follows the link from the SIG Node note of 1.27 to its missing changes: 16 of the
// 270 that no note of the release covers. The count next to the filter must match. The link of
// another group must show that group.
func TestBoardFilter(t *testing.T) {
	tab := open(t, startBrowser(t), "en/1.27/sig-node/")
	const shownByGroup = `[...document.querySelectorAll("[data-count]")].filter(c => c.offsetParent).reduce((n, c) => n + Number(c.textContent), 0)`
	follow := func(link string, want int, count, address string) {
		t.Helper()
		js[any](t, tab, `location.assign(document.querySelector('`+link+`').href)`)
		if err := chromedp.Do(tab, chromedp.WaitReady("#missing")); err != nil {
			t.Fatal(err)
		}
		js[any](t, tab, `new Promise(done => setTimeout(done, 200))`)
		if got := js[int](t, tab, rowsShown); got != want {
			t.Errorf("%d rows, want %d", got, want)
		}
		if got := js[int](t, tab, shownByGroup); got != want {
			t.Errorf("the headings count %d rows, want %d", got, want)
		}
		if got := js[string](t, tab, `document.querySelector(".filter output").textContent`); got != count {
			t.Errorf("the count is %q, want %q", got, count)
		}
		if got := js[string](t, tab, `location.search + location.hash`); got != address {
			t.Errorf("the address is %q, want %q", got, address)
		}
	}
	follow(`.head a[href*="status/"]`, 16, "16 of 253", "?sig=node#missing")
	follow("#sig-none .only", 1, "1 of 253", "?sig=none#missing")
}

// TestBoardWithoutScripts checks the board without scripts: it shows all missing changes, and each
// group's numbers link to them.
func TestBoardWithoutScripts(t *testing.T) {
	tab := newTab(t, startBrowser(t))
	if err := withoutScripts(tab); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(tab, chromedp.Navigate(builtSite(t).url+"ja/status/1.27/")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what string
		ask  string
		want int
	}{
		{"changes that can be read", `[...document.querySelectorAll(".change")].filter(r => r.offsetParent).length`, 253},
		{"filters on offer", `[...document.querySelectorAll(".filter, .only")].filter(r => r.offsetParent).length`, 0},
		{"numbers of SIG Node", `document.querySelectorAll("#sig-node .numbers a[href^='#pr-']").length`, 16},
		{"numbers that lead nowhere", `[...document.querySelectorAll(".numbers a[href^='#']")].filter(a => !document.getElementById(a.hash.slice(1))).length`, 0},
	} {
		if got := js[int](t, tab, c.ask); got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
	}
}
