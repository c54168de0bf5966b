package build_test

import (
	"encoding/xml"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/net/html"
	"golang.org/x/text/language"
)

// judged returns the errors that search engines and feed readers would find in a site that was built
// for address. It checks heads and sitemap (sitemaps.org; alternates must refer to each other) and
// feeds (RFC 4287).
func judged(t *testing.T, files fstest.MapFS) []string {
	t.Helper()
	j := &judge{files: files, heads: map[string]pageHead{}}
	for p, f := range files {
		if path.Ext(p) == ".html" {
			j.heads[p] = headOf(t, f.Data)
		}
	}
	for _, p := range slices.Sorted(maps.Keys(files)) {
		switch {
		case path.Base(p) == "feed.xml":
			j.feed(p)
		case path.Ext(p) == ".html":
			j.head(p)
		}
	}
	j.sitemap()
	return j.wrong
}

type judge struct {
	files fstest.MapFS
	heads map[string]pageHead // heads by path
	wrong []string
}

func (j *judge) say(p, format string, args ...any) {
	j.wrong = append(j.wrong, p+": "+fmt.Sprintf(format, args...))
}

// at returns the path of the file for an address of the site; "" if it does not exist.
func (j *judge) at(to string) string {
	rest, ok := strings.CutPrefix(to, address)
	rest, _, _ = strings.Cut(rest, "#")
	p, err := url.PathUnescape(rest)
	if p == "" || strings.HasSuffix(p, "/") {
		p += "index.html"
	}
	if !ok || err != nil || j.files[p] == nil {
		return ""
	}
	return p
}

// pageHead has the addresses in the head of a page.
type pageHead struct {
	canonical  string
	alternates map[string]string // addresses by language
	properties map[string]string // Open Graph
	noindex    bool
	ids        map[string]bool
}

func headOf(t *testing.T, page []byte) pageHead {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(string(page)))
	if err != nil {
		t.Fatal(err)
	}
	h := pageHead{alternates: map[string]string{}, properties: map[string]string{}, ids: map[string]bool{}}
	for n := range doc.Descendants() {
		a := map[string]string{}
		for _, attr := range n.Attr {
			a[attr.Key] = attr.Val
		}
		h.ids[a["id"]] = true
		switch {
		case n.Data == "link" && a["rel"] == "canonical":
			h.canonical = a["href"]
		case n.Data == "link" && a["rel"] == "alternate" && a["type"] == "":
			h.alternates[a["hreflang"]] = a["href"]
		case n.Data == "meta" && strings.HasPrefix(a["property"], "og:"):
			h.properties[a["property"]] = a["content"]
		case n.Data == "meta" && a["name"] == "robots":
			h.noindex = strings.Contains(a["content"], "noindex")
		}
	}
	return h
}

// head checks the canonical address, the alternates and the Open Graph properties of a page.
func (j *judge) head(p string) {
	h := j.heads[p]
	if h.canonical == "" {
		if p != "404.html" && !h.noindex {
			j.say(p, "no canonical address")
		}
		return
	}
	home := j.at(h.canonical)
	if home == "" || j.heads[home].canonical != h.canonical {
		j.say(p, "canonical address %q is not canonical", h.canonical)
		return
	}
	for lang, to := range h.alternates {
		if _, err := language.Parse(lang); err != nil && lang != "x-default" {
			j.say(p, "invalid language %q", lang)
		}
		if other := j.at(to); other == "" || !maps.Equal(j.heads[other].alternates, h.alternates) {
			j.say(p, "alternate %q does not name the same pages", to)
		}
	}
	if home == p && len(h.alternates) > 0 && (h.alternates["x-default"] == "" || !slices.Contains(slices.Collect(maps.Values(h.alternates)), h.canonical)) {
		j.say(p, "alternates without the page itself or x-default")
	}
	if h.properties["og:type"] == "" {
		return
	}
	if h.properties["og:title"] == "" || h.properties["og:url"] != h.canonical || j.at(h.properties["og:image"]) == "" {
		j.say(p, "Open Graph properties %q", h.properties)
	}
}

// sitemap checks that the sitemap has exactly the canonical pages.
func (j *judge) sitemap() {
	var urls struct {
		URLs []struct {
			Loc   string `xml:"loc"`
			Links []struct {
				Lang string `xml:"hreflang,attr"`
				Href string `xml:"href,attr"`
			} `xml:"http://www.w3.org/1999/xhtml link"`
		} `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 url"`
	}
	f, err := fs.ReadFile(j.files, "sitemap.xml")
	if err == nil {
		err = xml.Unmarshal(f, &urls)
	}
	if err != nil {
		j.say("sitemap.xml", "%v", err)
		return
	}
	listed := map[string]bool{}
	for _, u := range urls.URLs {
		p := j.at(u.Loc)
		links := map[string]string{}
		for _, l := range u.Links {
			links[l.Lang] = l.Href
		}
		if p == "" || listed[p] || j.heads[p].canonical != u.Loc || !maps.Equal(links, j.heads[p].alternates) {
			j.say("sitemap.xml", "%q is not a canonical page, listed twice, or in other languages than its head says", u.Loc)
		}
		listed[p] = true
	}
	for p, h := range j.heads {
		if j.at(h.canonical) == p && !listed[p] {
			j.say("sitemap.xml", "%q is missing", h.canonical)
		}
	}
}

// atomOnce is the text of an element of a feed that must occur once.
type atomOnce []string

// feed checks a feed by RFC 4287, sections 3 and 4.
func (j *judge) feed(p string) {
	type link struct {
		Rel  string `xml:"rel,attr"`
		Href string `xml:"href,attr"`
	}
	type common struct {
		IDs     atomOnce `xml:"http://www.w3.org/2005/Atom id"`
		Titles  atomOnce `xml:"http://www.w3.org/2005/Atom title"`
		Updated atomOnce `xml:"http://www.w3.org/2005/Atom updated"`
		Authors atomOnce `xml:"http://www.w3.org/2005/Atom author>name"`
		Links   []link   `xml:"http://www.w3.org/2005/Atom link"`
	}
	var f struct {
		XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
		common
		Entries []struct {
			common
			Contents []struct {
				Type string `xml:"type,attr"`
				HTML string `xml:",chardata"`
			} `xml:"http://www.w3.org/2005/Atom content"`
		} `xml:"http://www.w3.org/2005/Atom entry"`
	}
	if err := xml.Unmarshal(j.files[p].Data, &f); err != nil {
		j.say(p, "%v", err)
		return
	}
	ids := map[string]bool{}
	hold := func(c common) {
		if len(c.IDs) != 1 || len(c.Titles) != 1 || len(c.Updated) != 1 || c.Titles[0] == "" || ids[c.IDs[0]] {
			j.say(p, "id, title or updated missing or twice: %q %q %q", c.IDs, c.Titles, c.Updated)
			return
		}
		ids[c.IDs[0]] = true
		for _, l := range c.Links {
			to := j.at(l.Href)
			_, place, _ := strings.Cut(l.Href, "#")
			id, _ := url.PathUnescape(place)
			if to == "" || place != "" && !j.heads[to].ids[id] && !j.heads[to].ids[place] {
				j.say(p, "link to %q, which does not exist", l.Href)
			}
		}
	}
	hold(f.common)
	if !slices.Contains(f.Links, link{"self", address + (&url.URL{Path: p}).EscapedPath()}) || len(f.Entries) == 0 || len(f.Authors) == 0 {
		j.say(p, "no self link, no entry or no author")
	}
	for _, e := range f.Entries {
		hold(e.common)
		if len(e.Contents) != 1 || e.Contents[0].Type != "html" || len(e.Updated) == 1 && e.Updated[0] > f.Updated[0] {
			j.say(p, "entry %q has no HTML, or is newer than the feed", e.IDs)
			continue
		}
		j.content(p, e.Contents[0].HTML)
	}
}

// content checks the HTML of an entry: all addresses must be absolute, and no scripts are allowed.
func (j *judge) content(p, text string) {
	doc, err := html.Parse(strings.NewReader(text))
	if err != nil {
		j.say(p, "%v", err)
		return
	}
	for n := range doc.Descendants() {
		if slices.Contains([]string{"script", "style", "iframe", "object", "embed", "form", "link", "meta", "base"}, n.Data) && n.Type == html.ElementNode {
			j.say(p, "<%s> in an entry", n.Data)
		}
		for _, a := range n.Attr {
			u, err := url.Parse(a.Val)
			absolute := err == nil && slices.Contains([]string{"http", "https", "mailto"}, u.Scheme)
			switch {
			case strings.HasPrefix(a.Key, "on"), a.Key == "style":
				j.say(p, "attribute %s in an entry", a.Key)
			case (a.Key == "href" || a.Key == "src") && (!absolute || strings.HasPrefix(a.Val, address) && j.at(a.Val) == ""):
				j.say(p, "address %q in an entry", a.Val)
			}
		}
	}
}

// TestJudged checks that the rules find errors.
func TestJudged(t *testing.T) {
	for name, damage := range map[string]func(fstest.MapFS){
		"en/feed.xml": func(f fstest.MapFS) { replace(f, "en/feed.xml", "<id>", "<Id>") },
		"ja/feed.xml": func(f fstest.MapFS) {
			replace(f, "ja/feed.xml", `<content type="html">`, `<content type="html">&lt;script&gt;`)
		},
		"sitemap.xml":                 func(f fstest.MapFS) { replace(f, "sitemap.xml", "/en/</loc>", "/en/x/</loc>") },
		"en/index.html":               func(f fstest.MapFS) { delete(f, "ja/index.html") },
		"ja/1.27/sig-node/index.html": func(f fstest.MapFS) { replace(f, "ja/1.27/sig-node/index.html", "og:url", "og:u") },
	} {
		files := published(t, addressed(sample(t)))
		damage(files)
		if !slices.ContainsFunc(judged(t, files), func(w string) bool { return strings.HasPrefix(w, name) }) {
			t.Errorf("no error found in the damaged %s", name)
		}
	}
}

func replace(files fstest.MapFS, p, old, new string) {
	files[p] = &fstest.MapFile{Data: []byte(strings.Replace(string(files[p].Data), old, new, 1))}
}
