package e2e

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Scripts for the state of a list.
const (
	rowsShown  = `[...document.querySelectorAll(document.querySelector(".filter").dataset.rows)].filter(r => r.offsetParent).length`
	tocShown   = `[...document.querySelectorAll(".toc a")].filter(a => !a.closest("[hidden]")).map(a => a.textContent).join("|")`
	groupCount = `document.querySelector("[data-group][data-kind=bug] [data-count]").textContent`
	chosen     = `[...document.querySelectorAll(".filter [name]")].map(f => f.value).join("|")`
	step       = `new Promise(done => { addEventListener("popstate", () => setTimeout(done, 0), {once: true}); setTimeout(done, 5000); `
)

func choose(t *testing.T, tab context.Context, name, value string) {
	t.Helper()
	js[any](t, tab, `(s => { s.value = "`+value+`"; s.dispatchEvent(new Event("input", {bubbles: true})) })(document.querySelector(".filter [name=`+name+`]"))`)
}

// TestListHistory filters the changes of a release. Each choice must be an entry in the history,
// and typing one entry in total. The list must be the same after going back. The counts are those
// of the release's table: 325 in all, 71 of SIG Node, 17 of these bugs.
func TestListHistory(t *testing.T) {
	tab := open(t, startBrowser(t), "en/1.27/changes/")
	see := func(what string, want int, address, fields string) {
		t.Helper()
		if got := js[int](t, tab, rowsShown); got != want {
			t.Errorf("%s: %d rows, want %d", what, got, want)
		}
		if got := js[string](t, tab, `location.search`); got != address {
			t.Errorf("%s: the address is %q, want %q", what, got, address)
		}
		if got := js[string](t, tab, chosen); got != fields {
			t.Errorf("%s: the fields are %q, want %q", what, got, fields)
		}
	}
	see("opened", 325, "", "||||")
	choose(t, tab, "sig", "node")
	choose(t, tab, "kind", "bug")
	see("chosen", 17, "?sig=node&kind=bug", "node|bug|||")
	if got := js[string](t, tab, tocShown); got != "Bug or Regression" {
		t.Errorf("the table of contents links to %q", got)
	}
	if got := js[string](t, tab, groupCount); got != "17" {
		t.Errorf("the heading counts %q", got)
	}
	length := js[int](t, tab, `history.length`)
	choose(t, tab, "q", "k")
	choose(t, tab, "q", "kubelet")
	if got := js[int](t, tab, `history.length`); got != length {
		t.Errorf("typing added %d history entries", got-length)
	}
	choose(t, tab, "q", "")
	js[any](t, tab, step+`history.back() })`)
	see("back", 71, "?sig=node", "node||||")
	js[any](t, tab, step+`history.back() })`)
	see("back twice", 325, "", "||||")
	js[any](t, tab, step+`history.forward() })`)
	see("forward", 71, "?sig=node", "node||||")

	site := builtSite(t).url
	if err := chromedp.Do(tab, chromedp.Navigate(site+"en/1.27/")); err != nil {
		t.Fatal(err)
	}
	js[any](t, tab, `void setTimeout(() => history.back(), 0)`)
	for range 100 { // the browser restores the page or loads it again
		time.Sleep(50 * time.Millisecond)
		at, err := chromedp.Run(tab, chromedp.Evaluate[string](`location.pathname + document.readyState`, chromedp.EvalAwaitPromise))
		if err == nil && strings.HasSuffix(at, "/changes/complete") {
			break
		}
	}
	see("come back to", 71, "?sig=node", "node||||")
	if got := js[string](t, tab, `document.querySelector(".filter output").textContent`); got != "71 of 325" {
		t.Errorf("the count is %q", got)
	}
	js[any](t, tab, `new Promise(done => { document.querySelector(".filter button[type=reset]").click(); setTimeout(done, 100) })`)
	see("cleared", 325, "", "||||")
	if got := js[string](t, tab, groupCount); got != "100" { // as in the filter option
		t.Errorf("cleared, the heading counts %q", got)
	}
	if got := js[string](t, tab, tocShown); strings.Count(got, "|") != 6 {
		t.Errorf("the table of contents links to %q", got)
	}
}

// TestChangesOrder reverses the changes of a release. Within each kind the highest numbers must be
// first, below its heading. Removing the order must restore the list.
func TestChangesOrder(t *testing.T) {
	tab := open(t, startBrowser(t), "en/1.27/changes/?sort=-id")
	const turned = `[...document.querySelectorAll("#changes [data-group]")].every(g => {
		const ids = [...g.querySelectorAll(".change")].map(c => Number(c.id.split("-")[1]));
		return g.firstElementChild.querySelector("h2") && ids.every((n, i) => !i || (n - ids[i-1]) * WAY > 0) })`
	if !js[bool](t, tab, strings.ReplaceAll(turned, "WAY", "-1")) {
		t.Error("the order is not newest first")
	}
	js[any](t, tab, `new Promise(done => { document.querySelector(".filter button[type=reset]").click(); setTimeout(done, 100) })`)
	if !js[bool](t, tab, strings.ReplaceAll(turned, "WAY", "1")) {
		t.Error("cleared, the order is not that of the page")
	}
	if got := js[string](t, tab, `location.search`); got != "" {
		t.Errorf("cleared, the address is %q", got)
	}
}

// TestListOrder sorts the KEPs by their columns: numbers by value, largest first, stages in their
// order, empty values last. A third click or going back must remove the order.
func TestListOrder(t *testing.T) {
	tab := open(t, startBrowser(t), "en/keps/?status=implementable")
	column := func(i string) []string {
		t.Helper()
		return strings.Split(js[string](t, tab, `[...document.querySelectorAll("tbody tr")].map(r => (`+i+`) || "-").join(" ")`), " ")
	}
	const number, noted, stage = `r.cells[0].textContent`, `parseInt(r.cells[6].textContent)`, `r.dataset.stage`
	before := column(number)
	click := func(key string) {
		t.Helper()
		js[any](t, tab, `document.querySelector("th[data-sort=`+key+`] button").click()`)
	}
	falls := func(what string, values []string, rank func(string) int) {
		t.Helper()
		last := 1 << 30
		for i, v := range values {
			if n := rank(v); n > last {
				t.Fatalf("%s: row %d is %q after a smaller one", what, i, v)
			} else {
				last = n
			}
		}
	}
	count := func(s string) int {
		n := -1
		if s != "-" {
			n = 0
			for _, c := range s {
				n = n*10 + int(c-'0')
			}
		}
		return n
	}
	click("noted")
	if got := js[string](t, tab, `location.search`); got != "?status=implementable&sort=-noted" {
		t.Errorf("sorted, the address is %q", got)
	}
	falls("most entries", column(noted), count)
	if got := column(noted); got[0] == "-" {
		t.Error("no KEP has entries")
	}
	js[any](t, tab, step+`history.back() })`)
	if got := column(number); strings.Join(got, " ") != strings.Join(before, " ") {
		t.Error("going back does not undo the order")
	}
	click("stage")
	falls("stages", column(stage), func(s string) int {
		return map[string]int{"alpha": 5, "beta": 4, "stable": 3, "deprecated": 2, "removed": 1, "-": 0}[s]
	})
	if got := js[string](t, tab, `document.querySelector("th[data-sort=stage]").getAttribute("aria-sort")`); got != "ascending" {
		t.Errorf("aria-sort is %q", got)
	}
	click("stage")
	click("stage")
	if got := column(number); strings.Join(got, " ") != strings.Join(before, " ") {
		t.Error("a third click does not undo the order")
	}
	if got := js[string](t, tab, `location.search`); got != "?status=implementable" {
		t.Errorf("unsorted, the address is %q", got)
	}
}

// TestListsWithoutTables sorts lists that are not tables, by their addresses.
func TestListsWithoutTables(t *testing.T) {
	browser := startBrowser(t)
	people := open(t, browser, "en/people/?sort=-n")
	if got := js[string](t, people, `[...document.querySelectorAll("section:last-of-type li")].slice(0, 3).map(l => l.dataset.n).sort((a, b) => b - a).join() === [...document.querySelectorAll("section:last-of-type li")].slice(0, 3).map(l => l.dataset.n).join() ? "falls" : "does not"`); got != "falls" {
		t.Errorf("people by entries: the order %s", got)
	}
	releases := open(t, browser, "ru/releases/?sort=t")
	if got := js[string](t, releases, `document.querySelector("#list > li").id`); got != "r-1.24" {
		t.Errorf("the oldest release is %s", got)
	}
	proposals := open(t, browser, "ja/proposals/?now=stable")
	all := js[int](t, proposals, `document.querySelectorAll("#list .entry").length`)
	want := js[int](t, proposals, `document.querySelectorAll('#list .entry:has([data-now~="stable"])').length`)
	if got := js[int](t, proposals, rowsShown); got != want || want == 0 || want == all {
		t.Errorf("%d proposals that are stable now, want %d of %d", got, want, all)
	}
}
