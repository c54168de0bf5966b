package crawl

import (
	"errors"
	"io/fs"
	"maps"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// The namespaces of a sitemap (sitemaps.org) and of the links within it.
const (
	sitemapNamespace = "http://www.sitemaps.org/schemas/sitemap/0.9"
	xhtmlNamespace   = "http://www.w3.org/1999/xhtml"
)

// What one file may hold, by the protocol.
const (
	maxURLs    = 50_000
	maxBytes   = 50 << 20
	maxAddress = 2048
)

// w3cDate is a date of the W3C's note on date and time formats, in the forms used here.
var w3cDate = regexp.MustCompile(`^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01])(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d))?)?)?$`)

// Sitemap holds sitemap.xml of a site, as it is served at base, and the files that it
// lists to the sitemaps protocol: how much a file holds, whole addresses within the site,
// each once and each of a page, real dates. The pages are exactly those whose heads say
// that they are canonical, and their languages those of the heads. The error is that of a
// file that could not be read.
func Sitemap(fsys fs.FS, base string) ([]diag.Diagnostic, error) {
	s, err := open(fsys, base)
	if err != nil {
		return nil, err
	}
	m := &mapReader{served: s, urls: map[string]*element{}}
	var ignored []diag.Diagnostic // what is wrong in the heads, Heads says
	if m.heads, err = s.heads(&ignored); err != nil {
		return nil, err
	}
	if err := m.file("sitemap.xml", true); err != nil {
		return nil, err
	}
	for _, p := range slices.Sorted(maps.Keys(m.heads)) {
		h := m.heads[p]
		at := s.root + (&url.URL{Path: strings.TrimSuffix(p, "index.html")}).EscapedPath()
		if h.canonical == at && m.urls[at] == nil {
			m.wrong(p, "is canonical and in no sitemap")
		}
	}
	return diag.Sort(m.diags), nil
}

type mapReader struct {
	*served
	heads map[string]*head
	urls  map[string]*element
	diags []diag.Diagnostic
}

func (m *mapReader) wrong(p, format string, args ...any) {
	m.diags = append(m.diags, diag.Errorf(diag.Position{File: p}, "site/sitemap", format, args...))
}

// file reads a sitemap, or the index of several.
func (m *mapReader) file(p string, index bool) error {
	src, err := fs.ReadFile(m.fsys, p)
	if errors.Is(err, fs.ErrNotExist) {
		m.wrong(p, "is not there")
		return nil
	}
	if err != nil {
		return err
	}
	if len(src) > maxBytes || !utf8Valid(src) {
		m.wrong(p, "holds %d bytes, or not UTF-8", len(src))
	}
	top, err := parseXML(src)
	if err != nil {
		m.wrong(p, "is no XML: %v", err)
		return nil
	}
	if n := len(top.children); n == 0 || n > maxURLs || top.name.Space != sitemapNamespace {
		m.wrong(p, "holds %d addresses as %q", n, top.name.Space)
	}
	switch {
	case top.name.Local == "urlset":
		for _, u := range top.all("url") {
			m.url(p, u)
		}
	case top.name.Local == "sitemapindex" && index:
		for _, part := range top.all("sitemap") {
			at, inside := m.served.file(part.said("loc"))
			if !inside || path.Dir(at) != "." {
				m.wrong(p, "lists %q, which is not beside it", part.said("loc"))
				continue
			}
			if err := m.file(at, false); err != nil {
				return err
			}
		}
	default:
		m.wrong(p, "is a <%s>", top.name.Local)
	}
	return nil
}

// url holds one page to the protocol and to its own head.
func (m *mapReader) url(p string, u *element) {
	loc := u.said("loc")
	at, inside := m.served.file(loc)
	head := m.heads[at]
	switch {
	case len(u.all("loc")) != 1 || len(loc) >= maxAddress || !inside || head == nil:
		m.wrong(p, "the address %q is of no page, or stands there %d times", loc, len(u.all("loc")))
		return
	case m.urls[loc] != nil:
		m.wrong(p, "%q stands twice", loc)
	case head.canonical != loc:
		m.wrong(p, "%q is canonically at %q", loc, head.canonical)
	}
	m.urls[loc] = u
	if date := u.said("lastmod"); len(u.all("lastmod")) > 1 || date == "" && len(u.all("lastmod")) == 1 || date != "" && !w3cDate.MatchString(date) {
		m.wrong(p, "%q was changed at %q", loc, date)
	}
	found := map[string]string{}
	for _, l := range u.within(xhtmlNamespace, "link") {
		if l.value("rel") != "alternate" || found[l.value("hreflang")] != "" {
			m.wrong(p, "%q has a link that is no alternate, or two in %q", loc, l.value("hreflang"))
		}
		found[l.value("hreflang")] = l.value("href")
	}
	if !maps.Equal(found, head.alternates) {
		m.wrong(p, "%q is in %v, and by its head in %v", loc, found, head.alternates)
	}
}
