package e2e

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/kawaraban/kawaraban/internal/preview"
	"github.com/kawaraban/kawaraban/internal/testcorpus"
)

// previewed is a preview of a copy of this repository's site, as serve starts it. Tests may edit
// the copy.
type previewed struct {
	dir  string
	addr string // kept after a restart
	url  string // with a final slash
	stop func()
	o    preview.Options

	mu    sync.Mutex
	lines []string // lines for the terminal
}

// startPreview copies the site and previews it until the end of the test.
func startPreview(t testing.TB, change func(*preview.Options)) *previewed {
	t.Helper()
	s := &previewed{dir: t.TempDir(), addr: "127.0.0.1:0"}
	if err := os.CopyFS(s.dir, testcorpus.Site(t)); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(s.dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	s.o = preview.Options{Root: root, Base: prefix, Log: func(l preview.Line) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.lines = append(s.lines, l.Text)
	}}
	if change != nil {
		change(&s.o)
	}
	s.start(t)
	t.Cleanup(func() { s.stop() })
	return s
}

// lineCount counts the lines for the terminal. A change adds one line when open pages show it.
func (s *previewed) lineCount() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.lines)
}

// start starts the server; stop ends it.
func (s *previewed) start(t testing.TB) {
	t.Helper()
	ln, err := net.Listen("tcp", s.addr)
	if err != nil {
		t.Fatal(err)
	}
	s.addr = ln.Addr().String()
	s.url = "http://" + s.addr + prefix
	p, err := preview.New(s.o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- p.Serve(ctx, ln) }()
	s.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// write writes a file of the site in place.
func (s *previewed) write(t testing.TB, name, text string) {
	t.Helper()
	path := filepath.Join(s.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// edit replaces the first occurrence of a text in a file of the site. If the file does not exist,
// it edits a copy of the built-in file.
func (s *previewed) edit(t testing.TB, name, from, to string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(s.dir, filepath.FromSlash(name)))
	if os.IsNotExist(err) {
		data, err = os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(name)))
	}
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), from) {
		t.Fatalf("%s does not contain %q", name, from)
	}
	s.write(t, name, strings.Replace(string(data), from, to, 1))
}

// openLive opens a page of a preview in a tab with the focus, and waits for its connection.
func openLive(t *testing.T, browser context.Context, s *previewed, address string) context.Context {
	t.Helper()
	tab := newTab(t, browser)
	if err := (look{1440, "light"}).apply(tab); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(tab, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(tab, chromedp.Navigate(s.url+address)); err != nil {
		t.Fatal(err)
	}
	until(t, tab, "connected", `String(document.querySelector("kawaraban-preview")?.dataset.live ?? "")`, "true")
	// a reloaded page does not have these values
	js[any](t, tab, `window.loadedOnce = true; document.documentElement.style.scrollBehavior = "auto"; undefined`)
	return tab
}

// seeText waits until an element contains a text, on a page that was not reloaded.
func seeText(t *testing.T, tab context.Context, what, selector, text string) {
	t.Helper()
	until(t, tab, what, fmt.Sprintf(`String(Boolean(window.loadedOnce) && Boolean([...document.querySelectorAll(%q)].some((e) => e.textContent.includes(%q))))`, selector, text), "true")
}

// The note that most of these tests edit, a sentence in it, and its page.
const (
	editedNote  = "content/1.27/sig-node.ja.md"
	editedPage  = "ja/1.27/sig-node/"
	editedEntry = "gRPC プローブが GA になりました。"
	editedID    = "pr-116233"
)

// TestPreviewEightTabs checks that eight tabs are updated at the same time: one of them is hidden
// with a page of another kind, two show the same page.
func TestPreviewEightTabs(t *testing.T) {
	s := startPreview(t, nil)
	browser := startBrowser(t)
	pages := []struct{ address, selector string }{
		{editedPage, "#" + editedID},
		{editedPage + "?view=both", "#" + editedID},
		{"en/1.27/sig-node/", "#" + editedID},
		{"zh/1.27/sig-node/", "#" + editedID},
		{"ru/1.27/sig-node/", "#" + editedID},
		{"ja/keps/2727/", "main"},
		{"ja/gates/GRPCContainerProbe/?again", "main"},
		{"ja/gates/GRPCContainerProbe/", "main"},
	}
	tabs := make([]context.Context, len(pages))
	for i, page := range pages {
		tabs[i] = openLive(t, browser, s, page.address)
	}
	for round := range 3 {
		now := fmt.Sprintf("gRPC プローブが GA になりました(%d 回目)。", round+1)
		before := editedEntry
		if round > 0 {
			before = fmt.Sprintf("gRPC プローブが GA になりました(%d 回目)。", round)
		}
		s.edit(t, editedNote, before, now)
		for i, page := range pages {
			seeText(t, tabs[i], fmt.Sprintf("round %d: %s", round, page.address), page.selector, strings.TrimSuffix(now, "。"))
		}
	}
}

// TestPreviewIsFresh checks that a patched page equals the loaded page after edits of every kind,
// including scripts. For edits of text in a note only its two pages are compared.
func TestPreviewIsFresh(t *testing.T) {
	s := startPreview(t, nil)
	browser := startBrowser(t)
	addresses := []string{editedPage, "en/1.27/sig-node/?view=both", "ja/upgrade/1.26-1.27/", "en/1.26/changes/?sig=node&sort=-number", "ja/", "zh/search/"}
	tabs := make([]context.Context, len(addresses))
	for i, address := range addresses {
		tabs[i] = openLive(t, browser, s, address)
	}
	for _, step := range []struct {
		what string
		do   func()
		all  bool // pages of other notes may differ, too
	}{
		{"a word", func() { s.edit(t, editedNote, editedEntry, "gRPC プローブが正式になりました。") }, false},
		{"a bullet more", func() {
			s.edit(t, editedNote, "- kubelet の Topology Manager が", "- 新しい項目です。(#116121) [sig/node]\n  - :pencil: 補足です。`kubelet --v=2`\n- kubelet の Topology Manager が")
		}, false},
		{"a code block more", func() {
			s.edit(t, editedNote, "### 設定の例\n", "```console\n$ kubectl get nodes\n```\n\n### 設定の例\n\n### もう一つの見出し\n")
		}, false},
		{"paragraphs changed and moved", func() {
			s.edit(t, editedNote, "一方、動的リソース割り当て", "## 変更点\n\n短い段落。\n\n- 項目\n\n動的リソース割り当て")
			s.edit(t, editedNote, "sig/node のラベルが付いた", "新しい一文です。\n\nsig/node のラベルが付いた")
		}, false},
		{"without its translation", func() {
			if err := os.Remove(filepath.Join(s.dir, "content", "1.27", "sig-node.en.md")); err != nil {
				t.Fatal(err)
			}
		}, true},
		{"another note", func() {
			s.write(t, "content/1.29/sig-storage.ja.md", "---\ntitle: 保存\n---\n\n- 変更です。(#120000)\n")
		}, true},
		{"a template", func() {
			s.edit(t, "templates/partials/frame.html", `<footer class="foot">`, `<footer class="foot"><p>Footer <b>more</b></p>`)
		}, true},
		{"words", func() { s.edit(t, "templates/languages/ja.yaml", "プルリクエスト", "PR") }, true},
		{"settings", func() { s.edit(t, "site.yaml", "ja: 瓦版", "ja: かわら版") }, true},
	} {
		before := s.lineCount()
		step.do()
		for end := time.Now().Add(30 * time.Second); s.lineCount() == before && time.Now().Before(end); {
			time.Sleep(10 * time.Millisecond)
		}
		for i, address := range addresses {
			if i > 1 && !step.all {
				break
			}
			settle(t, tabs[i], s.url+address, step.what+": "+address)
		}
	}
}

// plainBody returns a page without data that depends on scroll position and load time, and without
// the comments in place of scripts.
const plainBody = `(() => {
	const root = document.documentElement.cloneNode(true);
	for (const e of root.querySelectorAll("kawaraban-preview, script, .tip, .twin")) e.remove();
	for (const e of root.querySelectorAll(".toc [aria-current]")) e.removeAttribute("aria-current");
	for (const e of root.querySelectorAll("[style]")) e.removeAttribute("style");
	root.removeAttribute("style");
	for (const e of root.querySelectorAll("[class='']")) e.removeAttribute("class");
	for (const e of root.querySelectorAll("*")) {
		const attributes = [...e.attributes].sort((a, b) => (a.name < b.name ? -1 : 1));
		for (const one of attributes) e.removeAttributeNode(one);
		for (const one of attributes) e.setAttributeNode(one);
	}
	for (const walk = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT); walk.nextNode(); ) walk.currentNode.data = "";
	return root.outerHTML.replaceAll("<!---->", "").replace(/\n\s*/g, "\n");
})()`

// settle waits until a page equals the loaded page.
func settle(t *testing.T, tab context.Context, url, what string) {
	t.Helper()
	fresh, cancel := chromedp.NewContext(tab)
	defer cancel()
	live, want := "", ""
	for range 60 {
		if err := chromedp.Do(fresh, chromedp.Navigate(url)); err != nil {
			t.Fatal(err)
		}
		want = js[string](t, fresh, `new Promise((done) => setTimeout(() => done(`+plainBody+`), 60))`)
		if live = js[string](t, tab, plainBody); live == want {
			if !js[bool](t, tab, `window.loadedOnce ?? false`) {
				t.Errorf("%s: the page was loaded again", what)
				js[any](t, tab, `window.loadedOnce = true`)
			}
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	at := 0
	for at < min(len(live), len(want)) && live[at] == want[at] {
		at++
	}
	cut := func(s string) string { return s[max(0, min(at, len(s))-150):min(len(s), at+250)] }
	t.Errorf("%s: patched\n%s\nand loaded\n%s", what, cut(live), cut(want))
}
