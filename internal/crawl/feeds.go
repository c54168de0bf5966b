package crawl

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/text/language"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// atomNamespace is that of Atom (RFC 4287, section 2).
const atomNamespace = "http://www.w3.org/2005/Atom"

// timestamp is a date construct (RFC 4287, section 3.3): RFC 3339 with upper-case letters.
var timestamp = regexp.MustCompile(`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]\d\d:\d\d)$`)

// feedReader holds one feed to its rules.
type feedReader struct {
	reader
	address string
	ids     map[string]bool
	at      int // offset of the element at hand
}

func (f *feedReader) wrong(format string, args ...any) {
	d := diag.Errorf(diag.Position{}, "site/feed", format, args...)
	f.report(f.at, d.WithHint("readers of feeds take no other: build the site anew, or mend the note that the text is from"), "")
}

// atom holds a feed to sections 3 and 4 of RFC 4287.
func (f *feedReader) atom(src []byte) {
	feed, err := parseXML(src)
	if err != nil {
		f.wrong("is no XML: %v", err)
		return
	}
	if feed.name.Space != atomNamespace || feed.name.Local != "feed" {
		f.wrong("is no Atom feed but <%s>", feed.name.Local)
		return
	}
	f.container(feed, "the feed", []string{"id", "title", "updated"}, []string{"subtitle", "generator", "icon", "logo", "rights"})
	f.selfLink(feed)
	entries := feed.all("entry")
	if len(entries) == 0 {
		f.wrong("has no entry")
	}
	for i, e := range entries {
		f.entry(feed, e, fmt.Sprintf("entry %d", i+1))
	}
}

// selfLink holds the feed to section 4.1.1: it should say its own address.
func (f *feedReader) selfLink(feed *node) {
	self := ""
	for _, l := range feed.all("link") {
		if l.value("rel") == "self" {
			self = l.value("href")
			if l.value("type") != "application/atom+xml" {
				f.wrong("says of itself that it is %q", l.value("type"))
			}
		}
	}
	f.at = feed.at
	if self != f.address && f.address != "" {
		f.wrong("says that it stands at %q, and stands at %q", self, f.address)
	}
}

// container holds what a feed and an entry have in common: elements that stand once, and
// those that stand at most once.
func (f *feedReader) container(e *node, what string, once, atMost []string) {
	f.at = e.at
	for _, name := range once {
		if n := len(e.all(name)); n != 1 || e.said(name) == "" {
			f.wrong("%s has %d <%s>, or an empty one", what, n, name)
		}
	}
	for _, name := range atMost {
		if n := len(e.all(name)); n > 1 {
			f.wrong("%s has %d <%s>", what, n, name)
		}
	}
	f.at = e.at
	f.id(e.said("id"), what)
	if !timestamp.MatchString(e.said("updated")) {
		f.wrong("%s was updated at %q, which is no date of RFC 3339", what, e.said("updated"))
	}
	for _, name := range []string{"title", "subtitle", "summary", "content"} {
		for _, t := range e.all(name) {
			f.textConstruct(t, what+", "+name)
		}
	}
	f.alternates(e, what)
	for _, a := range e.all("author") {
		f.person(a, what)
	}
	for _, c := range e.all("category") {
		if c.value("term") == "" {
			f.wrong("%s has a <category> without term", what)
		}
	}
}

// id holds section 4.2.6: an absolute IRI, and no two things have one.
func (f *feedReader) id(id, what string) {
	if u, err := url.Parse(id); err != nil || u.Scheme == "" {
		f.wrong("the id %q of %s is no absolute IRI", id, what)
	}
	if f.ids[id] {
		f.wrong("the id %q of %s stands twice", id, what)
	}
	f.ids[id] = true
}

// textConstruct holds section 3.1: plain text or escaped HTML, and no elements in either.
func (f *feedReader) textConstruct(t *node, what string) {
	f.at = t.at
	if len(t.children) > 0 {
		f.wrong("%s holds elements", what)
	}
	f.language(t.lang, what)
	switch t.value("type") {
	case "", "text":
	case "html":
		f.html(t.text, what)
	default:
		f.wrong("%s is of type %q", what, t.value("type"))
	}
}

// language holds section 2: xml:lang is a tag of BCP 47.
func (f *feedReader) language(tag, what string) {
	if _, err := language.Parse(tag); err != nil || tag == "" {
		f.wrong("%s is in %q, which is no language", what, tag)
	}
}

// alternates holds section 4.1.1: of links to the same in another form there is one of each
// type and language.
func (f *feedReader) alternates(e *node, what string) {
	seen := map[[2]string]bool{}
	count := 0
	for _, l := range e.all("link") {
		f.at = l.at
		f.whole(l.value("href"), what)
		if rel := l.value("rel"); rel != "alternate" && rel != "" {
			continue
		}
		count++
		key := [2]string{l.value("type"), l.value("hreflang")}
		if seen[key] {
			f.wrong("%s has two links to the same as %s in %q", what, key[0], key[1])
		}
		seen[key] = true
		f.language(key[1], what+", link")
	}
	if f.at = e.at; count == 0 {
		f.wrong("%s has no link to its page", what)
	}
}

// person holds section 3.2: one name, at most one address.
func (f *feedReader) person(p *node, what string) {
	f.at = p.at
	if len(p.all("name")) != 1 || p.said("name") == "" {
		f.wrong("an author of %s has %d names, or an empty one", what, len(p.all("name")))
	}
	if len(p.all("uri")) > 1 {
		f.wrong("an author of %s has several addresses", what)
	}
	if uri := p.said("uri"); uri != "" {
		f.whole(uri, what+", author")
	}
}

// entry holds section 4.1.2.
func (f *feedReader) entry(feed, e *node, what string) {
	f.container(e, what, []string{"id", "title", "updated", "content"}, []string{"published", "summary", "source", "rights"})
	f.at = e.at
	if len(e.all("author")) == 0 && len(feed.all("author")) == 0 {
		f.wrong("%s has no author, nor has the feed", what)
	}
	if e.said("updated") > feed.said("updated") {
		f.wrong("%s is newer than the feed", what)
	}
}

// html holds escaped HTML: whole addresses only, and nothing that runs.
func (f *feedReader) html(src, what string) {
	z := html.NewTokenizer(strings.NewReader(src))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return
		case html.CommentToken:
			f.wrong("%s holds a comment", what)
		case html.StartTagToken, html.SelfClosingTagToken:
			f.tag(z.Token(), what)
		}
	}
}

// active are elements that a feed must not hold.
var active = []string{"script", "style", "iframe", "object", "embed", "form", "link", "meta", "base"}

func (f *feedReader) tag(t html.Token, what string) {
	if slices.Contains(active, t.Data) {
		f.wrong("%s holds <%s>", what, t.Data)
	}
	for _, a := range t.Attr {
		switch {
		case strings.HasPrefix(a.Key, "on"), a.Key == "style":
			f.wrong("%s holds the attribute %s", what, a.Key)
		case a.Key == "lang":
			f.language(a.Val, what)
		case a.Key == "src" && strings.HasPrefix(a.Val, "data:"):
		case slices.Contains([]string{"href", "src", "poster", "action"}, a.Key):
			f.whole(a.Val, what)
		}
	}
}

// whole reports an address that is not whole, and one of the site that leads nowhere.
func (f *feedReader) whole(address, what string) {
	u, err := url.Parse(address)
	switch {
	case err != nil || !u.IsAbs():
		f.wrong("%s leads to %q, which is no whole address", what, address)
	case u.Scheme == "http" || u.Scheme == "https" || u.Scheme == "mailto":
		if problem := f.c.nowhere(f.path, address); problem != "" {
			f.wrong("%s: %q %s", what, address, problem)
		}
	default:
		f.wrong("%s leads to %q", what, address)
	}
}

// nowhere says why a whole address leads nowhere; empty where it leads somewhere or away.
func (c *crawler) nowhere(from, address string) string {
	to := c.resolve(from, address)
	switch file, ok := c.at[to.path]; {
	case to.kind == wrong:
		return to.why
	case to.kind != inside:
		return ""
	case !ok:
		return "leads to no file"
	case to.place != "" && c.pages[file] != nil && !c.pages[file].has(to.place) && !c.pages[file].has(to.written):
		return "leads to no place in that page"
	}
	return ""
}
