package main

import (
	"context"
	_ "embed"
	"fmt"
	"net/url"
	"time"

	"github.com/chromedp/chromedp"
)

// checks is how many changes the measure is held to.
const checks = 100

// slack is by how many milliseconds the browser's clock may seem off: it counts in tenths.
const slack = 1.5

// checkPage is a page without a server: change(n) puts a text into it and says when.
//
//go:embed check.html
var checkPage string

// floor is what the measure and the browser take by themselves, in milliseconds.
type floor struct {
	Painted   series // from the change to the moment that every measure here ends with
	Presented series // from there until the browser says that the frame was presented
}

// checkMeasure has the test page change its text n times at moments that it tells, and returns
// what the probe makes of it. It is an error if the two clocks differ, or if the probe sees
// a text before it is there, or too late to be of use.
func checkMeasure(browser context.Context, n int) (floor, error) {
	var f floor
	s, err := open(browser, "data:text/html,"+url.PathEscape(checkPage))
	if err != nil {
		return f, err
	}
	defer s.close()
	pauses := newPauses()
	for i := 1; i <= n; i++ {
		time.Sleep(pauses.next())
		before := now()
		changed, err := chromedp.Run(s.tab, chromedp.Evaluate[moment](fmt.Sprintf("change(%d)", i)))
		if err != nil {
			return f, err
		}
		if after := now(); changed < before-slack || changed > after+slack {
			return f, fmt.Errorf("the browser says that it is %.1f ms, where it is %.1f to %.1f here", changed, before, after)
		}
		if err := f.add(s, i, changed); err != nil {
			return f, err
		}
	}
	return f, nil
}

// add adds the change that put the text of i into the page.
func (f *floor) add(s *screen, i int, changed moment) error {
	found, ok := s.await(i, 10*time.Second)
	if !ok || found.Painted < changed-slack {
		return fmt.Errorf("a text of %.1f ms was seen at %.1f", changed, found.Painted)
	}
	f.Painted = append(f.Painted, float64(found.Painted-changed))
	shown, err := chromedp.Run(s.tab, chromedp.Evaluate[moment](fmt.Sprintf("presented(%d)", i), chromedp.EvalAwaitPromise))
	if err == nil && shown > 0 {
		f.Presented = append(f.Presented, float64(shown-found.Painted))
	}
	return err
}
