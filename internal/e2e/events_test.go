package e2e

import (
	"context"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// watch enables the browser's events for requests, exceptions and violations.
func watch(tab context.Context) error {
	if _, err := chromedp.Call(tab, network.Enable, network.EnableParams{}); err != nil {
		return err
	}
	if _, err := chromedp.Call(tab, runtime.Enable, cdp.Empty{}); err != nil {
		return err
	}
	_, err := chromedp.Call(tab, log.Enable, cdp.Empty{})
	return err
}

// troubled describes the problem of an event; "" if there is none.
func troubled(event any, base string) string {
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if url := e.Request.URL; !strings.HasPrefix(url, base) && !strings.HasPrefix(url, "data:") {
			return "asks for " + url
		}
	case *network.EventResponseReceived:
		if e.Response.Status >= 400 {
			return fmt.Sprintf("gets %d for %s", e.Response.Status, e.Response.URL)
		}
	case *network.EventLoadingFailed:
		if !e.Canceled {
			return "does not get " + string(e.Type) + ": " + e.ErrorText
		}
	case *runtime.EventExceptionThrown:
		return "throws " + e.ExceptionDetails.Text
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			return "a script says " + string(e.Type)
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning || e.Entry.Source == log.EntrySourceSecurity {
			return "logs " + e.Entry.Text
		}
	}
	return ""
}
