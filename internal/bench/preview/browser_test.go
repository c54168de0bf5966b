package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// browserFor starts the browser, or skips the test where there is none, unless
// KAWARABAN_E2E=require says that it must run.
func browserFor(t *testing.T) context.Context {
	t.Helper()
	browser, stop, err := launch()
	if err != nil {
		if os.Getenv("KAWARABAN_E2E") == "require" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	t.Cleanup(stop)
	return browser
}

// TestMeasure holds the measure to a page that changes at a known moment. What is asserted are
// bounds that no machine is too slow for: a text is never seen before it was painted.
func TestMeasure(t *testing.T) {
	browser := browserFor(t)
	f, err := checkMeasure(browser, 5)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Painted) != 5 {
		t.Errorf("%d of 5 changes were seen", len(f.Painted))
	}
	s, err := open(browser, "data:text/html,"+url.PathEscape(checkPage))
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	t.Run("busy", func(t *testing.T) {
		changed := evaluate[moment](t, s, "change(10, 200)")
		found, ok := s.await(10, 10*time.Second)
		if !ok || found.Painted < changed+200-slack {
			t.Errorf("the text was painted %.1f ms after the change, in a page that was busy for 200", found.Painted-changed)
		}
	})
	t.Run("hidden", func(t *testing.T) {
		for i, rule := range []string{"display: none", "visibility: hidden", "opacity: 0", "position: absolute; top: 5000px"} {
			n := 20 + i
			evaluate[bool](t, s, fmt.Sprintf("(document.querySelector('main').style = %q, change(%d), true)", rule, n))
			if found, ok := s.await(n, 300*time.Millisecond); ok {
				t.Errorf("a text with %s was painted: %+v", rule, found)
			}
			shown := evaluate[moment](t, s, "(document.querySelector('main').style = '', performance.timeOrigin + performance.now())")
			if found, ok := s.await(n, 10*time.Second); !ok || found.Painted < shown-slack {
				t.Errorf("a text that had %s was painted %.1f ms after it was shown", rule, found.Painted-shown)
			}
		}
	})
}

func evaluate[T any](t *testing.T, s *screen, script string) T {
	t.Helper()
	v, err := chromedp.Run(s.tab, chromedp.Evaluate[T](script))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// fakePage shows a file and asks for it again and again; where it is another, what was to be
// done is done.
// It asks so often that a text which stands for a tenth of a second is found late enough and in time.
const fakePage = `<!doctype html><meta charset="utf-8"><pre>%s</pre><script>
const pre = document.querySelector("pre");
setInterval(async () => {
  const text = await (await fetch("text")).text();
  if (text !== pre.textContent) { %s }
}, 10);
</script>`

// fake gives out a file, once it has been there for some time.
func fake(path string, late time.Duration, do string) http.Handler {
	var mu sync.Mutex
	last := ""
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		before := time.Now()
		data, err := os.ReadFile(path)
		if info, gone := os.Stat(path); err == nil && gone == nil && before.Sub(info.ModTime()) > late {
			last = string(data)
		}
		if r.URL.Path == "/text" {
			fmt.Fprint(w, last)
			return
		}
		fmt.Fprintf(w, fakePage, last, do)
	})
}

// TestWriter measures servers that are late by what is known, one that patches its page and one
// that has it loaded anew: all saves are seen, none too early.
func TestWriter(t *testing.T) {
	browser := browserFor(t)
	const (
		late = 60 * time.Millisecond
		slow = 10 // a file that is put in the place of another is older than that, and file systems count coarsely
	)
	for name, do := range map[string]string{"patched": "pre.textContent = text", "loaded anew": "location.reload()"} {
		t.Run(name, func(t *testing.T) {
			scene, err := cut([]byte("# A note\n\n- one\n- two\n- three\n"))
			if err != nil {
				t.Fatal(err)
			}
			scene.path = filepath.Join(t.TempDir(), "a.md")
			if err := os.WriteFile(scene.path, scene.write(), 0o644); err != nil {
				t.Fatal(err)
			}
			time.Sleep(late)
			served := httptest.NewServer(fake(scene.path, late, do))
			defer served.Close()
			r := measureFake(t, browser, served.URL, scene)
			if len(r.rows) != 4 || r.rows[0].saves != 4 || r.rows[2].saves != 4 || r.rows[3].saves != 3 || len(r.memory) != 2 {
				t.Errorf("%d rows, memory %v", len(r.rows), r.memory)
			}
			for _, row := range r.rows {
				if row.times.never() > 0 {
					t.Errorf("%s: %v", row.kind, row.times)
				}
				for _, s := range row.painted { // on a busy machine the write itself may return late
					if s.found.Painted-s.begun < moment(late.Milliseconds())-slow {
						t.Errorf("%s: seen %.1f ms after the write began", row.kind, s.found.Painted-s.begun)
					}
				}
			}
		})
	}
}

// measureFake measures what is served at an address, by this process.
func measureFake(t *testing.T, browser context.Context, address string, scene *scene) *result {
	t.Helper()
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	s, err := open(browser, address)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	b := &bench{options: options{saves: 4, upTo: 15, bound: time.Minute, patience: 20 * time.Second}}
	w := &writer{bench: b, screen: s, pauses: newPauses(), last: scene.latest(),
		server: &server{name: "a fake", scene: scene, cmd: &exec.Cmd{Process: self}, log: log}}
	r := &result{}
	if err := w.settle(); err != nil {
		t.Fatal(err)
	}
	if err := w.all(r); err != nil {
		t.Fatal(err)
	}
	r.memory = w.memory
	return r
}
