package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestPreviewKeepsThePlace checks that text stays at its position on the screen while text above it
// grows and shrinks. Its element must stay the same.
func TestPreviewKeepsThePlace(t *testing.T) {
	s := startPreview(t, nil)
	browser := startBrowser(t)
	for _, width := range widths {
		tab := openLive(t, browser, s, editedPage)
		if err := (look{width, "light"}).apply(tab); err != nil {
			t.Fatal(err)
		}
		js[any](t, tab, `window.entry = document.getElementById("`+editedID+`"); entry.scrollIntoView(); new Promise((done) => setTimeout(done, 300))`)
		js[any](t, tab, `window.was = entry.getBoundingClientRect().top; undefined`)
		const stays = `(d => Math.abs(d) <= 1 ? "stays" : "moves by " + d)(entry.getBoundingClientRect().top - was)`
		at := fmt.Sprintf("%d", width)
		s.edit(t, editedNote, "新しい芽も二つ出ています。", "新しい芽も二つ出ています"+at+"。\n\n"+longText+"\n\n")
		seeText(t, tab, at+": above", "main", "新しい芽も二つ出ています"+at)
		js[any](t, tab, `new Promise((done) => setTimeout(done, 100))`)
		see(t, tab, at+": grown", stays+` + " " + (scrollY > 500) + " " + (entry === document.getElementById("`+editedID+`"))`, "stays true true")
		s.edit(t, editedNote, "新しい芽も二つ出ています"+at+"。\n\n"+longText+"\n\n", "新しい芽も二つ出ています。")
		seeText(t, tab, at+": above again", "main", "新しい芽も二つ出ています。")
		js[any](t, tab, `new Promise((done) => setTimeout(done, 100))`)
		see(t, tab, at+": shrunk", stays, "stays")
	}
}

// longText is several lines at any width.
const longText = "ここに書き足した文は、読んでいるところより上にあります。画面のどの幅でも何行かになるだけの長さがあり、読んでいるところを押し下げるはずです。けれども読む人の目の前では何も動きません。"

// TestPreviewKeepsWhatIsOpen checks that focus, selection, open elements, choices and typed text
// stay when the page is patched around and inside them.
func TestPreviewKeepsWhatIsOpen(t *testing.T) {
	s := startPreview(t, nil)
	browser := startBrowser(t)
	tab := openLive(t, browser, s, editedPage)
	round := 0
	// patched changes the entry and waits for the patch.
	patched := func() {
		t.Helper()
		from := editedEntry
		if round > 0 {
			from = fmt.Sprintf("プローブが GA になりました%d。", round)
		}
		round++
		s.edit(t, editedNote, from, fmt.Sprintf("プローブが GA になりました%d。", round))
		seeText(t, tab, "patched", "#"+editedID, fmt.Sprintf("プローブが GA になりました%d。", round))
	}

	js[any](t, tab, `document.querySelector("#`+editedID+` a").focus(); window.had = document.activeElement`)
	patched()
	see(t, tab, "focus within the entry", `String(document.activeElement === had && had.isConnected)`, "true")

	js[any](t, tab, `(() => {
		const walk = document.createTreeWalker(document.querySelector("#`+editedID+` .a, #`+editedID+` .text"), NodeFilter.SHOW_TEXT);
		let node; while ((node = walk.nextNode()) && !node.data.includes("プローブ"));
		getSelection().setBaseAndExtent(node, node.data.indexOf("プロ"), node, node.data.indexOf("プロ") + 4);
	})()`)
	see(t, tab, "selected", `String(getSelection())`, "プローブ")
	patched()
	see(t, tab, "a selection in the sentence that changes", `String(getSelection())`, "プローブ")

	js[any](t, tab, `getSelection().selectAllChildren(document.querySelector(".body h2, .body h3"))`)
	want := js[string](t, tab, `String(getSelection())`)
	patched()
	see(t, tab, "a selection elsewhere", `String(getSelection())`, want)

	js[any](t, tab, `document.querySelector(".views .v-b").click()`)
	patched()
	see(t, tab, "the view", `document.querySelector(".views :checked").className + location.search`, "v-b?view=en")
	js[any](t, tab, `document.querySelector(".views .v-both").click(); document.querySelector(".only input").click()`)
	alone := js[string](t, tab, `String([...document.querySelectorAll("main .entry")].filter((e) => e.offsetParent).length) + " " + document.querySelectorAll(".bare").length`)
	patched()
	see(t, tab, "remarks alone", `document.querySelector(".only input").checked + " " + [...document.querySelectorAll("main .entry")].filter((e) => e.offsetParent).length + " " + document.querySelectorAll(".bare").length`, "true "+alone)
	js[any](t, tab, `document.querySelector(".only input").click()`)

	js[any](t, tab, `document.querySelector(".theme").click()`)
	patched()
	see(t, tab, "the theme", `document.documentElement.dataset.theme + document.querySelector(".theme").getAttribute("aria-pressed")`, "darktrue")
	js[any](t, tab, `document.querySelector(".theme").click()`)

	js[any](t, tab, `document.querySelector(".langs summary").focus(); document.querySelector(".langs summary").click()`)
	patched()
	see(t, tab, "an open menu", `String(document.querySelector(".langs").open && document.activeElement === document.querySelector(".langs summary"))`, "true")
	press(t, tab, kb.Escape)

	// Copying works for old and new code.
	s.edit(t, editedNote, "### 設定の例\n", "```console\n$ kubectl get nodes -o wide\n```\n\n### 設定の例\n")
	seeText(t, tab, "code", "main pre", "get nodes -o wide")
	see(t, tab, "every block has one button", `String([...document.querySelectorAll("main pre")].every((p) => p.parentNode.matches(".code") && p.parentNode.querySelectorAll(":scope > .copy").length === 1))`, "true")
}

// TestPreviewKeepsFields checks that text in the fields of a list stays, with the filtered rows. An
// open checklist must stay open.
func TestPreviewKeepsFields(t *testing.T) {
	s := startPreview(t, nil)
	browser := startBrowser(t)
	tab := openLive(t, browser, s, "ja/1.27/changes/")
	const shown = `[...document.querySelectorAll(".change")].filter((r) => !r.hidden && r.offsetParent).length`
	js[any](t, tab, `document.querySelector(".filter input[name=q]").focus()`)
	press(t, tab, "kubelet")
	rows := js[int](t, tab, shown)
	js[any](t, tab, `document.activeElement.setSelectionRange(2, 5)`)
	s.edit(t, "content/1.27/overview.ru.md", "что появилось", "что нового появилось")
	seeText(t, tab, "the list", "main", "что нового появилось")
	see(t, tab, "typed", fmt.Sprintf(`(f => [f.name, f.value, f.selectionStart, f.selectionEnd, %s, location.search].join(" "))(document.activeElement)`, shown), fmt.Sprintf("q kubelet 2 5 %d ?q=kubelet", rows))

	list := openLive(t, browser, s, "ja/upgrade/1.26-1.27/")
	js[any](t, list, `document.querySelector(".checklist").open = true; (f => { f.value = "node"; f.dispatchEvent(new Event("input", {bubbles: true})) })(document.querySelector(".filter [name=sig]"))`)
	lines := js[string](t, list, `document.querySelector(".checklist pre").textContent`)
	s.edit(t, editedNote, "再起動されることのない Pod すべてに、", "再起動されない Pod のすべてに、")
	seeText(t, list, "the upgrade", "main", "再起動されない Pod のすべてに")
	see(t, list, "opened", `String(document.querySelector(".checklist").open) + document.querySelector(".filter [name=sig]").value`, "truenode")
	see(t, list, "its lines", `document.querySelector(".checklist pre").textContent`, lines)
}

// TestPreviewKeepsTheSearch checks that the open search dialog stays, with its query and results,
// also during an active input method. The next results must include saved changes.
func TestPreviewKeepsTheSearch(t *testing.T) {
	s := startPreview(t, nil)
	browser := startBrowser(t)
	tab := openLive(t, browser, s, editedPage)
	openFinder(t, tab)
	typeQuery(t, tab, "gRPC")
	rows := js[string](t, tab, finderRows)
	s.edit(t, editedNote, editedEntry, "gRPC プローブが卒業しましたとさ。")
	seeText(t, tab, "behind the dialog", "#"+editedID, "卒業しましたとさ")
	see(t, tab, "the dialog", finderOpen+` + " " + `+finderText+` + " " + `+finderFocus+` + " " + `+finderRows, "true gRPC true "+rows)
	press(t, tab, kb.Escape)
	until(t, tab, "cleared", finderText, "")
	compose(t, tab, "そ", "そつ", "卒業しまし")
	s.edit(t, editedNote, "卒業しましたとさ。", "卒業しましたとさ、めでたし。")
	seeText(t, tab, "behind the input method", "#"+editedID, "めでたし")
	see(t, tab, "composing", finderText+` + `+finderFocus, "卒業しましtrue")
	if _, err := callInsert(tab, "卒業しましたとさ"); err != nil {
		t.Fatal(err)
	}
	until(t, tab, "what was saved is found", finderText+` + " " + (document.querySelector(".finder .hit")?.textContent.includes("めでたし") ?? false)`, "卒業しましたとさ true")
	press(t, tab, kb.Escape)
	press(t, tab, kb.Escape)

	// The search page finds the new text of another note, too.
	page := openLive(t, browser, s, "ja/search/")
	js[any](t, page, `document.querySelector(".seek input").focus()`)
	press(t, page, "zzqq")
	settled(t, page)
	compose(t, page, "z")
	s.write(t, "content/1.29/sig-storage.ja.md", "---\ntitle: 保存\n---\n\n- zzqqx という語です。(#120000)\n")
	see(t, page, "typed", `document.activeElement.value`, "zzqqz")
	if _, err := callInsert(page, "x"); err != nil {
		t.Fatal(err)
	}
	until(t, page, "found", `String(document.querySelectorAll(".list .hit").length > 0 || (document.activeElement.blur(), document.querySelector(".seek input").focus(), document.activeElement.dispatchEvent(new Event("input")), false))`, "true")
}

// callInsert commits a text of an input method.
func callInsert(tab context.Context, text string) (cdp.Empty, error) {
	return chromedp.Call(tab, input.InsertText, input.InsertTextParams{Text: text})
}

// TestPreviewKeepsMarks checks that marked search words are also marked in edited text.
func TestPreviewKeepsMarks(t *testing.T) {
	s := startPreview(t, nil)
	tab := openLive(t, startBrowser(t), s, editedPage+"?mark=Topology")
	until(t, tab, "marked", `String(CSS.highlights.get("found")?.size > 0)`, "true")
	const count = `[...CSS.highlights.get("found")].filter((r) => r.toString() === "Topology").length`
	before := js[int](t, tab, count)
	s.edit(t, editedNote, editedEntry, "Topology とは別の gRPC プローブの話です。")
	seeText(t, tab, "patched", "#"+editedID, "Topology とは別の")
	until(t, tab, "one more", `String(`+count+`)`, fmt.Sprint(before+1))
}

// TestPreviewBecomesBilingual checks that a new translation adds the switch of views with its
// script. The switch must also work after the translation is removed and added again.
func TestPreviewBecomesBilingual(t *testing.T) {
	s := startPreview(t, nil)
	en := filepath.Join(s.dir, "content", "1.27", "sig-node.en.md")
	text, err := os.ReadFile(en)
	if err != nil {
		t.Fatal(err)
	}
	tab := openLive(t, startBrowser(t), s, editedPage)
	for range 2 {
		if err := os.Remove(en); err != nil {
			t.Fatal(err)
		}
		until(t, tab, "without it", `String(document.querySelector("main").textContent.includes("gRPC probes"))`, "false")
		s.write(t, "content/1.27/sig-node.en.md", string(text))
		until(t, tab, "with it", `String(document.querySelector(".views .v-both") !== null)`, "true")
		js[any](t, tab, `document.querySelector(".views .v-a").click()`)
		until(t, tab, "chosen", `location.search`, "?view=ja")
		js[any](t, tab, `document.querySelector(".views .v-both").click()`)
		until(t, tab, "chosen again", `location.search`, "?view=both")
		js[any](t, tab, `document.getElementById("`+editedID+`").scrollIntoView({block: "center"})`)
		pointAt(t, tab, "#"+editedID+" .a", false)
		see(t, tab, "one button to copy", `String(document.querySelectorAll(".twin").length)`, "1")
		pointAt(t, tab, ".mast", false)
	}
	see(t, tab, "not loaded again", `String(window.loadedOnce)`, "true")
}
