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

// mediaTypes are those that hosts give what a site is made of.
var mediaTypes = map[string]string{
	".avif": "image/avif", ".bin": "application/octet-stream", ".css": "text/css; charset=utf-8", ".csv": "text/csv; charset=utf-8",
	".gif": "image/gif", ".html": "text/html; charset=utf-8", ".ico": "image/x-icon", ".jpeg": "image/jpeg", ".jpg": "image/jpeg",
	".js": "text/javascript; charset=utf-8", ".json": "application/json", ".md": "text/markdown; charset=utf-8", ".mp4": "video/mp4",
	".pdf": "application/pdf", ".png": "image/png", ".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8", ".webm": "video/webm",
	".webp": "image/webp", ".xml": "application/xml; charset=utf-8", ".yaml": "text/yaml; charset=utf-8", ".yml": "text/yaml; charset=utf-8",
	".zip": "application/zip",
}

// checkResult is what a check of a state found.
type checkResult struct {
	sh    *shown
	diags []diag.Diagnostic
	err   error
}

// shown is one state of the site, with what was printed of it. It does not change but for
// that, and goes with the state that comes after it.
type shown struct {
	seq    uint64
	state  *build.State
	strict bool   // no template or script is the site's own
	follow bool   // its pages lead to what changed
	times  *times // of the change that led here; nil of the first state

	mu    sync.Mutex
	pages map[string]*printed
}

// mostPrinted is how many pages a state keeps as they were printed.
const mostPrinted = 256

// printed is a page as it is built.
type printed struct {
	once sync.Once
	html []byte
	sum  string
	err  error
}

// ownParts are what a site may have of its own that loads what the program's pages never do,
// by the folder of the program's files that they take the place of.
var ownParts = map[string]fs.FS{
	"templates/*.html": templates.FS, "templates/partials/*.html": templates.FS,
	"static/js/*.js": static.FS, "static/js/search/*.js": static.FS,
}

// strict reports whether no template or script of a site's folder is another one than the
// program's.
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

// page returns the page at a path and what is printed of it; false where there is none. A
// page is printed once, however many ask at a time.
func (sh *shown) page(path string) (page.Page, *printed, bool) {
	pg, ok := sh.state.Page(path)
	if !ok {
		return pg, nil, false
	}
	sh.mu.Lock()
	p := sh.pages[path]
	if p == nil {
		if len(sh.pages) >= mostPrinted { // somebody fetches the whole site
			clear(sh.pages)
		}
		p = &printed{}
		sh.pages[path] = p
	}
	sh.mu.Unlock()
	p.once.Do(func() {
		f, ok, err := sh.state.File(context.Background(), path) // the index has no part in it
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

// missing is the site's own page for what there is not, with the links of the site beginning at
// base. It stands at any address, and is built for a host: its links begin where base_url says
// that the site will be, and where that says nothing they find only what is beside the page.
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

// leads are the attributes whose addresses a page for what there is not has; no note is on it.
var leads = []string{"href", "src", "action", "data-search", "data-root"}

// leading puts base in the place of root where addresses of a page begin with it. What begins
// with two slashes is elsewhere.
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

// kinds remembers a page of each kind that somebody has looked at.
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

// sumOf is how tabs and the preview name the bytes of a page.
func sumOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16])
}

// The sums of what is shown where there is no page: the site's own page for that, whose own
// sum follows, and the page of problems where there is no site yet.
const (
	missingSum = "404-"
	noneSum    = "none"
)

// notFound is the page that the site shows where there is none.
const notFound = "404.html"

// langOf is the language that a page is in; where it is in none, the first of the site.
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

// withScript puts the script before the others of the head, which it is to see the page
// before; all of them but the first run when the page has been read.
func withScript(page, script []byte) []byte {
	at := bytes.Index(page, []byte("</head>"))
	if at < 0 { // a template of the site leaves the tag out: a script may stand at the end too
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

// send answers with bytes, or with the news that the browser has them.
func send(w http.ResponseWriter, r *http.Request, status int, name string, b []byte) {
	w.Header().Set("Content-Type", mediaType(name))
	if status != http.StatusOK {
		w.Header().Set("Content-Length", fmt.Sprint(len(b)))
		w.WriteHeader(status)
		if r.Method != http.MethodHead {
			_, _ = w.Write(b) // the browser has gone
		}
		return
	}
	w.Header().Set("ETag", `"`+sumOf(b)+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(b))
}
