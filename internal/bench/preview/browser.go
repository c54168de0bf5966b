package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// probe is what tells of a text that is on screen.
//
//go:embed probe.js
var probe string

// probeName is the function by which the probe tells.
const probeName = "kawarabanPainted"

// launch starts the browser; stop ends it.
func launch() (browser context.Context, stop func(), err error) {
	var bin string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if bin, err = exec.LookPath(name); err == nil {
			break
		}
	}
	if err != nil {
		return nil, nil, fmt.Errorf("the benchmark needs Chromium (make deps installs it): %w", err)
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(bin),
		chromedp.NoSandbox, // who runs this may be root, where Chromium refuses its sandbox
		chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("window-size", "1280,1080"),
	)
	alloc, stop := chromedp.NewExecAllocator(context.Background(), opts...)
	browser, _ = chromedp.NewContext(alloc)
	if err := chromedp.Do(browser); err != nil {
		stop()
		return nil, nil, fmt.Errorf("starting Chromium: %w", err)
	}
	return browser, stop, nil
}

// moment is a time of the machine's clock in milliseconds, as browsers tell it.
type moment float64

func now() moment { return at(time.Now()) }

func at(t time.Time) moment { return moment(float64(t.UnixMicro()) / 1e3) }

// sight is what the probe tells: texts that are on screen, and what led there.
type sight struct {
	Texts   []int             // the saves that they are of
	Born    moment            // when the document began
	Heard   moment            // when the last message came that led there; 0 if none did
	Changed moment            // when the document first held one of the texts
	Painted moment            // when the frame with them was laid out and painted
	Times   map[string]moment // what the server says of itself, where it says anything
}

// screen is an open page, and what has been seen on it.
type screen struct {
	tab   context.Context
	close context.CancelFunc
	rang  chan struct{} // something new was seen

	mu    sync.Mutex
	seen  map[int]sight // by save, the first one of each
	heard moment        // a message that had the page loaded anew
}

// open opens an address in a fresh profile, with the probe in it.
func open(browser context.Context, url string) (*screen, error) {
	tab, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	s := &screen{tab: tab, close: cancel, rang: make(chan struct{}, 1), seen: map[int]sight{}}
	err := chromedp.Listen(tab, s.take)
	if err == nil {
		_, err = chromedp.Call(tab, runtime.AddBinding, runtime.AddBindingParams{Name: probeName})
	}
	if err == nil {
		_, err = chromedp.Call(tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: probe})
	}
	if err == nil {
		err = chromedp.Do(tab, chromedp.Navigate(url))
	}
	if err != nil {
		cancel()
		return nil, fmt.Errorf("opening %s: %w", url, err)
	}
	return s, nil
}

// take takes down what the probe tells.
func (s *screen) take(event any) {
	called, ok := event.(*runtime.EventBindingCalled)
	if !ok || called.Name != probeName {
		return
	}
	var found sight
	if json.Unmarshal([]byte(called.Payload), &found) != nil {
		return // a page that calls it by itself
	}
	s.keep(found)
	select {
	case s.rang <- struct{}{}:
	default:
	}
}

// keep keeps what was seen. The message that had a page loaded anew is told by the document
// that it ended.
func (s *screen) keep(found sight) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(found.Texts) == 0 {
		s.heard = found.Heard
		return
	}
	if found.Heard == 0 {
		found.Heard = s.heard
	}
	s.heard = 0
	for _, n := range found.Texts {
		if _, again := s.seen[n]; !again {
			s.seen[n] = found
		}
	}
}

// sightOf is how the text of save n, or one as new, was first seen.
func (s *screen) sightOf(n int) (sight, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var first sight
	for m, found := range s.seen {
		if m >= n && (first.Painted == 0 || found.Painted < first.Painted) {
			first = found
		}
	}
	return first, first.Painted > 0
}

// await waits until the text of save n, or one as new, is on screen; not longer than the
// patience.
func (s *screen) await(n int, patience time.Duration) (sight, bool) {
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		if found, ok := s.sightOf(n); ok {
			return found, true
		}
		select {
		case <-s.rang:
		case <-late.C:
			return sight{}, false
		case <-s.tab.Done():
			return sight{}, false
		}
	}
}

// center scrolls until the texts are in the middle of the window. It is an error if one of
// them is not on the page, or all of them find no room: nobody would see it change.
func (s *screen) center(saves []int) error {
	texts := make([]string, len(saves))
	for i, n := range saves {
		texts[i] = textOf(n)
	}
	list, err := json.Marshal(texts)
	if err != nil {
		return err
	}
	lost, err := chromedp.Run(s.tab, chromedp.Evaluate[[]string](fmt.Sprintf("(%s)(%s)", centering, list)))
	if err == nil && len(lost) > 0 {
		err = fmt.Errorf("the window does not show %s", strings.Join(lost, ", "))
	}
	return err
}

// centering scrolls to the first places of texts, and returns those that are not in the window
// then.
const centering = `(texts) => {
	const range = document.createRange();
	const places = texts.map((text) => {
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		for (let n; (n = walker.nextNode()); ) if (n.data.includes(text) && n.parentElement.checkVisibility()) return n;
	});
	const boxes = () => places.map((n) => n && (range.selectNodeContents(n), range.getBoundingClientRect()));
	const known = boxes().filter(Boolean);
	const top = Math.min(...known.map((b) => b.top)), bottom = Math.max(...known.map((b) => b.bottom));
	if (known.length) scrollBy({ top: (top + bottom - innerHeight) / 2, behavior: "instant" });
	const now = boxes();
	return texts.filter((_, i) => !now[i] || now[i].top < 0 || now[i].bottom > innerHeight);
}`
