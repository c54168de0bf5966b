package fetch

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

type shelf struct {
	mu    sync.Mutex
	files map[string][]byte
	full  bool
}

func (s *shelf) Read(name string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b, ok := s.files[name]; ok {
		return b, nil
	}
	return nil, fs.ErrNotExist
}

func (s *shelf) Write(name string, b []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.full {
		return errors.New("the disk is full")
	}
	if s.files == nil {
		s.files = map[string][]byte{}
	}
	s.files[name] = b
	return nil
}

func (s *shelf) only(t *testing.T) (name string, b []byte) {
	t.Helper()
	if len(s.files) != 1 {
		t.Fatalf("%d files are cached", len(s.files))
	}
	name = slices.Collect(maps.Keys(s.files))[0]
	return name, s.files[name]
}

type naps struct {
	mu  sync.Mutex
	all []time.Duration
}

func (n *naps) sleep(ctx context.Context, d time.Duration) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.all = append(n.all, d)
	return ctx.Err()
}

func serve(t *testing.T, f http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(f)
	t.Cleanup(s.Close)
	return s
}

func TestGet(t *testing.T) {
	var agent string
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		agent = r.UserAgent()
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		fmt.Fprint(w, "日本語")
	})
	c := &Client{Agent: "kawaraban/1", Types: []string{"text/plain"}}
	b, meta, err := c.Get(t.Context(), s.URL+"/a")
	if err != nil || string(b) != "日本語" || meta != (Meta{Address: s.URL + "/a"}) || agent != "kawaraban/1" {
		t.Errorf("%q, %+v, %v; the server received %q", b, meta, err, agent)
	}
}

// TestRefused checks that every bad response gives one error of a known type with the address.
func TestRefused(t *testing.T) {
	other := serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "other") })
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		kind   error
		status int
		text   string
	}{
		"cut off": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			fmt.Fprint(w, "only this")
		}, ErrBroken, 200, "after 9 bytes"},
		"cut off between chunks": {func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, "only this")
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}, ErrBroken, 200, "unexpected EOF"},
		"cut off before the header": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, ErrUnreachable, 0, "EOF"},
		"too large by its header": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1001")
			w.WriteHeader(200)
		}, ErrLarge, 200, "1001 bytes, limit 1000"},
		"too large": {func(w http.ResponseWriter, _ *http.Request) {
			for range 2000 {
				fmt.Fprint(w, "x")
				w.(http.Flusher).Flush()
			}
		}, ErrLarge, 200, "more than 1000 bytes"},
		"a bomb": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			w.Header().Set("Content-Type", "text/plain")
			z := gzip.NewWriter(w)
			for range 64 {
				_, _ = z.Write(make([]byte, 1<<20))
			}
			_ = z.Close()
		}, ErrLarge, 200, "more than 1000 bytes"},
		"damaged packing": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			w.Header().Set("Content-Type", "text/plain")
			fmt.Fprint(w, "no gzip at all")
		}, ErrBroken, 200, "gzip: invalid header"},
		"another packing": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "br")
			fmt.Fprint(w, "x")
		}, ErrType, 200, `encoding "br"`},
		"a page": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprint(w, "<p>Log in")
		}, ErrType, 200, `type "text/html; charset=utf-8"`},
		"no type at all": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", ";;;"+strings.Repeat("x", 1000))
		}, ErrType, 200, "xxx…"},
		"nothing there":    {func(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }, ErrGone, 404, "404 Not Found"},
		"gone":             {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(410) }, ErrGone, 410, "410 Gone"},
		"forbidden":        {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(403) }, ErrStatus, 403, "403 Forbidden"},
		"a strange status": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(799) }, ErrStatus, 799, "refused the request: 799"},
		"unchanged since when": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(304) },
			ErrStatus, 304, "304 Not Modified"},
		"a part":        {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(206) }, ErrStatus, 206, "206 Partial Content"},
		"always busy":   {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) }, ErrBusy, 503, "503 Service Unavailable"},
		"to a stranger": {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL, http.StatusFound) }, ErrRedirect, 0, strings.TrimPrefix(other.URL, "http://")},
		"out of https": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://example.com/", http.StatusFound)
		}, ErrRedirect, 0, "http://example.com/ is not an https address"},
		"to a file": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		}, ErrRedirect, 0, "file:///etc/passwd"},
		"with a secret": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://me:hidden@example.com/", http.StatusFound)
		}, ErrRedirect, 0, "example.com"},
		"round in rings": {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/", http.StatusFound) }, ErrRedirect, 0, "more than 5 redirects"},
		"a long header": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X", strings.Repeat("x", 1<<20))
		}, ErrUnreachable, 0, "exceeded"},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, c.answer)
			client := &Client{Limit: 1000, Types: []string{"text/plain"}, sleep: (&naps{}).sleep}
			_, _, err := client.Get(t.Context(), strings.Replace(s.URL, "://", "://user:hidden@", 1)+"/x")
			e, ok := errors.AsType[*Error](err)
			if !ok || !errors.Is(err, c.kind) || e.Status != c.status {
				t.Fatalf("%v (%T), want %v with status %d", err, err, c.kind, c.status)
			}
			if text := err.Error(); !strings.HasPrefix(text, s.URL+"/x: "+c.kind.Error()) || !strings.Contains(text, c.text) || strings.Contains(text, "hidden") {
				t.Errorf("error text %s", text)
			}
		})
	}
}

// TestBombIsCheap checks that decompression of a 256 MB body stops at the limit of 1 MB.
func TestBombIsCheap(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	for range 256 {
		_, _ = z.Write(make([]byte, 1<<20))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("Content-Type", "text/plain")
		_, _ = w.Write(packed.Bytes())
	})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	body, _, err := (&Client{Limit: 1 << 20}).Get(t.Context(), s.URL)
	runtime.ReadMemStats(&after)
	if taken := (after.TotalAlloc - before.TotalAlloc) >> 20; !errors.Is(err, ErrLarge) || body != nil || taken > 32 {
		t.Errorf("%d bytes for %d MB of memory, %v", len(body), taken, err)
	}
}

func TestAddresses(t *testing.T) {
	for address, text := range map[string]string{
		"http://example.com/":               "http://example.com/: invalid address: not https",
		"http://me:hidden@example.com/":     "http://example.com/: invalid address: not https",
		"http://localhost.example.com/":     "http://localhost.example.com/: invalid address: not https",
		"file:///etc/passwd":                "file:///etc/passwd: invalid address",
		"ftp://127.0.0.1/x":                 "ftp://127.0.0.1/x: invalid address: not https",
		"https:":                            "https:: invalid address",
		"https:example.com":                 "https:example.com: invalid address",
		"https://me:hid/den@example.com/":   "example.com/: invalid address",
		"https://me:hid#den@example.com/":   "example.com/: invalid address",
		"https://me:%zzhidden@example.com/": "example.com/: invalid address",
		"":                                  ": invalid address",
		"https://example.com/" + strings.Repeat("x", maxAddress): "https://example.com/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…: invalid address",
	} {
		_, _, err := new(Client).Get(t.Context(), address)
		if !errors.Is(err, ErrAddress) || err.Error() != text {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestRedirect(t *testing.T) {
	to := serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "here") })
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			http.Redirect(w, r, "/b", http.StatusFound)
			return
		}
		http.Redirect(w, r, to.URL+"/c", http.StatusMovedPermanently)
	})
	host := strings.TrimPrefix(to.URL, "http://")
	b, meta, err := (&Client{Hosts: []string{host}}).Get(t.Context(), s.URL)
	if err != nil || string(b) != "here" || meta.Address != to.URL+"/c" {
		t.Errorf("%q, %+v, %v", b, meta, err)
	}
}

// TestAgain checks that busy and interrupted responses are retried after the requested time.
func TestAgain(t *testing.T) {
	date := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		after string
		fails int
		want  []time.Duration
		err   error
	}{
		"once":                {"", 1, []time.Duration{time.Second}, nil},
		"twice":               {"", 2, []time.Duration{time.Second, 2 * time.Second}, nil},
		"too often":           {"", 3, []time.Duration{time.Second, 2 * time.Second}, ErrBusy},
		"in so many seconds":  {"7", 1, []time.Duration{7 * time.Second}, nil},
		"at once":             {"0", 2, []time.Duration{time.Second, 2 * time.Second}, nil},
		"at a time":           {date.Add(5 * time.Second).Format(http.TimeFormat), 1, []time.Duration{5 * time.Second}, nil},
		"in the past":         {date.Add(-time.Hour).Format(http.TimeFormat), 1, []time.Duration{time.Second}, nil},
		"tomorrow":            {"86400", 1, nil, ErrBusy},
		"in 10,000 years":     {"315569520000", 1, []time.Duration{time.Second}, nil},
		"just over the limit": {"31", 1, nil, ErrBusy},
		"nonsense":            {"soon", 1, []time.Duration{time.Second}, nil},
		"minus":               {"-5", 1, []time.Duration{time.Second}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				if asked++; asked > c.fails {
					fmt.Fprint(w, "here")
					return
				}
				w.Header().Set("Date", date.Format(http.TimeFormat))
				w.Header().Set("Retry-After", c.after)
				w.WriteHeader([]int{429, 500, 502, 503, 504}[asked%5])
			})
			var slept naps
			b, _, err := (&Client{sleep: slept.sleep}).Get(t.Context(), s.URL)
			if !errors.Is(err, c.err) || err == nil && string(b) != "here" || !slices.Equal(slept.all, c.want) {
				t.Errorf("%q, %v after %v, want %v", b, err, slept.all, c.want)
			}
		})
	}
}

func TestAgainBroken(t *testing.T) {
	asked := 0
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "10")
		if asked++; asked == 1 {
			fmt.Fprint(w, "01234")
			return
		}
		fmt.Fprint(w, "0123456789")
	})
	b, _, err := (&Client{sleep: new(naps).sleep}).Get(t.Context(), s.URL)
	if err != nil || string(b) != "0123456789" || asked != 2 {
		t.Errorf("%q, %v after %d", b, err, asked)
	}
}

func TestNoWaitBeyond(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "20")
		w.WriteHeader(429)
	})
	var slept naps
	_, _, err := (&Client{Timeout: 10 * time.Second, sleep: slept.sleep}).Get(t.Context(), s.URL)
	e, ok := errors.AsType[*Error](err)
	if !ok || !errors.Is(err, ErrBusy) || e.After != 20*time.Second || len(slept.all) > 0 {
		t.Errorf("%v after %v", err, slept.all)
	}
	if want := s.URL + ": the server is busy: 429 Too Many Requests, retry after 20s"; err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestDrip checks that a server that sends single bytes slowly runs into the time limit.
func TestDrip(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "1000000")
		for r.Context().Err() == nil {
			fmt.Fprint(w, ".")
			w.(http.Flusher).Flush()
			time.Sleep(time.Millisecond)
		}
	})
	_, _, err := (&Client{Timeout: 50 * time.Millisecond}).Get(t.Context(), s.URL)
	if !errors.Is(err, ErrSlow) || err.Error() != s.URL+": the response took too long" {
		t.Error(err)
	}
}

// TestCanceled checks that a cancellation returns the caller's error at any time.
func TestCanceled(t *testing.T) {
	for name, answer := range map[string]func(stop func()) http.HandlerFunc{
		"before the header": func(stop func()) http.HandlerFunc {
			return func(_ http.ResponseWriter, r *http.Request) { stop(); <-r.Context().Done() }
		},
		"within the body": func(stop func()) http.HandlerFunc {
			return func(w http.ResponseWriter, r *http.Request) {
				fmt.Fprint(w, "x")
				w.(http.Flusher).Flush()
				stop()
				<-r.Context().Done()
			}
		},
		"before the next attempt": func(stop func()) http.HandlerFunc {
			return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503); stop() }
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			s := serve(t, answer(stop))
			_, _, err := new(Client).Get(ctx, s.URL)
			if !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
	}
}

func TestUnreachable(t *testing.T) {
	s := serve(t, func(http.ResponseWriter, *http.Request) {})
	s.Close()
	_, _, err := new(Client).Get(t.Context(), s.URL)
	if !errors.Is(err, ErrUnreachable) || strings.Count(err.Error(), "http://") != 1 {
		t.Error(err)
	}
}

func TestTLS(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	_, _, err := new(Client).Get(t.Context(), s.URL)
	if !errors.Is(err, ErrUnreachable) || !strings.Contains(err.Error(), "certificate") {
		t.Error(err)
	}
}

// TestCache checks that the server decides whether the cached file is current.
func TestCache(t *testing.T) {
	for name, set := range map[string]func(h http.Header, version string){
		"tag":  func(h http.Header, version string) { h.Set("ETag", `W/"`+version+`"`) },
		"date": func(h http.Header, _ string) { h.Set("Last-Modified", "Fri, 20 Nov 2026 12:00:00 GMT") },
	} {
		t.Run(name, func(t *testing.T) {
			version := "1"
			var said []string
			s := serve(t, func(w http.ResponseWriter, r *http.Request) {
				said = append(said, r.Header.Get("If-None-Match")+r.Header.Get("If-Modified-Since"))
				set(w.Header(), version)
				if r.Header.Get("If-None-Match") == `W/"`+version+`"` || r.Header.Get("If-Modified-Since") != "" && version == "1" {
					w.WriteHeader(304)
					return
				}
				fmt.Fprint(w, "version ", version)
			})
			c := &Client{Cache: &shelf{}}
			get := func(want string, cached bool) {
				t.Helper()
				b, meta, err := c.Get(t.Context(), s.URL+"/f")
				if err != nil || string(b) != want || meta.Cached != cached || meta.CacheErr != nil {
					t.Errorf("%q, %+v, %v, want %q", b, meta, err, want)
				}
			}
			get("version 1", false)
			get("version 1", true)
			version = "2"
			get("version 2", false)
			if said[0] != "" || said[1] == "" || said[2] != said[1] {
				t.Errorf("requested with %q", said)
			}
		})
	}
}

// TestDamagedCache checks that a changed or exchanged cache file is detected and fetched again.
func TestDamagedCache(t *testing.T) {
	conditional := 0
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"1"`)
		if r.Header.Get("If-None-Match") != "" {
			conditional++
			w.WriteHeader(304)
			return
		}
		fmt.Fprint(w, "body of ", r.URL.Path)
	})
	kept := &shelf{}
	c := &Client{Cache: kept}
	get := func(path string) {
		t.Helper()
		if b, _, err := c.Get(t.Context(), s.URL+path); err != nil || string(b) != "body of "+path {
			t.Errorf("%q, %v", b, err)
		}
	}
	get("/a")
	name, good := kept.only(t)
	damaged := [][]byte{nil, good[:len(good)-1], append(slices.Clone(good), 'x'), good[:64], good[65:], []byte("\n\n"), bytes.Repeat([]byte("x"), 1000)}
	for i := range good {
		b := slices.Clone(good)
		b[i] ^= 1
		damaged = append(damaged, b)
	}
	for i, b := range damaged {
		kept.files[name] = b
		if get("/a"); !bytes.Equal(kept.files[name], good) {
			t.Fatalf("damage %d was not repaired", i)
		}
	}
	kept.files[nameOf(s.URL+"/b")] = good
	get("/b")
	if conditional > 0 {
		t.Errorf("%d conditional requests for a damaged file", conditional)
	}
	if get("/a"); conditional != 1 {
		t.Error("the whole file was not used")
	}
}

func TestCacheLimit(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"1"`)
		if r.Header.Get("If-None-Match") != "" {
			w.WriteHeader(304)
			return
		}
		fmt.Fprint(w, strings.Repeat("x", 2000))
	})
	kept := &shelf{}
	if _, _, err := (&Client{Cache: kept}).Get(t.Context(), s.URL); err != nil {
		t.Fatal(err)
	}
	if _, _, err := (&Client{Cache: kept, Limit: 1000}).Get(t.Context(), s.URL); !errors.Is(err, ErrLarge) {
		t.Error(err)
	}
}

// TestUnkept checks that a failing cache has no other effect, and that a file without ETag and date
// is not cached.
func TestUnkept(t *testing.T) {
	tag := `"1"`
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("ETag", tag)
		fmt.Fprint(w, "x")
	})
	b, meta, err := (&Client{Cache: &shelf{full: true}}).Get(t.Context(), s.URL)
	if err != nil || string(b) != "x" || meta.CacheErr == nil || meta.CacheErr.Error() != "the disk is full" {
		t.Errorf("%q, %+v, %v", b, meta, err)
	}
	tag = ""
	kept := &shelf{}
	if _, _, err := (&Client{Cache: kept}).Get(t.Context(), s.URL); err != nil || len(kept.files) > 0 {
		t.Errorf("%d files are cached, %v", len(kept.files), err)
	}
}

func TestNoSecretIsKept(t *testing.T) {
	var user, password string
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		user, password, _ = r.BasicAuth()
		w.Header().Set("ETag", `"1"`)
		fmt.Fprint(w, "x")
	})
	kept := &shelf{}
	_, meta, err := (&Client{Cache: kept}).Get(t.Context(), strings.Replace(s.URL, "://", "://me:hidden@", 1)+"/f")
	if err != nil || user != "me" || password != "hidden" || meta.Address != s.URL+"/f" {
		t.Errorf("%s %s, %+v, %v", user, password, meta, err)
	}
	name, b := kept.only(t)
	if name != nameOf(s.URL+"/f") || bytes.Contains(b, []byte("hidden")) || bytes.Contains(b, []byte("me:")) {
		t.Errorf("%s: %s", name, b)
	}
}

// TestProxy checks that requests use the proxy and that no message contains its password.
func TestProxy(t *testing.T) {
	var asked string
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked = r.Method + " " + r.Host + " " + r.Header.Get("Proxy-Authorization")
		w.WriteHeader(http.StatusForbidden)
	})
	at, err := url.Parse(strings.Replace(s.URL, "://", "://me:hidden@", 1))
	if err != nil {
		t.Fatal(err)
	}
	c := &Client{proxy: http.ProxyURL(at)}
	_, _, err = c.Get(t.Context(), "https://upstream.example/f")
	if asked != "CONNECT upstream.example:443 Basic bWU6aGlkZGVu" {
		t.Errorf("request to the proxy: %s", asked)
	}
	if !errors.Is(err, ErrUnreachable) || strings.Contains(err.Error(), "hidden") || !strings.Contains(err.Error(), "Forbidden") {
		t.Error(err)
	}
	s.Close()
	if _, _, err = c.Get(t.Context(), "https://upstream.example/f"); err == nil || strings.Contains(err.Error(), "hidden") {
		t.Error(err)
	}
}

// FuzzDecode checks that a cache file is either invalid or re-encodes to the same bytes.
func FuzzDecode(f *testing.F) {
	whole, err := entry{Address: "https://example.com/", Tag: `"1"`, body: []byte("x\ny")}.encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add([]byte("\n\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		e, ok := decode(append(append(sum(b), '\n'), b...))
		if !ok {
			return
		}
		again, err := e.encode()
		if back, ok := decode(again); err != nil || !ok || back.Address != e.Address || back.Tag != e.Tag || !bytes.Equal(back.body, e.body) {
			t.Errorf("%+v became %+v: %v", e, back, err)
		}
	})
}

// FuzzRedact checks that user information is removed completely.
func FuzzRedact(f *testing.F) {
	f.Add("me", "hidden")
	f.Fuzz(func(t *testing.T, user, password string) {
		u := url.URL{Scheme: "https", User: url.UserPassword(user, password), Host: "example.com", Path: "/a@b"}
		if got := Redact("see " + u.String() + " there"); got != "see https://example.com/a@b there" {
			t.Errorf("%s became %s", u.String(), got)
		}
	})
}
