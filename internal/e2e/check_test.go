package e2e

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// checked waits until the page has checked the input, and returns its summary.
const checked = `new Promise((done) => {
	const tally = document.querySelector(".tally"), end = performance.now() + 20_000;
	const see = () => performance.now() > end ? done("not checked") : tally.textContent && !document.querySelector("#check-results[aria-busy]") ? done(tally.textContent) : setTimeout(see, 20);
	setTimeout(see, 250);
})`

// findingsShown returns the class, name, event and position of each finding.
const findingsShown = `[...document.querySelectorAll(".finding")].map((f) => f.closest("section").querySelector("h2").id.slice(6) + " " + f.querySelector(".what").textContent + " " + f.querySelector(".places").textContent).join("\n")`

const kubelet126 = "apiVersion: v1\nkind: Pod\n---\nKUBELET_EXTRA_ARGS=\"--container-runtime=remote --v=2\"\n"

// paste pastes a text into the field.
func paste(t *testing.T, tab context.Context, text string) {
	t.Helper()
	js[any](t, tab, fmt.Sprintf(`((text) => {
		const field = document.querySelector("#check-text"), data = new DataTransfer();
		data.setData("text/plain", text);
		field.focus();
		if (!field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))) return;
		field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
		field.dispatchEvent(new InputEvent("input", { bubbles: true }));
	})(%q)`, text))
}

// recordedSite serves the site and records requests, including those of workers.
func recordedSite(t *testing.T) (url string, requests func() []string) {
	t.Helper()
	var mu sync.Mutex
	var out []string
	files := http.FileServer(http.Dir(builtSite(t).dir))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		out = append(out, r.URL.String())
		mu.Unlock()
		w.Header().Set("Content-Security-Policy", policy)
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/", func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(out)
	}
}

// TestCheck pastes the configuration of a kubelet. The finding must have its line, release,
// sentence and pull request. The check must send no request and store nothing.
func TestCheck(t *testing.T) {
	url, requests := recordedSite(t)
	tab := newTab(t, startBrowser(t))
	complain(t, tab)
	if err := chromedp.Do(tab, chromedp.Navigate(url+"en/upgrade/check/#from=1.26&to=1.29")); err != nil {
		t.Fatal(err)
	}
	js[any](t, tab, `new Promise((done) => setTimeout(done, 500))`) // wait for facts and worker
	before := requests()
	paste(t, tab, kubelet126)
	if got := js[string](t, tab, checked); got != "1.26 → 1.29: Breaks 1, Changes 0, Clean up 0, Coming 0" {
		t.Errorf("summary %q", got)
	}
	if got := js[string](t, tab, findingsShown); got != "breaks --container-runtime removed in 1.27 line 4" {
		t.Errorf("findings %q", got)
	}
	see(t, tab, "sentence", `document.querySelector(".finding blockquote").textContent`, "Kubelet: remove deprecated flag --container-runtime")
	see(t, tab, "pull request", `document.querySelector(".finding .quiet a[href$='prs/114017/']").textContent`, "#114017")
	see(t, tab, "remark", `document.querySelector(".finding .remark").textContent + document.querySelector(".finding .remark a").pathname`, "Remark kawarabanIt tends to survive in node setup scripts and old drop-ins./en/prs/114017/")
	see(t, tab, "recognized", `[...document.querySelectorAll("#check-results details:last-of-type li")].map((l) => l.textContent).join("|")`, "v1 Pod line 1|flags of kubelet line 4")
	js[any](t, tab, `document.querySelector(".finding a[href$='prs/114017/']").dispatchEvent(new PointerEvent("pointerover", { bubbles: true })), new Promise((done) => setTimeout(done, 500))`)
	if got := requests(); len(got) != len(before) || !slices.Contains(before, "/upgrade/facts/1.29.json") {
		t.Errorf("requested before %v, then %v", before, got)
	}
	see(t, tab, "kept", `String(localStorage.getItem("kawaraban:check"))`, "null")
	js[any](t, tab, `document.querySelector(".finding [data-line]").click()`)
	see(t, tab, "line", `(f => f.value.slice(f.selectionStart, f.selectionEnd))(document.activeElement)`, `KUBELET_EXTRA_ARGS="--container-runtime=remote --v=2"`)
	js[any](t, tab, `document.querySelector("[name=keep]").click()`)
	see(t, tab, "kept", `localStorage.getItem("kawaraban:check")`, kubelet126)
	again := newTab(t, tab)
	if err := chromedp.Do(again, chromedp.Navigate(url+"ja/upgrade/check/#from=1.26&to=1.29")); err != nil {
		t.Fatal(err)
	}
	if got := js[string](t, again, checked); !strings.HasPrefix(got, "1.26 → 1.29：動かなくなる 1") {
		t.Errorf("after reopening %q", got)
	}
	see(t, again, "remark", `document.querySelector(".finding .remark [lang=ja]").textContent`, "ノードの構築に使うスクリプトや古いドロップインに残りがちです。")
	js[any](t, again, `document.querySelector("[name=keep]").click()`)
	see(t, again, "kept", `String(localStorage.getItem("kawaraban:check"))`, "null")
}

// TestCheckNothing checks the page without findings: it lists what was checked. It also reports if
// nothing was recognized.
func TestCheckNothing(t *testing.T) {
	tab := open(t, startBrowser(t), "en/upgrade/check/#from=1.26&to=1.29")
	paste(t, tab, "apiVersion: apps/v1\nkind: Deployment\n---\napiVersion: example.org/v1\nkind: Thing\n")
	js[string](t, tab, checked)
	see(t, tab, "notice", `document.querySelector("#check-results .notice").textContent.slice(0, 55)`, "Nothing was found in what was looked at. This does not ")
	see(t, tab, "lists", `[...document.querySelectorAll("#check-results details")].map((d) => d.textContent).join("|")`, "Not checked 1custom resource: example.org/v1 Thing line 4|Recognized 1apps/v1 Deployment line 1")
	js[any](t, tab, `document.querySelector("form.check [type=reset]").click(), new Promise((done) => setTimeout(done, 100))`)
	see(t, tab, "empty", `document.querySelector("#check-results").textContent + document.querySelector("#check-text").value`, "")
	paste(t, tab, "\x01nothing here")
	js[string](t, tab, checked)
	see(t, tab, "notice", `document.querySelector("#check-results .notice").textContent.slice(0, 23)`, "Nothing was recognized.")
}

// TestCheckFiles checks that dropped and chosen files are listed with their lines, and can be removed.
func TestCheckFiles(t *testing.T) {
	tab := open(t, startBrowser(t), "en/upgrade/check/#from=1.26&to=1.29")
	js[any](t, tab, fmt.Sprintf(`((text) => {
		const data = new DataTransfer();
		data.items.add(new File([text], "kubelet.env"));
		data.items.add(new File([new Uint8Array([1, 0, 2])], "x.bin"));
		document.querySelector("form.check").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
	})(%q)`, kubelet126))
	js[string](t, tab, checked)
	if got := js[string](t, tab, findingsShown); got != "breaks --container-runtime removed in 1.27 kubelet.env:4" {
		t.Errorf("findings %q", got)
	}
	see(t, tab, "skipped", `document.querySelector("#check-results details li").textContent`, "binary file x.bin")
	js[any](t, tab, `document.querySelector(".files button[aria-label='Remove kubelet.env']").click()`)
	js[string](t, tab, checked)
	see(t, tab, "files", `document.querySelector(".files").textContent + document.querySelectorAll(".finding").length`, "x.bin×0")
}

// TestCheckFolder checks that a dropped and a chosen folder are read with their subfolders, without .git.
func TestCheckFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cluster")
	for name, text := range map[string]string{"kubelet.env": kubelet126, "node/b.yaml": "apiVersion: batch/v1beta1\nkind: CronJob\n", ".git/config": kubelet126} {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	for how, give := range map[string]func(tab context.Context) error{
		"drop": func(tab context.Context) error {
			at := js[[]float64](t, tab, `(({ x, y }) => [x + 50, y + 50])(document.querySelector("form.check").getBoundingClientRect())`)
			for _, step := range []input.DispatchDragEventType{"dragEnter", "dragOver", "drop"} {
				if _, err := chromedp.Call(tab, input.DispatchDragEvent, input.DispatchDragEventParams{Type: step, X: at[0], Y: at[1], Data: &input.DragData{Items: []*input.DragDataItem{}, Files: []string{dir}, DragOperationsMask: 1}}); err != nil {
					return err
				}
			}
			return nil
		},
		"choose": func(tab context.Context) error {
			return chromedp.Do(tab, chromedp.SetUploadFiles("input[data-folder]", []string{dir}))
		},
	} {
		t.Run(how, func(t *testing.T) {
			tab := open(t, startBrowser(t), "en/upgrade/check/#from=1.24&to=1.27")
			if err := give(tab); err != nil {
				t.Fatal(err)
			}
			js[string](t, tab, checked)
			if got := js[string](t, tab, findingsShown); got != "breaks --container-runtime removed in 1.27 cluster/kubelet.env:4\nbreaks batch/v1beta1 CronJob removed in 1.25 cluster/node/b.yaml:1" {
				t.Errorf("findings %q", got)
			}
			see(t, tab, "files", `document.querySelector(".files").textContent`, "cluster/kubelet.env×cluster/node/b.yaml×")
		})
	}
}

// TestCheckKeys checks the keyboard: Tab moves from the field to the button, and Enter moves the
// focus to the summary.
func TestCheckKeys(t *testing.T) {
	tab := open(t, startBrowser(t), "en/upgrade/check/#from=1.26&to=1.29")
	js[any](t, tab, `document.querySelector("#check-text").focus()`)
	for _, keys := range []string{"kubelet --container-runtime=remote", kb.Tab, kb.Enter} {
		press(t, tab, keys)
	}
	js[string](t, tab, checked)
	see(t, tab, "focus", `document.activeElement.className + " " + document.activeElement.textContent`, "tally 1.26 → 1.29: Breaks 1, Changes 0, Clean up 0, Coming 0")
}

// TestCheckLink checks that a link has names and releases in its fragment, and that the page
// creates the same link.
func TestCheckLink(t *testing.T) {
	const fragment = "#from=1.26&to=1.28&gates=CSIMigration=true&flags=kubelet--container-runtime&apis=batch/v1beta1.CronJob"
	tab := open(t, startBrowser(t), "zh/upgrade/check/"+fragment)
	js[string](t, tab, checked)
	if got := js[string](t, tab, findingsShown); strings.Count(got, "\n") != 2 || !strings.Contains(got, "breaks CSIMigration=true 在 1.27 中移除 第 1 行") {
		t.Errorf("findings %q", got)
	}
	js[any](t, tab, `navigator.clipboard.writeText = (text) => { globalThis.copied = text; return Promise.resolve(); }; document.querySelector(".share").click(), new Promise((done) => setTimeout(done, 50))`)
	see(t, tab, "link", `new URL(copied).hash`, fragment)
	from := open(t, tab, "en/upgrade/1.26-1.28/")
	js[any](t, from, `document.querySelector(".head form button").click()`)
	until(t, from, "upgrade of the page before", `document.querySelector("form.check") ? document.querySelector("form.check").from.value + location.search : ""`, "1.26?from=1.26&to=1.28")
}

// TestCheckExport checks that the button creates a Markdown file. Hostile input must be plain text
// in it and on the page.
func TestCheckExport(t *testing.T) {
	tab := open(t, startBrowser(t), "en/upgrade/check/#from=1.26&to=1.29")
	paste(t, tab, "kubelet --container-runtime=<img>\n--feature-gates=CSIMigration=true\napiVersion: x.org/<b>\nkind: T\n")
	js[string](t, tab, checked)
	js[any](t, tab, `(create => { URL.createObjectURL = (blob) => { globalThis.blob = blob; return create.call(URL, blob); } })(URL.createObjectURL); HTMLAnchorElement.prototype.click = function () { globalThis.file = this.download; }; document.querySelector(".export").click()`)
	text := js[string](t, tab, `blob.text()`)
	for _, want := range []string{"# Kubernetes 1.26 → 1.29\n\n## Breaks\n\n- [ ] flag of kubelet --container-runtime: removed in 1.27 (line 1)\n  Kubelet: remove deprecated flag \\`--container-runtime\\` \\#114017\n", "custom resource: x.org/\\<b\\> T — line 3"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	see(t, tab, "name", `file`, "upgrade-1.26-1.29.md")
	see(t, tab, "markup", `document.querySelectorAll("#check-results b:not(.what b), #check-results img").length + ""`, "0")
}

// TestCheckWithoutScripts checks that the page without scripts names the command.
func TestCheckWithoutScripts(t *testing.T) {
	tab := newTab(t, startBrowser(t))
	if err := withoutScripts(tab); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(tab, chromedp.Navigate(builtSite(t).url+"en/upgrade/check/")); err != nil {
		t.Fatal(err)
	}
	see(t, tab, "command", `document.querySelector("main pre").textContent.slice(0, 24) + document.querySelector("form.check").offsetHeight`, "kawaraban upgrade --from0")
}

// TestCheckLarge checks that a pasted megabyte is listed as a file and checked completely, also if
// the page was just opened. Files over 50 MB are listed and not read.
func TestCheckLarge(t *testing.T) {
	tab := open(t, startBrowser(t), "en/upgrade/check/#from=1.26&to=1.29")
	paste(t, tab, strings.Repeat("---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n", 16_000)+"---\n"+kubelet126)
	js[string](t, tab, checked)
	if got := js[string](t, tab, findingsShown); got != "breaks --container-runtime removed in 1.27 pasted text:64005" {
		t.Errorf("findings %q", got)
	}
	see(t, tab, "field and files", `document.querySelector("#check-text").value + document.querySelector(".files").textContent`, "pasted text×")
	js[any](t, tab, `(() => {
		const data = new DataTransfer();
		data.items.add(new File([new Uint8Array((50 << 20) + 1)], "big.yaml"));
		document.querySelector("form.check").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
	})()`)
	js[string](t, tab, checked)
	see(t, tab, "too large", `document.querySelector("#check-results details li").textContent`, "more than 50 MB together big.yaml")
}
