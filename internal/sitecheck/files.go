package sitecheck

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/kawaraban/kawaraban/internal/attachment"
	"github.com/kawaraban/kawaraban/internal/diag"
)

// readFile checks a file in the first pass. Problems that depend on other pages are found in the
// second pass.
func (c *crawler) readFile(i int32) {
	f := c.files[i]
	if !f.lost && strings.HasPrefix(f.path, attachment.Dir+"/") {
		c.attachment(f.path)
	}
	if f.lost || f.size > maxPage || f.size == 0 || !read[path.Ext(f.path)] {
		return
	}
	err := c.open(i, func(src []byte) {
		r := fileCheck{c: c, i: i, path: f.path, src: src}
		c.own.scan(src, func(at int, d diag.Diagnostic) { r.report(at, d, "") })
		switch path.Ext(f.path) {
		case ".html":
			c.readPage(i, src)
		case ".css":
			r.encoding()
			r.asks(inStyles(src, 0))
		case ".js", ".mjs":
			r.encoding()
			r.asks(inScript(src))
		case ".json", ".webmanifest":
			r.encoding()
			r.json()
		case ".svg":
			r.encoding()
			if !strings.HasPrefix(f.path, attachment.Dir+"/") {
				r.drawing()
			}
		case ".xml":
			r.encoding()
			r.xml()
		case ".txt":
			r.encoding()
			r.listed()
		default:
			r.encoding()
		}
	})
	if err != nil {
		c.unreadable(f.path, err)
	}
}

func (c *crawler) attachment(name string) {
	file, err := c.fsys.Open(name)
	if err != nil {
		c.unreadable(name, err)
		return
	}
	defer file.Close()
	if why := attachment.Refusal(name, file); why != "" {
		c.found.add(diag.Errorf(diag.Position{File: name}, "site/active-file", "%s", why).
			WithHint("delete it and build the site again: notes may only attach %s", attachment.Types), name)
	}
}

func (c *crawler) judgeFile(i int32) {
	if p := c.pages[i]; p != nil {
		c.judgePage(i, p)
	}
}

// judgePage checks the links of a page to other pages. It reads the page again only if there is a
// problem to report.
func (c *crawler) judgePage(i int32, p *page) {
	r := fileCheck{c: c, i: i, path: c.files[i].path}
	bad := r.circle(p)
	for _, w := range p.wanted {
		if !c.exists(w) {
			bad = append(bad, func() { r.lost(w) })
		}
	}
	if len(bad) == 0 {
		return
	}
	err := c.open(i, func(src []byte) {
		r.src = src
		for _, report := range bad {
			report()
		}
	})
	if err != nil {
		c.unreadable(c.files[i].path, err)
	}
}

// exists reports whether a fragment exists. For an unreadable page it returns true.
func (c *crawler) exists(w wanted) bool {
	p := c.pages[w.target]
	return p == nil || p.hasSum(w.id) || p.hasSum(w.raw)
}

func (r *fileCheck) lost(w wanted) {
	raw := addressAt(r.src, int(w.at))
	to := r.c.resolve(r.path, raw)
	r.missingPlace(int(w.at), raw, to.place, w.target)
}

func addressAt(src []byte, at int) string {
	start := bytes.LastIndexByte(src[:min(at, len(src))], '<')
	found := ""
	if start >= 0 {
		scan(src[start:], func(t *tag) bool {
			for _, a := range t.attrs {
				if a.at == at-start {
					found = a.text()
				}
			}
			return false
		})
	}
	return found
}

// encoding checks that a file is UTF-8 without a byte order mark, and that a page declares this.
func (r *fileCheck) encoding() {
	if bytes.HasPrefix(r.src, []byte("\xef\xbb\xbf")) {
		r.report(0, diag.Errorf(diag.Position{}, "site/encoding", "byte order mark (BOM) at the start of the file").
			WithHint("save the file as UTF-8 without a BOM"), "")
	}
	if !utf8.Valid(r.src) {
		at := 0
		for at < len(r.src) {
			c, size := utf8.DecodeRune(r.src[at:])
			if c == utf8.RuneError && size == 1 {
				break
			}
			at += size
		}
		r.report(at, diag.Errorf(diag.Position{}, "site/encoding", "invalid UTF-8: byte %#x", r.src[at]).
			WithHint("save the file as UTF-8, or rebuild the site"), "")
	}
	if isPage(r.path) {
		r.charset()
	}
}

// charset checks that the first 1,024 bytes of a page declare UTF-8 (HTML standard, 4.2.5.4).
func (r *fileCheck) charset() {
	declared, at := "", -1
	scan(r.src[:min(1024, len(r.src))], func(t *tag) bool {
		if a, ok := t.get("charset"); ok && t.name == "meta" {
			declared, at = a.text(), a.at
		}
		return at < 0
	})
	if !strings.EqualFold(declared, "utf-8") {
		r.report(at, diag.Errorf(diag.Position{}, "site/encoding", "no UTF-8 declaration in the first 1,024 bytes of the page").
			WithHint(`put this first in the head: <meta charset="utf-8">`), "charset")
	}
}

func (r *fileCheck) asks(all []asked) {
	for _, a := range all {
		to := r.c.resolve(r.path, a.text())
		if to.kind == outside {
			r.report(a.at, diag.Errorf(diag.Position{}, "site/third-party", "request to another host: %s", shortened(to.raw)).
				WithHint("host the file on the site"), to.raw)
			continue
		}
		r.leads(a.attr, to, a.use)
	}
}

func (r *fileCheck) json() {
	if json.Valid(r.src) {
		return
	}
	var into any
	at, why := len(r.src), "unexpected end of file"
	if e, ok := errors.AsType[*json.SyntaxError](json.Unmarshal(r.src, &into)); ok && e.Error() != "unexpected end of JSON input" {
		at, why = int(e.Offset)-1, e.Error()
	}
	r.report(max(at, 0), diag.Errorf(diag.Position{}, "site/cut-off", "invalid JSON: %s", why).WithHint(rebuildHint), "")
}

func (r *fileCheck) xml() {
	r.elements(func(xml.StartElement, int) {})
}

// elements calls f for each element of an XML file, with the offset of its end.
func (r *fileCheck) elements(f func(xml.StartElement, int)) {
	d := xml.NewDecoder(bytes.NewReader(r.src))
	roots, depth := 0, 0
	for {
		token, err := d.RawToken()
		if err == io.EOF && (depth > 0 || roots != 1) {
			err = fmt.Errorf("unexpected end of file, or %d root elements", roots)
		}
		if err != nil {
			if err != io.EOF {
				r.report(int(d.InputOffset()), diag.Errorf(diag.Position{}, "site/cut-off", "invalid XML: %v", err).WithHint(rebuildHint), "")
			}
			return
		}
		switch t := token.(type) {
		case xml.StartElement:
			if depth == 0 {
				roots++
			}
			depth++
			f(t, int(d.InputOffset()))
		case xml.EndElement:
			depth--
		}
	}
}

// drawing checks that an SVG image loads no files from other hosts and has no scripts.
func (r *fileCheck) drawing() {
	r.elements(func(e xml.StartElement, end int) {
		at := max(bytes.LastIndexByte(r.src[:end], '<'), 0)
		if strings.EqualFold(e.Name.Local, "script") {
			r.report(at, diag.Errorf(diag.Position{}, "site/inline", "script in an SVG image").WithHint("remove the script"), "")
		}
		for _, a := range e.Attr {
			switch name := strings.ToLower(a.Name.Local); {
			case strings.HasPrefix(name, "on"):
				r.report(at, diag.Errorf(diag.Position{}, "site/inline", "event attribute %q in an SVG image", name).WithHint("remove the attribute"), "")
			case (name == "href" || name == "src") && e.Name.Local != "a" && r.c.resolve(r.path, a.Value).kind == outside:
				r.report(at, diag.Errorf(diag.Position{}, "site/third-party", "request to another host: %s", shortened(a.Value)).
					WithHint("host the file on the site"), a.Value)
			}
		}
	})
}

// inText matches the links in llms.txt, and the sitemaps in robots.txt.
var inText = regexp.MustCompile(`\]\(([^()\s]+)\)|(?mi)^sitemap:\s*(\S+)`)

func (r *fileCheck) listed() {
	name := path.Base(r.path)
	if name != "llms.txt" && name != "robots.txt" {
		return
	}
	for _, m := range inText.FindAllSubmatchIndex(r.src, -1) {
		for group := 1; group <= 2; group++ {
			if from, to := m[2*group], m[2*group+1]; from >= 0 {
				a := attr{name: "link", raw: r.src[from:to], at: from}
				r.leads(a, r.c.resolve(r.path, string(a.raw)), navigate)
			}
		}
	}
}

func (r *pageReader) read() {
	z := html.NewTokenizer(bytes.NewReader(r.src))
	var t tag
	at := 0
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		start := at
		at += len(z.Raw())
		raw := r.src[start:at]
		switch kind {
		case html.TextToken:
			r.text(raw, start)
		case html.StartTagToken, html.SelfClosingTagToken:
			t.parse(raw, start)
			r.start(&t)
		case html.EndTagToken:
			t.parse(raw, start)
			r.close(t.name)
		case html.CommentToken:
			if bytes.HasPrefix(raw, []byte("<!--")) && !bytes.HasSuffix(raw, []byte("-->")) {
				r.cutOff(start, "a comment")
			}
		}
	}
	if at < len(r.src) {
		r.cutOff(at, "a tag")
	}
}

func (c *crawler) readPage(i int32, src []byte) {
	r := &pageReader{
		fileCheck: fileCheck{c: c, i: i, path: c.files[i].path, src: src},
		page:      &page{refresh: none}, ids: map[string]bool{}, known: map[string]target{},
	}
	r.lang = langReader{words: c.o.words, strict: c.o.strict, scripts: map[string]string{}, report: r.mixed}
	r.encoding()
	r.read()
	r.end()
	r.page.ids, r.page.wanted = make([]uint32, 0, len(r.ids)), slices.Clone(r.page.wanted)
	for id := range r.ids {
		r.page.ids = append(r.page.ids, sum(id))
	}
	slices.Sort(r.page.ids)
	c.pages[i] = r.page
}
