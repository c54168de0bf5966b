package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os/exec"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// link is a network as the browser emulates it.
type link struct {
	rtt  time.Duration
	mbit float64 // a second, down and up; 0 for no limit
}

// links are the networks that are compared: a cable, a telephone in a town, one in a train.
var links = []link{
	{20 * time.Millisecond, 50},
	{100 * time.Millisecond, 5},
	{300 * time.Millisecond, 1.6},
}

func (l link) String() string {
	return fmt.Sprintf("RTT %d ms, %g Mbit/s", l.rtt.Milliseconds(), l.mbit)
}

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
	)
	alloc, stop := chromedp.NewExecAllocator(context.Background(), opts...)
	browser, _ = chromedp.NewContext(alloc)
	if err := chromedp.Do(browser); err != nil {
		stop()
		return nil, nil, fmt.Errorf("starting Chromium: %w", err)
	}
	return browser, stop, nil
}

// reader is a person with a browser that has seen nothing of the site yet, on one of its pages.
type reader struct {
	tab   context.Context
	close func()
	side  *side
	link  link
}

// arrive opens a page of the site in a fresh profile and waits until it is there, on a network
// without limits: what is measured begins with the search. Then the network is l.
func arrive(browser context.Context, s *side, l link) (*reader, error) {
	tab, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	r := &reader{tab: tab, close: cancel, side: s, link: l}
	err := chromedp.Do(tab, chromedp.Navigate(s.url+s.page))
	if err == nil {
		_, err = chromedp.Run(tab, chromedp.Evaluate[any](driver+s.driver+";undefined"))
	}
	if err == nil {
		_, err = r.settle()
	}
	if err == nil {
		err = r.limit()
	}
	if err != nil {
		cancel()
		return nil, err
	}
	return r, nil
}

// limit makes the network that of the reader.
func (r *reader) limit() error {
	if r.link.mbit == 0 {
		return nil
	}
	if _, err := chromedp.Call(r.tab, network.Enable, network.EnableParams{}); err != nil {
		return err
	}
	rate := r.link.mbit * 1e6 / 8
	_, err := chromedp.Call(r.tab, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*network.Conditions{{
			Latency: float64(r.link.rtt.Milliseconds()), DownloadThroughput: rate, UploadThroughput: rate,
		}},
	})
	return err
}

// answer is what a query gave: when the first result could be seen, counted from the key, and
// the first ten, each by its document's number.
type answer struct {
	Millis float64
	Found  []string // addresses
}

// ask types a query and waits for what it finds. open says that the search has still to be
// opened, by its key.
func (r *reader) ask(q query, open bool) (answer, error) {
	ctx, cancel := context.WithTimeout(r.tab, time.Minute)
	defer cancel()
	call := fmt.Sprintf(`ask(%s, %t)`, quoted(q.text), open)
	a, err := chromedp.Run(ctx, chromedp.Evaluate[answer](call, chromedp.EvalAwaitPromise))
	if err != nil {
		return a, fmt.Errorf("asking %s for %q: %w", r.side.name, q.text, err)
	}
	return a, nil
}

// settle waits until the browser asks for nothing more, and returns what it was sent since
// the last time.
func (r *reader) settle() (tally, error) {
	quiet := 250*time.Millisecond + 2*r.link.rtt
	var sum tally
	for last := time.Now(); time.Since(last) < quiet; time.Sleep(quiet / 10) {
		t, err := r.side.tally()
		if err != nil {
			return sum, err
		}
		if t.Requests > 0 {
			last = time.Now()
		}
		sum.Bytes += t.Bytes
		sum.Requests += t.Requests
	}
	return sum, nil
}

// side is one of the programs that are compared, as a site that is served.
type side struct {
	name   string
	url    string // without a slash at its end
	page   string // where the reader is
	driver string // the script that knows how this side is asked
	docOf  func(address string) int
}

func (s *side) tally() (t tally, err error) {
	resp, err := http.Get(s.url + tallyPath)
	if err != nil {
		return t, err
	}
	defer resp.Body.Close()
	err = json.NewDecoder(resp.Body).Decode(&t)
	return t, err
}

func quoted(s string) string {
	b, _ := json.Marshal(s) // a string can always be written
	return string(b)
}
