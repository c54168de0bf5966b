package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSession: a sitting is 25 different queries, and begins with the ten of the specification.
func TestSession(t *testing.T) {
	seen := map[string]bool{}
	for _, q := range session {
		seen[q.text] = true
	}
	if len(session) != 25 || len(seen) != 25 || session[0].text != "タイムアウト" || session[9].text != "变更" {
		t.Errorf("%d queries, %d different ones", len(session), len(seen))
	}
}

// TestScan holds the patterns to what they are said to take for an answer.
func TestScan(t *testing.T) {
	docs := []document{
		{Name: "#115143", Texts: []passage{{"ja", "タイムアウトとﾘﾀﾞｲﾚｸﾄの変更。Kubernetes 1.27"}}},
		{Name: "KEP-127 User Namespaces", Texts: []passage{{"ru", "Список подов узла"}, {"en", "set --node-ip in node.k8s.io/v1"}}},
		{Name: "a", Texts: []passage{{"ru", "Поддержка подсистем"}, {"en", "1151430 and nodeBindingModes at 127.0.0.1"}}, Names: []string{written("kep3673"), written("signode")}},
	}
	truth := scan(docs)
	got := map[string][]int{}
	for i, q := range session {
		for n := range docs {
			if truth[i][n] {
				got[q.text] = append(got[q.text], n)
			}
		}
	}
	want := map[string][]int{
		"タイムアウト": {0}, "リダイレクト": {0}, "变更": {0}, "k/k#115143": {0},
		"127": {1}, "подов": {1}, "узла": {1}, "--node-ip": {1}, "node.k8s.io/v1": {1},
		"BindingMode": {2}, "KEP-3673": {2},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestQuality is counted by hand.
func TestQuality(t *testing.T) {
	twelve := map[int]bool{}
	for i := range 12 {
		twelve[i] = true
	}
	for _, c := range []struct {
		name              string
		found             []int
		truth             map[int]bool
		recall, precision float64
	}{
		{"all ten of twelve, and what follows does not count", []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 50, 51}, twelve, 1, 1},
		{"half of them wrong", []int{0, 1, 50, 51}, twelve, .2, .5},
		{"one document twice is one", []int{3, 3}, map[int]bool{3: true, 4: true}, .5, .5},
		{"nothing", nil, twelve, 0, 0},
		{"right as well, but not asked for", []int{0, 1}, map[int]bool{0: true, 1: false, 2: true}, .5, 1},
		{"an unknown address", []int{-1, 0}, map[int]bool{0: true}, 1, .5},
	} {
		recall, precision := quality(c.found, c.truth)
		if recall != c.recall || precision != c.precision {
			t.Errorf("%s: %v, %v; want %v, %v", c.name, recall, precision, c.recall, c.precision)
		}
	}
}

func TestPages(t *testing.T) {
	for _, i := range []int{0, 999, 1000, 123456} {
		if got := numberOf("http://127.0.0.1:1/" + pageOf(i)); got != i {
			t.Errorf("the page of %d is that of %d", i, got)
		}
	}
	if numberOf("http://127.0.0.1:1/ja/d/") != -1 || numberOf("/x") != -1 {
		t.Error("another address has a number")
	}
	d := document{Name: "<b>", Lang: "ja", Texts: []passage{{"en", "a & b"}}}
	if h := d.html(); !strings.Contains(h, "<h1 lang=\"ja\">&lt;b&gt;</h1>") || !strings.Contains(h, `<p lang="en">a &amp; b</p>`) {
		t.Error(h)
	}
}

func TestDocumentsAreKept(t *testing.T) {
	docs := []document{{Path: "1.27/sig-node/#pr-1", Name: "#1", Lang: "en", Texts: []passage{{"ja", "行\n二"}}}, {Path: "log/#変更"}}
	name := filepath.Join(t.TempDir(), documentsFile)
	if err := saveDocuments(name, docs); err != nil {
		t.Fatal(err)
	}
	got, err := loadDocuments(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(docs, got); diff != "" {
		t.Error(diff)
	}
	for address, want := range map[string]int{
		"http://127.0.0.1:1/ja/1.27/sig-node/#pr-1": 0, "http://127.0.0.1:1/ja/1.27/sig-node/?mark=a&mark=b#pr-1": 0,
		"http://127.0.0.1:1/ja/1.27/sig-node/?mark=a": -1, "https://example.org/ja/x": -1,
		"http://127.0.0.1:1/ja/log/?mark=%E5%A4%89#%E5%A4%89%E6%9B%B4": 1, "%": -1,
	} {
		if i := byPath(docs)(address); i != want {
			t.Errorf("%s is the address of document %d, not %d", address, i, want)
		}
	}
}

// TestServer counts what travels: text compressed, what is compressed already as it is, and what
// is not there as a request without a body.
func TestServer(t *testing.T) {
	text := strings.Repeat("a text that can be compressed ", 100)
	files := map[string]string{"ja/index.html": text, "search/root.bin": text}
	s := httptest.NewServer(&server{read: func(name string) ([]byte, bool) { b, ok := files[name]; return []byte(b), ok }})
	defer s.Close()
	sum := 0
	for path, zipped := range map[string]bool{"/ja/": true, "/search/root.bin": false} {
		req, _ := http.NewRequest("GET", s.URL+path, nil)
		req.Header.Set("Accept-Encoding", "gzip")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		sum += len(body)
		if got := resp.Header.Get("Content-Encoding") == "gzip"; got != zipped {
			t.Fatalf("%s is compressed: %v", path, got)
		}
		if zipped {
			r, err := gzip.NewReader(bytes.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			body, _ = io.ReadAll(r)
		}
		if string(body) != text {
			t.Errorf("%s has other bytes", path)
		}
	}
	if resp, err := http.Get(s.URL + "/none"); err != nil || resp.StatusCode != 404 {
		t.Error("a file that is not there:", resp, err)
	}
	for _, want := range []tally{{int64(sum), 3}, {0, 0}} {
		resp, err := http.Get(s.URL + tallyPath)
		if err != nil {
			t.Fatal(err)
		}
		var got tally
		if err := json.NewDecoder(resp.Body).Decode(&got); err != nil || got != want {
			t.Errorf("the tally is %v, want %v (%v)", got, want, err)
		}
	}
}

// TestReport prints two numbers of entries, one with both sides: the ratio is theirs over ours.
func TestReport(t *testing.T) {
	made := func(side string, entries int, seconds, bytes float64) result {
		t := []timing{{[]float64{100}, []float64{50}}, {}, {}}
		return result{side: side, entries: entries, cost: cost{Documents: 5, Seconds: seconds, Bytes: 1e6},
			first: []float64{bytes, 1000, 3000}, times: t, recall: .9876, short: []string{"`x` 0.50, 1.00", "`y` 0.00, 0.00"}}
	}
	var b strings.Builder
	report(&b, []result{made("Kawaraban", 1500, 2, 2000), made("Pagefind", 1500, 5, 9000), made("Kawaraban", 100000, 1, 1)})
	for _, line := range []string{
		"| entries | Kawaraban, 1,500 | Pagefind, 1,500 | ratio | Kawaraban, 100,000 |",
		"|---|--:|--:|--:|--:|",
		"| documents | 5 | 5 |  | 5 |",
		"| index, seconds of one core | 2.00 | 5.00 | 2.5 | 1.00 |",
		"| first query from nothing, KB | 2.0 | 3.0 | 1.5 | 1.0 |",
		"| … the heaviest, KB | 3.0 | 9.0 | 3.0 | 3.0 |",
		"| RTT 20 ms, 50 Mbit/s: first, ms | 100 | 100 | 1.0 | 100 |",
		"| RTT 100 ms, 5 Mbit/s: first, ms |  |  |  |  |",
		"| recall of the first ten | 0.988 | 0.988 |  | 0.988 |",
		"Pagefind at 1,500 entries, recall and precision of what is not right: `x` 0.50, 1.00; `y` 0.00, 0.00",
	} {
		if !strings.Contains(b.String(), line+"\n") {
			t.Errorf("the table has no line %q:\n%s", line, b.String())
		}
	}
}

func TestSizes(t *testing.T) {
	var o options
	if err := o.takeSizes("1500, 20000"); err != nil || len(o.sizes) != 2 || o.sizes[1] != 20000 {
		t.Error(o.sizes, err)
	}
	for _, bad := range []string{"", "x", "0", "-3", "1,"} {
		if (&options{}).takeSizes(bad) == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}
