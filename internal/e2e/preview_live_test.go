package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/kawaraban/kawaraban/internal/preview"
)

// TestPreviewSwapsStyles checks that an edited style sheet is replaced. The page must have a style
// sheet in every frame, and must not be reloaded.
func TestPreviewSwapsStyles(t *testing.T) {
	s := startPreview(t, nil)
	tab := openLive(t, startBrowser(t), s, editedPage)
	js[any](t, tab, `(() => {
		window.bare = 0;
		const paper = getComputedStyle(document.body).backgroundColor;
		const look = () => { if (getComputedStyle(document.body).display !== "flex") window.bare++; requestAnimationFrame(look) };
		look();
	})()`)
	for _, width := range []string{"31px", "57px"} {
		s.write(t, "static/css/99-own.css", "@layer views { .head h1 { letter-spacing: 0; outline: "+width+" solid rgb(1, 2, 3) } }\n")
		until(t, tab, width, `getComputedStyle(document.querySelector(".head h1")).outlineWidth`, width)
	}
	until(t, tab, "one sheet is left", `String(document.querySelectorAll("link[rel=stylesheet]").length)`, "1")
	see(t, tab, "never bare, not loaded again", `window.bare + " " + window.loadedOnce`, "0 true")
}

// TestPreviewTakesTemplates checks that edited templates and interface texts apply. An invalid one
// must leave the page unchanged and be reported with its line.
func TestPreviewTakesTemplates(t *testing.T) {
	s := startPreview(t, nil)
	tab := openLive(t, startBrowser(t), s, editedPage)
	s.edit(t, "templates/note.html", `<ul class="meta">`, `<p class="own">A line of the site's own</p><ul class="meta">`)
	seeText(t, tab, "a template", ".own", "A line of the site's own")
	s.edit(t, "templates/languages/ja.yaml", "note.language: ノートの言語", "note.language: 言語版")
	seeText(t, tab, "a word", ".head .meta", "言語版")
	s.edit(t, "templates/note.html", `A line of the site's own</p>`, `{{.Nothing}}</p>`)
	until(t, tab, "a broken one", problemText, "1 error: templates/note.html")
	see(t, tab, "the page stays", `document.querySelector(".own").textContent`, "A line of the site's own")
	s.edit(t, "templates/note.html", `{{.Nothing}}</p>`, `Another</p>`)
	seeText(t, tab, "fixed", ".own", "Another")
	until(t, tab, "nothing is wrong", panelShown, "false")
}

// TestPreviewKeepsCounting checks that scripts find an element that an edited template has moved.
func TestPreviewKeepsCounting(t *testing.T) {
	s := startPreview(t, nil)
	tab := openLive(t, startBrowser(t), s, "en/keps/")
	count := js[string](t, tab, `document.querySelector("form.filter output").textContent`)
	s.edit(t, "templates/partials/words.html", `<output data-words="{{.T "filter.count" "{0}" "{1}"}}"></output>`, `<p><span>Shown:</span> <output data-words="{{.T "filter.count" "{0}" "{1}"}}"></output></p>`)
	until(t, tab, "the count", `document.querySelector("form.filter p output")?.textContent`, count)
	js[any](t, tab, `(q => { q.value = "no such words"; q.dispatchEvent(new Event("input", {bubbles: true})) })(document.querySelector("form.filter [name=q]"))`)
	until(t, tab, "none", `document.querySelector("form.filter output").textContent.startsWith("0 ") + ""`, "true")
	see(t, tab, "not loaded again", `String(window.loadedOnce)`, "true")
}

// Scripts for the visible state of the panel.
const (
	panelShown  = `String(!document.querySelector("kawaraban-preview").shadowRoot.querySelector(".panel").hidden)`
	badgeShown  = `String(!document.querySelector("kawaraban-preview").shadowRoot.querySelector(".badge").hidden)`
	noticeText  = `document.querySelector("kawaraban-preview").shadowRoot.querySelector(".notice").textContent`
	problemText = `(root => root.querySelector(".panel").hidden ? "" : [...root.querySelectorAll("li")].map((e) => root.querySelectorAll("li").length + " " + e.className + ": " + e.querySelector(".place").firstElementChild.textContent.replace(/:.*/, "")).join("|"))(document.querySelector("kawaraban-preview").shadowRoot)`
)

// TestPreviewTellsWhatHasGone checks that the page of a deleted note reports this, and works again
// when the note is back. The page of a renamed note must redirect to the new one.
func TestPreviewTellsWhatHasGone(t *testing.T) {
	s := startPreview(t, nil)
	browser := startBrowser(t)
	address := "ru/1.29/sig-network/"
	tab := openLive(t, browser, s, address)
	file := filepath.Join(s.dir, "content", "1.29", "sig-network.ru.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	until(t, tab, "gone", noticeText, "Эта страница удалена с сайта. Показана её последняя версия.")
	s.write(t, "content/1.29/sig-network.ru.md", strings.Replace(string(text), "---\n", "---\ndraft: true\n", 1))
	until(t, tab, "a draft", noticeText, "Эта заметка — черновик, на сайт она не попадает. Показать её: kawaraban serve --drafts.")
	s.write(t, "content/1.29/sig-network.ru.md", string(text))
	until(t, tab, "back", noticeText, "")
	js[any](t, tab, `Object.defineProperty(document, "hidden", {get: () => true})`)
	if err := os.Rename(file, filepath.Join(s.dir, "content", "1.29", "sig-networking.ru.md")); err != nil {
		t.Fatal(err)
	}
	until(t, tab, "moved", noticeText, "Страница переехала.Перейти по новому адресу")
	follow(t, tab, `document.querySelector("kawaraban-preview").shadowRoot.querySelector(".notice a").click()`)
	see(t, tab, "there", `location.pathname + " " + document.querySelectorAll(".entry").length`, prefix+"ru/1.29/sig-networking/ "+fmt.Sprint(js[int](t, tab, `document.querySelectorAll(".entry").length`)))
	if js[int](t, tab, `document.querySelectorAll(".entry").length`) == 0 {
		t.Error("the page is empty")
	}
}

// TestPreviewFollows checks that with Follow the edited text is scrolled into view and marked for a
// moment, without later traces. An edit of another note must open its page.
func TestPreviewFollows(t *testing.T) {
	s := startPreview(t, func(o *preview.Options) { o.Follow = true })
	tab := openLive(t, startBrowser(t), s, editedPage)
	see(t, tab, "at first", `String(scrollY)`, "0")
	s.edit(t, editedNote, editedEntry, "gRPC プローブを追いかけます。")
	seeText(t, tab, "patched", "#"+editedID, "追いかけます")
	until(t, tab, "in view", `(b => String(b.top > 0 && b.bottom < innerHeight))(document.getElementById("`+editedID+`").getBoundingClientRect())`, "true")
	until(t, tab, "the mark has gone", `[document.getAnimations().filter((a) => a.id === "kawaraban-mark").length, /kawaraban|style=/.test(document.getElementById("`+editedID+`").outerHTML)].join()`, "0,false")
	s.edit(t, editedNote, "追いかけます。", "追いかけました。")
	until(t, tab, "marked", `(a => a ? String(document.getElementById("`+editedID+`").contains(a.effect.target)) : "no mark")(document.getAnimations().find((a) => a.id === "kawaraban-mark"))`, "true")

	js[any](t, tab, `window.loadedOnce = false`)
	s.edit(t, "content/1.28/overview.ja.md", "\n## ", "\n書き足した段落です。\n\n## ")
	until(t, tab, "led there", `location.pathname`, prefix+"ja/1.28/overview/")
}

// TestPreviewFollowsNoSearch checks that with Follow a tab with search results stays on its page. A
// search page without a query does not.
func TestPreviewFollowsNoSearch(t *testing.T) {
	s := startPreview(t, func(o *preview.Options) { o.Follow = true })
	tab := openLive(t, startBrowser(t), s, "ja/search/?q=kubelet")
	js[any](t, tab, `document.activeElement?.blur()`)
	s.edit(t, editedNote, editedEntry, "gRPC プローブを探しています。")
	time.Sleep(time.Second) // a redirect takes about 20 ms
	see(t, tab, "stays", `location.pathname + location.search + " " + Boolean(window.loadedOnce)`, prefix+"ja/search/?q=kubelet true")
	js[any](t, tab, `history.replaceState(history.state, "", "?q=")`)
	s.edit(t, editedNote, "探しています。", "見つけました。")
	until(t, tab, "led there", `location.pathname`, prefix+editedPage)
}

// TestPreviewReconnects checks a tab whose connection ended, because the server restarted or the
// machine slept. It must report this after a delay, reconnect, and show what was saved meanwhile.
func TestPreviewReconnects(t *testing.T) {
	s := startPreview(t, nil)
	tab := openLive(t, startBrowser(t), s, editedPage)
	s.stop()
	until(t, tab, "cut off", noticeText, "プレビューが応答していません。再接続しています。")
	s.edit(t, editedNote, editedEntry, "gRPC プローブを留守のあいだに直しました。")
	s.start(t)
	seeText(t, tab, "saved meanwhile", "#"+editedID, "留守のあいだに直しました")
	until(t, tab, "no notice", noticeText, "")

	s.stop()
	s.start(t)
	until(t, tab, "back", `String(document.querySelector("kawaraban-preview").dataset.live)`, "true")
	s.edit(t, editedNote, "留守のあいだに直しました。", "また直しました。")
	seeText(t, tab, "live after a restart", "#"+editedID, "また直しました")

	offline := func(is bool) {
		t.Helper()
		p := network.OverrideNetworkStateParams{Offline: is, DownloadThroughput: -1, UploadThroughput: -1}
		if _, err := chromedp.Call(tab, network.OverrideNetworkState, p); err != nil {
			t.Fatal(err)
		}
	}
	offline(true)
	time.Sleep(100 * time.Millisecond)
	s.edit(t, editedNote, "また直しました。", "圏外で直しました。")
	time.Sleep(300 * time.Millisecond)
	offline(false)
	seeText(t, tab, "saved while offline", "#"+editedID, "圏外で直しました")
}

// TestPreviewIsStrict checks that the strictest policy refuses nothing of the preview, and that the
// console has no messages.
func TestPreviewIsStrict(t *testing.T) {
	s := startPreview(t, nil)
	browser := startBrowser(t)
	tab := newTab(t, browser)
	if err := chromedp.Do(tab); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	err := chromedp.Listen(tab, func(event any) {
		mu.Lock()
		defer mu.Unlock()
		if problem := troubled(event, s.url); problem != "" && !strings.Contains(problem, "ws://"+s.addr) {
			t.Error(problem)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := watch(tab); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(tab, chromedp.Navigate(s.url+editedPage)); err != nil {
		t.Fatal(err)
	}
	until(t, tab, "connected", `String(document.querySelector("kawaraban-preview")?.dataset.live ?? "")`, "true")
	strict := js[string](t, tab, `fetch(location.href).then((r) => r.headers.get("Content-Security-Policy"))`)
	if !strings.Contains(strict, "script-src 'self'; style-src 'self'") || strings.Contains(strict, "unsafe") {
		t.Errorf("the policy is %q", strict)
	}
	js[any](t, tab, `window.loadedOnce = true`)
	s.edit(t, editedNote, editedEntry, "gRPC プローブと `NoSuchGateAtAll` です。")
	seeText(t, tab, "patched", "#"+editedID, "NoSuchGateAtAll")
	s.write(t, "static/css/99-own.css", ".head h1 { outline: 3px solid }\n")
	until(t, tab, "styled", `getComputedStyle(document.querySelector(".head h1")).outlineWidth`, "3px")
	s.edit(t, editedNote, "title:", "titel:")
	until(t, tab, "problems", panelShown, "true")
	press(t, tab, "/")
	until(t, tab, "the search", finderOpen, "true")
}
