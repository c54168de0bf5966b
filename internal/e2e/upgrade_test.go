package e2e

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// Scripts for the state of an upgrade page.
const (
	upgradeShown  = `[...document.querySelectorAll(document.querySelector(".filter").dataset.rows)].filter(r => !r.hidden).length`
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

// TestUpgradeFilter filters by SIG and by component. The address must contain the filter, the
// checklist must change with it, going back must remove it, and the address must open the same
// page.
func TestUpgradeFilter(t *testing.T) {
	tab := open(t, startBrowser(t), "en/upgrade/1.26-1.29/")
	choose := func(name, value string) {
		js[any](t, tab, `(s => { s.value = "`+value+`"; s.dispatchEvent(new Event("input", {bubbles: true})) })(document.querySelector(".filter [name=`+name+`]"))`)
	}
	see := func(want int, address string) {
		t.Helper()
		js[any](t, tab, `new Promise(done => setTimeout(done, 100))`) // the checklist is updated with a delay
		if got := js[int](t, tab, upgradeShown); got != want {
			t.Errorf("%d rows at %q, want %d", got, address, want)
		}
		if lines, _ := checklist(t, tab); lines != want {
			t.Errorf("%d lines at %q, want %d", lines, address, want)
		}
		if got := js[string](t, tab, `location.search`); got != address {
			t.Errorf("the address is %q, want %q", got, address)
		}
	}
	see(316, "")
	if _, headings := checklist(t, tab); headings != 1+10+27 {
		t.Errorf("%d headings, want a title, 10 sections, and 3 releases in each but two", headings)
	}
	// The rows of SIG Node and of its components, counted in the HTML by a separate script.
	choose("sig", "node")
	see(111, "?sig=node")
	counts := func(want string) {
		t.Helper()
		if got := js[string](t, tab, upgradeCounts); got != want {
			t.Errorf("the headings count %q, want %q", got, want)
		}
	}
	counts("7|11|24|16|23|3|11|16")
	live := func(want string) {
		t.Helper()
		got := js[string](t, tab, `[...document.querySelectorAll("[data-live] tr:has(a[href='#urgent']) td, [data-tally]")].map(c => c.textContent).join(" ")`)
		if got != want {
			t.Errorf("the table and the effects count %q, want %q", got, want)
		}
	}
	live("111 42 39 30 5 1 1 7")
	js[any](t, tab, `document.querySelector("input[name=effect][value=action]").click()`)
	see(42, "?sig=node&effect=action")
	counts("7|11|24")
	live("111 42 39 30 5 1 1 7") // an effect does not change the counts of other effects
	js[any](t, tab, step+`history.back() })`)
	see(111, "?sig=node")
	js[any](t, tab, step+`history.back() })`)
	see(316, "")
	counts("3|1|14|38|44|47|71|7|28|63") // the counts of TestUpgradePage in package page
	choose("sig", "node")
	choose("q", "externalID")
	see(1, "?sig=node&q=externalID") // #115944
	counts("1")
	if _, headings := checklist(t, tab); headings != 1+1+1 {
		t.Errorf("%d headings, want the title, the section and 1.27", headings)
	}
	js[any](t, tab, `document.querySelector(".filter button[type=reset]").click()`)
	see(316, "")
	js[any](t, tab, `document.querySelector("input[name=role][value=node]").click()`)
	js[any](t, tab, `new Promise(done => setTimeout(done, 100))`)
	if got, kubelet := js[int](t, tab, upgradeShown), js[int](t, tab, `[...document.querySelectorAll("#rows [data-part~=kubelet]")].filter(r => !r.hidden).length`); kubelet != 94 || got < kubelet {
		t.Errorf("the preset for nodes shows %d rows, %d of 94 of the kubelet", got, kubelet)
	}
	again := open(t, tab, "ja/upgrade/1.26-1.29/?part=kubeadm&effect=action")
	if got := js[int](t, again, `[...document.querySelectorAll("#rows [data-group]:has(#urgent) [data-part~=kubeadm]")].filter(r => !r.hidden).length`); got != 2 { // #120788 and #121305
		t.Errorf("the address shows %d urgent notes on kubeadm, want 2", got)
	}
}

// TestUpgradeTicks checks that a tick is stored, appears on every page with the row and in every
// language, and is in the checklist.
func TestUpgradeTicks(t *testing.T) {
	tab := open(t, startBrowser(t), "en/upgrade/1.26-1.27/")
	js[any](t, tab, `document.querySelector("#pr-115331 > .tick").click(); document.querySelector(".tokens .tick").click()`)
	const ticked = `[...document.querySelectorAll("#rows .tick:checked")].length + " " + document.querySelector(".checklist summary small").textContent + " " +
		document.querySelector(".checklist pre").textContent.split("\n").filter(l => l.startsWith("- [x]")).map(l => l.slice(6, 30)).join("|")`
	gate := js[string](t, tab, `document.querySelector(".tokens code").textContent`)
	see := func(what, want string) {
		t.Helper()
		js[any](t, tab, `new Promise(done => setTimeout(done, 100))`)
		if got := js[string](t, tab, ticked); !strings.HasPrefix(got, want) || !strings.Contains(got, "|`"+gate+"`") {
			t.Errorf("%s: %q, want %q and %s", what, got, want, gate)
		}
	}
	see("ticked", "2 2 of ")
	tab = open(t, tab, "ja/upgrade/1.26-1.29/")
	see("on a longer upgrade, in Japanese", "2 316 件中 2 件")
	if shift := js[float64](t, tab, `document.querySelector("#pr-115331 > .line").getBoundingClientRect().left - document.querySelector("#pr-115331 > .tick").getBoundingClientRect().right`); shift < 0 {
		t.Errorf("the tick covers the row by %v", shift)
	}
	js[any](t, tab, `document.querySelector("#pr-115331 > .tick").click()`)
	js[any](t, tab, `new Promise(done => setTimeout(done, 100))`)
	if got := js[string](t, tab, `localStorage.getItem("kawaraban:done")`); strings.Contains(got, "115331") || !strings.Contains(got, gate) {
		t.Errorf("stored is %s", got)
	}
}

// TestUpgradeCopy checks that the copied checklist is the Markdown of the visible rows.
func TestUpgradeCopy(t *testing.T) {
	tab := open(t, startBrowser(t), "en/upgrade/1.26-1.29/?effect=action&sig=node&part=kube-scheduler")
	_, err := chromedp.Call(tab, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	if err != nil {
		t.Fatal(err)
	}
	js[any](t, tab, `document.querySelector(".checklist").open = true`)
	js[any](t, tab, `navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve() }`)
	js[any](t, tab, `document.querySelector("#pr-118551 > .tick").click()`)
	js[any](t, tab, `document.querySelector(".checklist .copy").click()`)
	copied := js[string](t, tab, `window.copied`)
	for _, want := range []string{
		"# Upgrade from 1.26 to 1.29\n", "\n## Read before you upgrade\n", "\n### 1.27\n",
		"- [ ] [#115331](https://github.com/kubernetes/kubernetes/pull/115331) Give terminal phase",
		"- [x] [#118551](https://github.com/kubernetes/kubernetes/pull/118551) ",
	} {
		if !strings.Contains(copied, want) {
			t.Errorf("the copy has no %q:\n%s", want, copied)
		}
	}
	// Three urgent notes, #117055 and five gates, counted in the HTML by a separate script.
	if n := strings.Count(copied, "- ["); n != 9 || strings.Contains(copied, "## Deprecations") {
		t.Errorf("%d lines, want 9, and no heading for deprecations:\n%s", n, copied)
	}
}

// TestUpgradeLanguages checks the checklist of a Japanese page. English quotes must have their
// language, events of gates must be Japanese, and both must stay after filtering.
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
	see("change en 60|heading ja 31|other ja 51") // 7+11+23+3+16 changes, 24+16+11 gates, 1+8 headings and 22 of releases
	js[any](t, tab, `new Promise(done => { document.querySelector(".filter button[type=reset]").click(); setTimeout(done, 100) })`)
	see("change en 193|heading ja 38|other en 1|other ja 122") // 14+38+71+7+63 and known issues, and 44+47+28 with three API versions of the guide
}

// TestUpgradeWithoutScripts checks that the checklist without scripts is complete, and opens.
func TestUpgradeWithoutScripts(t *testing.T) {
	tab := newTab(t, startBrowser(t))
	if err := withoutScripts(tab); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(tab, chromedp.Navigate(builtSite(t).url+"zh/upgrade/1.26-1.29/")); err != nil {
		t.Fatal(err)
	}
	if lines, _ := checklist(t, tab); lines != 316 {
		t.Errorf("%d lines, want 316", lines)
	}
	if got := js[int](t, tab, upgradeShown); got != 316 {
		t.Errorf("%d rows can be read, want 316", got)
	}
	if !js[bool](t, tab, `(d => { d.open = true; return d.querySelector("pre").offsetHeight > 100 })(document.querySelector(".checklist"))`) {
		t.Error("the checklist does not open")
	}
}
