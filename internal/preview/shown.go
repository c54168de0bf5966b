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

// shown is a state of the site with its rendered pages. Only the cache of pages changes.
type shown struct {
	seq    uint64
	state  *build.State
	strict bool   // whether the site has no templates or scripts of its own
	follow bool   // whether tabs follow changes
	times  *times // times of the change; nil for the first state

	mu    sync.Mutex
	pages map[string]*printed
}

// maxPrinted is the maximum number of cached pages of a state.
const maxPrinted = 256

// printed is a rendered page, as a build would write it.
type printed struct {
	once sync.Once
	html []byte
	sum  string
	err  error
}

// ownParts are the files that may load other resources than the built-in pages. The values are
// the built-in files that they override.
var ownParts = map[string]fs.FS{
	"templates/*.html": templates.FS, "templates/partials/*.html": templates.FS,
	"static/js/*.js": static.FS, "static/js/check/*.js": static.FS, "static/js/search/*.js": static.FS,
}

// strict reports whether the site does not override any template or script.
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

// page returns the page at a path, rendered. It returns false if there is none. A page is
// rendered only once, even if calls are concurrent.
func (sh *shown) page(path string) (page.Page, *printed, bool) {
	pg, ok := sh.state.Page(path)
	if !ok {
		return pg, nil, false
	}
	sh.mu.Lock()
	p := sh.pages[path]
	if p == nil {
		if len(sh.pages) >= maxPrinted { // a client reads the whole site
			clear(sh.pages)
		}
		p = &printed{}
		sh.pages[path] = p
	}
	sh.mu.Unlock()
	p.once.Do(func() {
		f, ok, err := sh.state.File(context.Background(), path) // does not wait: pages are not part of the search index
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

// missing returns the 404 page of the site with links that begin with base. A build would use the
// path of base_url. Without base_url it would use relative links, which are valid at one level
// only.
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

// leads are the attributes of a 404 page that have URLs.
var leads = []string{"href", "src", "action", "data-search", "data-root"}

// leading returns a replacer of root by base at the beginning of URLs. URLs that begin with two
// slashes are external.
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

// kinds records one visited page of each kind.
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

// Values of data-sum for URLs without a page: prefix for the 404 page, and value for the page of
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

// withScript inserts a script before the other scripts of the head, so that it runs before they
// change the page.
func withScript(page, script []byte) []byte {
	at := bytes.Index(page, []byte("</head>"))
	if at < 0 { // a template of the site omits the tag
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

// send writes a response. Its status is 304 if the browser has the same bytes.
func send(w http.ResponseWriter, r *http.Request, status int, name string, b []byte) {
	w.Header().Set("Content-Type", mediaType(name))
	if status != http.StatusOK {
		w.Header().Set("Content-Length", fmt.Sprint(len(b)))
		w.WriteHeader(status)
		if r.Method != http.MethodHead {
			_, _ = w.Write(b) // fails only if the browser has disconnected
		}
		return
	}
	w.Header().Set("ETag", `"`+sumOf(b)+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(b))
}
