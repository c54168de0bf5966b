package preview

import (
	"bytes"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/testcorpus"
	"github.com/kawaraban/kawaraban/templates"
)

// request sends a request to the handler, without a network.
func (s *server) request(method, target string, header ...string) *http.Response {
	r := httptest.NewRequest(method, target, nil)
	r.Host = "localhost:1313"
	for i := 0; i+1 < len(header); i += 2 {
		if header[i] == "Host" {
			r.Host = header[i+1]
		} else {
			r.Header.Set(header[i], header[i+1])
		}
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Result()
}

// TestSameBytes checks that every address of this repository's site has the bytes of a build. Pages
// have one additional script.
func TestSameBytes(t *testing.T) {
	const address, repository = "https://notes.example.org/any/prefix/", "https://github.com/octo/notes/blob/main/"
	dir := t.TempDir()
	if err := os.CopyFS(dir, testcorpus.Site(t)); err != nil {
		t.Fatal(err)
	}
	s := serve(t, dir, Options{Base: "/any/prefix/", BaseURL: address, Repository: repository})
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	built, err := build.New(build.Options{BaseURL: address, Repository: repository}).Build(t.Context(), root.FS())
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := built.Files.Get("sitemap.xml"); !ok {
		t.Fatal("the address of the site is unknown")
	}
	kinds := map[string]string{}
	for _, p := range built.Pages {
		kinds[p.Path] = p.Kind
	}
	scripts := 0
	for _, name := range built.Files.Paths() {
		f, _ := built.Files.Get(name)
		want, err := f.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		resp := s.request("GET", "/any/prefix/"+escapedPath(name))
		var got bytes.Buffer
		if _, err := got.ReadFrom(resp.Body); err != nil || resp.StatusCode != http.StatusOK {
			t.Fatalf("%s: status %d, %v", name, resp.StatusCode, err)
		}
		is := got.Bytes()
		if kind := kinds[name]; kind != "" && kind != finder {
			script := s.script(strings.Repeat("../", strings.Count(name, "/")), name, sumOf(want))
			if n := bytes.Count(is, script); n != 1 {
				t.Fatalf("%s has %d scripts of the preview", name, n)
			}
			is = bytes.Replace(is, script, nil, 1)
			scripts++
		}
		if !bytes.Equal(is, want) {
			t.Fatalf("%s differs: %d bytes, not %d", name, len(is), len(want))
		}
		if !strings.HasPrefix(resp.Header.Get("Content-Security-Policy"), "default-src 'none'; ") || resp.Header.Get("ETag") == "" || resp.Header.Get("Content-Type") == "" {
			t.Fatalf("%s: headers %v", name, resp.Header)
		}
	}
	if scripts < 100 || scripts >= len(kinds) { // all pages except the finders
		t.Errorf("%d pages of %d have the script", scripts, len(kinds))
	}
	t.Logf("%d files, %d of them with the script", built.Files.Len(), scripts)
}

func TestAddresses(t *testing.T) {
	files := small()
	files["content/1.27/図 1.png"] = "\x89PNG\r\n\x1a\n"
	files["content/1.27/sig-node.ja.md"] += "\n![図](<図 1.png>)\n"
	s := serve(t, folder(t, files), Options{Base: "/notes/"})
	for _, c := range []struct {
		target   string
		status   int
		location string // or the start of the media type
	}{
		{"/notes/", 200, "text/html; charset=utf-8"},
		{"/notes", 302, "/notes/"},
		{"/", 302, "/notes/"},
		{"/notes/ja", 302, "/notes/ja/"},
		{"/notes/ja?q=1", 302, "/notes/ja/?q=1"},
		{"/notes/ja/", 200, "text/html"},
		{"/notes/ja/index.html", 200, "text/html"},
		{"/notes/ja/1.27/sig-node", 302, "/notes/ja/1.27/sig-node/"},
		{"/notes/ja/1.27/sig-node/", 200, "text/html"},
		{"/notes/ja/1.27/sig-node/index.html/", 404, "text/html"},
		{"/notes/ja//", 404, "text/html"},
		{"/notes//ja/", 404, "text/html"},
		{"/notes/ja/../ja/", 404, "text/html"},
		{"/notes/ja/..%2f..%2fsite.yaml", 404, "text/html"},
		{"/notes/..%5c..%5csite.yaml", 404, "text/html"},
		{"/notes/%00", 404, "text/html"},
		{"/notes/site.yaml", 404, "text/html"},
		{"/notes/content/1.27/sig-node.ja.md", 404, "text/html"},
		{"/ja/", 404, "text/html"},
		{"/notes/404.html", 200, "text/html"},
		{"/notes/llms.txt", 200, "text/plain; charset=utf-8"},
		{"/notes/api/v1/index.json", 200, "application/json"},
		{"/notes/_kawaraban/preview.js", 200, "text/javascript; charset=utf-8"},
		{"/notes/_kawaraban/idiomorph.js", 200, "text/javascript"},
		{"/notes/_kawaraban/message.go", 404, "text/plain"},
		{"/notes/_kawaraban/../ja/", 404, "text/plain"},
		{"/_kawaraban/preview.js", 404, "text/html"},
		{"/notes/_kawaraban/ws", 426, "text/plain"},
	} {
		for _, method := range []string{"GET", "HEAD"} {
			resp := s.request(method, c.target)
			got := resp.Header.Get("Content-Type")
			if c.status == 302 {
				got = resp.Header.Get("Location")
			}
			if method == "HEAD" && c.status == 426 {
				continue // HEAD cannot upgrade the connection
			}
			if resp.StatusCode != c.status || !strings.HasPrefix(got, c.location) || c.status == 302 && got != c.location {
				t.Errorf("%s %s: %d %s, want %d %s", method, c.target, resp.StatusCode, got, c.status, c.location)
			}
			var b bytes.Buffer
			if _, err := b.ReadFrom(resp.Body); err != nil || method == "HEAD" && b.Len() > 0 {
				t.Errorf("%s %s: a body of %d bytes, %v", method, c.target, b.Len(), err)
			}
		}
	}
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS", "TRACE"} {
		if resp := s.request(method, "/notes/ja/"); resp.StatusCode != 405 || resp.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: %d", method, resp.StatusCode)
		}
	}
}

// TestMissingIsWhole checks that the page for a missing address finds its styles and scripts at any
// depth, for any base_url.
func TestMissingIsWhole(t *testing.T) {
	for _, settings := range []string{"", "base_url: https://example.org/\n", "base_url: https://example.org/else/where/\n"} {
		files := small()
		files["site.yaml"] += settings
		s := serve(t, folder(t, files), Options{Base: "/notes/"})
		for _, at := range []string{"none", "ja/9.99/none/", "ja/9.99/none/a/b.html"} {
			_, page := s.get(t, at)
			links := missingLink.FindAllStringSubmatch(page, -1)
			if len(links) < 4 { // icon, styles, two scripts
				t.Fatalf("%q, %s: %d links", settings, at, len(links))
			}
			for _, l := range links {
				if resp := s.request("GET", l[1]); resp.StatusCode != http.StatusOK {
					t.Errorf("%q, %s: %s has status %d", settings, at, l[1], resp.StatusCode)
				}
			}
		}
	}
}

// missingLink matches the addresses in a page.
var missingLink = regexp.MustCompile(`(?:src|href)="?([^"# >][^" >]*)`)

// TestFilesBesideNotes checks that an image next to a note is served, also with special characters in
// its name.
func TestFilesBesideNotes(t *testing.T) {
	files := small()
	files["content/1.27/図 1.png"] = "\x89PNG\r\n\x1a\n"
	files["content/1.27/sig-node.ja.md"] += "\n![図](<図 1.png>)\n"
	s := serve(t, folder(t, files), Options{})
	<-s.ready
	result, err := s.now.Load().state.Whole(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, p := range result.Files.Paths() {
		if path.Ext(p) != ".png" || strings.HasPrefix(p, "assets/") {
			continue
		}
		found++
		resp := s.request("GET", "/"+escapedPath(p))
		var b bytes.Buffer
		if _, err := b.ReadFrom(resp.Body); err != nil || b.String() != "\x89PNG\r\n\x1a\n" || resp.Header.Get("Content-Type") != "image/png" {
			t.Errorf("%s: %d, %q", p, resp.StatusCode, b.String())
		}
	}
	if found == 0 {
		t.Error("the image is not a file of the site")
	}
}

// TestKept checks that a page that the browser has is not sent again, until it changes.
func TestKept(t *testing.T) {
	dir := folder(t, small())
	s := serve(t, dir, Options{})
	first := s.request("GET", "/ja/1.27/sig-node/")
	tag := first.Header.Get("ETag")
	if resp := s.request("GET", "/ja/1.27/sig-node/", "If-None-Match", tag); resp.StatusCode != http.StatusNotModified {
		t.Errorf("the same page again: %d", resp.StatusCode)
	}
	put(t, dir, "content/1.27/sig-node.ja.md", nodeNote("次の文"))
	await(t, "the new page", func() bool {
		return s.request("GET", "/ja/1.27/sig-node/", "If-None-Match", tag).StatusCode == http.StatusOK
	})
}

func TestHostAndOrigin(t *testing.T) {
	s := serve(t, folder(t, small()), Options{Hosts: []string{"desk.example", ""}})
	for _, c := range []struct {
		host, origin string
		ok           bool
	}{
		{"localhost", "", true},
		{"localhost:1313", "", true},
		{"LocalHost.:1313", "", true},
		{"notes.localhost:1313", "", true},
		{"127.0.0.1:1313", "", true},
		{"[::1]:1313", "", true},
		{"[::1]", "", true},
		{"192.168.1.20:8080", "", true},
		{"desk.example:1313", "", true},
		{"DESK.example", "", true},
		{"", "", false},
		{":1313", "", false},
		{"evil.example", "", false},
		{"evil.example:1313", "", false},
		{"localhost.evil.example", "", false},
		{"evillocalhost", "", false},
		{"127.0.0.1.evil.example", "", false},
		{"127.0.0.1.evil.example:1313", "", false},
		{"[fe80::1%25eth0]:1313", "", false},
		{"a;script-src.localhost", "", false},
		{"localhost:port", "", false},
		{"[::1", "", false},
		{"localhost:1313", "http://localhost:1313", true},
		{"localhost:1313", "http://LOCALHOST:1313", true},
		{"localhost:1313", "https://localhost:1313", true},
		{"localhost:1313", "http://localhost:1314", false},
		{"localhost:1313", "http://127.0.0.1:1313", false},
		{"localhost:1313", "http://evil.example", false},
		{"localhost:1313", "null", false},
		{"localhost:1313", "ftp://localhost:1313", false},
		{"localhost:1313", "localhost:1313", false},
	} {
		for _, target := range []string{"/ja/", "/_kawaraban/preview.js", "/_kawaraban/ws", "/none"} {
			header := []string{"Host", c.host}
			if c.origin != "" {
				header = append(header, "Origin", c.origin)
			}
			resp := s.request("GET", target, header...)
			if ok := resp.StatusCode != http.StatusForbidden; ok != c.ok {
				t.Errorf("%s with Host %q and Origin %q: status %d", target, c.host, c.origin, resp.StatusCode)
			}
		}
	}
}

// TestStrict checks that sites with their own templates or scripts may load other files. A copy of a
// built-in file does not count.
func TestStrict(t *testing.T) {
	home, err := fs.ReadFile(templates.FS, "home.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"templates/home.html", "x", false},
		{"templates/home.html", string(home), true},
		{"templates/partials/ours.html", "", false},
		{"static/js/ours.js", "", false},
		{"static/js/check/99-ours.js", "", false},
		{"static/js/search/99-ours.js", "", false},
		{"static/css/95-ours.css", "", true},
		{"templates/languages/en.yaml", "", true},
	} {
		if got := strict(fstest.MapFS{c.name: {Data: []byte(c.text)}}); got != c.want {
			t.Errorf("with %s of %d bytes it is %v", c.name, len(c.text), got)
		}
	}
}

// TestWithScript checks that the script is before other scripts, or at the end of a page without head.
func TestWithScript(t *testing.T) {
	for _, c := range []struct{ page, want string }{
		{"<head><title>x</title></head><body>", "<head><title>x</title>S</head><body>"},
		{"<head><script src=a></script></head><body><script>", "<head>S<script src=a></script></head><body><script>"},
		{"<p>bare", "<p>bareS"},
		{"", "S"},
	} {
		if got := string(withScript([]byte(c.page), []byte("S"))); got != c.want {
			t.Errorf("%s: got %s, want %s", c.page, got, c.want)
		}
	}
}
