package crawl

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/fetch"
)

// web is an Asker that knows what servers say, and a cache in memory.
type web struct {
	mu     sync.Mutex
	says   map[string]int
	fails  map[string]error
	asked  []string
	stop   func() // is called at the first question
	answer []byte
	writes int
	full   bool
}

func (w *web) Ask(_ context.Context, address string) (fetch.Answer, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked = append(w.asked, address)
	if w.stop != nil && len(w.asked) > 1 {
		w.stop()
	}
	if err := w.fails[address]; err != nil {
		return fetch.Answer{}, &fetch.Error{Address: address, Err: err}
	}
	return fetch.Answer{Status: w.says[address], At: address}, nil
}

func (w *web) Read(name string) ([]byte, error) {
	if name != answersName || w.answer == nil {
		return nil, fs.ErrNotExist
	}
	return w.answer, nil
}

func (w *web) Write(name string, b []byte) error {
	if w.full {
		return errors.New("the disk is full")
	}
	w.writes++
	w.answer = slices.Clone(b)
	return nil
}

var today = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func placed(line int) diag.Position { return diag.Position{File: "ja/index.html", Line: line} }

// printed are problems as people read them.
func printed(ds []diag.Diagnostic) []string {
	var out []string
	for _, d := range ds {
		out = append(out, d.Severity.String()+" "+d.String())
	}
	return out
}

func TestExternal(t *testing.T) {
	w := &web{
		says: map[string]int{"https://a.example/ok": 200, "https://a.example/gone": 404, "https://b.example/410": 410, "https://b.example/403": 403, "http://c.example/": 200},
		fails: map[string]error{
			"https://b.example/slow": fetch.ErrSlow,
			"http://10.0.0.1/":       fmt.Errorf("%w: 10.0.0.1", fetch.ErrPrivate),
		},
	}
	list := []Reference{
		{"https://a.example/ok", placed(1)}, {"https://a.example/ok#part", placed(2)}, {"https://a.example/gone#part", placed(3)}, {"https://a.example/gone", placed(4)},
		{"https://b.example/410", placed(5)}, {"https://b.example/403", placed(6)}, {"https://b.example/slow", placed(7)}, {"http://10.0.0.1/", placed(8)},
		{"mailto:ann@example.com", placed(9)}, {"http://c.example/", placed(10)}, {"https://[", placed(11)},
	}
	var told []int
	o := ExternalOptions{Client: w, Cache: w, Now: today, Tell: func(done, total int) { told = append(told, done, total) }}
	ds, err := External(t.Context(), list, o)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"warning ja/index.html:3: https://a.example/gone#part leads nowhere: the server says 404 Not Found [link/gone]",
		"warning ja/index.html:4: https://a.example/gone leads nowhere: the server says 404 Not Found [link/gone]",
		"warning ja/index.html:5: https://b.example/410 leads nowhere: the server says 410 Gone [link/gone]",
		"info ja/index.html:6: https://b.example/403 gives no answer: the server says 403 Forbidden [link/unanswered]",
		"info ja/index.html:7: https://b.example/slow gives no answer: the answer takes too long [link/unanswered]",
		"info ja/index.html:8: http://10.0.0.1/ is not asked: the address is not public: 10.0.0.1 [link/private]",
	}
	if diff := cmp.Diff(want, printed(ds)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	// The host with most addresses is asked first; each address once.
	asked := []string{"https://b.example/403", "https://b.example/410", "https://b.example/slow", "https://a.example/gone", "https://a.example/ok", "http://10.0.0.1/", "http://c.example/"}
	if diff := cmp.Diff(asked, w.asked); diff != "" {
		t.Errorf("asked (-want +got)\n%s", diff)
	}
	if want := []int{1, 7, 2, 7, 3, 7, 4, 7, 5, 7, 6, 7, 7, 7}; !slices.Equal(told, want) {
		t.Errorf("told %v", told)
	}
	// What servers said is not asked for again within a week, what they did not say is.
	for _, c := range []struct {
		after time.Duration
		asked int
	}{{7 * 24 * time.Hour, 2}, {7*24*time.Hour + time.Second, 7}, {-time.Hour, 7}} {
		kept := &web{says: w.says, fails: w.fails, answer: w.answer}
		o := ExternalOptions{Client: kept, Cache: kept, Now: today.Add(c.after)}
		again, err := External(t.Context(), list, o)
		if diff := cmp.Diff(printed(ds), printed(again)); diff != "" || err != nil || len(kept.asked) != c.asked {
			t.Errorf("after %s %d were asked, %v\n%s", c.after, len(kept.asked), err, diff)
		}
	}
}

// TestExternalSilent: a host that answers nobody is left alone, the others are asked.
func TestExternalSilent(t *testing.T) {
	w := &web{says: map[string]int{"https://b.example/": 200}, fails: map[string]error{}}
	list := []Reference{{"https://b.example/", placed(100)}}
	for i := range 10 {
		address := fmt.Sprintf("https://a.example/%d", i)
		w.fails[address] = fetch.ErrUnreachable
		list = append(list, Reference{address, placed(i + 1)})
	}
	told := 0
	ds, err := External(t.Context(), list, ExternalOptions{Client: w, Now: today, Tell: func(done, _ int) { told = done }})
	if err != nil || len(w.asked) != enough+1 || len(ds) != enough+1 || told != 11 {
		t.Fatalf("%d were asked, %v, %v", len(w.asked), ds, err)
	}
	if got, want := printed(ds)[enough], "info ja/index.html:4: https://a.example/3 and 6 more were not asked: their host did not answer 3 times [link/unanswered]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestExternalStopped: an end in the middle keeps what was answered until then.
func TestExternalStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	w := &web{says: map[string]int{"https://a.example/1": 200, "https://a.example/2": 200, "https://a.example/3": 200}, stop: stop}
	list := []Reference{{"https://a.example/1", placed(1)}, {"https://a.example/2", placed(2)}, {"https://a.example/3", placed(3)}}
	if _, err := External(ctx, list, ExternalOptions{Client: w, Cache: w, Now: today}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	kept := map[string]answer{}
	if err := json.Unmarshal(w.answer, &kept); err != nil || len(kept) != 1 || kept["https://a.example/1"].Status != 200 {
		t.Errorf("%s, %v", w.answer, err)
	}
}

// TestExternalKept: many answers are kept on the way, so that a kill costs few of them; a
// cache that takes nothing is said.
func TestExternalKept(t *testing.T) {
	w := &web{says: map[string]int{}}
	var list []Reference
	for i := range 250 {
		address := fmt.Sprintf("https://a.example/%03d", i)
		w.says[address] = 200
		list = append(list, Reference{address, placed(i + 1)})
	}
	ds, err := External(t.Context(), list, ExternalOptions{Client: w, Cache: w, Now: today})
	if err != nil || len(ds) > 0 || w.writes != 3 {
		t.Errorf("%d writes, %v, %v", w.writes, ds, err)
	}
	w.full, w.answer = true, nil
	if _, err := External(t.Context(), list, ExternalOptions{Client: w, Cache: w, Now: today}); err == nil || !strings.Contains(err.Error(), "the disk is full") {
		t.Error(err)
	}
}

// TestExternalDamaged: a cache that is damaged or invented is no answer.
func TestExternalDamaged(t *testing.T) {
	for _, kept := range []string{"", "null", "[]", "{", `{"https://a.example/": 5}`, `{"https://a.example/": {"status": 20, "at": "2026-11-20T12:00:00Z"}}`,
		`{"https://a.example/": {"status": 200}}`, `{"https://a.example/": {"status": 200, "at": "2027-11-20T12:00:00Z"}}`} {
		w := &web{says: map[string]int{"https://a.example/": 404}, answer: []byte(kept)}
		ds, err := External(t.Context(), []Reference{{"https://a.example/", placed(1)}}, ExternalOptions{Client: w, Cache: w, Now: today})
		if err != nil || len(ds) != 1 || len(w.asked) != 1 {
			t.Errorf("%s: %v, %v", kept, ds, err)
		}
	}
}

// TestExternalReal asks a server on loopback through a real client, and is refused where
// nothing allows this machine.
func TestExternalReal(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/gone" {
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	list := []Reference{{s.URL + "/gone", placed(1)}, {s.URL + "/there", placed(2)}}
	for loopback, want := range map[bool][]diag.Code{true: {"link/gone"}, false: {"link/private", "link/private"}} {
		ds, err := External(t.Context(), list, ExternalOptions{Client: &fetch.Client{Loopback: loopback}, Now: today})
		var codes []diag.Code
		for _, d := range ds {
			codes = append(codes, d.Code)
		}
		if err != nil || !slices.Equal(codes, want) {
			t.Errorf("loopback %v: %v, %v", loopback, ds, err)
		}
	}
}
