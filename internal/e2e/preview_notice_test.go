package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestPreviewNoticesAreAccessible checks the box for a missing image and the notice for a draft.
// Both must be accessible in light and dark, and the box must be valid HTML.
func TestPreviewNoticesAreAccessible(t *testing.T) {
	axe, err := os.ReadFile(need(t, "axe-core", installed("axe-core/axe.min.js")))
	if err != nil {
		t.Fatal(err)
	}
	s := startPreview(t, nil)
	s.edit(t, "content/1.28/overview.ja.md", "\n## ", "\n![並びの図](none.png) と ![](none.png)\n\n- ![項目の図](none.png)\n\n## ")
	tab := openLive(t, startBrowser(t), s, "ja/1.28/overview/")
	if _, err := chromedp.Run(tab, chromedp.Evaluate[any](string(axe)+";undefined")); err != nil {
		t.Fatal(err)
	}
	until(t, tab, "the boxes", `[...document.querySelectorAll("main .nopic")].map((e) => e.textContent).join()`, "並びの図,,項目の図")
	examinePreview(t, tab, look{1440, "light"}, true, "no picture, light")
	examinePreview(t, tab, look{360, "dark"}, true, "no picture, dark")
	checkText(t, js[string](t, tab, `fetch(location.href).then((r) => r.text())`))

	s.edit(t, "content/1.28/overview.ja.md", "---\n", "---\ndraft: true\n")
	until(t, tab, "a draft", `String(`+noticeText+`.includes("下書き"))`, "true")
	examinePreview(t, tab, look{1440, "dark"}, true, "a draft, dark")
	examinePreview(t, tab, look{360, "light"}, true, "a draft, light")
}

// checkText runs the HTML checker on a page.
func checkText(t *testing.T, html string) {
	t.Helper()
	at := filepath.Join(t.TempDir(), "index.html")
	if err := os.WriteFile(at, []byte(html), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, line := range checkFiles(t, []string{at}) {
		t.Error(line)
	}
}
