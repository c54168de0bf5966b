package sitecheck

import (
	"bytes"
	"hash/maphash"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"
	"golang.org/x/text/language"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// policy is a content security policy (w3.org/TR/CSP3). It has the sources of each directive.
type policy struct{ directives map[string][]string }

func (p *page) hasSum(id uint32) bool {
	_, ok := slices.BinarySearch(p.ids, id)
	return ok
}

var seed = maphash.MakeSeed()

// sum returns a hash of an id. A collision hides a broken link. If a page has 100 ids, its
// probability is 1 in 40 million.
func sum(id string) uint32 { return uint32(maphash.String(seed, id) >> 32) }

type element struct {
	name string
	atom atom.Atom
	at   int
	textContext
}

type pageReader struct {
	fileCheck
	page   *page
	lang   langReader
	open   []element
	ids    map[string]bool
	here   []fragment        // links to fragments of this page
	policy *policy           // policy of the page; nil until it is read
	early  int               // offset of the first request before the policy; 0 if there is none
	known  map[string]target // resolved URLs
	body   bool
	closed bool // whether </body> was read
	svg    int  // number of open svg and math elements
}

type fragment struct {
	id, raw string
	at      int
}

func (r *pageReader) cutOff(at int, where string) {
	r.report(at, diag.Errorf(diag.Position{}, "site/cut-off", "unexpected end of page within %s", where).WithHint(rebuildHint), "")
}

// rebuildHint is the hint for files that were changed or truncated after the build.
const rebuildHint = "rebuild the site, and copy it completely"

// mayStay are the elements whose end tag is optional.
var mayStay = map[atom.Atom]bool{
	atom.Html: true, atom.Head: true, atom.Body: true, atom.P: true, atom.Li: true, atom.Dt: true, atom.Dd: true,
	atom.Option: true, atom.Optgroup: true, atom.Tr: true, atom.Td: true, atom.Th: true, atom.Thead: true,
	atom.Tbody: true, atom.Tfoot: true, atom.Colgroup: true, atom.Caption: true, atom.Rp: true, atom.Rt: true, atom.Rb: true, atom.Rtc: true,
}

// end checks properties of the page as a whole.
func (r *pageReader) end() {
	r.lang.flush()
	for _, e := range slices.Backward(r.open) {
		if !mayStay[e.atom] {
			r.report(e.at, diag.Errorf(diag.Position{}, "site/cut-off", "unclosed element <%s>", e.name).WithHint(rebuildHint), "")
			break
		}
	}
	if r.body && !r.closed {
		r.report(len(r.src), diag.Errorf(diag.Position{}, "site/cut-off", "missing </body> or </html>").WithHint(rebuildHint), "")
	}
	if r.page.lang == "" {
		r.report(-1, diag.Errorf(diag.Position{}, "site/no-language", "page without a language").
			WithHint("write it in the template: <html lang=\"ja\">"), "")
	}
	if r.policy == nil {
		r.report(-1, diag.Errorf(diag.Position{}, "site/policy", "page without a content security policy").
			WithHint(`add one to the head of the template: <meta http-equiv="Content-Security-Policy" content="default-src 'none'; …">`), "none")
	}
	if r.policy != nil && r.early > 0 {
		r.report(r.early, diag.Errorf(diag.Position{}, "site/policy", "element before the policy is not protected by it").
			WithHint("put the policy first in the head, directly after the charset"), "early")
	}
	for _, f := range r.here {
		if !r.ids[f.id] && !r.ids[f.raw] {
			r.missingPlace(f.at, "#"+f.raw, f.id, r.i)
		}
	}
}

// within returns the innermost open element, or the zero value.
func (r *pageReader) within() element {
	if len(r.open) == 0 {
		return element{}
	}
	return r.open[len(r.open)-1]
}

// void are the elements without an end tag (HTML standard, 13.1.2).
var void = map[atom.Atom]bool{
	atom.Area: true, atom.Base: true, atom.Br: true, atom.Col: true, atom.Embed: true, atom.Hr: true, atom.Img: true,
	atom.Input: true, atom.Link: true, atom.Meta: true, atom.Param: true, atom.Source: true, atom.Track: true, atom.Wbr: true,
}

// ends lists the elements that a start tag closes if they are open (HTML standard, 13.1.2.4).
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

// implied closes the open elements whose end tag is omitted before an element.
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

func (r *pageReader) left(e element) {
	if !inline[e.atom] {
		r.lang.flush()
	}
	if e.atom == atom.Svg || e.atom == atom.Math {
		r.svg--
	}
}

// close handles an end tag. It ignores an unmatched one.
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

// ownTitle returns the title without the name of the site, which may be the same in all
// languages. The page itself contains the name, too, where it is checked.
func (r *pageReader) ownTitle(raw []byte) []byte {
	if at := bytes.LastIndex(raw, []byte(" · ")); at > 0 && !r.body && !r.c.o.strict {
		return raw[:at]
	}
	return raw
}

func (r *pageReader) identify(t *tag) {
	if id, ok := t.get("id"); ok {
		name := id.text()
		if r.ids[name] && name != "" {
			r.report(id.at, diag.Errorf(diag.Position{}, "site/duplicate-id", "duplicate id %q", name).
				WithHint("rename one of the two: links go to the first"), "")
		}
		r.ids[name] = true
	}
	if name, ok := t.get("name"); ok && t.atom == atom.A {
		r.ids[name.text()] = true
	}
}

func (r *pageReader) language(t *tag) {
	l, ok := t.get("lang")
	if r.page.lang = strings.Clone(l.text()); !ok || r.page.lang == "" {
		return
	}
	if _, err := language.Parse(r.page.lang); err != nil {
		r.report(l.at, diag.Errorf(diag.Position{}, "site/wrong-language", "invalid language code %q", r.page.lang).
			WithHint("write a BCP 47 code such as ja, zh-Hans or ru"), "")
		return
	}
	first, _, _ := strings.Cut(r.path, "/")
	if folder, declared := languageOf(first), languageOf(r.page.lang); r.c.isLanguage(first) && folder != declared {
		r.report(l.at, diag.Errorf(diag.Position{}, "site/wrong-language", "language of the directory is %q, but that of the page is %q", first, r.page.lang).
			WithHint("write lang=\"%s\", or move the page to another directory", first), first+" "+r.page.lang)
	}
}

// languageOf returns the language of a tag without script and region, or "" for an invalid tag.
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

// isLanguage reports whether a top-level directory belongs to a language. It must have a home page
// and a name of two letters. Codes of three letters may also be words (api, map).
func (c *crawler) isLanguage(folder string) bool {
	_, home := c.at[folder+"/index.html"]
	return home && len(languageOf(folder)) == 2
}

func (r *pageReader) mixed(at int, what, tag, text string) {
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > 120 {
		text = string(runes[:120]) + "…"
	}
	d := diag.Errorf(diag.Position{}, "site/language", "text %q, marked as %q: %s", text, tag, what)
	if !r.c.o.strict {
		d.Severity = diag.Warning
	}
	r.report(at, d.WithHint("translate it, or correct its lang attribute"), "")
}
