package e2e

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestPrefetch moves the pointer over a link of the page. The browser must fetch the target before
// the click.
func TestPrefetch(t *testing.T) {
	browser := startBrowser(t)
	site := builtSite(t)
	fetched := make(chan string, 16)
	files := http.FileServer(http.Dir(site.dir))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Sec-Purpose") != "" {
			fetched <- r.Header.Get("Sec-Purpose") + " " + r.URL.Path
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	tab := newTab(t, browser)
	if err := chromedp.Do(tab, chromedp.Navigate(server.URL+"/"+bilingual)); err != nil {
		t.Fatal(err)
	}
	pointAt(t, tab, ".crumbs a", false)
	select {
	case got := <-fetched:
		if want := "prefetch /ja/1.27/"; got != want {
			t.Errorf("fetched ahead: %q, want %q", got, want)
		}
	case <-time.After(10 * time.Second):
		t.Error("no page was fetched ahead")
	}
}
