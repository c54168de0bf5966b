package e2e

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// host serves a built site like a web host, with compression of text. Requests below /<tag>/ are
// counted for that tag, so that the bytes of queries can be measured separately. Caching is
// disabled.
type host struct {
	site  *measured
	url   string
	mutex sync.Mutex
	sent  map[string]int // bytes by tag
	asked map[string]int // requests by tag
	made  map[string][]byte
}

func serve(t *testing.T, m *measured) *host {
	h := &host{site: m, sent: map[string]int{}, asked: map[string]int{}, made: map[string][]byte{}}
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	h.url = server.URL + "/"
	return h
}

func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	tag, name, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	switch path.Ext(name) {
	case ".js":
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	case ".html":
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
	}
	if w.Header().Get("Content-Type") != "" {
		w.Header().Set("Content-Encoding", "gzip")
	}
	data := h.count(tag, name)
	if data == nil {
		w.Header().Del("Content-Encoding")
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Write(data)
}

// count returns the response body of a file, and counts it; nil if the file is missing.
func (h *host) count(tag, name string) []byte {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	data, ok := h.made[name]
	if !ok {
		data, ok = h.site.served(name)
		if ok && path.Ext(name) != ".bin" {
			data = squeezed(data)
		}
		h.made[name] = data
	}
	h.sent[tag] += len(data)
	h.asked[tag]++
	return data
}

func squeezed(data []byte) []byte {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	z.Write(data) // writing to memory cannot fail
	z.Close()
	return b.Bytes()
}

// weight returns the number of bytes that a host sends for a file.
func (h *host) weight(t *testing.T, name string) int {
	t.Helper()
	data, ok := h.site.served(name)
	if !ok {
		t.Fatalf("the site has no %s", name)
	}
	return len(squeezed(data))
}

// hit is a row of a result.
type hit struct {
	Path  string   `json:"path"`
	Name  string   `json:"name"`
	Tier  int      `json:"tier"`
	Lacks []string `json:"lacks"` // words of the query that are reported as missing
}

// answer is the result of a query: the first rows.
type answer struct {
	Hits  []hit  `json:"hits"`
	Error string `json:"error"`
	Bytes int    `json:"-"` // bytes of index files
}

// ask is a query for the script, with the index below a tag, and the number of rows.
type ask struct {
	Tag  string `json:"tag"`
	Text string `json:"text"`
	Lang string `json:"lang"`
	Want int    `json:"want"`
}

// ask runs queries with the built script in Node.js, which is faster than a browser and has the
// same results. TestEngine and others use a browser.
func (h *host) ask(t *testing.T, asks []ask) []answer {
	t.Helper()
	node := need(t, "Node.js", program("node", "nodejs"))
	script := filepath.Join(t.TempDir(), "search.mjs")
	src, _ := h.site.served(h.site.script(t))
	if err := os.WriteFile(script, src, 0o600); err != nil {
		t.Fatal(err)
	}
	list, _ := json.Marshal(asks)
	cmd := exec.Command(node, "testdata/ask.mjs", script, h.url)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(list), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("asking in Node.js: %v", err)
	}
	var answers []answer
	if err := json.Unmarshal(out, &answers); err != nil {
		t.Fatal(err)
	}
	for i := range answers {
		if answers[i].Error != "" {
			t.Errorf("%q: %s", asks[i].Text, answers[i].Error)
		}
		answers[i].Bytes = h.sent[asks[i].Tag]
	}
	return answers
}

// script returns the path of the search script.
func (m *measured) script(t *testing.T) string {
	t.Helper()
	for _, p := range m.Files.Paths() {
		if searchScript.MatchString(p) {
			return p
		}
	}
	t.Fatal("the site has no script of the search")
	return ""
}

var searchScript = regexp.MustCompile(`^assets/search\.[0-9a-f]+\.js$`)

// served returns the bytes of a file of the built site.
func (m *measured) served(name string) ([]byte, bool) {
	f, ok := m.Files.Get(name)
	if !ok {
		return nil, false
	}
	data, err := f.Bytes()
	return data, err == nil
}

// lang returns the interface language for a query.
func (q query) lang() string {
	for _, l := range []string{"ja", "zh", "ru"} {
		if strings.Contains(q.class, l+"-") {
			return l
		}
	}
	return "en"
}
