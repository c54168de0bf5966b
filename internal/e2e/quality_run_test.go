package e2e

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// host serves a built site as a host on the web would: text is compressed, nothing else. What
// is asked for below /<tag>/ is counted under that tag, so that the bytes of one query can be
// told from those of another. Nothing may be cached.
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
	w.Header().Set("Content-Security-Policy", policy)
	w.Write(data)
}

// count returns what is sent of a file, and counts it; nil where there is none.
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
	z.Write(data) // into memory: it cannot fail
	z.Close()
	return b.Bytes()
}

// weight is how many bytes of a file a host sends.
func (h *host) weight(t *testing.T, name string) int {
	t.Helper()
	data, ok := h.site.served(name)
	if !ok {
		t.Fatalf("the site has no %s", name)
	}
	return len(squeezed(data))
}

// hit is a row that the script found.
type hit struct {
	Path string `json:"path"`
	Tier int    `json:"tier"`
}

// answer is what the script says to a query: the first rows, and by a bit for each document
// of the index whether the query leads to it.
type answer struct {
	Hits  []hit  `json:"hits"`
	Found []byte `json:"found"`
	Error string `json:"error"`
	Bytes int    `json:"-"` // of the index
}

// ask is one query as the script is asked it: by the index below a tag, with so many rows.
type ask struct {
	Tag  string `json:"tag"`
	Text string `json:"text"`
	Lang string `json:"lang"`
	Want int    `json:"want"`
}

// asking is run in the page: the index of a tag is opened once, so that the next query of the
// same tag finds what the one before has fetched. Several tags are asked side by side.
const asking = `(async (script, base, asks) => {
	const {openIndex, search} = await import(script);
	const tags = Map.groupBy(asks.keys(), i => asks[i].tag), out = [];
	const bits = tiers => {
		let s = "";
		for (let i = 0; i < tiers.length; i += 8) {
			let b = 0;
			for (let j = 0; j < 8; j++) if (tiers[i + j]) b |= 1 << j;
			s += String.fromCharCode(b);
		}
		return btoa(s);
	};
	const waiting = [...tags];
	const worker = async () => {
		for (let next; (next = waiting.shift()); ) {
			const index = openIndex(base + next[0] + "/search/");
			for (const i of next[1]) {
				try {
					const {text, lang, want} = asks[i];
					const {hits, tiers} = await search(index, text, {lang, want});
					out[i] = {hits: hits.map(h => ({path: h.doc[0], tier: h.tier})), found: bits(tiers)};
				} catch (e) {
					out[i] = {hits: [], error: String(e.stack || e)};
				}
			}
		}
	};
	await Promise.all([worker(), worker(), worker(), worker()]);
	return JSON.stringify(out);
})(%s, %s, %s)`

// ask runs the queries through the shipped script, in a page of the site.
func (h *host) ask(t *testing.T, browser context.Context, asks []ask) []answer {
	t.Helper()
	tab := newTab(t, browser)
	if err := chromedp.Do(tab, chromedp.Navigate(h.url+"page/en/search/dialog.html")); err != nil {
		t.Fatal(err)
	}
	script, _ := json.Marshal(h.url + "script/" + h.site.script(t))
	base, _ := json.Marshal(h.url)
	list, _ := json.Marshal(asks)
	var answers []answer
	if err := json.Unmarshal([]byte(js[string](t, tab, fmt.Sprintf(asking, script, base, list))), &answers); err != nil {
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

// script is the path of the search's script.
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

// lang is the interface that somebody would search in.
func (q query) lang() string {
	for _, l := range []string{"ja", "zh", "ru"} {
		if strings.Contains(q.class, l+"-") {
			return l
		}
	}
	return "en"
}

// paths lists the addresses of the documents in the order of the index, as its files tell them.
func (h *host) paths(t *testing.T) (paths []string) {
	t.Helper()
	shards := map[string]string{}
	for _, p := range h.site.Files.Paths() {
		if strings.HasPrefix(p, "search/") {
			shards[path.Base(p)] = p
		}
	}
	for n := 0; ; n++ {
		name := shards[fmt.Sprintf("d%d.bin", n)]
		if name == "" {
			return paths
		}
		packed, _ := h.site.served(name)
		z, err := zlib.NewReader(bytes.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		var records [][]any
		if err := json.NewDecoder(z).Decode(&records); err != nil {
			t.Fatal(err)
		}
		for _, r := range records {
			paths = append(paths, r[0].(string))
		}
	}
}
