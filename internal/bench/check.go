//go:build unix

package main

import (
	"context"
	_ "embed"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"time"

	"github.com/chromedp/chromedp"
)

// checkDriver pastes a megabyte of manifests.
//
//go:embed checkpage.js
var checkDriver string

// checks measures the page /upgrade/check/ of each version of Kawaraban and prints their table.
// Every round opens the page in a new profile.
func (b *testSites) checks() error {
	browser, stop, err := launch()
	if err != nil {
		return err
	}
	defer stop()
	programs := b.programs[:len(b.ours)]
	pages := map[string]*counting{}
	for _, p := range programs {
		if _, err := process(p.site, p.build); err != nil {
			return err
		}
		pages[p.name] = &counting{files: http.FileServer(http.Dir(filepath.Join(p.site, "public")))}
	}
	first, later, pause := map[string][]float64{}, map[string][]float64{}, map[string][]float64{}
	for round := range b.runs + 1 {
		for _, p := range programs {
			took, err := checkOnce(browser, pages[p.name])
			if err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
			if round > 0 {
				first[p.name], later[p.name] = append(first[p.name], took[0][0]), append(later[p.name], took[1][0])
				pause[p.name] = append(pause[p.name], max(took[0][1], took[1][1]))
			}
		}
	}
	rows := [][]string{{"check of 1 MB in the browser", "first after opening, ms", "second, ms", "first to second", "longest pause of the page, ms", "first to the first program"}}
	for _, p := range programs {
		rows = append(rows, []string{p.name, fmt.Sprintf("%.0f", median(first[p.name])), fmt.Sprintf("%.0f", median(later[p.name])),
			fmt.Sprintf("%.2f", ratio(first[p.name], later[p.name])), fmt.Sprintf("%.0f", median(pause[p.name])), fmt.Sprintf("%.2f", ratio(first[p.name], first[programs[0].name]))})
	}
	table(rows)
	return nil
}

// checkOnce opens the page, waits until it has loaded everything, and checks twice. It returns the
// time and the longest pause of each check, in milliseconds.
func checkOnce(browser context.Context, h *counting) (took [2][2]float64, err error) {
	server := httptest.NewServer(h)
	defer server.Close()
	tab, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	defer cancel()
	limited, done := context.WithTimeout(tab, time.Minute)
	defer done()
	if err := chromedp.Do(limited, chromedp.Navigate(server.URL+"/en/upgrade/check/#from=1.26&to=1.29")); err != nil {
		return took, err
	}
	if _, err := chromedp.Run(limited, chromedp.Evaluate[any](checkDriver+";undefined")); err != nil {
		return took, err
	}
	h.waitIdle()
	for i := range took {
		if took[i], err = chromedp.Run(limited, chromedp.Evaluate[[2]float64]("pasted()", chromedp.EvalAwaitPromise)); err != nil {
			return took, err
		}
	}
	return took, nil
}
