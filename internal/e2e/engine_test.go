package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/search"
	"github.com/kawaraban/kawaraban/internal/search/analyzer"
	"github.com/kawaraban/kawaraban/static"
)

// engineDocs returns documents with known results. They are in the order of their numbers: pages of
// subjects first, then by release.
func engineDocs() []search.Doc {
	thing := func(t search.Type, kind note.RefKind, id, path, name string, texts ...search.Text) search.Doc {
		return search.Doc{Type: t, Path: path, Name: name, IDs: analyzer.ID(string(kind), id), Texts: texts, Out: "https://k8s.example/" + id}
	}
	entry := func(release, id, kind, stage, lang, text string, more ...search.Text) search.Doc {
		return search.Doc{
			Type: search.Entry, Path: release + "/" + id, Name: "#" + id, Release: note.Release(release),
			Kind: note.EntryKind(kind), Stage: note.Stage(stage), Langs: []note.Lang{note.Lang(lang)},
			SIGs:  []note.SIG{note.SIG(map[bool]string{true: "node", false: "network"}[kind == "feature"])},
			Texts: append([]search.Text{{Lang: note.Lang(lang), Text: text}}, more...),
		}
	}
	official := func(text string) search.Text { return search.Text{Lang: "en", Text: text, Role: search.Official} }
	return []search.Doc{
		thing(search.KEP, note.KEP, "127", "keps/127/", "KEP-127 Support User Namespaces"),
		thing(search.PR, note.PR, "115143", "prs/115143/", "#115143", official("Fixes the timeout of probes.")),
		thing(search.SIG, note.SIGRef, "node", "sigs/node/", "SIG Node"),
		thing(search.Gate, note.Gate, "NodeSwap", "gates/NodeSwap/", "NodeSwap"),
		entry("1.26", "a", "feature", "beta", "ja", "プローブのタイムアウトを変更しました。", official("Changed the timeout of probes, see --node-ip.")),
		entry("1.26", "b", "bug", "", "zh", "变更了探针的超时时间。"),
		entry("1.26", "c", "feature", "alpha", "ru", "Перезапуск подов при ошибках узла. Корневой том дня."),
		entry("1.27", "d", "bug", "", "ru", "Под перезапускается на том же узле."),
		entry("1.27", "e", "feature", "beta", "en", "Sidecar containers restart by themselves."),
		entry("1.27", "f", "deprecation", "", "ja", "サイドカーの起動順を変更しました。"),
		entry("1.28", "g", "bug", "", "en", "Timeouts of node.k8s.io/v1 are logged in 127 lines.", search.Text{Lang: "ko", Text: "사이드카 컨테이너를 다시 시작한다."}),
		entry("1.28", "h", "feature", "stable", "ja", "デフォルト値を見直し、タイムラインにアウトラインを足した。𠮷野家 v1.27.3"),
		entry("1.28", "i", "bug", "", "en", "Volume binding waits: VolumeBindingMode and maxParallelImagePulls."),
	}
}

// engineConcepts returns the concepts of a glossary with one term.
func engineConcepts(t *testing.T) *search.Concepts {
	t.Helper()
	g, diags := glossary.Parse([]byte("terms: [{id: sidecar-container, names: {en: sidecar, ja: サイドカー}, about: {en: It runs beside others.}}]"), "glossary.yaml")
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	return search.ConceptsOf(g)
}

// filler returns documents that make an index too large for one file. Each has a unique word.
func filler(n int) (docs []search.Doc) {
	for i := range n {
		docs = append(docs, search.Doc{
			Type: search.Entry, Path: fmt.Sprintf("0.1/x%d", i), Name: fmt.Sprintf("#x%d", i), Release: "0.1", Langs: []note.Lang{"en"},
			Texts: []search.Text{{Lang: "en", Text: fmt.Sprintf("qq%dx common zz%dy ww%d", i*7919%n, i*104729%n, i%97)}},
		})
	}
	return docs
}

// engineHost serves an index and the engine without the interface. spoilt has the faults by the
// prefix of file names.
type engineHost struct {
	url string

	mu     sync.Mutex
	files  map[string][]byte
	asked  []string
	where  string
	spoilt func(http.ResponseWriter, []byte)
}

func newEngineHost(t *testing.T, docs ...search.Doc) *engineHost {
	t.Helper()
	h := &engineHost{}
	h.deploy(t, docs...)
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	h.url = server.URL + "/"
	return h
}

// deploy replaces the index; no old file stays.
func (h *engineHost) deploy(t *testing.T, docs ...search.Doc) {
	t.Helper()
	files := map[string][]byte{"/": []byte("<!doctype html><title>engine</title>")}
	names, err := fs.Glob(static.FS, "js/search/[123]*.js")
	if err != nil || len(names) != 3 {
		t.Fatalf("the parts of the engine are %q: %v", names, err)
	}
	for _, name := range names {
		part, err := fs.ReadFile(static.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		files["/engine.js"] = append(files["/engine.js"], part...)
	}
	concepts := engineConcepts(t)
	for _, f := range search.New([]*search.Chunk{search.Digest(docs, concepts)}, concepts).Files() {
		if files["/"+f.Path], err = f.Bytes(); err != nil {
			t.Fatal(err)
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.files = files
}

func (h *engineHost) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	data, ok := h.files[r.URL.Path]
	spoilt := h.spoilt
	if h.where == "" || !strings.HasPrefix(path.Base(r.URL.Path), h.where) {
		spoilt = nil
	}
	h.asked = append(h.asked, r.URL.Path)
	h.mu.Unlock()
	w.Header().Set("Cache-Control", "no-store")
	switch {
	case !ok:
		http.NotFound(w, r)
		return
	case spoilt != nil:
		spoilt(w, data)
		return
	case strings.HasSuffix(r.URL.Path, ".js"):
		w.Header().Set("Content-Type", "text/javascript")
	case r.URL.Path == "/":
		w.Header().Set("Content-Type", "text/html")
	}
	w.Write(data)
}

func (h *engineHost) spoil(where string, how func(http.ResponseWriter, []byte)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.where, h.spoilt = where, how
}

// requests returns the requests for index files since the last call.
func (h *engineHost) requests() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	asked := slices.DeleteFunc(h.asked, func(p string) bool { return !strings.HasPrefix(p, "/search/") })
	h.asked = nil
	return asked
}

// engineHit and engineAnswer are the parts of an answer that the tests check.
type engineHit struct {
	Path  string `json:"path"`
	Tier  int    `json:"tier"`
	Lacks string `json:"lacks"`
}

type engineAnswer struct {
	Hits    []engineHit `json:"hits"`
	Total   int         `json:"total"`
	More    bool        `json:"more"`
	Jump    []string    `json:"jump"`
	Nearest string      `json:"nearest"`
	Error   string      `json:"error"`
	Waves   int         `json:"waves"` // number of sequential steps of requests
}

// paths formats the hits as tier:path, with the missing words after "!".
func (a engineAnswer) paths() []string {
	out := []string{}
	for _, h := range a.Hits {
		row := fmt.Sprintf("%d:%s", h.Tier, h.Path)
		if h.Lacks != "" {
			row += "!" + h.Lacks
		}
		out = append(out, row)
	}
	return out
}

// engineScript runs queries. It counts a wave of requests when a request starts while none is in
// progress.
const engineScript = `(async () => {
	const engine = await import("/engine.js");
	let under = 0, waves = 0;
	const real = fetch;
	globalThis.fetch = async (...args) => {
		if (!under++) waves++;
		try { return await real(...args); } finally { setTimeout(() => under--); }
	};
	let index = engine.openIndex("/search/");
	globalThis.ask = async (text, options) => {
		waves = 0;
		try {
			const a = await engine.search(index, text, options);
			const { total, more, nearest } = a;
			globalThis.last = a;
			return JSON.stringify({ total, more, nearest, waves,
				hits: a.hits.map(({ tier, doc, lacks }) => ({ tier, path: doc[0], lacks: lacks.join(",") })), jump: a.jump.map(({ doc }) => doc[0]) });
		} catch (e) {
			return JSON.stringify({ error: String(e.stack || e), waves });
		}
	};
	globalThis.begin = () => { waves = 0; index = engine.openIndex("/search/"); };
	globalThis.count = async () => JSON.stringify(last.counts);
})()`

// engineTab opens a page with the engine.
func engineTab(t *testing.T, h *engineHost) context.Context {
	t.Helper()
	tab := newTab(t, startBrowser(t))
	if err := chromedp.Do(tab, chromedp.Navigate(h.url)); err != nil {
		t.Fatal(err)
	}
	js[any](t, tab, engineScript)
	askEngine(t, tab, "!", "") // loads the root
	return tab
}

// askEngine runs a query with options, a JSON object.
func askEngine(t *testing.T, tab context.Context, text, options string) (a engineAnswer) {
	t.Helper()
	quoted, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	if options == "" {
		options = "{}"
	}
	if err := json.Unmarshal([]byte(js[string](t, tab, fmt.Sprintf("ask(%s, %s)", quoted, options))), &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// engineCases are queries with their results in order: tier and path. The order was determined by
// hand: by tier, the page's release, the field, the page's language, then newer documents first.
var engineCases = []struct{ query, options, want string }{
	// tier 0, in any script, for any part of a word; then tier 1; tier 2 last
	{"タイムアウト", "", "0:1.26/a"},
	{"イムアウ", "", "0:1.26/a"},
	{"タイムアウトライン", "", "5:1.28/h!タイム 5:1.26/a!ライン"}, // タイムライン and アウトライン are in h
	{"变更", "", "0:1.26/b 3:1.27/f 3:1.26/a"},
	{"変更", "", "0:1.27/f 0:1.26/a 3:1.26/b"},
	{"timeout", "", "0:1.26/a 0:prs/115143/ 1:1.28/g"},
	{"timeouts", "", "0:1.28/g 1:1.26/a 1:prs/115143/"},
	{"timeo", "", "2:1.28/g 2:1.26/a 2:prs/115143/"},
	{"подов", "", "0:1.26/c 1:1.27/d"},
	{"под", "", "0:1.27/d 1:1.26/c"},
	{"узел", "", "1:1.27/d 1:1.26/c"},
	{"ошибка", "", "1:1.26/c"},
	{"BindingMode", "", "0:1.28/i"},
	{"parallelimage", "", "2:1.28/i"},
	{"--node-ip", "", "0:1.26/a"},
	{"node.k8s.io/v1", "", "0:1.28/g"},
	{"𠮷野", "", "0:1.28/h"},
	// numbers match exactly if an exact match exists
	{"127", "", "0:keps/127/ 0:1.28/g"},
	{"11514", "", "2:prs/115143/"},
	{"1.27", "", "0:1.27/d 0:1.27/f 0:1.27/e 2:1.28/h"},
	// tier 3: another name of the concept
	{"sidecar", "", "0:1.27/e 3:1.27/f"},
	{"サイドカー", "", "0:1.27/f 3:1.27/e"},
	// tier 4: a typing error in either half
	{"timeuot", "", "4:1.26/a 4:prs/115143/ 4:1.28/g"},
	{"tmieout", "", "4:1.26/a 4:prs/115143/ 4:1.28/g"},
	{"タイムアフト", "", "4:1.26/a"},
	{"Серезапуск", "", "4:1.26/c"},
	{"timeoutr", "", "4:1.26/a 4:prs/115143/ 4:1.28/g"},
	{"перезапускж", "", "4:1.26/c"},
	// adjacent and separate words
	{"デフォルト値", "", "0:1.28/h"},
	{"restart containers", "", "0:1.27/e"},
	{`"containers restart"`, "", "0:1.27/e"},
	{`"restart containers"`, "", ""}, // not adjacent
	// a short stem and a prefix in Russian, Korean, brackets, hiragana, a dash and a zero, two errors
	{"дню", "", "1:1.26/c"},
	{"корнев", "", "1:1.26/c"},
	{"사이드카", "", "0:1.28/g"},
	{"컨테이너 시작", "", "0:1.28/g"},
	{"컨테이너가 시작", "", "5:1.28/g!가"},
	{"「タイムアウト」", "", "0:1.26/a"},
	{"たいむあうと", "", "4:1.26/a"},
	{"KEP–0127", "", "0:keps/127/"},
	{"maxParalelImagePuls", "", "4:1.28/i"},
	// words of metadata, and a release
	{"sidecar beta", "", "0:1.27/e 5:1.26/a!sidecar"},
	{"sidecar 非推奨", "", "3:1.27/f 5:1.27/e!非推奨"},
	{"перезапуск alpha", "", "0:1.26/c"},
	{"sidecar 1.27", "", "0:1.27/e 3:1.27/f"},
	// words of a path
	{"node.k8s.io/v1/logs", "", "5:1.28/g"},
	// tier 5: some of the words, the rarest first; ids and versions are required
	{"sidecar zzzzqqqq", "", "5:1.27/e!zzzzqqqq 5:1.27/f!zzzzqqqq"},
	{"how does the VolumeBindingMode timeout", "", "5:1.28/i!how,does,the,timeout"},
	{"起動順を変えるには", "", "5:1.27/f!変"},
	{"timeout KEP-127", "", "5:keps/127/!timeout"},
	{"timeout KEP-128", "", ""},
	// operators, minus
	{"timeout -probes", "", "1:1.28/g"},
	{"変更 -プローブ", "", "0:1.27/f 3:1.26/b"},
	{"-timeouts", "", "0:1.28/g"}, // alone: a search for itself
	{"-timeouts", `{"filters":{"kind":"bug"}}`, "0:1.28/i 0:1.27/d 0:1.26/b"},
	{"-timeouts kind:bug", "", "0:1.28/i 0:1.27/d 0:1.26/b"},
	{"変更 rel:1.26", "", "0:1.26/a 3:1.26/b"},
	{"変更 release:v1.27", "", "0:1.27/f"},
	{"timeout type:pr", "", "0:prs/115143/"},
	{"変更 kind:deprecation", "", "0:1.27/f"},
	{"timeout stage:beta", "", "0:1.26/a"},
	{"変更 lang:zh", "", "3:1.26/b"},
	{"timeout sig:node", "", "0:1.26/a"},
	{"timeout -sig:node", "", "0:prs/115143/ 1:1.28/g"},
	{"kind:feature stage:GA", "", "0:1.28/h"},
	{"kep:127", "", "0:keps/127/"},
	{"pr:115143", "", "0:prs/115143/"},
	{"sig:nobody", "", ""},
	{"変更", `{"filters":{"release":"1.27"}}`, "0:1.27/f"},
	{"変更", `{"filters":{"lang":"zh"}}`, "3:1.26/b"},
	{"", `{"filters":{"stage":"stable"}}`, "0:1.28/h"},
	{"stage:alpha", `{"filters":{"stage":"stable"}}`, "0:1.28/h 0:1.26/c"},
	// the page's release, then the page's language
	{"変更", `{"release":"1.26"}`, "0:1.26/a 0:1.27/f 3:1.26/b"},
	{"restart", `{"lang":"en"}`, "0:1.27/e"},
	{"timeouts probes -logged", "", "1:1.26/a 1:prs/115143/"},
}

// TestEngine runs all cases with an index in one file and with one in many files.
func TestEngine(t *testing.T) {
	for name, docs := range map[string][]search.Doc{"whole": engineDocs(), "sharded": append(engineDocs(), filler(3000)...)} {
		t.Run(name, func(t *testing.T) {
			h := newEngineHost(t, docs...)
			tab := engineTab(t, h)
			for _, c := range engineCases {
				a := askEngine(t, tab, c.query, c.options)
				if a.Error != "" {
					t.Errorf("%s: %s", c.query, a.Error)
				}
				if diff := cmp.Diff(strings.Fields(c.want), a.paths()); diff != "" && c.want+strings.Join(a.paths(), "") != "" {
					t.Errorf("%s %s has different results (-want +got):\n%s", c.query, c.options, diff)
				}
			}
			if n := len(h.requests()); (name == "whole") != (n == 1) {
				t.Errorf("the index is read in %d requests", n)
			}
		})
	}
}
