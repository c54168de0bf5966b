package preview

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/static"
	"github.com/kawaraban/kawaraban/templates"
)

var mediaTypes = map[string]string{
	".avif": "image/avif", ".bin": "application/octet-stream", ".css": "text/css; charset=utf-8", ".csv": "text/csv; charset=utf-8",
	".gif": "image/gif", ".html": "text/html; charset=utf-8", ".ico": "image/x-icon", ".jpeg": "image/jpeg", ".jpg": "image/jpeg",
	".js": "text/javascript; charset=utf-8", ".json": "application/json", ".md": "text/markdown; charset=utf-8", ".mp4": "video/mp4",
	".pdf": "application/pdf", ".png": "image/png", ".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8", ".webm": "video/webm",
	".webp": "image/webp", ".xml": "application/xml; charset=utf-8", ".yaml": "text/yaml; charset=utf-8", ".yml": "text/yaml; charset=utf-8",
	".zip": "application/zip",
}

type checkResult struct {
	sh    *shown
	diags []diag.Diagnostic
	err   error
}

// shown is one state of the site with its rendered pages. Only the cache of pages changes.
type shown struct {
	seq    uint64
	state  *build.State
	strict bool   // the site has no templates or scripts of its own
	follow bool   // tabs follow changes
	times  *times // of the change; nil for the first state

	mu    sync.Mutex
	pages map[string]*printed
}

// maxPrinted limits the cached pages of a state.
const maxPrinted = 256

// printed is a page as built.
type printed struct {
	once sync.Once
	html []byte
	sum  string
	err  error
}

// ownParts are the directories whose files may load other resources than the program's pages, with
// the embedded files that they override.
var ownParts = map[string]fs.FS{
	"templates/*.html": templates.FS, "templates/partials/*.html": templates.FS,
	"static/js/*.js": static.FS, "static/js/check/*.js": static.FS, "static/js/search/*.js": static.FS,
}

// strict reports whether the site overrides no template or script.
func strict(root fs.FS) bool {
	for pattern, builtIn := range ownParts {
		names, err := fs.Glob(root, pattern)
		if err != nil {
			return false
		}
		for _, name := range names {
			_, below, _ := strings.Cut(name, "/")
			own, err := fs.ReadFile(root, name)
			ours, unknown := fs.ReadFile(builtIn, below)
			if err != nil || unknown != nil || !bytes.Equal(own, ours) {
				return false
			}
		}
	}
	return true
}

func newShown(seq uint64, state *build.State, strict, follow bool) *shown {
	return &shown{seq: seq, state: state, strict: strict, follow: follow, pages: map[string]*printed{}}
}

// page returns the page at a path, rendered; false if there is none. A page is rendered once, also
// for concurrent calls.
func (sh *shown) page(path string) (page.Page, *printed, bool) {
	pg, ok := sh.state.Page(path)
	if !ok {
		return pg, nil, false
	}
	sh.mu.Lock()
	p := sh.pages[path]
	if p == nil {
		if len(sh.pages) >= maxPrinted { // a client fetches the whole site
			clear(sh.pages)
		}
		p = &printed{}
		sh.pages[path] = p
	}
	sh.mu.Unlock()
	p.once.Do(func() {
		f, ok, err := sh.state.File(context.Background(), path) // never waits: a page is not part of the index
		if err == nil && !ok {
			err = fmt.Errorf("printing %s: it is listed and has no file", path)
		}
		if err == nil {
			p.html, err = f.Bytes()
		}
		p.sum, p.err = sumOf(p.html), err
	})
	return pg, p, true
}

// missing returns the site's 404 page with links that begin with base. A build renders it with the
// path of base_url, or with relative links, which work at one level only.
func (sh *shown) missing(base string) (*printed, bool) {
	_, done, ok := sh.page(notFound)
	if !ok || done.err != nil {
		return done, ok
	}
	root := "./"
	if u, err := url.Parse(sh.state.Config().BaseURL); err == nil && u.Host != "" {
		root = strings.TrimSuffix(u.EscapedPath(), "/") + "/"
	}
	return &printed{html: []byte(leading(root, base).Replace(string(done.html))), sum: done.sum}, true
}

// leads are the attributes with URLs on a 404 page.
var leads = []string{"href", "src", "action", "data-search", "data-root"}

// leading replaces root with base at the beginning of URLs. URLs with two slashes are external.
func leading(root, base string) *strings.Replacer {
	var pairs []string
	for _, name := range leads {
		for _, quote := range []string{"", `"`} {
			begin := " " + name + "=" + quote
			pairs = append(pairs, begin+"//", begin+"//", begin+root, begin+base)
		}
	}
	return strings.NewReplacer(pairs...)
}

// kinds stores a visited page of each kind.
type kinds struct {
	mu sync.Mutex
	of map[string]string
}

func (k *kinds) saw(pg page.Page) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.of == nil {
		k.of = map[string]string{}
	}
	k.of[pg.Kind] = pg.Path
}

func (k *kinds) paths() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Collect(maps.Values(k.of))
}

func sumOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16])
}

// Hashes for URLs without a page: the prefix for the 404 page, and the value for the page of
// problems.
const (
	missingSum = "404-"
	noneSum    = "none"
)

const notFound = "404.html"

func (sh *shown) langOf(path string) note.Lang {
	first, _, _ := strings.Cut(path, "/")
	languages := sh.state.Config().Languages
	for _, l := range languages {
		if string(l) == first {
			return l
		}
	}
	if len(languages) > 0 {
		return languages[0]
	}
	return "en"
}

// withScript inserts the script before the others of the head, so that it sees the page before
// they change it.
func withScript(page, script []byte) []byte {
	at := bytes.Index(page, []byte("</head>"))
	if at < 0 { // a template of the site omits the tag: append the script
		at = len(page)
	}
	if first := bytes.Index(page[:at], []byte("<script")); first >= 0 {
		at = first
	}
	out := make([]byte, 0, len(page)+len(script))
	out = append(out, page[:at]...)
	out = append(out, script...)
	return append(out, page[at:]...)
}

func mediaType(name string) string {
	ext := strings.ToLower(path.Ext(name))
	if t := mediaTypes[ext]; t != "" {
		return t
	}
	if t := mime.TypeByExtension(ext); t != "" {
		return t
	}
	return "application/octet-stream"
}

// send writes bytes, or status 304 if the browser has them.
func send(w http.ResponseWriter, r *http.Request, status int, name string, b []byte) {
	w.Header().Set("Content-Type", mediaType(name))
	if status != http.StatusOK {
		w.Header().Set("Content-Length", fmt.Sprint(len(b)))
		w.WriteHeader(status)
		if r.Method != http.MethodHead {
			_, _ = w.Write(b) // the browser has disconnected
		}
		return
	}
	w.Header().Set("ETag", `"`+sumOf(b)+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(b))
}
