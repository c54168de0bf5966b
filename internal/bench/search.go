//go:build unix

package main

import (
	"compress/gzip"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/chromedp/chromedp"
)

// The scripts that type a query: what both searches share, and what each needs.
var (
	//go:embed driver.js
	driver string
	//go:embed kawaraban.js
	oursDriver string
	//go:embed pagefind.js
	pagefindDriver string
)

// queries are asked by a new reader each: words of four languages, compounds, ids and flags.
var queries = []string{
	"タイムアウト", "ガベージコレクション", "127", "#115143", "--node-ip", "BindingMode", "node.k8s.io/v1", "подов", "变更",
	"メトリクス", "非推奨", "kubelet", "默认", "узла", "maxParallelImagePulls", "KEP-3673", "deprecated",
}

type engine struct {
	name, driver string
	page         string
	index        func(path string) bool // whether a file belongs to the index
}

// searches measures the search of the first program's site, and Pagefind on the same pages, and
// prints their table.
func (b *testSites) searches() error {
	p := b.programs[0]
	public := filepath.Join(p.site, "public")
	if _, err := process(p.site, p.build); err != nil {
		return err
	}
	engines := []engine{{"Kawaraban", oursDriver, "/ja/", func(path string) bool { return strings.HasPrefix(path, "search/") }}}
	if b.pagefind != "" {
		cmd := exec.Command(b.pagefind, "--site", public, "--glob", "ja/**/*.html", "--force-language", "ja", "--quiet")
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("running Pagefind: %w\n%s", err, out)
		}
		engines = append(engines, engine{"Pagefind", pagefindDriver, "/ja/", func(path string) bool { return strings.HasPrefix(path, "pagefind/") }})
	}
	browser, stop, err := launch()
	if err != nil {
		return err
	}
	defer stop()
	rows := [][]string{{fmt.Sprintf("search, %d notes", b.notes), "index files", "index, MB", "first query, KB", "requests", "to the first result, ms"}}
	for _, e := range engines {
		row, err := e.measure(browser, public)
		if err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
		rows = append(rows, row)
	}
	table(rows)
	return nil
}

// measure returns the row of an engine.
func (e *engine) measure(browser context.Context, public string) ([]string, error) {
	files, size, err := sizeOf(public, e.index)
	if err != nil {
		return nil, err
	}
	h := &counting{files: http.FileServer(http.Dir(public))}
	server := httptest.NewServer(h)
	defer server.Close()
	var sent, requests, times []float64
	for _, q := range queries {
		a, err := e.ask(browser, server.URL+e.page, q, h)
		if err != nil {
			return nil, err
		}
		sent, requests = append(sent, float64(h.bytes.Load())/1e3), append(requests, float64(h.requests.Load()))
		if a.Millis > 0 {
			times = append(times, a.Millis)
		}
	}
	return []string{e.name, fmt.Sprint(files), fmt.Sprintf("%.1f", float64(size)/1e6), fmt.Sprintf("%.1f", median(sent)),
		fmt.Sprintf("%.0f", median(requests)), fmt.Sprintf("%.0f", median(times))}, nil
}

// answer is when the first result was shown, 0 if there was none, and the addresses shown.
type answer struct {
	Millis float64
	Found  []string
}

// ask types a query as the first of a new reader, and counts what is loaded after the page.
func (e *engine) ask(browser context.Context, url, query string, h *counting) (a answer, err error) {
	tab, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	defer cancel()
	limited, done := context.WithTimeout(tab, time.Minute)
	defer done()
	if err := chromedp.Do(limited, chromedp.Navigate(url)); err != nil {
		return a, err
	}
	if _, err := chromedp.Run(limited, chromedp.Evaluate[any](driver+e.driver+";undefined")); err != nil {
		return a, err
	}
	h.waitIdle()
	h.bytes.Store(0)
	h.requests.Store(0)
	text, _ := json.Marshal(query) // a string is always valid
	a, err = chromedp.Run(limited, chromedp.Evaluate[answer](fmt.Sprintf("ask(%s, true)", text), chromedp.EvalAwaitPromise))
	h.waitIdle()
	return a, err
}

// sizeOf counts the files of a folder that belong to an index.
func sizeOf(dir string, index func(string) bool) (files int, size int64, err error) {
	root := os.DirFS(dir)
	err = fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !index(path) {
			return err
		}
		info, err := d.Info()
		files++
		size += info.Size()
		return err
	})
	return files, size, err
}

// counting serves files as a host does, text compressed, and counts the bytes of the bodies.
type counting struct {
	files           http.Handler
	bytes, requests atomic.Int64
}

func (h *counting) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.requests.Add(1)
	out := &countingWriter{ResponseWriter: w, n: &h.bytes}
	switch filepath.Ext(r.URL.Path) {
	case ".css", ".js", ".json", ".svg":
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(out)
		defer z.Close()
		h.files.ServeHTTP(&bodyWriter{w, z}, r)
	default:
		h.files.ServeHTTP(out, r)
	}
}

// waitIdle waits until nothing was asked for 250 ms.
func (h *counting) waitIdle() {
	for last := int64(-1); last != h.requests.Load(); time.Sleep(250 * time.Millisecond) {
		last = h.requests.Load()
	}
}

// countingWriter counts the bytes of a body.
type countingWriter struct {
	http.ResponseWriter
	n *atomic.Int64
}

func (w *countingWriter) Write(p []byte) (int, error) {
	w.n.Add(int64(len(p)))
	return w.ResponseWriter.Write(p)
}

// bodyWriter writes a body through gzip, whose length is not known before.
type bodyWriter struct {
	http.ResponseWriter
	body *gzip.Writer
}

func (w *bodyWriter) WriteHeader(status int) {
	w.Header().Del("Content-Length")
	w.ResponseWriter.WriteHeader(status)
}

func (w *bodyWriter) Write(p []byte) (int, error) { return w.body.Write(p) }
