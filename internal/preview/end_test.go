package preview

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/kawaraban/kawaraban/internal/corpus"
)

// TestEndsWithTheIndex checks the end of a preview while the index of a large site is made for a
// request. The index must not be completed, and Serve must return without goroutines.
func TestEndsWithTheIndex(t *testing.T) {
	files := map[string]string{}
	for _, f := range corpus.Make(corpus.Options{Notes: 400, Entries: 25, Seed: 1}, corpus.Kawaraban) {
		files[f.Path] = string(f.Data)
	}
	s := serve(t, folder(t, files), Options{})
	s.get(t, "")
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		if resp, err := http.Get(s.url + "search/root.bin"); err == nil {
			resp.Body.Close()
		}
	}()
	await(t, "the index to be begun", func() bool { return strings.Contains(stacks(), "build.(*Builder).digest(") })
	start := time.Now()
	s.halt()
	if all := stacks(); strings.Contains(all, "build.(*Builder).") || strings.Contains(all, "preview.(*Preview).") {
		t.Errorf("goroutines after the end of the preview:\n%s", all)
	}
	t.Logf("it took %v", time.Since(start).Round(time.Millisecond))
	<-answered
}
