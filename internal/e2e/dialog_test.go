package e2e

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Scripts for the state of the search dialog.
const (
	finderOpen  = `String(document.querySelector(".finder")?.open ?? false)`
	finderText  = `document.querySelector(".finder input").value`
	finderSaid  = `document.querySelector(".finder .said").textContent`
	finderRows  = `String(document.querySelectorAll(".finder [role=option]").length)`
	finderFocus = `String(document.activeElement === document.querySelector(".finder input"))`

	// chosenRow returns the index of the row that aria-activedescendant of the field names. It
	// checks that exactly this row is selected.
	chosenRow = `(() => {
		const field = document.querySelector(".finder input"), rows = [...document.querySelectorAll(".finder [role=option]")];
		const id = field.getAttribute("aria-activedescendant");
		const marked = rows.filter(r => r.getAttribute("aria-selected") === "true");
		if (marked.length > 1 || (marked[0]?.id ?? "") !== id) return "the field names " + id + ", selected are " + marked.map(r => r.id);
		return String(rows.indexOf(marked[0]));
	})()`
)

// until waits until a script returns the wanted value.
func until(t *testing.T, tab context.Context, what, script, want string) {
	t.Helper()
	got := ""
	pause := 10 * time.Millisecond
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(pause) {
		var err error
		if got, err = chromedp.Run(tab, chromedp.Evaluate[string](script)); err == nil && got == want {
			return
		}
		pause = min(pause*5/4, 100*time.Millisecond) // frequent checks would slow down the page
	}
	t.Fatalf("%s: %q, want %q", what, got, want)
}

// chord presses a key with modifiers.
func chord(t *testing.T, tab context.Context, key string, with ...chromedp.Modifier) {
	t.Helper()
	if err := chromedp.Do(tab, chromedp.KeyEvent(key, asKeyboard, chromedp.KeyModifiers(with...))); err != nil {
		t.Fatal(err)
	}
}

// openFinder opens the dialog by its key and waits for it.
func openFinder(t *testing.T, tab context.Context) {
	t.Helper()
	press(t, tab, "/")
	until(t, tab, "the dialog", finderOpen+` + `+finderFocus, "truetrue")
}

// typeQuery types a query, letter by letter, and waits for the answer.
func typeQuery(t *testing.T, tab context.Context, query string) {
	t.Helper()
	js[any](t, tab, `window.answered = 0; new MutationObserver(() => { window.answered++ }).observe(document.querySelector(".finder .answers"), {childList: true})`)
	press(t, tab, query)
	until(t, tab, "an answer to "+query, `String(window.answered > 0 && `+finderText+`.endsWith(`+fmt.Sprintf("%q", query)+`))`, "true")
	time.Sleep(200 * time.Millisecond) // the answer may belong to the first letters
}

// focused opens a page in a tab with the focus.
func focused(t *testing.T, browser context.Context, address string) context.Context {
	t.Helper()
	tab := newTab(t, browser)
	if err := (look{1440, "light"}).apply(tab); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(tab, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(tab, chromedp.Navigate(builtSite(t).url+address)); err != nil {
		t.Fatal(err)
	}
	return tab
}

// TestFinderOpens opens the dialog in every possible way, in every language. When it closes, the
// focus must return to the element that opened it. In a field the slash must be text.
func TestFinderOpens(t *testing.T) {
	browser := startBrowser(t)
	for _, lang := range []string{"en", "ru"} {
		tab := focused(t, browser, lang+"/keps/")
		ways := []struct {
			what string
			do   func()
		}{
			{"slash", func() { press(t, tab, "/") }},
			{"Ctrl-K", func() { chord(t, tab, "k", chromedp.ModifierCtrl) }},
			{"Meta-K", func() { chord(t, tab, "k", chromedp.ModifierMeta) }},
			{"click", func() { pointAt(t, tab, "a.find", true) }},
			{"Enter on the link", func() { press(t, tab, kb.Enter) }},
			{"Ctrl-K of another script", func() {
				js[any](t, tab, `document.dispatchEvent(new KeyboardEvent("keydown", {key: "л", code: "KeyK", ctrlKey: true, cancelable: true, bubbles: true}))`)
			}},
		}
		js[any](t, tab, `document.querySelector("a.find").focus()`)
		for _, way := range ways {
			way.do()
			until(t, tab, lang+": "+way.what, finderOpen+` + `+finderFocus, "truetrue")
			press(t, tab, kb.Escape)
			until(t, tab, lang+": Escape", finderOpen, "false")
			see(t, tab, lang+": the focus after "+way.what, `document.activeElement.className`, "find")
		}
		js[any](t, tab, `document.querySelector(".filter input[name=q]").focus()`)
		press(t, tab, "/")
		see(t, tab, lang+": a slash in a field", `document.activeElement.value + " " + `+finderOpen, "/ false")
		chord(t, tab, "k", chromedp.ModifierCtrl)
		until(t, tab, lang+": Ctrl-K in a field", finderOpen, "true")
		press(t, tab, kb.Escape)
		see(t, tab, lang+": back in the field", `document.activeElement.name`, "q")
	}
}

// TestFinderKeys uses the results by keyboard only, and checks roles and states for screen readers.
func TestFinderKeys(t *testing.T) {
	browser := startBrowser(t)
	tab := focused(t, browser, "en/")
	openFinder(t, tab)
	see(t, tab, "the field", `(i => [i.getAttribute("role"), i.getAttribute("aria-expanded"), i.getAttribute("aria-autocomplete"), document.getElementById(i.getAttribute("aria-controls")).getAttribute("role"), i.getAttribute("aria-label")].join(" "))(document.querySelector(".finder input"))`, "combobox false list listbox Search")
	see(t, tab, "the dialog", `(d => d.matches(":modal") + " " + d.getAttribute("aria-label"))(document.querySelector(".finder"))`, "true Search")
	typeQuery(t, tab, "kubelet")
	until(t, tab, "expanded", `document.querySelector(".finder input").getAttribute("aria-expanded")`, "true")
	see(t, tab, "the count is said", `(s => s.getAttribute("role") + " " + /^[\d,]+ results$/.test(s.textContent))(document.querySelector(".finder .said"))`, "status true")
	see(t, tab, "every option is in a group that has a name", `String([...document.querySelectorAll(".finder [role=option]")].every(r => r.closest("[role=group]")?.getAttribute("aria-label") && r.closest("[role=listbox]")))`, "true")
	see(t, tab, "every option leads somewhere", `String([...document.querySelectorAll(".finder [role=option]")].every(r => r.href && r.tabIndex === -1))`, "true")
	n := js[int](t, tab, `document.querySelectorAll(".finder [role=option]").length`)
	if n < 5 {
		t.Fatalf("%d rows for kubelet", n)
	}
	last := fmt.Sprint(n - 1)
	for _, step := range []struct{ what, key, want string }{
		{"at first", "", "0"},
		{"down", kb.ArrowDown, "1"},
		{"down again", kb.ArrowDown, "2"},
		{"up", kb.ArrowUp, "1"},
		{"end", kb.End, last},
		{"down over the end", kb.ArrowDown, "0"},
		{"up over the beginning", kb.ArrowUp, last},
		{"home", kb.Home, "0"},
	} {
		if step.key != "" {
			press(t, tab, step.key)
		}
		see(t, tab, step.what, chosenRow, step.want)
		see(t, tab, step.what+" keeps the focus and the text", finderFocus+` + " " + `+finderText, "true kubelet")
		see(t, tab, step.what+" shows the row", `String((r => { const b = r.getBoundingClientRect(), l = r.closest(".answers").getBoundingClientRect(); return b.top >= l.top - 1 && b.bottom <= l.bottom + 1 })(document.querySelector(".finder [aria-selected=true]")))`, "true")
	}

	js[any](t, tab, `window.open = (...to) => { window.opened = to.join(" ") }`)
	press(t, tab, kb.ArrowDown)
	href := js[string](t, tab, `document.querySelectorAll(".finder [role=option]")[1].href`)
	chord(t, tab, kb.Enter, chromedp.ModifierCtrl)
	see(t, tab, "Ctrl-Enter", `window.opened + " " + `+finderOpen, href+" _blank noopener true")

	press(t, tab, kb.Escape)
	until(t, tab, "Escape clears", finderText+` + `+finderOpen, "true")
	see(t, tab, "what was looked for", `[...document.querySelectorAll(".finder .name")].map(n => n.textContent).join()`, "kubelet")
	see(t, tab, "nothing is chosen yet", chosenRow, "-1")
	press(t, tab, kb.ArrowDown)
	press(t, tab, kb.Enter)
	until(t, tab, "looked for again", finderText+` + " " + `+chosenRow, "kubelet 0")
	press(t, tab, kb.ArrowDown)
	time.AfterFunc(100*time.Millisecond, func() { _ = chromedp.Do(tab, chromedp.KeyEvent(kb.Enter, asKeyboard)) })
	follow(t, tab, "0")
	see(t, tab, "Enter", `location.href`, href)

	// After going back the page is as before and the dialog opens again. The same holds for going
	// forward.
	follow(t, tab, `history.back()`)
	see(t, tab, "back", `location.pathname.split("/").at(-2) + " " + `+finderOpen, "en false")
	openFinder(t, tab)
	follow(t, tab, `history.forward()`)
	see(t, tab, "forth", `location.href`, href)
	openFinder(t, tab)
}

// TestFinderByMouse checks that a click on a row opens it and closes the dialog, and that a click
// outside closes the dialog. The focus must stay in the field.
func TestFinderByMouse(t *testing.T) {
	tab := focused(t, startBrowser(t), "en/")
	openFinder(t, tab)
	typeQuery(t, tab, "kubelet")
	js[any](t, tab, `document.addEventListener("mousedown", e => setTimeout(() => { window.after = `+finderFocus+` }), {once: true}); document.querySelector(".finder .answers").addEventListener("click", e => e.preventDefault(), {once: true})`)
	pointAt(t, tab, ".finder .hit:nth-of-type(3) .line", true)
	until(t, tab, "the focus while the button is down", `String(window.after)`, "true")
	see(t, tab, "clicked", finderOpen, "false")
	openFinder(t, tab)
	if err := chromedp.Do(tab, chromedp.MouseClickXY(20, 700)); err != nil {
		t.Fatal(err)
	}
	see(t, tab, "clicked beside it", finderOpen, "false")
	openFinder(t, tab)
	pointAt(t, tab, ".finder .close", true)
	see(t, tab, "closed by its button", finderOpen, "false")
}

// TestFinderIsTypedAhead checks that no letter is lost that is typed before the script is loaded.
func TestFinderIsTypedAhead(t *testing.T) {
	tab := focused(t, startBrowser(t), "en/")
	complain(t, tab)
	press(t, tab, "/kubelex")
	press(t, tab, kb.Backspace+"t")
	until(t, tab, "what was typed", finderOpen+` + `+finderText, "truekubelet")
	until(t, tab, "and found", `new URL(document.querySelector(".finder [aria-selected=true]").href).searchParams.get("mark")`, "kubelet")
	first := js[string](t, tab, `document.querySelector(".finder .hit").href`)

	// Enter in the empty field does nothing, also after a cancelled answer. Keys before the first
	// answer are handled.
	press(t, tab, kb.Escape)
	until(t, tab, "cleared", finderText, "")
	press(t, tab, kb.Enter+"kubelet"+kb.Enter+kb.Escape+kb.Enter)
	time.Sleep(300 * time.Millisecond)
	see(t, tab, "still open", finderOpen+` + " " + `+finderText, "true ")

	// Enter before the answer opens the first row of the answer.
	press(t, tab, "k")
	press(t, tab, kb.Escape)
	until(t, tab, "cleared", finderText, "")
	time.AfterFunc(100*time.Millisecond, func() { _ = chromedp.Do(tab, chromedp.KeyEvent("kubelet"+kb.Enter, asKeyboard)) })
	follow(t, tab, "0")
	see(t, tab, "opened", `location.href`, first)
}

// compose types with an input method: uncommitted text, then the committed text.
func compose(t *testing.T, tab context.Context, steps ...string) {
	t.Helper()
	for _, text := range steps {
		n := int64(len([]rune(text)))
		if _, err := chromedp.Call(tab, input.ImeSetComposition, input.ImeSetCompositionParams{Text: text, SelectionStart: n, SelectionEnd: n}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestFinderComposes types with an input method, as for Japanese and Chinese. No search may start
// and no key may have an effect until the text is committed.
func TestFinderComposes(t *testing.T) {
	browser := startBrowser(t)
	for _, c := range []struct {
		lang  string
		steps []string
		done  string
	}{
		{"ja", []string{"さ", "さい", "さいど", "サイドカー"}, "サイドカー"},
		{"zh", []string{"r", "rong", "rongqi"}, "容器"},
		{"ru", []string{"п", "по", "под"}, "под"},
		{"en", []string{"p", "po", "pod"}, "pod"},
	} {
		tab := focused(t, browser, c.lang+"/")
		openFinder(t, tab)
		compose(t, tab, c.steps...)
		for _, key := range []struct {
			name string
			code int64
		}{{"Enter", 13}, {"ArrowDown", 40}, {"Escape", 27}} {
			// Browsers send key code 229 while an input method is active.
			for _, typ := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeRawKeyDown, input.DispatchKeyEventTypeKeyUp} {
				_, err := chromedp.Call(tab, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: typ, Key: key.name, Code: key.name, WindowsVirtualKeyCode: 229})
				if err != nil {
					t.Fatal(err)
				}
			}
			see(t, tab, c.lang+": "+key.name+" within", finderOpen+` + " " + `+finderText+` + " " + `+finderRows, "true "+c.steps[len(c.steps)-1]+" 0")
		}
		time.Sleep(200 * time.Millisecond)
		see(t, tab, c.lang+": nothing is looked for", finderRows+` + `+finderSaid, "0")
		if _, err := chromedp.Call(tab, input.InsertText, input.InsertTextParams{Text: c.done}); err != nil {
			t.Fatal(err)
		}
		until(t, tab, c.lang+": looked for when decided", finderText+` + " " + (`+finderRows+` > 0)`, c.done+" true")

		// Safari ends the composition before it sends the key that ended it.
		before := js[string](t, tab, `location.href`)
		js[any](t, tab, `(i => {
			i.dispatchEvent(new CompositionEvent("compositionstart"));
			i.dispatchEvent(new CompositionEvent("compositionend", {data: "x"}));
			for (const key of ["Enter", "ArrowDown", "Escape"]) i.dispatchEvent(new KeyboardEvent("keydown", {key, keyCode: 229, bubbles: true, cancelable: true}));
			for (const key of ["Enter", "ArrowDown", "Escape"]) i.dispatchEvent(new KeyboardEvent("keydown", {key, isComposing: true, bubbles: true, cancelable: true}));
		})(document.querySelector(".finder input"))`)
		time.Sleep(200 * time.Millisecond)
		see(t, tab, c.lang+": an early end", `location.href + " " + `+finderOpen+` + " " + `+finderText+` + " " + `+chosenRow, before+" true "+c.done+" 0")
	}
}

// TestFinderJumps searches for identifiers in several spellings. The first row must link to the
// page of the site, the second to the upstream page.
func TestFinderJumps(t *testing.T) {
	tab := focused(t, startBrowser(t), "en/1.27/sig-node/")
	for query, want := range map[string]string{
		"#115331":          "en/prs/115331/ https://github.com/kubernetes/kubernetes/pull/115331",
		"k/k#115331":       "en/prs/115331/ https://github.com/kubernetes/kubernetes/pull/115331",
		"KEP-753":          "en/keps/753/ https://kep.k8s.io/753",
		"enhancements#753": "en/keps/753/ https://kep.k8s.io/753",
	} {
		openFinder(t, tab)
		typeQuery(t, tab, query)
		until(t, tab, query, `[...document.querySelectorAll(".finder [data-tier=jump] [role=option]")].slice(0, 2).map(r => r.href.replace(/^.*(?=en\/)/, "").replace(/\?.*/, "")).join(" ")`, want)
		see(t, tab, query+" is chosen", chosenRow, "0")
		press(t, tab, kb.Escape)
		press(t, tab, kb.Escape)
		until(t, tab, "closed", finderOpen, "false")
	}
}

// TestFinderKnowsTheRelease checks that a page of a release shows results of that release first,
// with a message.
func TestFinderKnowsTheRelease(t *testing.T) {
	browser := startBrowser(t)
	for _, c := range []struct{ address, said string }{
		{"en/1.27/", `^[\d,]+ results · 1\.27 first$`},
		{"ja/1.26/", `^[\d,]+ 件 · 1\.26 を優先$`},
		{"zh/1.27/", `^[\d,]+ 条结果 · 1\.27 优先$`},
		{"ru/1.27/", `^[\d\s]+ результат(а|ов)? · сначала 1\.27$`},
		{"ru/keps/", `^[\d\s]+ результат(а|ов)?$`},
	} {
		tab := focused(t, browser, c.address)
		openFinder(t, tab)
		typeQuery(t, tab, "kubelet")
		see(t, tab, c.address, fmt.Sprintf(`String(new RegExp(%q, "u").test(%s)) + " " + %s`, c.said, finderSaid, `""`), "true ")
	}
	tab := focused(t, browser, "en/1.26/")
	openFinder(t, tab)
	typeQuery(t, tab, "kubelet")
	see(t, tab, "the first row is of that release", `String([...document.querySelector(".finder [data-tier='0'] .line").childNodes].some(c => c.textContent === "1.26"))`, "true")
}

// TestFinderSpeaks checks that text in another language than the page has a lang attribute, and
// that matches are marked in it.
func TestFinderSpeaks(t *testing.T) {
	tab := focused(t, startBrowser(t), "en/")
	openFinder(t, tab)
	typeQuery(t, tab, "サイドカー")
	see(t, tab, "marked in Japanese", `(m => [m.textContent.startsWith("サイドカー"), m.closest("[lang]").lang].join(" "))([...document.querySelectorAll(".finder mark")].find(m => /[ァ-ヺ]/.test(m.textContent)))`, "true ja")
	see(t, tab, "every Japanese text says so", `[...document.querySelectorAll(".finder .hit .text")].filter(e => /[ぁ-んァ-ン]/.test(e.textContent) && e.lang !== "ja").map(e => e.textContent).join()`, "")
	see(t, tab, "and has a badge", `[...document.querySelectorAll(".finder .hit")].filter(r => r.querySelector(".text").lang === "ja" && !r.querySelector(".tongue:lang(ja)")).length + ""`, "0")
}

// TestFinderFindsNothing checks that the dialog reports an empty result and links to the search
// page, also for unusual queries.
func TestFinderFindsNothing(t *testing.T) {
	tab := focused(t, startBrowser(t), "ru/")
	openFinder(t, tab)
	for _, query := range []string{"ёёqqzzxx", "<img src=x onerror=alert(1)>", "(((", "\u202e\u202d", strings.Repeat("щ", 10000), "   ", "。、！"} {
		js[any](t, tab, fmt.Sprintf(`(i => { i.value = %q; i.dispatchEvent(new Event("input")) })(document.querySelector(".finder input"))`, query))
		time.Sleep(300 * time.Millisecond)
		see(t, tab, query[:min(len(query), 20)], finderOpen+` + " " + document.querySelectorAll(".finder img").length + " " + document.querySelector(".finder .trouble").hidden`, "true 0 true")
	}
	js[any](t, tab, `(i => { i.value = "ёёqqzzxx"; i.dispatchEvent(new Event("input")) })(document.querySelector(".finder input"))`)
	until(t, tab, "nothing", finderSaid+` + " " + `+finderRows, "Ничего не найдено по запросу «ёёqqzzxx» 0")
	see(t, tab, "all results", `decodeURIComponent(document.querySelector(".finder .all").href.split("/ru/")[1])`, "search/?q=ёёqqzzxx")
	js[any](t, tab, `(i => { i.value = "\ud800x"; i.dispatchEvent(new Event("input")) })(document.querySelector(".finder input"))`)
	time.Sleep(300 * time.Millisecond)
	see(t, tab, "half a character", `document.querySelector(".finder .trouble").hidden + ""`, "true")
}

// refuse makes requests for addresses fail from now on; without patterns it removes the block.
func refuse(t *testing.T, tab context.Context, patterns ...string) {
	t.Helper()
	p := network.SetBlockedURLsParams{URLPatterns: []*network.BlockPattern{}}
	for _, pattern := range patterns {
		p.URLPatterns = append(p.URLPatterns, &network.BlockPattern{URLPattern: pattern, Block: true})
	}
	if _, err := chromedp.Call(tab, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(tab, network.SetBlockedURLs, p); err != nil {
		t.Fatal(err)
	}
}

// TestFinderRetries blocks the index. The dialog must report the failure, and find results after a
// retry. If its script is blocked, the link must open the search page with the query.
func TestFinderRetries(t *testing.T) {
	browser := startBrowser(t)
	tab := focused(t, browser, "en/")
	refuse(t, tab, "*://*:*/*/search/*.bin")
	openFinder(t, tab)
	press(t, tab, "kubelet")
	until(t, tab, "trouble", `(p => p.hidden ? "" : p.firstChild.textContent + " " + p.getAttribute("role") + " " + p.lastChild.textContent)(document.querySelector(".finder .trouble"))`, "Cannot reach the site. alert Try again")
	see(t, tab, "no rows", finderRows+` + `+finderSaid, "0")
	refuse(t, tab)
	pointAt(t, tab, ".finder .trouble button", true)
	until(t, tab, "after the second try", `String(document.querySelector(".finder .trouble").hidden && `+finderRows+` > 0)`, "true")
	see(t, tab, "the focus", finderFocus+` + " " + `+finderText, "true kubelet")

	other := focused(t, browser, "en/")
	refuse(t, other, "*://*:*/*/assets/search.*.js")
	follow(t, other, `document.querySelector("a.find").click()`)
	see(t, other, "without the script", `location.pathname.split("/").slice(-3).join("/") + location.search`, "en/search/")
}

// TestFinderDropsStaleAnswers delays the first index file that a query needs. A later query must be
// answered, and the late answer must be ignored.
func TestFinderDropsStaleAnswers(t *testing.T) {
	tab := focused(t, startBrowser(t), "en/")
	openFinder(t, tab)
	typeQuery(t, tab, "kubelet")
	js[any](t, tab, `(() => {
		const get = window.fetch;
		let first = true;
		window.fetch = async (...a) => {
			const held = first;
			first = false;
			if (held) await new Promise(go => { window.release = go });
			return get(...a);
		};
	})()`)
	set := func(query string) {
		js[any](t, tab, fmt.Sprintf(`(i => { i.value = %q; i.dispatchEvent(new Event("input")) })(document.querySelector(".finder input"))`, query))
		time.Sleep(300 * time.Millisecond)
	}
	set("windows")
	set("kubelet")
	before := js[string](t, tab, finderSaid)
	see(t, tab, "a file is held back", `typeof window.release`, "function")
	js[any](t, tab, `window.release()`)
	time.Sleep(300 * time.Millisecond)
	see(t, tab, "after the late answer", finderSaid+` + " " + `+finderText, before+" kubelet")
}

// TestFinderRemembers checks the recent searches: they are kept until the user removes them, and
// are not required if storage is unavailable.
func TestFinderRemembers(t *testing.T) {
	browser := startBrowser(t)
	tab := focused(t, browser, "en/")
	const names = `[...document.querySelectorAll(".finder .name")].map(n => n.textContent).join()`
	js[any](t, tab, `window.open = () => {}`)
	openFinder(t, tab)
	for _, query := range []string{"kubelet", "windows", "kubelet"} {
		typeQuery(t, tab, query)
		chord(t, tab, kb.Enter, chromedp.ModifierCtrl)
		press(t, tab, kb.Escape)
	}
	see(t, tab, "newest first, each once", names, "kubelet,windows")
	press(t, tab, kb.ArrowDown)
	chord(t, tab, kb.Enter, chromedp.ModifierCtrl)
	press(t, tab, kb.Escape)
	until(t, tab, "closed", finderOpen+` + document.activeElement.tagName`, "falseBODY")
	openFinder(t, tab)
	until(t, tab, "kept when one of them is opened in another tab", names, "kubelet,windows")
	second := focused(t, browser, "ja/")
	openFinder(t, second)
	until(t, second, "in another tab", names, "kubelet,windows")
	pointAt(t, second, ".finder .forget", true)
	until(t, second, "forgotten", names+` + " " + document.querySelector(".finder .forget").hidden + " " + `+finderFocus, " true true")

	for name, script := range map[string]string{
		"blocked": `Object.defineProperty(window, "localStorage", {get() { throw new DOMException("no", "SecurityError") }})`,
		"foreign": `localStorage.setItem("kawaraban-searches", '{"a": [1, null]}')`,
		"odd":     `localStorage.setItem("kawaraban-searches", '[1, null, {"trim": 2}, ["x"]]')`,
	} {
		other := newTab(t, browser)
		if err := chromedp.Do(other); err != nil {
			t.Fatal(err)
		}
		if _, err := chromedp.Call(other, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script}); err != nil {
			t.Fatal(err)
		}
		if err := chromedp.Do(other, chromedp.Navigate(builtSite(t).url+"en/")); err != nil {
			t.Fatal(err)
		}
		js[any](t, other, `window.open = () => {}`)
		openFinder(t, other)
		see(t, other, name+": nothing is kept", finderRows, "0")
		typeQuery(t, other, "kubelet")
		see(t, other, name+": found", chosenRow, "0")
		chord(t, other, kb.Enter, chromedp.ModifierCtrl)
		see(t, other, name+": still open", finderOpen, "true")
	}
}

// TestFinderWithoutScripts checks that the link without scripts opens the search page.
func TestFinderWithoutScripts(t *testing.T) {
	tab := newTab(t, startBrowser(t))
	if err := withoutScripts(tab); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(tab, chromedp.Navigate(builtSite(t).url+"zh/1.27/")); err != nil {
		t.Fatal(err)
	}
	pointAt(t, tab, "a.find", true)
	until(t, tab, "the page of the search", `location.pathname.split("/").slice(-3).join("/")`, "zh/search/")
}

// TestFinderIsAccessible runs axe with the dialog open: empty, with recent searches, with results,
// without results and with an error, in every look and language. Nothing may be wider than the
// window, and the browser must report no error.
func TestFinderIsAccessible(t *testing.T) {
	axe, err := os.ReadFile(need(t, "axe-core", installed("axe-core/axe.min.js")))
	if err != nil {
		t.Fatal(err)
	}
	browser := startBrowser(t)
	for i, lang := range []string{"en", "ja", "zh", "ru"} {
		tab := focused(t, browser, lang+"/1.26/")
		var mu sync.Mutex
		err := chromedp.Listen(tab, func(event any) {
			mu.Lock()
			defer mu.Unlock()
			if problem := troubled(event, builtSite(t).url); problem != "" {
				t.Errorf("%s: %s", lang, problem)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := watch(tab); err != nil {
			t.Fatal(err)
		}
		js[any](t, tab, string(axe)+`;localStorage.setItem("kawaraban-searches", '["kubelet", "変更"]'); undefined`)
		if !*everyLook {
			js[any](t, tab, thinOut) // the page behind it is checked in other tests
		}
		openFinder(t, tab)
		for _, query := range []string{"", "115331", "kubelet", "qqzzxxqq"} {
			js[any](t, tab, fmt.Sprintf(`(i => { i.value = %q; i.dispatchEvent(new Event("input")) })(document.querySelector(".finder input"))`, query))
			time.Sleep(400 * time.Millisecond)
			for _, l := range looks {
				if l.scheme == "dark" && !l.inTurn(i) {
					continue
				}
				if err := l.apply(tab); err != nil {
					t.Fatal(err)
				}
				if l.inTurn(i) {
					for _, v := range js[[]violation](t, tab, l.axe()) {
						t.Errorf("%s, %q at %s: %s", lang, query, l, v)
					}
				}
				see(t, tab, fmt.Sprintf("%s, %q at %s: wider than the window", lang, query, l), `String(Math.max(0, document.querySelector(".finder").scrollWidth - document.querySelector(".finder").clientWidth, document.querySelector(".answers").scrollWidth - document.querySelector(".answers").clientWidth, document.documentElement.scrollWidth - innerWidth))`, "0")
			}
		}
	}
}

// TestFinderFillsAPhone checks that the dialog fills a narrow screen, and that its controls are
// large enough for fingers.
func TestFinderFillsAPhone(t *testing.T) {
	tab := focused(t, startBrowser(t), "ja/")
	if err := (look{360, "light"}).apply(tab); err != nil {
		t.Fatal(err)
	}
	openFinder(t, tab)
	typeQuery(t, tab, "kubelet")
	see(t, tab, "its box", `(b => [b.left, b.top, b.width, b.height - innerHeight].join(" "))(document.querySelector(".finder").getBoundingClientRect())`, "0 0 360 0")
	see(t, tab, "small targets", `[...document.querySelectorAll(".finder :is(button, a, input)")].filter(e => e.offsetParent && e.getBoundingClientRect().height < 24).map(e => e.className).join()`, "")
}

// typed are queries of every kind. Those with characters of an input method are composed.
var typed = []string{
	"サイドカー", "変更", "变更", "容器", "シャットダウン", "終了", // composed
	"подов", "кластера", "контейнер",
	"kubelet", "graceful shutdown", "volume", "kubelte",
	"#115331", "k/k#115331", "KEP-753", "enhancements#753", "753", "sig-node", "1.27",
	"SidecarContainers", "ParallelImagePulls", `"terminal phase"`, "kep:753", "rel:1.27 kubelet -windows",
}

// TestFinderIsTypedInto types 25 queries by keyboard, those in Japanese and Chinese through an
// input method. Each is typed in English and in one other interface language, and must have the
// same number of results in both. The query must be marked or be the target of the first row, and
// the first row must be selected. The link to all results must contain the query. Enter opens the
// row. After going back the dialog must be closed.
func TestFinderIsTypedInto(t *testing.T) {
	browser := startBrowser(t)
	totals := map[string]int{}
	for turn, lang := range []string{"en", "ja", "zh", "ru"} {
		tab := focused(t, browser, lang+"/")
		openFinder(t, tab)
		for i, query := range typed {
			if lang != "en" && i%3 != turn%3 { // each query in English and in one other language
				continue
			}
			what := lang + ": " + query
			if i < 6 {
				compose(t, tab, query[:3], query)
				if _, err := chromedp.Call(tab, input.InsertText, input.InsertTextParams{Text: query}); err != nil {
					t.Fatal(err)
				}
			} else {
				press(t, tab, query)
			}
			until(t, tab, what, `(a => new URL(a.href).searchParams.get("q"))(document.querySelector(".finder .all"))`, query)
			until(t, tab, what+" is answered", chosenRow+` + " " + document.querySelector(".finder .trouble").hidden + " " + document.querySelector(".finder .answers").ariaBusy`, "0 true false")
			total := js[int](t, tab, `+`+finderSaid+`.replace(/[^\d]/g, "")`)
			if lang == "en" {
				totals[query] = total
			}
			if total == 0 || total != totals[query] {
				t.Errorf("%s finds %d, in English %d", what, total, totals[query])
			}
			see(t, tab, what+" is marked, or the thing itself", `String(document.querySelectorAll(".finder mark, .finder [data-tier=jump]").length > 0)`, "true")
			if i%8 == 0 {
				href := js[string](t, tab, `document.querySelector(".finder .hit").href`)
				time.AfterFunc(100*time.Millisecond, func() { _ = chromedp.Do(tab, chromedp.KeyEvent(kb.Enter, asKeyboard)) })
				follow(t, tab, "0")
				see(t, tab, what+" is opened", `location.href`, href)
				follow(t, tab, `history.back()`)
				see(t, tab, what+", and back", finderOpen, "false")
				openFinder(t, tab)
			}
			if js[string](t, tab, finderText) != "" {
				press(t, tab, kb.Escape)
			}
			until(t, tab, what+" is cleared", finderText, "")
		}
	}
}
