package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// TestPreviewIsInNoFrame checks that a frame of another origin cannot show the preview. A frame of
// its own origin can.
func TestPreviewIsInNoFrame(t *testing.T) {
	s := startPreview(t, nil)
	tab := newTab(t, startBrowser(t))
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "<!doctype html><title>elsewhere</title>")
		if r.URL.Path == "/" {
			fmt.Fprintf(w, `<iframe src="%sja/"></iframe><iframe src="own"></iframe>`, s.url)
		}
	}))
	t.Cleanup(elsewhere.Close)
	if err := chromedp.Do(tab, chromedp.Navigate(elsewhere.URL)); err != nil {
		t.Fatal(err)
	}
	tree, err := chromedp.Call(tab, page.GetFrameTree, cdp.Empty{})
	if err != nil {
		t.Fatal(err)
	}
	var at []string
	for _, frame := range tree.FrameTree.ChildFrames {
		at = append(at, frame.Frame.URL)
	}
	if slices.Contains(at, s.url+"ja/") || !slices.Contains(at, elsewhere.URL+"/own") {
		t.Errorf("the frames on another origin are at %q", at)
	}
}
