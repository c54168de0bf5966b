package sitecheck

import (
	"bytes"
	"cmp"
	"hash/maphash"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/text/language"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// page is what a crawl keeps of a page until all are read.
type page struct {
	lang    string
	ids     []uint32 // sums, sorted
	wanted  []wanted // places in other pages
	refresh int32    // the page that it redirects to; none if it does not
}

func (p *page) hasSum(id uint32) bool {
	_, ok := slices.BinarySearch(p.ids, id)
	return ok
}

// wanted is a link to a place in a page that was not read yet.
type wanted struct {
	target int32
	at     int32 // offset of the value, whose bytes are read anew where it leads nowhere
	id     uint32
	raw    uint32 // sum of the id as it is written, which counts too
}

var seed = maphash.MakeSeed()

// sum stands for an id. Two of a page have one sum so seldom that a broken link may as well be
// thought to be whole: with 100 ids in one of 40 million.
func sum(id string) uint32 { return uint32(maphash.String(seed, id) >> 32) }

// reader reads one file.
type reader struct {
	c    *crawler
	i    int32
	path string
	src  []byte
	said map[string]bool // keys of what was reported
}

// report notes a problem at an offset, once for each key; without one, for each text.
func (r *reader) report(at int, d diag.Diagnostic, key string) { r.hinted(at, d, key, nil) }

// hinted notes a problem whose hint is looked for when all is known.
func (r *reader) hinted(at int, d diag.Diagnostic, key string, hint func() string) {
	full := string(d.Code) + "\x00" + cmp.Or(key, d.Text)
	if r.said[full] {
		return
	}
	if r.said == nil {
		r.said = map[string]bool{}
	}
	r.said[full] = true
	if at >= 0 {
		d.Pos = position(r.path, r.src, at)
	} else {
		d.Pos = diag.Position{File: r.path}
	}
	r.c.found.hinted(d, key, hint)
}

// element is one that is open.
type element struct {
	name string
	atom atom.Atom
	at   int
	place
}

// pageReader reads one page.
type pageReader struct {
	reader
	page   *page
	lang   langReader
	open   []element
	ids    map[string]bool
	here   []fragment        // links to places in this page
	policy *policy           // in force; nil before it stands
	early  int               // offset of what was asked for before; 0 for nothing
	known  map[string]target // addresses that were looked at
	body   bool
	closed bool // the body was
	svg    int  // elements open within svg or math
}

// fragment is a link to a place in the page that is being read.
type fragment struct {
	id, raw string
	at      int
}

// readPage reads a page.
func (c *crawler) readPage(i int32, src []byte) {
	r := &pageReader{
		reader: reader{c: c, i: i, path: c.files[i].path, src: src},
		page:   &page{refresh: none}, ids: map[string]bool{}, known: map[string]target{},
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

// read goes through the tokens of the page.
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

func (r *pageReader) cutOff(at int, where string) {
	r.report(at, diag.Errorf(diag.Position{}, "site/cut-off", "the page ends within %s", where).WithHint(anew), "")
}

// anew is the next step where a file was damaged after the build.
const anew = "build the site anew, and copy it whole"

// mayStay are elements whose end need not be written.
var mayStay = map[atom.Atom]bool{
	atom.Html: true, atom.Head: true, atom.Body: true, atom.P: true, atom.Li: true, atom.Dt: true, atom.Dd: true,
	atom.Option: true, atom.Optgroup: true, atom.Tr: true, atom.Td: true, atom.Th: true, atom.Thead: true,
	atom.Tbody: true, atom.Tfoot: true, atom.Colgroup: true, atom.Caption: true, atom.Rp: true, atom.Rt: true, atom.Rb: true, atom.Rtc: true,
}

// end judges the page as a whole.
func (r *pageReader) end() {
	r.lang.flush()
	for _, e := range slices.Backward(r.open) {
		if !mayStay[e.atom] {
			r.report(e.at, diag.Errorf(diag.Position{}, "site/cut-off", "the page ends within <%s>, which begins here", e.name).WithHint(anew), "")
			break
		}
	}
	if r.body && !r.closed {
		r.report(len(r.src), diag.Errorf(diag.Position{}, "site/cut-off", "the page ends without </body> or </html>").WithHint(anew), "")
	}
	if r.page.lang == "" {
		r.report(-1, diag.Errorf(diag.Position{}, "site/no-language", "the page says no language").
			WithHint("write it into the template: <html lang=\"ja\">"), "")
	}
	if r.policy == nil {
		r.report(-1, diag.Errorf(diag.Position{}, "site/policy", "the page has no content security policy").
			WithHint(`write one into the head of the template: <meta http-equiv="Content-Security-Policy" content="default-src 'none'; …">`), "none")
	}
	if r.policy != nil && r.early > 0 {
		r.report(r.early, diag.Errorf(diag.Position{}, "site/policy", "this stands before the policy, which does not hold it").
			WithHint("put the policy first into the head, right behind the charset"), "early")
	}
	for _, f := range r.here {
		if !r.ids[f.id] && !r.ids[f.raw] {
			r.missingPlace(f.at, "#"+f.raw, f.id, r.i)
		}
	}
}

// start takes what matters from a start tag.
func (r *pageReader) start(t *tag) {
	r.implied(t.atom)
	parent := r.within()
	e := element{name: t.name, atom: t.atom, at: t.at, place: r.lang.enter(t, parent.place)}
	r.identify(t)
	r.uses(t)
	switch t.atom {
	case atom.Html:
		r.language(t)
	case atom.Body:
		r.body = true
	case atom.Meta:
		r.meta(t)
	case atom.Svg, atom.Math:
		r.svg++
	}
	block := !inline[t.atom]
	if block {
		r.lang.flush()
	}
	if void[t.atom] || t.self && r.svg > 0 {
		r.left(e)
		return
	}
	r.open = append(r.open, e)
}

// within is the innermost element that is open.
func (r *pageReader) within() element {
	if len(r.open) == 0 {
		return element{}
	}
	return r.open[len(r.open)-1]
}

// void are elements that have no end (HTML standard, 13.1.2).
var void = map[atom.Atom]bool{
	atom.Area: true, atom.Base: true, atom.Br: true, atom.Col: true, atom.Embed: true, atom.Hr: true, atom.Img: true,
	atom.Input: true, atom.Link: true, atom.Meta: true, atom.Param: true, atom.Source: true, atom.Track: true, atom.Wbr: true,
}

// ends says which open elements a start tag ends (HTML standard, 13.1.2.4), and within says
// which elements keep it from looking further out.
var ends = map[atom.Atom][]atom.Atom{
	atom.Li: {atom.Li}, atom.Dt: {atom.Dt, atom.Dd}, atom.Dd: {atom.Dt, atom.Dd},
	atom.Option: {atom.Option}, atom.Optgroup: {atom.Option, atom.Optgroup},
	atom.Tr: {atom.Td, atom.Th, atom.Tr}, atom.Td: {atom.Td, atom.Th}, atom.Th: {atom.Td, atom.Th},
	atom.Tbody: {atom.Td, atom.Th, atom.Tr, atom.Thead, atom.Tbody}, atom.Tfoot: {atom.Td, atom.Th, atom.Tr, atom.Thead, atom.Tbody},
	atom.P: {atom.P}, atom.Ul: {atom.P}, atom.Ol: {atom.P}, atom.Div: {atom.P}, atom.Table: {atom.P}, atom.Section: {atom.P},
	atom.H1: {atom.P}, atom.H2: {atom.P}, atom.H3: {atom.P}, atom.H4: {atom.P}, atom.H5: {atom.P}, atom.H6: {atom.P},
	atom.Pre: {atom.P}, atom.Blockquote: {atom.P}, atom.Dl: {atom.P}, atom.Details: {atom.P}, atom.Figure: {atom.P}, atom.Nav: {atom.P},
	atom.Body: {atom.Head},
}

// implied ends what a start tag ends without a word.
func (r *pageReader) implied(a atom.Atom) {
	closing := ends[a]
	for len(closing) > 0 && len(r.open) > 0 && slices.Contains(closing, r.within().atom) {
		r.pop()
	}
}

func (r *pageReader) pop() {
	e := r.within()
	r.open = r.open[:len(r.open)-1]
	r.left(e)
}

// left is called where an element ends.
func (r *pageReader) left(e element) {
	if !inline[e.atom] {
		r.lang.flush()
	}
	if e.atom == atom.Svg || e.atom == atom.Math {
		r.svg--
	}
}

// close takes an end tag. One that ends nothing means nothing.
func (r *pageReader) close(name string) {
	for i := len(r.open) - 1; i >= 0; i-- {
		if r.open[i].name == name {
			for len(r.open) > i {
				r.pop()
			}
			break
		}
	}
	r.closed = r.closed || name == "body" || name == "html"
}

// text takes a text of the page.
func (r *pageReader) text(raw []byte, at int) {
	in := r.within()
	switch in.atom {
	case atom.Script:
		r.inlineScript(raw, in)
	case atom.Style:
		r.styles(raw, at)
	case atom.Title:
		r.lang.raw(r.ownTitle(raw), in.place, at)
	default:
		r.lang.raw(raw, in.place, at)
	}
}

// ownTitle is a title without the name of the site, which may be one name for all languages: in
// the page itself it is judged, once for all pages.
func (r *pageReader) ownTitle(raw []byte) []byte {
	if at := bytes.LastIndex(raw, []byte(" · ")); at > 0 && !r.body && !r.c.o.strict {
		return raw[:at]
	}
	return raw
}

// identify notes the names of places.
func (r *pageReader) identify(t *tag) {
	if id, ok := t.get("id"); ok {
		name := id.text()
		if r.ids[name] && name != "" {
			r.report(id.at, diag.Errorf(diag.Position{}, "site/duplicate-id", "the id %q stands twice", name).
				WithHint("a link to it leads to the first; give one of the two another name"), "")
		}
		r.ids[name] = true
	}
	if name, ok := t.get("name"); ok && t.atom == atom.A {
		r.ids[name.text()] = true
	}
}

// language holds the language that the page says to be in.
func (r *pageReader) language(t *tag) {
	l, ok := t.get("lang")
	if r.page.lang = strings.Clone(l.text()); !ok || r.page.lang == "" {
		return
	}
	if _, err := language.Parse(r.page.lang); err != nil {
		r.report(l.at, diag.Errorf(diag.Position{}, "site/wrong-language", "%q is no language", r.page.lang).
			WithHint("write a code of BCP 47: ja, zh-Hans, ru"), "")
		return
	}
	first, _, _ := strings.Cut(r.path, "/")
	if folder, said := languageOf(first), languageOf(r.page.lang); r.c.speaks(first) && folder != said {
		r.report(l.at, diag.Errorf(diag.Position{}, "site/wrong-language", "the page is in %q by its folder, and says %q", first, r.page.lang).
			WithHint("say %q, or put it into another folder", first), first+" "+r.page.lang)
	}
}

// languageOf is the language of a tag without script and country; "" for what is none.
func languageOf(tag string) string {
	t, err := language.Parse(tag)
	if err != nil {
		return ""
	}
	base, sure := t.Base()
	if sure == language.No {
		return ""
	}
	return base.String()
}

// speaks reports whether a folder at the top is that of a language: its name is a code of two
// letters, as those of three letters are words too (api, map), and a home page stands in it.
func (c *crawler) speaks(folder string) bool {
	_, home := c.at[folder+"/index.html"]
	return home && len(languageOf(folder)) == 2
}
