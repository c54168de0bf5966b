//go:build unix

package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os/exec"
	"strings"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// probe reports painted texts through the binding kawarabanPainted.
//
//go:embed probe.js
var probe string

// patience is how long a server may take to start, and a save to be painted.
const patience = 2 * time.Minute

// previews measures saves and prints their table. The servers run one after another.
func (b *testSites) previews() error {
	browser, stop, err := launch()
	if err != nil {
		return err
	}
	defer stop()
	rows := [][]string{{fmt.Sprintf("save to painted, %d notes", b.notes), "saves", "p50, ms", "p95, ms", "p99, ms", "not painted"}}
	for i := range b.programs {
		p := &b.programs[i]
		times, lost, err := p.saves(b, browser)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		row := []string{p.name, fmt.Sprint(b.saves)}
		for _, rank := range []float64{50, 95, 99} {
			row = append(row, fmt.Sprintf("%.0f", percentile(times, rank)))
		}
		rows = append(rows, append(row, fmt.Sprint(lost)))
	}
	table(rows)
	return nil
}

// saves serves the site, opens the edited note and saves it. It returns the milliseconds of each
// painted save and the number of the others.
func (p *program) saves(b *testSites, browser context.Context) (times []float64, lost int, err error) {
	if err := p.edit(b, text(0)); err != nil {
		return nil, 0, err
	}
	url, stop, err := p.start()
	if err != nil {
		return nil, 0, err
	}
	defer stop()
	s, err := open(browser, url+p.page)
	if err != nil {
		return nil, 0, err
	}
	defer s.close()
	if _, ok := s.await(0); !ok {
		return nil, 0, fmt.Errorf("%s does not show %s", p.page, text(0))
	}
	time.Sleep(3 * time.Second) // the server finishes its start
	pauses := rand.New(rand.NewPCG(1, 1))
	for n := 1; n <= b.saves; n++ {
		if err := p.edit(b, text(n)); err != nil {
			return nil, 0, err
		}
		saved := float64(time.Now().UnixMicro()) / 1e3
		if painted, ok := s.await(n); ok {
			times = append(times, painted-saved)
		} else {
			lost++
		}
		time.Sleep(150*time.Millisecond + time.Duration(pauses.Int64N(int64(250*time.Millisecond))))
	}
	return times, lost, nil
}

// text is the word that save n puts into the note.
func text(n int) string { return fmt.Sprintf("rev%06d", n) }

// start starts the server on a free port and waits until it serves the edited note.
func (p *program) start() (url string, stop func(), err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	listener.Close()
	args := make([]string, len(p.serve))
	for i, a := range p.serve {
		args[i] = strings.ReplaceAll(a, "{port}", port)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = p.site
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	stop = func() { _, _ = cmd.Process.Kill(), cmd.Wait() }
	url = "http://127.0.0.1:" + port + "/"
	for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(20 * time.Millisecond) {
		resp, err := http.Get(url + p.page)
		if err != nil {
			continue
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusOK {
			return url, stop, nil
		}
	}
	stop()
	return "", nil, fmt.Errorf("%s serves no page %s", p.name, p.page)
}

// launch starts Chromium; stop ends it.
func launch() (browser context.Context, stop func(), err error) {
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, // Chromium refuses its sandbox to root
		chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("window-size", "1280,1080"),
	)
	if bin, err := exec.LookPath("chromium"); err == nil {
		opts = append(opts, chromedp.ExecPath(bin))
	}
	alloc, stop := chromedp.NewExecAllocator(context.Background(), opts...)
	browser, _ = chromedp.NewContext(alloc)
	if err := chromedp.Do(browser); err != nil {
		stop()
		return nil, nil, fmt.Errorf("starting Chromium (make deps installs it): %w", err)
	}
	return browser, stop, nil
}

// painting is a painted text, with the machine's time in milliseconds.
type painting struct {
	N  int
	At float64
}

type screen struct {
	tab   context.Context
	close context.CancelFunc
	seen  chan painting
}

// open opens an address in a new profile, with the probe in every document.
func open(browser context.Context, url string) (*screen, error) {
	tab, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	s := &screen{tab, cancel, make(chan painting, 100)}
	err := chromedp.Listen(tab, func(event any) {
		called, ok := event.(*runtime.EventBindingCalled)
		var found painting
		if ok && called.Name == "kawarabanPainted" && json.Unmarshal([]byte(called.Payload), &found) == nil {
			s.seen <- found
		}
	})
	if err == nil {
		_, err = chromedp.Call(tab, runtime.AddBinding, runtime.AddBindingParams{Name: "kawarabanPainted"})
	}
	if err == nil {
		_, err = chromedp.Call(tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: probe})
	}
	if err == nil {
		err = chromedp.Do(tab, chromedp.Navigate(url))
	}
	if err != nil {
		cancel()
	}
	return s, err
}

// await waits until the text of save n, or of a later one, is painted.
func (s *screen) await(n int) (at float64, ok bool) {
	late := time.After(patience / 4)
	for {
		select {
		case found := <-s.seen:
			if found.N >= n {
				return found.At, true
			}
		case <-late:
			return 0, false
		}
	}
}
