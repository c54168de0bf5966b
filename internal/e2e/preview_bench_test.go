package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/kawaraban/kawaraban/static"
)

// TestIdiomorphIsPublished holds the idiomorph of the program to npm's, byte by byte.
func TestIdiomorphIsPublished(t *testing.T) {
	npm, err := os.ReadFile(need(t, "idiomorph", installed("idiomorph/dist/idiomorph.esm.js")))
	if err != nil {
		t.Fatal(err)
	}
	own, err := static.FS.ReadFile("preview/idiomorph.js")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(npm, own) {
		t.Error("static/preview/idiomorph.js is not npm's: copy idiomorph/dist/idiomorph.esm.js there")
	}
	of, err := os.ReadFile(filepath.Join("node_modules", "idiomorph", "LICENSE"))
	if err != nil {
		t.Fatal(err)
	}
	licence, err := static.FS.ReadFile("preview/idiomorph.LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(of, licence) {
		t.Error("static/preview/idiomorph.LICENSE is not npm's")
	}
}

// patchOnce patches the page with a sentence of an entry changed, and with an entry more, each
// n times, and returns the milliseconds of each: from the message's text to the changed page.
const patchOnce = `((n) => {
	const html = "<!doctype html>" + document.documentElement.outerHTML;
	const at = html.indexOf("プローブが GA");
	const entry = html.lastIndexOf('<article', at) > 0 ? html.lastIndexOf('<article', at) : html.lastIndexOf('<div class="entry', at);
	const times = {word: [], entry: []};
	for (let i = 0; i < n; i++) {
		for (const [name, text] of [["word", html.slice(0, at) + "語" + i + html.slice(at)], ["entry", html.slice(0, entry) + "<div class=\"entry\"><p>新しい項目" + i + "</p></div>\n" + html.slice(entry)]]) {
			const start = performance.now();
			patch(text);
			times[name].push(performance.now() - start);
		}
	}
	return times;
})`

// BenchmarkPatch measures in Chromium how long the browser takes to patch the page of a note,
// for a word and for an entry more.
func BenchmarkPatch(b *testing.B) {
	browser, err := launched()
	if err != nil {
		b.Skip("no Chromium: ", err)
	}
	base := patchBench(b, editedPage)
	tab, cancel := chromedp.NewContext(browser)
	defer cancel()
	if err := chromedp.Do(tab, chromedp.Navigate(base+editedPage)); err != nil {
		b.Fatal(err)
	}
	run[any](b, tab, takePatch(base))
	size := run[int](b, tab, `new TextEncoder().encode(document.documentElement.outerHTML).length`)
	times := run[map[string][]float64](b, tab, fmt.Sprintf("%s(%d)", patchOnce, max(b.N, 20)))
	for name, all := range times {
		slices.Sort(all)
		b.ReportMetric(all[len(all)/2], name+"-ms-p50")
		b.ReportMetric(all[len(all)*99/100], name+"-ms-p99")
	}
	b.ReportMetric(float64(size)/1000, "KB")
}

// run runs a script in the tab and returns its value.
func run[T any](b *testing.B, tab context.Context, script string) T {
	b.Helper()
	v, err := chromedp.Run(tab, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatal(err)
	}
	return v
}
