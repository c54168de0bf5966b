// Package crawl reads a built site as a browser and a search engine would: [Site]
// follows every link and fragment of every page and returns what leads nowhere as
// diagnostics, whose positions are places in the built files. [Feeds], [Sitemap] and
// [Heads] hold what a site says of its addresses to the specifications, [Languages] every
// text to the language in force.
//
// It knows nothing of how the site was made, so that it can find what the makers
// did not think of. Addresses outside the site are never asked for.
package crawl

import (
	"bytes"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// document is what a crawl remembers of one page.
type document struct {
	path  string
	ids   map[string]bool
	links []link
	lang  string
}

// link is one address in a page.
type link struct {
	attr string // href, src
	raw  string
	pos  diag.Position
}

// Site crawls the built site fsys as if it were served under base, which starts and
// ends in a slash. It reports links and fragments that lead nowhere, addresses that
// leave base, ids that stand twice in a page, pages without a language, and paths
// that differ only by letter case. The error is that of a file that could not be read.
func Site(fsys fs.FS, base string) ([]diag.Diagnostic, error) {
	files, err := list(fsys)
	if err != nil {
		return nil, err
	}
	var ds []diag.Diagnostic
	docs := map[string]*document{}
	for _, p := range files {
		if path.Ext(p) != ".html" {
			continue
		}
		src, err := fs.ReadFile(fsys, p)
		if err != nil {
			return nil, err
		}
		doc, problems := read(p, src)
		docs[p] = doc
		ds = append(ds, problems...)
	}
	s := &site{base: base, files: map[string]bool{}, docs: docs}
	for _, p := range files {
		s.files[p] = true
	}
	for _, p := range files {
		if doc := docs[p]; doc != nil {
			ds = append(ds, s.check(doc)...)
		}
	}
	ds = append(ds, sameButCase(files)...)
	return diag.Sort(ds), nil
}

func list(fsys fs.FS) ([]string, error) {
	var files []string
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, p)
		}
		return err
	})
	return files, err
}

// read collects the ids and links of a page.
func read(p string, src []byte) (*document, []diag.Diagnostic) {
	doc := &document{path: p, ids: map[string]bool{}}
	var ds []diag.Diagnostic
	z := html.NewTokenizer(bytes.NewReader(src))
	line := 1
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		raw := z.Raw()
		pos := diag.Position{File: p, Line: line}
		line += bytes.Count(raw, []byte("\n"))
		if kind == html.StartTagToken || kind == html.SelfClosingTagToken {
			ds = append(ds, doc.tag(z.Token(), pos)...)
		}
	}
	if doc.lang == "" {
		ds = append(ds, diag.Errorf(diag.Position{File: p}, "site/no-language", "the page says no language"))
	}
	return doc, ds
}

// tag takes what matters from one start tag.
func (doc *document) tag(t html.Token, pos diag.Position) []diag.Diagnostic {
	var ds []diag.Diagnostic
	for _, a := range t.Attr {
		switch a.Key {
		case "id":
			if doc.ids[a.Val] {
				ds = append(ds, diag.Errorf(pos, "site/duplicate-id", "the id %q stands twice", a.Val))
			}
			doc.ids[a.Val] = true
		case "href", "src", "poster", "action":
			doc.links = append(doc.links, link{a.Key, a.Val, pos})
		case "lang":
			if t.Data == "html" {
				doc.lang = a.Val
			}
		}
	}
	return ds
}

// site is what links are held against.
type site struct {
	base  string
	files map[string]bool
	docs  map[string]*document
}

func (s *site) check(doc *document) []diag.Diagnostic {
	here := &url.URL{Scheme: "http", Host: "site.invalid", Path: s.base + strings.TrimSuffix(doc.path, "index.html")}
	var ds []diag.Diagnostic
	for _, l := range doc.links {
		if problem := s.follow(here, l); problem != "" {
			ds = append(ds, diag.Errorf(l.pos, "site/broken-link", "%s=%q %s", l.attr, l.raw, problem))
		}
	}
	return ds
}

// follow says why a link leads nowhere; empty when it leads somewhere or outside.
func (s *site) follow(here *url.URL, l link) string {
	u, err := url.Parse(l.raw)
	if err != nil {
		return "is no address: " + err.Error()
	}
	to := here.ResolveReference(u)
	if to.Host != here.Host || to.Scheme != here.Scheme {
		return ""
	}
	rest, ok := strings.CutPrefix(to.Path, s.base)
	if !ok {
		return fmt.Sprintf("leaves %s, under which the site may live", s.base)
	}
	if rest == "" || strings.HasSuffix(rest, "/") {
		rest += "index.html"
	}
	if !s.files[rest] {
		return "leads to no file"
	}
	if to.Fragment != "" && to.Fragment != "top" && s.docs[rest] != nil && !s.docs[rest].ids[to.Fragment] {
		return "leads to no place in that page"
	}
	return ""
}

// sameButCase reports paths that are one file where letter case does not count.
func sameButCase(files []string) []diag.Diagnostic {
	var ds []diag.Diagnostic
	seen := map[string]string{}
	for _, p := range slices.Sorted(slices.Values(files)) {
		low := strings.ToLower(p)
		if other, ok := seen[low]; ok {
			ds = append(ds, diag.Errorf(diag.Position{File: p}, "site/letter-case", "differs from %s only by letter case", other))
		}
		seen[low] = p
	}
	return ds
}
