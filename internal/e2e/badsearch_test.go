package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// seeker is a user who searches in the dialog or on the search page.
type seeker struct {
	t    *testing.T
	tab  context.Context
	at   string // dialog or page
	lang string
}

// The root elements of the dialog and of the page. Both contain the same class names.
const (
	inDialog = `document.querySelector("dialog.finder[open]")`
	onPage   = `document.querySelector("main")`
)

// box returns the script for the element with the search; its value is null if the dialog is closed.
func (s *seeker) box() string {
	if s.at == "page" {
		return onPage
	}
	return inDialog
}

// state returns the script for the visible state of the search.
func (s *seeker) state() string {
	return `(box => box && {
	rows: [...box.querySelectorAll(".hit")].filter(r => r.offsetParent).map(r => r.querySelector(".name").textContent),
	said: box.querySelector(".said").textContent,
	trouble: [...box.querySelectorAll(".trouble:not([hidden]) span")].filter(r => r.offsetParent).map(r => r.textContent).join(),
})(` + s.box() + `)`
}

// shown is the visible state of a search.
type shown struct {
	Rows    []string `json:"rows"`
	Said    string   `json:"said"`
	Trouble string   `json:"trouble"`
}

// until waits until the state of the search meets a condition.
func (s *seeker) until(what string, is func(shown) bool) shown {
	s.t.Helper()
	var last *shown
	for range 400 {
		last = js[*shown](s.t, s.tab, s.state())
		if last != nil && is(*last) {
			return *last
		}
		time.Sleep(50 * time.Millisecond)
	}
	where := js[string](s.t, s.tab, `location.href + " " + document.title`)
	s.t.Fatalf("%s in %s: no %s; it shows %+v at %s", s.at, s.lang, what, last, where)
	return shown{}
}

func (s shown) rows() bool    { return len(s.Rows) > 0 && s.Trouble == "" }
func (s shown) trouble() bool { return s.Trouble != "" }
func (s shown) nothing() bool { return len(s.Rows) == 0 && s.Said != "" && s.Trouble == "" }
func (s shown) settled() bool { return s.rows() || s.trouble() || s.nothing() }

// seek opens a page for a search.
func seek(t *testing.T, browser context.Context, host *badHost, at, lang string) *seeker {
	t.Helper()
	s := &seeker{t, newTab(t, browser), at, lang}
	complain(t, s.tab)
	address := lang + "/"
	if at == "page" {
		address += "search/"
	}
	s.visit(host.url + address)
	return s
}

func (s *seeker) visit(address string) {
	s.t.Helper()
	if err := chromedp.Do(s.tab, chromedp.Navigate(address)); err != nil {
		s.t.Fatal(err)
	}
}

// ask types a query. It opens the dialog by its key first. The earlier state does not count.
func (s *seeker) ask(query string) {
	s.t.Helper()
	ready := `Boolean(document.querySelector(".found .list")?.ariaBusy)` // the script is loaded
	if s.at == "dialog" {
		ready = inDialog + ` !== null`
		js[any](s.t, s.tab, ready+` || document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "/", bubbles: true, cancelable: true}))`)
	}
	for i := 0; !js[bool](s.t, s.tab, ready); i++ {
		if i == 400 {
			s.t.Fatalf("the %s is not ready in %s", s.at, s.lang)
		}
		time.Sleep(50 * time.Millisecond)
	}
	js[any](s.t, s.tab, fmt.Sprintf(`(box => {
	box.querySelectorAll(".hit").forEach(r => r.remove());
	box.querySelector(".said").textContent = "";
	const input = box.querySelector("input[name=q]");
	input.focus();
	input.value = %s;
	input.dispatchEvent(new InputEvent("input", {bubbles: true}));
})(%s)`, query, s.box()))
}

// retry presses the button next to an error.
func (s *seeker) retry() {
	s.t.Helper()
	js[any](s.t, s.tab, s.box()+`.querySelector(".trouble button").click()`)
}

// complain fails the test for every uncaught exception and every violation of the content security
// policy.
func complain(t *testing.T, tab context.Context) {
	t.Helper()
	if err := chromedp.Do(tab); err != nil {
		t.Fatal(err)
	}
	err := chromedp.Listen(tab, func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			d := e.ExceptionDetails
			text := d.Text
			if d.Exception != nil {
				text += " " + d.Exception.Description
			}
			t.Errorf("thrown: %s", text)
		case *log.EventEntryAdded:
			if e.Entry.Source == log.EntrySourceSecurity {
				t.Errorf("logged: %s", e.Entry.Text)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(tab, runtime.Enable, cdp.Empty{}); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(tab, log.Enable, cdp.Empty{}); err != nil {
		t.Fatal(err)
	}
}

// places are the places of a search, each with a language.
var places = []struct{ at, lang string }{
	{"dialog", "ja"}, {"page", "en"}, {"dialog", "ru"}, {"page", "zh"},
}

// TestOddQueries types unusual queries in the dialog and on the search page. No exception may be
// thrown, and no query may become markup. The search must report if nothing is found, and the next
// query must work.
func TestOddQueries(t *testing.T) {
	long := strings.Repeat("ガベージコレクション kubelet ", 500)[:10_000]
	odd := map[string]string{
		"10,000 characters":     `"` + strings.ToValidUTF8(long, "") + `"`,
		"10,000 of one letter":  `"a".repeat(10000)`,
		"10,000 kanji":          `"変更".repeat(5000)`,
		"5,000 words":           `Array.from({length: 5000}, (_, i) => "w" + i).join(" ")`,
		"10,000 quotes":         `"\"".repeat(10000)`,
		"marks":                 `"!?#/@\\-_.,:;()[]{}<>|~^"`,
		"combining marks":       `"\u0301\u0308\u3099"`,
		"quotes":                `"\"\" “ ” \""`,
		"a minus":               `"-"`,
		"only what is unwanted": `"-kubelet -\"node ip\""`,
		"operators":             `"kep: sig: kind:nothing stage:??? lang:xx rel:9.99 type:"`,
		"a lone surrogate":      `"\ud800"`,
		"surrogates, astray":    `"kubelet\udc00\ud83d node"`,
		"right to left":         `"שלום \u202eمرحبا\u202c עולם"`,
		"a regular expression":  `"(a+)+$ [^x]* \\b.*? (?<=y) kube(let|adm)"`,
		"HTML":                  `"<img src=x onerror=\"window.hit=1\"><script>window.hit=1</script>"`,
		"a template":            `"{0} ${window.hit=1} {{.}} $& $1"`,
		"names of objects":      `"__proto__ constructor toString hasOwnProperty"`,
		"control characters":    `"\u0000\u0001\u0007\uffff\ufeff"`,
		"emoji":                 `"👩‍👩‍👧‍👦🇯🇵"`,
		"an address":            `"https://example.org/?q=a&b=c#d%E0%A4%A"`,
	}
	host := newBadHost(t, builtSite(t))
	browser := startBrowser(t)
	for _, p := range places[:2] {
		s := seek(t, browser, host, p.at, p.lang)
		for name, query := range odd {
			s.ask(query)
			s.until("answer to "+name, shown.settled)
			if got := s.until("end", shown.settled); got.trouble() {
				t.Errorf("%s: %s gives the error %s", p.at, name, got.Trouble)
			}
			if js[bool](t, s.tab, `"hit" in window || Boolean(document.querySelector("main img[src=x], dialog img"))`) {
				t.Fatalf("%s: %s became markup", p.at, name)
			}
		}
		s.ask(`"kubelet"`)
		s.until("result after all that", shown.rows)
	}
}

// TestOddAddresses opens the search page with unusual addresses.
func TestOddAddresses(t *testing.T) {
	host := newBadHost(t, builtSite(t))
	s := seek(t, startBrowser(t), host, "page", "ru")
	for _, address := range []string{
		"?q=%ED%A0%80", "?q=%", "?q=%FF%FE", "?q=kubelet&q=node", "?sig=nobody&kind=&release=x&lang=&type=%00", "?sig=__proto__&q=kubelet",
		"?q=" + strings.Repeat("a", 8000), "?q=%3Cimg+src%3Dx+onerror%3Dwindow.hit%3D1%3E", "?q=%22", "?kind=feature&kind=bug",
	} {
		s.visit(host.url + "ru/search/" + address)
		s.until("answer at "+address, shown.settled)
		if js[bool](t, s.tab, `"hit" in window || Boolean(document.querySelector("main img[src=x]"))`) {
			t.Fatalf("%s became markup", address)
		}
	}
	s.visit(host.url + "ru/search/?q=+%E3%80%80+")
	s.ask(`"kubelet"`)
	s.until("result after all that", shown.rows)
}

// TestTypedEarly checks that a query that was typed before the script is loaded is searched
// afterwards.
func TestTypedEarly(t *testing.T) {
	host := newBadHost(t, builtSite(t))
	host.do(scriptFile, slowly(time.Second))
	s := seek(t, startBrowser(t), host, "page", "ja")
	if err := chromedp.Do(s.tab, chromedp.SendKeys(chromedp.CSS(`main input[name=q]`), "kubelet")); err != nil {
		t.Fatal(err)
	}
	s.until("result", shown.rows)
	if got := js[string](t, s.tab, `location.search + " " + `+onPage+`.querySelector("input[name=q]").value`); got != "?q=kubelet kubelet" {
		t.Errorf("address and field have %q", got)
	}
}

// TestSpaces checks that a query of spaces is empty.
func TestSpaces(t *testing.T) {
	host := newBadHost(t, builtSite(t))
	browser := startBrowser(t)
	for _, p := range places[:2] {
		s := seek(t, browser, host, p.at, p.lang)
		s.ask(`"kubelet"`)
		s.until("result", shown.rows)
		for _, blank := range []string{`"   "`, `"\t\u3000\u00a0 "`, `""`} {
			s.ask(blank)
			time.Sleep(200 * time.Millisecond)
			if got := js[*shown](t, s.tab, s.state()); len(got.Rows) > 0 || got.Said != "" || got.Trouble != "" {
				t.Errorf("%s: for %s it shows %+v", p.at, blank, *got)
			}
		}
	}
}
