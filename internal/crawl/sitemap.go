package crawl

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

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

// mapReader holds the sitemap of a site to the protocol and to the heads of its pages.
type mapReader struct {
	*crawler
	inMap []bool // by file: whether it is listed
}

// sitemaps holds sitemap.xml and the files that it lists to the protocol. A site whose address
// is not known has none.
func (c *crawler) sitemaps() {
	m := &mapReader{c, make([]bool, len(c.files))}
	if c.root == nil {
		return
	}
	if _, ok := c.at["sitemap.xml"]; !ok {
		d := diag.Errorf(diag.Position{File: "sitemap.xml"}, "site/sitemap", "is not there")
		c.found.add(d.WithHint("build the site anew: with an address it has a sitemap"), "")
		return
	}
	m.file("sitemap.xml", true)
	for i, p := range c.pages {
		if p != nil && p.head.canonical == int32(i) && !m.inMap[i] {
			d := diag.Errorf(diag.Position{File: c.files[i].path}, "site/sitemap", "is canonical and in no sitemap")
			c.found.add(d.WithHint("build the site anew"), "")
		}
	}
}

// file reads a sitemap, or the index of several.
func (m *mapReader) file(p string, index bool) {
	i, ok := m.at[p]
	if !ok || m.files[i].lost {
		m.found.add(diag.Errorf(diag.Position{File: p}, "site/sitemap", "is not there").WithHint("build the site anew"), p)
		return
	}
	f := &mapFile{mapReader: m, reader: reader{c: m.crawler, i: i, path: p}}
	var parts []string
	err := m.open(i, func(src []byte) { parts = f.whole(src, index) })
	if err != nil {
		m.unreadable(p, err)
	}
	for _, part := range parts {
		m.file(part, false)
	}
}

// mapFile is one file of a sitemap.
type mapFile struct {
	*mapReader
	reader
	urls int
}

func (m *mapFile) wrong(at int, format string, args ...any) {
	m.report(at, diag.Errorf(diag.Position{}, "site/sitemap", format, args...).WithHint("build the site anew"), "")
}

// whole holds one file to the protocol, and returns the files that it lists in turn.
func (m *mapFile) whole(src []byte, index bool) []string {
	m.src = src
	if len(src) > maxBytes || !utf8.Valid(src) {
		m.wrong(0, "holds %d bytes, or not UTF-8", len(src))
	}
	var parts []string
	var top *node
	err := eachChild(src, func(root *node) { top = root }, func(child *node) {
		m.urls++
		switch {
		case child.name.Space != sitemapNamespace:
		case top.name.Local == "urlset" && child.name.Local == "url":
			m.url(child)
		case top.name.Local == "sitemapindex" && child.name.Local == "sitemap" && index:
			to := m.c.resolve(m.path, child.said("loc"))
			if to.kind != inside || path.Dir(to.path) != "." {
				m.wrong(child.at, "lists %q, which is not beside it", child.said("loc"))
				return
			}
			parts = append(parts, to.path)
		}
	})
	switch {
	case err != nil:
		m.wrong(len(src), "is no XML: %v", err)
	case m.urls == 0 || m.urls > maxURLs || top.name.Space != sitemapNamespace:
		m.wrong(top.at, "holds %d addresses as %q", m.urls, top.name.Space)
	case top.name.Local != "urlset" && (top.name.Local != "sitemapindex" || !index):
		m.wrong(top.at, "is a <%s>", top.name.Local)
	}
	return parts
}

// url holds one page to the protocol and to its own head.
func (m *mapFile) url(u *node) {
	loc := u.said("loc")
	i := m.pageAt(loc)
	if n := len(u.all("loc")); n != 1 || len(loc) >= maxAddress {
		m.wrong(u.at, "an address has %d <loc>, or %d bytes", n, len(loc))
		return
	}
	if i < 0 || m.pages[i] == nil {
		m.wrong(u.at, "the address %q is of no page", loc)
		return
	}
	head := &m.pages[i].head
	switch {
	case m.inMap[i]:
		m.wrong(u.at, "%q stands twice", loc)
	case head.canonical != i:
		m.wrong(u.at, "%q is canonically at another address", loc)
	case m.addressAt(i) != loc:
		m.wrong(u.at, "%q is canonically at %q", loc, m.addressAt(i))
	}
	m.inMap[i] = true
	if date := u.said("lastmod"); len(u.all("lastmod")) > 1 || date == "" && len(u.all("lastmod")) == 1 || date != "" && !w3cDate.MatchString(date) {
		m.wrong(u.at, "%q was changed at %q", loc, date)
	}
	m.languages(u, loc, head)
}

// languages holds the versions that the sitemap names to those that the page does.
func (m *mapFile) languages(u *node, loc string, head *head) {
	var found []alternate
	for _, l := range u.within(xhtmlNamespace, "link") {
		tag := l.value("hreflang")
		if l.value("rel") != "alternate" || slices.ContainsFunc(found, func(a alternate) bool { return a.tag == tag }) {
			m.wrong(l.at, "%q has a link that is no alternate, or two in %q", loc, tag)
		}
		found = append(found, alternate{tag: tag, file: m.pageAt(l.value("href"))})
	}
	slices.SortFunc(found, func(a, b alternate) int { return strings.Compare(a.tag, b.tag) })
	if !slices.EqualFunc(found, head.alternates, func(a, b alternate) bool { return a.tag == b.tag && a.file == b.file }) {
		m.wrong(u.at, "%q is in %v, and by its head in %v", loc, tags(found), tags(head.alternates))
	}
}

func tags(all []alternate) []string {
	out := []string{}
	for _, a := range all {
		out = append(out, a.tag)
	}
	return out
}
