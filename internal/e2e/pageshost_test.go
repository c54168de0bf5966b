package e2e

import (
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// pagesHost serves a directory as GitHub Pages serves the branch of a project: at /repo/, with
// 404.html for missing files. It is independent of the program.
type pagesHost struct{ dir string }

// pagesTypes are the content types that GitHub Pages sends, by file extension. Other files are
// downloads.
var pagesTypes = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "application/javascript; charset=utf-8",
	".json": "application/json; charset=utf-8",
	".md":   "text/markdown; charset=utf-8",
	".png":  "image/png",
	".svg":  "image/svg+xml",
	".txt":  "text/plain; charset=utf-8",
	".xml":  "application/xml",
}

func (h *pagesHost) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	w.Header().Set("Access-Control-Allow-Origin", "*")
	below, ok := strings.CutPrefix(r.URL.Path, project)
	if r.URL.Path+"/" == project {
		below, ok = "", true
	}
	file := h.find(below)
	switch {
	case !ok || file == "":
		h.answer(w, r, "404.html", http.StatusNotFound)
	case !strings.HasSuffix(r.URL.Path, "/") && file == path.Join(below, "index.html"):
		to := *r.URL // with the query
		to.Path += "/"
		http.Redirect(w, r, to.String(), http.StatusMovedPermanently)
	default:
		w.Header().Set("Cache-Control", "max-age=600")
		h.answer(w, r, file, http.StatusOK)
	}
}

// find returns the file for an address: the file itself, the file with the extension .html, or the
// index of a directory. It is empty if there is none.
func (h *pagesHost) find(below string) string {
	if below != "" && (path.Clean(below) != strings.TrimSuffix(below, "/") || strings.HasPrefix(below, "..")) {
		return ""
	}
	tries := []string{below, below + ".html", path.Join(below, "index.html")}
	if below == "" || strings.HasSuffix(below, "/") {
		tries = tries[2:]
	}
	for _, name := range tries {
		if info, err := os.Stat(filepath.Join(h.dir, filepath.FromSlash(name))); err == nil && info.Mode().IsRegular() {
			return name
		}
	}
	return ""
}

// answer sends a file. If 404.html is missing, it sends only the status.
func (h *pagesHost) answer(w http.ResponseWriter, r *http.Request, name string, status int) {
	data, err := os.ReadFile(filepath.Join(h.dir, filepath.FromSlash(name)))
	kind, known := pagesTypes[path.Ext(name)]
	if !known {
		kind = "application/octet-stream"
	}
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(status)
	if err == nil && r.Method == http.MethodGet {
		_, _ = w.Write(data) // the client may have closed the connection
	}
}

// TestPagesHost checks that pagesHost behaves like GitHub Pages.
func TestPagesHost(t *testing.T) {
	h := &pagesHost{dir: t.TempDir()}
	for name, text := range map[string]string{"index.html": "home", "a/index.html": "folder", "a/b.html": "page", "a.txt": "text", "c.html": "beside", "c/index.html": "inside", "d/e.bin": "bytes", "404.html": "missing"} {
		file := filepath.Join(h.dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		address string
		status  int
		want    string // the text, or the target of the redirect
		kind    string
	}{
		{"/repo/", 200, "home", "text/html; charset=utf-8"},
		{"/repo", 301, "/repo/", "text/html; charset=utf-8"},
		{"/repo/index", 200, "home", "text/html; charset=utf-8"},
		{"/repo/a/", 200, "folder", "text/html; charset=utf-8"},
		{"/repo/a?q=1", 301, "/repo/a/?q=1", "text/html; charset=utf-8"},
		{"/repo/a/b", 200, "page", "text/html; charset=utf-8"},
		{"/repo/a/b.html", 200, "page", "text/html; charset=utf-8"},
		{"/repo/a.txt", 200, "text", "text/plain; charset=utf-8"},
		{"/repo/a.txt/", 404, "missing", "text/html; charset=utf-8"},
		{"/repo/c", 200, "beside", "text/html; charset=utf-8"},
		{"/repo/c/", 200, "inside", "text/html; charset=utf-8"},
		{"/repo/d/", 404, "missing", "text/html; charset=utf-8"},
		{"/repo/d", 404, "missing", "text/html; charset=utf-8"},
		{"/repo/d/e.bin", 200, "bytes", "application/octet-stream"},
		{"/repo/A/", 404, "missing", "text/html; charset=utf-8"},
		{"/repo/../a.txt", 404, "missing", "text/html; charset=utf-8"},
		{"/a/", 404, "missing", "text/html; charset=utf-8"},
		{"/", 404, "missing", "text/html; charset=utf-8"},
	} {
		w := recorded(mustRequest(t, c.address), h)
		want := w.Body.String()
		if w.Code == http.StatusMovedPermanently {
			want = w.Header().Get("Location")
		}
		if w.Code != c.status || want != c.want || w.Header().Get("Content-Type") != c.kind {
			t.Errorf("%s: %d %q %s, want %d %q %s", c.address, w.Code, want, w.Header().Get("Content-Type"), c.status, c.want, c.kind)
		}
	}
}

func mustRequest(t *testing.T, address string) *http.Request {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
