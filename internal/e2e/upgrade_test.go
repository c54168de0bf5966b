package e2e

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// The parts of an upgrade's page that the tests ask for.
const (
	upgradeShown  = `[...document.querySelectorAll("#rows .entry, #rows .turns > li, #rows .rows > li")].filter(r => r.offsetParent).length`
	upgradeLines  = `document.querySelector(".checklist pre").textContent`
	upgradeCounts = `[...document.querySelectorAll("#rows [data-count]")].filter(c => c.offsetParent).map(c => c.textContent).join("|")`
)

// checklist counts the lines and the headings of a checklist.
func checklist(t *testing.T, tab context.Context) (lines, headings int) {
	t.Helper()
	for line := range strings.Lines(js[string](t, tab, upgradeLines)) {
		switch {
		case strings.HasPrefix(line, "- [ ] "):
			lines++
		case strings.HasPrefix(line, "#"):
			headings++
		case strings.TrimSpace(line) != "":
			t.Errorf("neither heading nor item: %q", line)
		}
	}
	return lines, headings
}

// TestUpgradeFilter filters by SIG and by component: the address says so, the checklist
// follows, going back undoes it, and the address opens the same page.
func TestUpgradeFilter(t *testing.T) {
	tab := open(t, startBrowser(t), "en/upgrade/1.26-1.29/")
	choose := func(name, value string) {
		js[any](t, tab, `(s => { s.value = "`+value+`"; s.dispatchEvent(new Event("input", {bubbles: true})) })(document.querySelector("select[name=`+name+`]"))`)
	}
	see := func(want int, address string) {
		t.Helper()
		js[any](t, tab, `new Promise(done => setTimeout(done, 100))`) // the checklist follows in its own time
		if got := js[int](t, tab, upgradeShown); got != want {
			t.Errorf("%d rows at %q, want %d", got, address, want)
		}
		if lines, _ := checklist(t, tab); lines != want {
			t.Errorf("%d lines at %q, want %d", lines, address, want)
		}
		if got := js[string](t, tab, `location.search`); got != address {
			t.Errorf("the address says %q, want %q", got, address)
		}
	}
	see(334, "")
	if _, headings := checklist(t, tab); headings != 1+7+21 {
		t.Errorf("%d headings, want a title, 7 sections and 3 releases in each", headings)
	}
	// 4+1 urgent, 6+8+6 removals, 1+2 deprecations, 17+11+8 API changes and 24 gates:
	// the lists of TestUpgradeOfSIGNode in package site.
	choose("sig", "node")
	see(88, "?sig=node")
	counts := func(want string) {
		t.Helper()
		if got := js[string](t, tab, upgradeCounts); got != want {
			t.Errorf("the headings count %q, want %q", got, want)
		}
	}
	counts("5|20|3|5|7|12|36") // gates by the same lists: 2+3 flip, 4+3 GA, 2+4+6 go
	choose("kind", "deprecations")
	see(3, "?sig=node&kind=deprecations") // #115944, #118128 and #118596
	counts("3")
	if _, headings := checklist(t, tab); headings != 1+1+2 {
		t.Errorf("%d headings, want the title, the section, 1.27 and 1.28", headings)
	}
	js[any](t, tab, `history.back()`)
	see(88, "?sig=node")
	js[any](t, tab, `history.back()`)
	see(334, "")
	counts("14|57|7|47|28|44|137") // the table of TestUpgradePage in package page
	again := open(t, tab, "ja/upgrade/1.26-1.29/?part=kubeadm&kind=urgent")
	if got := js[int](t, again, upgradeShown); got != 2 { // #120788 and #121305
		t.Errorf("the address shows %d urgent notes on kubeadm, want 2", got)
	}
}

// TestUpgradeCopy copies the checklist: it is the Markdown of what is shown.
func TestUpgradeCopy(t *testing.T) {
	tab := open(t, startBrowser(t), "en/upgrade/1.26-1.29/?sig=node&kind=urgent")
	_, err := chromedp.Call(tab, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	if err != nil {
		t.Fatal(err)
	}
	js[any](t, tab, `document.querySelector(".checklist").open = true`)
	js[any](t, tab, `navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve() }`)
	js[any](t, tab, `document.querySelector(".checklist .copy").click()`)
	copied := js[string](t, tab, `window.copied`)
	for _, want := range []string{
		"# Upgrade from 1.26 to 1.29\n", "\n## Read before you upgrade\n", "\n### 1.27\n",
		"- [ ] [#115331](https://github.com/kubernetes/kubernetes/pull/115331) Give terminal phase",
		"- [ ] [#118551](https://github.com/kubernetes/kubernetes/pull/118551) ",
	} {
		if !strings.Contains(copied, want) {
			t.Errorf("the copy has no %q:\n%s", want, copied)
		}
	}
	if n := strings.Count(copied, "- [ ]"); n != 5 || strings.Contains(copied, "### 1.29") {
		t.Errorf("%d lines, want 5, and no heading for 1.29:\n%s", n, copied)
	}
}

// TestUpgradeLanguages: in the checklist of a Japanese page what quotes English says so,
// what becomes of a gate is Japanese, and so it stays with the filter on and off again.
func TestUpgradeLanguages(t *testing.T) {
	tab := open(t, startBrowser(t), "ja/upgrade/1.26-1.29/?sig=node")
	const byLang = `(() => {
		const count = {};
		const walk = document.createTreeWalker(document.querySelector(".checklist pre"), NodeFilter.SHOW_TEXT);
		while (walk.nextNode()) for (const line of walk.currentNode.data.split("\n")) {
			const kind = line.startsWith("#") ? "heading" : line.includes("/pull/") ? "change" : line.startsWith("- [ ] ") ? "other" : "";
			const key = kind + " " + walk.currentNode.parentNode.closest("[lang]").lang;
			if (kind) count[key] = (count[key] || 0) + 1;
		}
		return Object.entries(count).sort().map(e => e.join(" ")).join("|");
	})()`
	see := func(want string) {
		t.Helper()
		js[any](t, tab, `new Promise(done => setTimeout(done, 100))`)
		if got := js[string](t, tab, byLang); got != want {
			t.Errorf("the checklist has %q, want %q", got, want)
		}
	}
	see("change en 64|heading ja 25|other ja 24") // 5+20+3+36 changes, 5+7+12 gates, 1+7 headings and 17 of releases
	js[any](t, tab, `new Promise(done => { document.querySelector(".filter button[type=reset]").click(); setTimeout(done, 100) })`)
	see("change en 212|heading ja 29|other ja 122") // 14+57+7+134, and 47+28+44 with three API versions of the guide
}

// TestUpgradeWithoutScripts: the checklist is there, whole, and opens.
func TestUpgradeWithoutScripts(t *testing.T) {
	tab := newTab(t, startBrowser(t))
	if err := withoutScripts(tab); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(tab, chromedp.Navigate(builtSite(t).url+"zh/upgrade/1.26-1.29/")); err != nil {
		t.Fatal(err)
	}
	if lines, _ := checklist(t, tab); lines != 334 {
		t.Errorf("%d lines, want 334", lines)
	}
	if got := js[int](t, tab, upgradeShown); got != 334 {
		t.Errorf("%d rows can be read, want 334", got)
	}
	if !js[bool](t, tab, `(d => { d.open = true; return d.querySelector("pre").offsetHeight > 100 })(document.querySelector(".checklist"))`) {
		t.Error("the checklist does not open")
	}
}
