package crawl

import (
	"bytes"
	"image"
	_ "image/png" // the pictures of the Open Graph protocol
	"io/fs"
	"maps"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/text/language"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// anyLanguage is the hreflang of the page for readers of every other language.
const anyLanguage = "x-default"

// head is what a page tells others of itself.
type head struct {
	path       string
	lang       string
	canonical  string
	alternates map[string]string // hreflang -> address
	feeds      []feedLink
	props      map[string][]string // og:title …
	wrong      func(format string, args ...any)
}

type feedLink struct{ href, kind, title, lang string }

// Heads holds the heads of all pages of a site, as it is served at base, to what search
// engines and the Open Graph protocol (ogp.me) demand: canonical addresses that lead to
// pages which are canonical themselves; alternates that name languages, name the page
// itself, and name it in every page that they lead to; whole addresses; a picture that is
// one; feeds that say their title and language. The error is that
// of a file that could not be read.
func Heads(fsys fs.FS, base string) ([]diag.Diagnostic, error) {
	s, err := open(fsys, base)
	if err != nil {
		return nil, err
	}
	var ds []diag.Diagnostic
	heads, err := s.heads(&ds)
	if err != nil {
		return nil, err
	}
	for _, p := range slices.Sorted(maps.Keys(heads)) {
		h := heads[p]
		s.canonical(h, heads)
		s.alternates(h, heads)
		s.graph(h)
		for _, f := range h.feeds {
			if f.title == "" || f.lang != h.lang || f.href != path.Base(f.href) {
				h.wrong("the feed %q is called %q, in %q", f.href, f.title, f.lang)
			}
		}
	}
	return diag.Sort(ds), nil
}

// heads reads the heads of all pages.
func (s *served) heads(ds *[]diag.Diagnostic) (map[string]*head, error) {
	out := map[string]*head{}
	for _, p := range s.paths {
		if path.Ext(p) != ".html" {
			continue
		}
		src, err := fs.ReadFile(s.fsys, p)
		if err != nil {
			return nil, err
		}
		h := &head{path: p, alternates: map[string]string{}, props: map[string][]string{}}
		h.wrong = func(format string, args ...any) {
			*ds = append(*ds, diag.Errorf(diag.Position{File: p}, "site/head", format, args...))
		}
		h.read(src)
		out[p] = h
	}
	return out, nil
}

// read collects what stands before the body.
func (h *head) read(src []byte) {
	z := html.NewTokenizer(bytes.NewReader(src))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			return
		}
		if kind != html.StartTagToken && kind != html.SelfClosingTagToken {
			continue
		}
		t := z.Token()
		a := map[string]string{}
		for _, attr := range t.Attr {
			a[attr.Key] = attr.Val
		}
		switch t.Data {
		case "body":
			return
		case "html":
			h.lang = a["lang"]
		case "link":
			h.link(a)
		case "meta":
			for _, name := range []string{a["property"], a["name"]} {
				if name != "" {
					h.props[name] = append(h.props[name], a["content"])
				}
			}
		}
	}
}

func (h *head) link(a map[string]string) {
	switch {
	case a["rel"] == "canonical" && h.canonical != "":
		h.wrong("has two canonical addresses")
	case a["rel"] == "canonical":
		h.canonical = a["href"]
	case a["rel"] == "alternate" && strings.HasSuffix(a["type"], "+xml"), a["rel"] == "alternate" && strings.HasSuffix(a["type"], "+json"):
		h.feeds = append(h.feeds, feedLink{a["href"], a["type"], a["title"], a["hreflang"]})
	case a["rel"] == "alternate" && a["hreflang"] != "":
		if h.alternates[a["hreflang"]] != "" {
			h.wrong("names two pages in %q", a["hreflang"])
		}
		h.alternates[a["hreflang"]] = a["href"]
	}
}

// canonical holds that the canonical address leads to a page that is canonical itself.
func (s *served) canonical(h *head, heads map[string]*head) {
	if h.canonical == "" {
		if h.path != "404.html" && !h.unlisted() {
			h.wrong("has no canonical address")
		}
		return
	}
	u, err := url.Parse(h.canonical)
	if err != nil || !u.IsAbs() {
		h.wrong("has the canonical address %q, which is not whole", h.canonical)
		return
	}
	p, inside := s.file(h.canonical)
	switch target := heads[p]; {
	case !inside || target == nil:
		h.wrong("has the canonical address %q, where no page is", h.canonical)
	case target.canonical != h.canonical:
		h.wrong("has the canonical address %q, and that page has %q", h.canonical, target.canonical)
	}
}

// unlisted reports whether the page tells search engines not to list it: it needs no
// address by which they would.
func (h *head) unlisted() bool { return slices.Contains(h.props["robots"], "noindex") }

// alternates holds that a group of pages names all of itself: else none of it counts.
func (s *served) alternates(h *head, heads map[string]*head) {
	if len(h.alternates) == 0 {
		return
	}
	own := false
	for tag, address := range h.alternates {
		if _, err := language.Parse(tag); tag != anyLanguage && err != nil {
			h.wrong("names a page in %q, which is no language", tag)
		}
		own = own || address == h.canonical
		p, _ := s.file(address)
		other := heads[p]
		if other == nil {
			h.wrong("names %q, where no page is", address)
			continue
		}
		if tag != anyLanguage && tag != other.lang {
			h.wrong("names %q as a page in %q, and it is in %q", address, tag, other.lang)
		}
		if !maps.Equal(h.alternates, other.alternates) {
			h.wrong("names %q, which does not name the same pages", address)
		}
	}
	if self, _ := s.file(h.canonical); !own || self != h.path {
		h.wrong("names other languages, but not itself")
	}
	if h.alternates[anyLanguage] == "" {
		h.wrong("names no page for readers of other languages")
	}
}

// territory is how the Open Graph protocol writes languages.
var territory = regexp.MustCompile(`^[a-z]{2,3}_[A-Z]{2}$`)

// graph holds the head to the Open Graph protocol: four properties that every page has, and
// what is demanded of others.
func (s *served) graph(h *head) {
	if len(h.props["og:type"]) == 0 {
		for name := range h.props {
			if strings.HasPrefix(name, "og:") {
				h.wrong("has %s and no og:type", name)
			}
		}
		return
	}
	for _, name := range []string{"og:title", "og:type", "og:url", "og:image", "og:site_name", "og:image:alt"} {
		if len(h.props[name]) != 1 || h.props[name][0] == "" {
			h.wrong("has %d %s, or an empty one", len(h.props[name]), name)
			return
		}
	}
	if at := h.props["og:url"][0]; at != h.canonical {
		h.wrong("has the og:url %q and the canonical address %q", at, h.canonical)
	}
	for i, l := range h.props["og:locale"] {
		if !territory.MatchString(l) || i > 0 {
			h.wrong("has the og:locale %q, not of the form ll_TT or a second one", l)
		}
	}
	if said := h.props["og:description"]; !slices.Equal(said, h.props["description"]) {
		h.wrong("has the og:description %q, which is not its description", said)
	}
	for _, date := range h.props["article:published_time"] {
		if h.props["og:type"][0] != "article" || !w3cDate.MatchString(date) {
			h.wrong("was published at %q, as %s", date, h.props["og:type"][0])
		}
	}
	s.picture(h)
}

// picture holds that the picture is there.
func (s *served) picture(h *head) {
	p, inside := s.file(h.props["og:image"][0])
	if !inside {
		h.wrong("has the og:image %q, which is none of the site", h.props["og:image"][0])
		return
	}
	src, err := fs.ReadFile(s.fsys, p)
	if err != nil {
		h.wrong("has the og:image %q, which is no file", p)
		return
	}
	if _, _, err := image.DecodeConfig(bytes.NewReader(src)); err != nil {
		h.wrong("has the og:image %q: %v", p, err)
	}
}
