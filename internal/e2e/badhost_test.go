package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"testing"
	"time"
)

// fault is the response of a failing host or network.
type fault func(w http.ResponseWriter, r *http.Request, next http.Handler)

// badHost serves a built site with a cache time of ten minutes. Requests for some paths get a fault.
type badHost struct {
	url string

	mu        sync.Mutex
	site      *built
	where     *regexp.Regexp // pattern of paths with a fault; nil: none
	wrong     fault
	requested map[string]int // number of requests by path
}

func newBadHost(t *testing.T, site *built) *badHost {
	h := &badHost{site: site, requested: map[string]int{}}
	server := httptest.NewServer(h)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	h.url = server.URL + prefix
	return h
}

func (h *badHost) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	files := http.StripPrefix(prefix, http.FileServer(http.Dir(h.site.dir)))
	wrong := h.wrong
	if h.where == nil || !h.where.MatchString(r.URL.Path) {
		wrong = nil
	}
	h.requested[r.URL.Path]++
	h.mu.Unlock()
	w.Header().Set("Content-Security-Policy", policy)
	w.Header().Set("Cache-Control", "max-age=600")
	if wrong == nil {
		files.ServeHTTP(w, r)
		return
	}
	wrong(w, r, files)
}

// do makes requests for matching paths fail from now on.
func (h *badHost) do(where string, wrong fault) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.where, h.wrong = regexp.MustCompile(where), wrong
}

// heal removes the fault.
func (h *badHost) heal() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.where = nil
}

// deploy replaces the site.
func (h *badHost) deploy(site *built) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.site = site
}

// missing responds with status 404.
func missing(w http.ResponseWriter, r *http.Request, _ http.Handler) { http.NotFound(w, r) }

func overloaded(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
	w.WriteHeader(http.StatusServiceUnavailable)
}

// homepage responds like hosts that serve their home page for missing files.
func homepage(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, "<!doctype html><title>Home</title><p>Welcome")
}

// truncated sends half of the bytes, with a matching length, as after an interrupted upload.
func truncated(w http.ResponseWriter, r *http.Request, next http.Handler) {
	whole := recorded(r, next)
	w.Header().Set("Content-Type", whole.Header().Get("Content-Type"))
	w.Write(whole.Body.Bytes()[:whole.Body.Len()/2])
}

// severed announces all bytes and closes the connection after half of them.
func severed(w http.ResponseWriter, r *http.Request, next http.Handler) {
	whole := recorded(r, next)
	w.Header().Set("Content-Type", whole.Header().Get("Content-Type"))
	w.Header().Set("Content-Length", fmt.Sprint(whole.Body.Len()))
	w.Write(whole.Body.Bytes()[:whole.Body.Len()/2])
	panic(http.ErrAbortHandler)
}

// blocked closes the connection without a response.
func blocked(http.ResponseWriter, *http.Request, http.Handler) { panic(http.ErrAbortHandler) }

// slowly responds after a delay.
func slowly(after time.Duration) fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		select {
		case <-time.After(after):
			next.ServeHTTP(w, r)
		case <-r.Context().Done():
		}
	}
}

// instead responds with the bytes of another file of the site.
func instead(site *built, name string) fault {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		data, err := os.ReadFile(filepath.Join(site.dir, filepath.FromSlash(name)))
		if err != nil {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Write(data)
	}
}

func recorded(r *http.Request, next http.Handler) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	r.Header.Del("If-Modified-Since")
	next.ServeHTTP(w, r)
	return w
}

// indexOf returns the directory and name of the first index file that matches a pattern.
func indexOf(t *testing.T, site *built, pattern string) (folder, name string) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(site.dir, "search", "??????", pattern))
	if err != nil || len(found) == 0 {
		t.Fatalf("the index has no %s (%v)", pattern, err)
	}
	name, _ = filepath.Rel(site.dir, found[len(found)/2])
	return filepath.Base(filepath.Dir(name)), filepath.ToSlash(name)
}

// word returns an interface text in a language.
func word(t *testing.T, lang, key string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "templates", "languages", lang+".yaml"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^  ` + regexp.QuoteMeta(key) + `: "?(.*?)"?$`).FindSubmatch(data)
	if m == nil {
		t.Fatalf("%s has no text %s", lang, key)
	}
	return string(m[1])
}
