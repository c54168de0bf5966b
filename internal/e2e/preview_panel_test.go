package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/kawaraban/kawaraban/internal/config"
	"github.com/kawaraban/kawaraban/internal/preview"
)

// panelPart returns the script for an element of the panel.
func panelPart(selector string) string {
	return `document.querySelector("kawaraban-preview").shadowRoot.querySelector("` + selector + `")`
}

// wrongEntry is the text with an error: an unknown gate, after full-width letters.
const wrongEntry = "gRPC プローブの全角の行に `PodDistruptionConditions` があります。"

// withEditor makes problems open in an editor.
func withEditor(t *testing.T) func(*preview.Options) {
	t.Helper()
	editor, err := config.ParseEditor("vscode")
	if err != nil {
		t.Fatal(err)
	}
	return func(o *preview.Options) { o.Editor = editor }
}

// TestPreviewShowsProblems checks that a problem appears over the page, with its line, a caret
// below the right letter, and a link to the editor. Escape must hide the panel and a key must show
// it. A new problem must show it again. A fixed problem must disappear.
func TestPreviewShowsProblems(t *testing.T) {
	s := startPreview(t, withEditor(t))
	tab := openLive(t, startBrowser(t), s, editedPage)
	see(t, tab, "nothing at first", panelShown, "false")
	s.edit(t, editedNote, editedEntry, wrongEntry)
	until(t, tab, "shown", panelShown, "true")
	seeText(t, tab, "the page is patched all the same", "#"+editedID, "PodDistruptionConditions")
	const first = `(li => [li.querySelector("a").textContent, li.querySelector("code").textContent, li.querySelector("a").href.replace(/^.*content/, "…")].join(" "))([...document.querySelector("kawaraban-preview").shadowRoot.querySelectorAll("li")].find((li) => li.querySelector("code").textContent === "gate/unknown"))`
	until(t, tab, "what and where", first, "content/1.27/sig-node.ja.md:109:20 gate/unknown …/1.27/sig-node.ja.md:109:20")
	see(t, tab, "the caret", `(m => { const l = m.getBoundingClientRect(), c = getComputedStyle(m, "::after"); return m.textContent + m.nextSibling.data.slice(0, 8) + " " + c.content + " " + c.textAlign })([...document.querySelector("kawaraban-preview").shadowRoot.querySelectorAll("mark")].find((m) => m.nextSibling.data.startsWith("odDis")))`, `PodDistru "^" / "" center`)
	see(t, tab, "no wider than the window", narrowOverflow, "0")

	press(t, tab, kb.Escape)
	see(t, tab, "hidden", panelShown+` + `+badgeShown, "falsetrue")
	press(t, tab, "!")
	see(t, tab, "back, with the focus", panelShown+` + (`+panelPart("ol")+`.getRootNode().activeElement?.localName)`, "trueol")
	press(t, tab, kb.Escape)
	js[any](t, tab, panelPart(".badge")+`.click()`)
	see(t, tab, "by the sign", panelShown, "true")
	js[any](t, tab, panelPart(".hide")+`.click()`)
	see(t, tab, "by the button", panelShown, "false")

	// A hidden panel stays hidden on the next page; a new problem shows it.
	if err := chromedp.Do(tab, chromedp.Reload()); err != nil {
		t.Fatal(err)
	}
	until(t, tab, "connected again", `String(document.querySelector("kawaraban-preview")?.dataset.live ?? "") + `+badgeShown, "truetrue")
	see(t, tab, "still hidden", panelShown, "false")
	js[any](t, tab, `window.loadedOnce = true`)
	s.edit(t, editedNote, "title:", "titel:")
	until(t, tab, "another one", panelShown, "true")
	s.edit(t, editedNote, "titel:", "title:")
	s.edit(t, editedNote, wrongEntry, editedEntry)
	until(t, tab, "fixed", panelShown, "false")
	until(t, tab, "both", `String([...document.querySelector("kawaraban-preview").shadowRoot.querySelectorAll("li code")].some((e) => e.textContent === "gate/unknown"))`, "false")

	// In a field the key is text, and Escape closes the dialog.
	s.edit(t, editedNote, editedEntry, wrongEntry)
	until(t, tab, "shown again", panelShown, "true")
	openFinder(t, tab)
	press(t, tab, "!")
	see(t, tab, "a letter", finderText, "!")
	press(t, tab, kb.Escape)
	press(t, tab, kb.Escape)
	until(t, tab, "the dialog closes first", finderOpen+` + `+panelShown, "falsetrue")
}

// TestPreviewSaysItInEveryLanguage checks that panel, badge and notices are accessible in every
// interface language, at every width, in both color schemes.
func TestPreviewSaysItInEveryLanguage(t *testing.T) {
	axe, err := os.ReadFile(need(t, "axe-core", installed("axe-core/axe.min.js")))
	if err != nil {
		t.Fatal(err)
	}
	s := startPreview(t, withEditor(t))
	browser := startBrowser(t)
	s.edit(t, editedNote, editedEntry, wrongEntry)
	s.edit(t, "content/1.28/overview.ja.md", "title:", "titel:")
	for i, c := range []struct{ lang, count, hide, words string }{
		{"ja", "問題点", "隠す Esc", "エラー警告参考 ヒント："}, {"zh", "个问题", "隐藏 Esc", "错误警告信息 提示："},
		{"ru", "проблем", "Скрыть Esc", "ошибкапредупреждениек сведению подсказка:"}, {"en", "problem", "Hide Esc", "errorwarninginfo hint:"},
	} {
		tab := openLive(t, browser, s, c.lang+"/") // a small page, because only the panel is checked
		until(t, tab, c.lang, panelShown, "true")
		title := js[string](t, tab, panelPart("h2")+`.textContent`)
		if !strings.Contains(title, c.count) || js[string](t, tab, panelPart(".hide")+`.textContent`) != c.hide {
			t.Errorf("%s: the panel shows %q", c.lang, title)
		}
		foreign := js[[]string](t, tab, fmt.Sprintf(foreignWords, c.words))
		if len(foreign) > 0 {
			t.Errorf("%s: text in another language: %q", c.lang, foreign)
		}
		if _, err := chromedp.Run(tab, chromedp.Evaluate[any](string(axe)+";undefined")); err != nil {
			t.Fatal(err)
		}
		for _, state := range []string{"open", "hidden"} {
			for _, l := range looks {
				if l.scheme == "dark" && !l.inTurn(i) {
					continue
				}
				examinePreview(t, tab, l, l.inTurn(i), fmt.Sprintf("%s, %s, %s", c.lang, state, l))
			}
			press(t, tab, kb.Escape)
		}
		press(t, tab, "!")
	}
}

// foreignWords returns the labels of the problems that are not in a list of known labels, or the
// whole text if there are no labels.
const foreignWords = `((known, all) => ["b", ".hint"].every((one) => all.querySelector(one)) ? [...all.querySelectorAll("b, .hint")].map((e) => e.firstChild.data).filter((word) => !known.includes(word)) : [all.textContent])(%q, ` +
	`document.querySelector("kawaraban-preview").shadowRoot.querySelector("ol"))`

// coveredLinks scrolls to the end of the page and returns the links of the footer that a click does
// not reach.
const coveredLinks = `(scrollTo(0, document.documentElement.scrollHeight), [...document.querySelectorAll(".foot a")].filter((a) => [...a.getClientRects()].some((b) =>
	[[b.left + 1, b.bottom - 1], [b.left + b.width / 2, b.top + b.height / 2], [b.right - 1, b.bottom - 1]].some(([x, y]) => document.elementFromPoint(x, y) !== a))).map((a) => a.textContent))`

// TestPreviewLeavesRoom checks that the end of a page can be clicked next to the badge, by mouse
// and by touch, at every width. The space must disappear with the badge. By touch the key is not
// shown.
func TestPreviewLeavesRoom(t *testing.T) {
	s := startPreview(t, nil)
	browser := startBrowser(t)
	const room, named = `getComputedStyle(document.documentElement).paddingBlockEnd`, `String(getComputedStyle(document.querySelector("kawaraban-preview").shadowRoot.querySelector("kbd")).display !== "none")`
	s.edit(t, editedNote, editedEntry, wrongEntry)
	for _, width := range widths {
		tab := openLive(t, browser, s, editedPage)
		if err := chromedp.Do(tab, chromedp.EmulateViewport(width, 900)); err != nil {
			t.Fatal(err)
		}
		until(t, tab, "shown", panelShown, "true")
		see(t, tab, "a key where there is a mouse", named, js[string](t, tab, `String(matchMedia("(hover: hover) and (pointer: fine)").matches)`))
		see(t, tab, "no room yet", room, "0px")
		press(t, tab, kb.Escape)
		for _, by := range []string{"mouse", "finger"} {
			if _, err := chromedp.Call(tab, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: by == "finger"}); err != nil {
				t.Fatal(err)
			}
			see(t, tab, "the sign", badgeShown, "true")
			if covered := js[[]string](t, tab, coveredLinks); len(covered) > 0 {
				t.Errorf("%d, by %s: covered: %q", width, by, covered)
			}
		}
		js[any](t, tab, panelPart(".badge")+`.click()`)
		see(t, tab, "no key by finger", named, "false")
		see(t, tab, "the room has gone", room, "0px")
	}
}

// TestPreviewWithoutLanguage checks that the preview works with a template without a language, or
// with an unknown one.
func TestPreviewWithoutLanguage(t *testing.T) {
	s := startPreview(t, nil)
	browser := startBrowser(t)
	const frame = "templates/partials/frame.html"
	const begin = `<html {{if eq .Dir "rtl"}}dir="rtl" {{end}}`
	before := begin + `lang="{{.HTMLLang}}"`
	for _, lang := range []string{begin, begin + `lang="x_Y"`} {
		s.edit(t, frame, before, lang)
		before = lang
		tab := openLive(t, browser, s, editedPage)
		s.edit(t, editedNote, editedEntry, wrongEntry)
		until(t, tab, lang, panelShown, "true")
		if title := js[string](t, tab, panelPart("h2")+`.textContent`); !strings.HasPrefix(title, "問題点 ") {
			t.Errorf("%s: the panel shows %q", lang, title)
		}
		s.edit(t, editedNote, wrongEntry, editedEntry)
		until(t, tab, lang, panelShown, "false")
	}
}

// examinePreview checks a page with the panel in one color scheme and width. If axe is
// set, it also runs axe.
func examinePreview(t *testing.T, tab context.Context, l look, axe bool, what string) {
	t.Helper()
	if err := l.apply(tab); err != nil {
		t.Fatal(err)
	}
	time.Sleep(200 * time.Millisecond) // wait for the animation of the panel
	if dir := os.Getenv("KAWARABAN_SHOTS"); dir != "" {
		png, err := chromedp.Run(tab, chromedp.CaptureScreenshot())
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(dir+"/"+strings.ReplaceAll(what, ", ", "-")+".png", png, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if axe {
		for _, v := range js[[]violation](t, tab, l.axe()) {
			t.Errorf("%s: %s", what, v)
		}
	}
	see(t, tab, what+": wider than the window", narrowOverflow, "0")
	small := js[[]string](t, tab, `[...document.querySelector("kawaraban-preview").shadowRoot.querySelectorAll("a, button")].filter((e) => { const b = e.getBoundingClientRect(); return b.height && b.height < 24 }).map((e) => e.outerHTML)`)
	if len(small) > 0 {
		t.Errorf("%s: targets under 24 pixels: %v", what, small)
	}
}

// TestPreviewWords checks that edited texts of the preview appear on the panel and in a notice at
// once.
func TestPreviewWords(t *testing.T) {
	s := startPreview(t, nil)
	tab := openLive(t, startBrowser(t), s, "ru/1.29/sig-network/")
	s.edit(t, editedNote, editedEntry, wrongEntry)
	until(t, tab, "a problem", panelShown, "true")
	s.edit(t, "templates/languages/ru.yaml", "preview.hide: Скрыть", "preview.hide: Убрать")
	until(t, tab, "the button", panelPart(".hide")+`.textContent`, "Убрать Esc")
	if err := os.Remove(filepath.Join(s.dir, "content", "1.29", "sig-network.ru.md")); err != nil {
		t.Fatal(err)
	}
	until(t, tab, "gone", noticeText, "Эта страница удалена с сайта. Показана её последняя версия.")
	s.edit(t, "templates/languages/ru.yaml", "preview.gone: Эта страница", "preview.gone: Та страница")
	until(t, tab, "the notice", noticeText, "Та страница удалена с сайта. Показана её последняя версия.")
	see(t, tab, "not loaded again", `String(window.loadedOnce)`, "true")
}
