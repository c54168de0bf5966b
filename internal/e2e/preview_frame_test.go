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

// TestPreviewIsInNoFrame: a page of another origin that puts the preview into a frame gets an empty
// one, while its own page stands in another.
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
		t.Errorf("the frames of a page elsewhere are at %q", at)
	}
}
