package e2e

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestEngineTrouble makes each kind of file fail in each way. The engine must report the error,
// cache nothing of it, and work again when the host does.
func TestEngineTrouble(t *testing.T) {
	h := newEngineHost(t, append(engineDocs(), filler(3000)...)...)
	tab := engineTab(t, h)
	other := func(text string) func(http.ResponseWriter, []byte) {
		var b bytes.Buffer
		z := zlib.NewWriter(&b)
		fmt.Fprint(z, text)
		z.Close()
		return func(w http.ResponseWriter, _ []byte) { w.Write(b.Bytes()) }
	}
	for _, f := range []struct {
		name, want string
		how        func(http.ResponseWriter, []byte)
	}{
		{"none", "failed", func(w http.ResponseWriter, _ []byte) { w.WriteHeader(http.StatusNotFound) }},
		{"overloaded", "failed", func(w http.ResponseWriter, _ []byte) { w.WriteHeader(http.StatusServiceUnavailable) }},
		{"no answer", "offline", func(http.ResponseWriter, []byte) { panic(http.ErrAbortHandler) }},
		{"half of it", "failed", func(w http.ResponseWriter, b []byte) { w.Write(b[:len(b)/2]) }},
		{"a bit turned", "failed", func(w http.ResponseWriter, b []byte) { b = slices.Clone(b); b[len(b)/2] ^= 4; w.Write(b) }},
		{"nothing in it", "failed", func(http.ResponseWriter, []byte) {}},
		{"a page", "failed", func(w http.ResponseWriter, _ []byte) { fmt.Fprint(w, "<!doctype html><p>Home") }},
		{"other packed text", "failed", other("\xff\xff\xff\xff[1, 2, 3]")},
		{"other JSON", "failed", other(`{"v":1}`)},
	} {
		for _, where := range []string{"root.bin", "t", "d", "f0.bin"} {
			h.spoil(where, f.how)
			js[any](t, tab, "begin()")
			if got := askEngine(t, tab, "timeout kind:feature", "").Error; (got == "offline") != (f.want == "offline") || got == "" {
				t.Errorf("%s: %s: the error is %q, want %q", where, f.name, got, f.want)
			}
			h.spoil("", nil)
			if got := askEngine(t, tab, "timeout kind:feature", ""); len(got.Hits) != 1 {
				t.Errorf("%s: %s: afterwards the engine finds %v %s", where, f.name, got.paths(), got.Error)
			}
		}
	}
}

// TestEngineReplaced replaces an index in use by another build. The next query must use the new index.
func TestEngineReplaced(t *testing.T) {
	h := newEngineHost(t, append(engineDocs(), filler(3000)...)...)
	tab := engineTab(t, h)
	if got := askEngine(t, tab, "sidecar", ""); len(got.Hits) != 2 {
		t.Fatalf("sidecar finds %v %s", got.paths(), got.Error)
	}
	docs := append(engineDocs(), filler(2900)...)
	docs[4].Path = "1.26/moved"
	h.deploy(t, docs...)
	if diff := cmp.Diff([]string{"0:1.26/moved", "0:prs/115143/", "1:1.28/g"}, askEngine(t, tab, "timeout", "").paths()); diff != "" {
		t.Errorf("from the new index (-want +got):\n%s", diff)
	}
	h.deploy(t, engineDocs()...)
	if got := askEngine(t, tab, "подов", ""); len(got.Hits) != 2 {
		t.Errorf("from an index in one file: %v %s", got.paths(), got.Error)
	}
}

// TestEngineRequests counts the requests of a query, and the sequential steps: root, terms,
// documents; with the script four.
func TestEngineRequests(t *testing.T) {
	h := newEngineHost(t, append(engineDocs(), filler(3000)...)...)
	tab := engineTab(t, h)
	terms := func(asked []string) (n int) {
		for _, p := range asked {
			if strings.HasPrefix(path.Base(p), "t") {
				n++
			}
		}
		return n
	}
	for _, c := range []struct {
		query string
		most  int // term shards: two for words with a prefix, more only if these have too few results
	}{
		{"common", 2}, {"ww5", 2}, {"common ww5", 4}, {"qq7x zz", 12}, {"common release:0.1", 2},
	} {
		h.requests()
		js[any](t, tab, "begin()")
		a := askEngine(t, tab, c.query, "")
		asked := h.requests()
		if len(a.Hits) == 0 || a.Waves > 3 || terms(asked) > c.most {
			t.Errorf("%s: %d hits after %d waves of %q %s", c.query, len(a.Hits), a.Waves, asked, a.Error)
		}
		if n := len(slices.Compact(slices.Sorted(slices.Values(asked)))); n != len(asked) {
			t.Errorf("%s: duplicate requests: %q", c.query, asked)
		}
		askEngine(t, tab, c.query, "")
		if asked := h.requests(); len(asked) > 0 {
			t.Errorf("%s: the second query requests %q", c.query, asked)
		}
	}
	js[any](t, tab, "begin()")
	askEngine(t, tab, "変更しましたプローブのタイムアウトを", "")
	if n := terms(h.requests()); n > 12 {
		t.Errorf("18 characters need %d shards", n)
	}
	if js[bool](t, tab, `Promise.all([ask("timeout"), ask("timeout"), ask("timeouts")]).then((all) => all.every((a) => JSON.parse(a).total === 3))`) == false {
		t.Error("concurrent queries have wrong results")
	}
	if asked := h.requests(); len(slices.Compact(slices.Sorted(slices.Values(asked)))) != len(asked) {
		t.Errorf("concurrent queries send duplicate requests: %q", asked)
	}
}

// TestEngineAbort cancels a query. It must send no further requests.
func TestEngineAbort(t *testing.T) {
	h := newEngineHost(t, append(engineDocs(), filler(3000)...)...)
	tab := engineTab(t, h)
	got := js[string](t, tab, `(() => { const stop = new AbortController(), a = ask("timeout", { signal: stop.signal }); stop.abort(); return a })()`)
	if !strings.Contains(got, "Abort") {
		t.Errorf("a cancelled query returns %s", got)
	}
	for _, p := range h.requests() {
		if strings.HasPrefix(path.Base(p), "d") {
			t.Errorf("a cancelled query requests %s", p)
		}
	}
}

// TestEnginePages requests more and more hits: newer documents come first, and earlier hits stay.
func TestEnginePages(t *testing.T) {
	const n = 3000
	h := newEngineHost(t, append(engineDocs(), filler(n)...)...)
	tab := engineTab(t, h)
	all := askEngine(t, tab, "common", `{"want":40}`)
	if all.Total != n || len(all.Hits) != 40 || all.Hits[0].Path != fmt.Sprintf("0.1/x%d", n-1) || all.Hits[39].Path != fmt.Sprintf("0.1/x%d", n-40) {
		t.Errorf("common finds %d, first %v", all.Total, all.paths())
	}
	for _, want := range []int{10, 20, 30} {
		a := askEngine(t, tab, "common", fmt.Sprintf(`{"want":%d}`, want))
		if diff := cmp.Diff(all.Hits[:want], a.Hits); diff != "" || !a.More {
			t.Errorf("the first %d, with more %v, of 40 (-40 +first):\n%s", want, a.More, diff)
		}
	}
	if a := askEngine(t, tab, `"ww5"`, `{"want":100}`); len(a.Hits) != 31 || a.More { // 5, 102, …: every 97th of 3000 numbers
		t.Errorf("all hits: %d, more %v", len(a.Hits), a.More)
	}
}

// TestEnginePagesOfCutTexts searches for words that may be in the removed part of five truncated
// texts. All five must be found, not only the first three.
func TestEnginePagesOfCutTexts(t *testing.T) {
	docs := filler(5)
	for i := range docs {
		docs[i].Texts[0].Text += " omega, and alpha 再起動と起動作業" + strings.Repeat(" and so on", 30)
	}
	tab := engineTab(t, newEngineHost(t, docs...))
	for want, more := range map[int]bool{3: true, 5: false} {
		if a := askEngine(t, tab, "再起動作", fmt.Sprintf(`{"want":%d}`, want)); a.Total != 5 || len(a.Hits) != want || a.More != more {
			t.Errorf("the first %d: got %d of %d, more %v", want, len(a.Hits), a.Total, a.More)
		}
	}
	if a := askEngine(t, tab, `"alpha omega"`, ""); a.Total != 0 || len(a.Hits) > 0 {
		t.Errorf("quoted words have results without a match: %v", a.paths())
	}
}

// TestEngineSays checks the data of an answer in addition to its hits.
func TestEngineSays(t *testing.T) {
	h := newEngineHost(t, engineDocs()...)
	tab := engineTab(t, h)
	for query, want := range map[string]string{
		"KEP-127": "keps/127/", "127": "keps/127/", "k/k#115143": "prs/115143/", "PR 115143": "prs/115143/",
		"sig-node": "sigs/node/", "SIG Node": "sigs/node/", "nodeswap": "gates/NodeSwap/", "NodeSwap=true": "gates/NodeSwap/",
		"timeout": "", "タイムアウト": "", "KEP-127 timeout": "",
	} {
		if got := strings.Join(askEngine(t, tab, query, "").Jump, " "); got != want {
			t.Errorf("%s jumps to %q, want %q", query, got, want)
		}
	}
	if a := askEngine(t, tab, "timeuot", ""); a.Nearest != "timeout" {
		t.Errorf("timeuot is corrected to %q", a.Nearest)
	}
}

// TestEngineFacets counts the results for 変更. Documents a and f are a beta feature of node in 1.26
// and a deprecation of network in 1.27, both in Japanese; b in Chinese matches by a variant
// character. A filter must not change the counts of its own facet.
func TestEngineFacets(t *testing.T) {
	h := newEngineHost(t, engineDocs()...)
	tab := engineTab(t, h)
	type counts map[string]map[string]int
	for filter, want := range map[string]counts{
		`{"full":true}`: {
			"type": {"entry": 3}, "release": {"1.26": 2, "1.27": 1}, "lang": {"ja": 2, "zh": 1},
			"sig": {"node": 1, "network": 2}, "kind": {"feature": 1, "bug": 1, "deprecation": 1}, "stage": {"beta": 1},
		},
		`{"full":true,"filters":{"release":"1.26"}}`: {
			"type": {"entry": 2}, "release": {"1.26": 2, "1.27": 1}, "lang": {"ja": 1, "zh": 1},
			"sig": {"node": 1, "network": 1}, "kind": {"feature": 1, "bug": 1}, "stage": {"beta": 1},
		},
		`{"full":true,"filters":{"release":"1.26","lang":"ja"}}`: {
			"type": {"entry": 1}, "release": {"1.26": 1, "1.27": 1}, "lang": {"ja": 1, "zh": 1},
			"sig": {"node": 1}, "kind": {"feature": 1}, "stage": {"beta": 1},
		},
	} {
		askEngine(t, tab, "変更", filter)
		var got counts
		if err := json.Unmarshal([]byte(js[string](t, tab, "count()")), &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", filter, diff)
		}
	}
}

// TestEngineHostile sends hostile queries. The engine must not fail, and must request at most a few
// dozen files.
func TestEngineHostile(t *testing.T) {
	h := newEngineHost(t, append(engineDocs(), filler(3000)...)...)
	tab := engineTab(t, h)
	for _, query := range []string{
		strings.Repeat("a", 10000), strings.Repeat("変", 10000), strings.Repeat("ア", 10000), strings.Repeat("под ", 2500),
		strings.Repeat("-", 10000), strings.Repeat(`"`, 10000), strings.Repeat("kep:", 2500), strings.Repeat("a b c d ", 5),
		strings.Repeat("\U00020BB7", 5000), "", "   \t\u3000", "!?…。、", "\u0301\u0301", "\\ud800",
		"שלום עולם", "\u202etuoemit", ".*+?^${}()|[]\\", "<img src=x onerror=alert(1)>", "__proto__", "constructor",
		"kep:", "kep:x", "rel:", "-", "- -", "-timeout", `"`, `""`, `sig:""`, "type:__proto__",
		"\u0001toume", "\uffff", "\x00", "a", "の", "1", "1.",
		// unknown compounds that contain a number, an id or a Russian word
		"KEP-99999", "kep:99999", "KEP-99999 timeout", "x86-64", "node-256", "log4j-2", "наконец-то", "под-сайдкар",
	} {
		h.requests()
		js[any](t, tab, "begin()")
		a := askEngine(t, tab, query, "")
		if a.Error != "" || len(a.Hits) > 10 {
			t.Errorf("%.30q: %q, %d hits", query, a.Error, len(a.Hits))
		}
		if asked := h.requests(); len(asked) > 120 {
			t.Errorf("%.30q: %d requests", query, len(asked))
		}
	}
	if a := askEngine(t, tab, "-timeout", ""); len(a.Hits) != 2 {
		t.Errorf("a single -timeout is not a search for itself: %v", a.paths())
	}
	if js[bool](t, tab, `ask("timeout\ud800").then((a) => !JSON.parse(a).error)`) == false {
		t.Error("an incomplete character gives an error")
	}
}
