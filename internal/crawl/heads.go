package crawl

import (
	"bytes"
	"image"
	_ "image/png" // the pictures of the Open Graph protocol
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// anyLanguage is the hreflang of the page for readers of every other language.
const anyLanguage = "x-default"

// Files that a head may name in the place of one.
const (
	none      int32 = -1 // it names none
	elsewhere int32 = -2 // it names what is no page of the site
)

// head is what is kept of what a page tells others of itself.
type head struct {
	canonical  int32 // the page that is canonical
	refresh    int32 // the page that it leads on to at once
	at         int32 // offset of the canonical address, or of the first alternate
	noindex    bool
	alternates []alternate // in the order of their tags
}

// alternate is a page in another language.
type alternate struct {
	tag  string
	file int32
	at   int32
}

// headFacts is what the head of the page that is being read says, held to the rules at its end.
type headFacts struct {
	canonical string
	at        int // offset of it
	feeds     []feedLink
	props     map[string][]string // og:title …
	propAt    map[string]int
}

type feedLink struct {
	href, title, lang string
	at                int
}

// wrong reports what is wrong in a head.
func (r *pageReader) wrong(at int, format string, args ...any) {
	d := diag.Errorf(diag.Position{}, "site/head", format, args...)
	r.report(at, d.WithHint("%s", headHint), "")
}

const headHint = "mend the template of the page: search engines and those who share a link go by its head"

// headLink takes what a link element says.
func (r *pageReader) headLink(t *tag) {
	if r.body {
		return
	}
	href, kind := t.text("href"), t.text("type")
	at := t.place("href")
	switch rel := strings.ToLower(t.text("rel")); {
	case rel == "canonical" && r.facts.canonical != "":
		r.wrong(at, "has two canonical addresses")
	case rel == "canonical":
		r.facts.canonical, r.facts.at = href, at
	case rel == "alternate" && (strings.HasSuffix(kind, "+xml") || strings.HasSuffix(kind, "+json")):
		r.facts.feeds = append(r.facts.feeds, feedLink{href, t.text("title"), t.text("hreflang"), at})
	case rel == "alternate" && t.text("hreflang") != "":
		r.alternate(t.text("hreflang"), href, at)
	}
}

// alternate takes the address of the page in another language.
func (r *pageReader) alternate(tag, href string, at int) {
	h := &r.page.head
	if slices.ContainsFunc(h.alternates, func(a alternate) bool { return a.tag == tag }) {
		r.unlike(at, "names two pages in %q", tag)
		return
	}
	if _, err := language.Parse(tag); tag != anyLanguage && err != nil {
		r.unlike(at, "names a page in %q, which is no language", tag)
	}
	file := r.c.pageAt(href)
	if file < 0 {
		r.unlike(at, "names %q, where no page is", href)
	}
	h.alternates = append(h.alternates, alternate{tag, file, int32(at)})
}

// unlike reports what is wrong with the languages of a head.
func (r *reader) unlike(at int, format string, args ...any) {
	d := diag.Errorf(diag.Position{}, "site/alternates", format, args...)
	r.report(at, d.WithHint("search engines count alternates only where all versions name each other: build the site anew"), "")
}

// pageAt is the page that a whole address leads to: elsewhere where it leads to none.
func (c *crawler) pageAt(address string) int32 {
	to := c.resolve("index.html", address)
	if file, ok := c.at[to.path]; ok && to.kind == inside && isPage(to.path) && strings.Contains(address, "://") {
		return file
	}
	return elsewhere
}

// addressOf is the whole address of a file.
func (c *crawler) addressOf(p string) string {
	if c.root == nil {
		return ""
	}
	return c.root.String() + (&url.URL{Path: strings.TrimSuffix(p, "index.html")}).EscapedPath()
}

// headMeta takes a property of the page.
func (r *pageReader) headMeta(t *tag) {
	if r.body {
		return
	}
	if r.facts.props == nil {
		r.facts.props, r.facts.propAt = map[string][]string{}, map[string]int{}
	}
	for _, name := range []string{t.text("property"), t.text("name")} {
		if name != "" {
			r.facts.props[name] = append(r.facts.props[name], t.text("content"))
			r.facts.propAt[name] = t.place("content")
		}
	}
}

// refresh takes a page that leads on to another at once (HTML standard, 4.2.5.3).
func (r *pageReader) refresh(t *tag) {
	a, _ := t.get("content")
	text := string(a.raw)
	seconds, rest, _ := strings.Cut(text, ";")
	if i := strings.IndexByte(text, ','); i >= 0 && i < len(seconds) {
		seconds, rest = text[:i], text[i+1:]
	}
	_ = seconds
	low := strings.ToLower(rest)
	i := strings.Index(low, "url")
	if i < 0 {
		return
	}
	at := len(text) - len(rest) + i + len("url")
	for at < len(text) && (space(text[at]) || text[at] == '=' || text[at] == '\'' || text[at] == '"') {
		at++
	}
	to := attr{name: "refresh", raw: bytes.TrimRight(a.raw[at:], "'\" "), at: a.at + at}
	where := r.c.resolve(r.path, to.text())
	r.page.head.refresh = r.leads(to, where, navigate)
	if where.kind == outside {
		r.report(to.at, diag.Errorf(diag.Position{}, "site/third-party", "the page leads on to %s at once, which is another host", shortened(where.raw)).
			WithHint("link to it: readers go where they have decided to"), where.raw)
	}
}

// headEnds holds what a head says to the rules that no other page is needed for.
func (r *pageReader) headEnds() {
	h, f := &r.page.head, &r.facts
	h.noindex = slices.ContainsFunc(f.props["robots"], func(s string) bool { return strings.Contains(s, "noindex") })
	slices.SortFunc(h.alternates, func(a, b alternate) int { return strings.Compare(a.tag, b.tag) })
	h.canonical, h.at = none, int32(f.at)
	if r.c.root != nil {
		r.canonical()
	}
	if len(h.alternates) > 0 && !slices.ContainsFunc(h.alternates, func(a alternate) bool { return a.tag == anyLanguage }) {
		r.unlike(int(h.alternates[0].at), "names no page for readers of other languages")
	}
	r.graph()
	for _, l := range f.feeds {
		if l.title == "" || l.lang != r.page.lang || l.href != path.Base(l.href) {
			r.wrong(l.at, "the feed %q is called %q, in %q", l.href, l.title, l.lang)
		}
	}
}

// canonical finds the page that the canonical address leads to.
func (r *pageReader) canonical() {
	h, f := &r.page.head, &r.facts
	switch u, err := url.Parse(f.canonical); {
	case f.canonical == "" && (r.path == "404.html" || h.noindex):
	case f.canonical == "":
		r.wrong(-1, "has no canonical address")
	case err != nil || !u.IsAbs():
		r.wrong(f.at, "has the canonical address %q, which is not whole", f.canonical)
	default:
		if h.canonical = r.c.pageAt(f.canonical); h.canonical == elsewhere {
			r.wrong(f.at, "has the canonical address %q, where no page is", f.canonical)
		} else if want := r.c.addressOf(r.c.files[h.canonical].path); want != f.canonical {
			r.wrong(f.at, "has the canonical address %q, and that page has %q", f.canonical, want)
		}
	}
}

// territory is how the Open Graph protocol writes languages.
var territory = regexp.MustCompile(`^[a-z]{2,3}_[A-Z]{2}$`)

// graph holds the head to the Open Graph protocol: properties that every page has, and
// what is demanded of others.
func (r *pageReader) graph() {
	f := &r.facts
	if len(f.props["og:type"]) == 0 {
		for name := range f.props {
			if strings.HasPrefix(name, "og:") && name != "og:description" {
				r.report(f.propAt[name], diag.Errorf(diag.Position{}, "site/head", "has properties of Open Graph and no og:type").WithHint(headHint), "og:type")
			}
		}
		return
	}
	for _, name := range []string{"og:title", "og:type", "og:url", "og:image", "og:site_name", "og:image:alt"} {
		if len(f.props[name]) != 1 || f.props[name][0] == "" {
			r.wrong(f.propAt["og:type"], "has %d %s, or an empty one", len(f.props[name]), name)
			return
		}
	}
	if at := f.props["og:url"][0]; at != f.canonical {
		r.wrong(f.propAt["og:url"], "has the og:url %q and the canonical address %q", at, f.canonical)
	}
	for i, l := range f.props["og:locale"] {
		if !territory.MatchString(l) || i > 0 {
			r.wrong(f.propAt["og:locale"], "has the og:locale %q, not of the form ll_TT or a second one", l)
		}
	}
	if said := f.props["og:description"]; !slices.Equal(said, f.props["description"]) {
		r.wrong(f.propAt["og:description"], "has the og:description %q, which is not its description", said)
	}
	for _, date := range f.props["article:published_time"] {
		if f.props["og:type"][0] != "article" || !w3cDate.MatchString(date) {
			r.wrong(f.propAt["article:published_time"], "was published at %q, as %s", date, f.props["og:type"][0])
		}
	}
	r.shared()
}

// shared holds that the picture that is shown where the page is shared is there.
func (r *pageReader) shared() {
	said, at := r.facts.props["og:image"][0], r.facts.propAt["og:image"]
	to := r.c.resolve("index.html", said)
	if to.kind != inside || !strings.Contains(said, "://") {
		r.wrong(at, "has the og:image %q, which is none of the site", said)
		return
	}
	if why := r.c.picture(to.path); why != "" {
		r.wrong(at, "has the og:image %q: %s", to.path, why)
	}
}

// picture says what is wrong with a picture; empty where nothing is. Each is read once.
func (c *crawler) picture(p string) string {
	if why, ok := c.pictures.Load(p); ok {
		return why.(string)
	}
	why := ""
	if src, err := fs.ReadFile(c.fsys, p); err != nil {
		why = "there is no file"
	} else if _, _, err := image.DecodeConfig(bytes.NewReader(src)); err != nil {
		why = err.Error()
	}
	c.pictures.Store(p, why)
	return why
}

// headOf holds what a page says of other pages to what these say. It returns what reports the
// problems, for which the bytes of the page are needed.
func (r *reader) headOf(p *page) []func() {
	h := &p.head
	var bad []func()
	if h.canonical >= 0 {
		if other := r.c.pages[h.canonical]; other != nil && other.head.canonical != h.canonical {
			bad = append(bad, func() {
				r.report(int(h.at), diag.Errorf(diag.Position{}, "site/head", "has the canonical address %q, and that page has another", r.c.addressAt(h.canonical)).
					WithHint(headHint), "")
			})
		}
	}
	own := false
	for _, a := range h.alternates {
		own = own || a.file == h.canonical && h.canonical == r.i
		if a.file >= 0 && r.c.pages[a.file] != nil {
			bad = append(bad, r.alternateOf(h, a)...)
		}
	}
	if len(h.alternates) > 0 && !own {
		bad = append(bad, func() { r.unlike(int(h.alternates[0].at), "names other languages, but not itself") })
	}
	for _, a := range p.spoken {
		if other := r.c.pages[a.file]; other != nil && other.lang != "" && languageOf(other.lang) != languageOf(a.tag) {
			bad = append(bad, func() { r.unlike(int(a.at), "hreflang=%q leads to a page in %q", a.tag, other.lang) })
		}
	}
	return append(append(bad, r.unnamed(h)...), r.circle(h)...)
}

// alternateOf holds one alternate of a page to what stands there.
func (r *reader) alternateOf(h *head, a alternate) []func() {
	other, address := r.c.pages[a.file], r.c.addressAt(a.file)
	var bad []func()
	if a.tag != anyLanguage && a.tag != other.lang {
		bad = append(bad, func() { r.unlike(int(a.at), "names %q as a page in %q, and it is in %q", address, a.tag, other.lang) })
	}
	same := func(a, b alternate) bool { return a.tag == b.tag && a.file == b.file }
	if !slices.EqualFunc(h.alternates, other.head.alternates, same) {
		bad = append(bad, func() { r.unlike(int(a.at), "names %q, which does not name the same pages", address) })
	}
	return bad
}

// addressAt is the whole address of a page.
func (c *crawler) addressAt(i int32) string { return c.addressOf(c.files[i].path) }

// unnamed finds the versions of a page, at the same address below the folders of other
// languages, that it does not name.
func (r *reader) unnamed(h *head) []func() {
	first, rest, _ := strings.Cut(r.path, "/")
	if h.canonical != r.i || !r.c.speaks(first) {
		return nil
	}
	var bad []func()
	for _, l := range r.c.languages {
		i, ok := r.c.at[l+"/"+rest]
		if l == first || !ok || r.c.pages[i] == nil || r.c.pages[i].head.canonical != i {
			continue
		}
		if !slices.ContainsFunc(h.alternates, func(a alternate) bool { return a.file == i }) {
			bad = append(bad, func() {
				r.report(int(h.at), diag.Errorf(diag.Position{}, "site/alternates", "does not name %s, which is the same page in another language", r.c.addressAt(i)).
					WithHint("name each version in the head of all: <link rel=\"alternate\" hreflang=%q href=…>", l), "")
			})
		}
	}
	return bad
}

// circle finds pages that lead on to each other without an end.
func (r *reader) circle(h *head) []func() {
	seen := []int32{r.i}
	for at := h.refresh; at >= 0 && r.c.pages[at] != nil && !slices.Contains(seen[1:], at); at = r.c.pages[at].head.refresh {
		if at == r.i {
			return []func(){func() {
				r.report(-1, diag.Errorf(diag.Position{}, "site/circle", "the page leads on to %s, and from there back to itself", r.c.files[h.refresh].path).
					WithHint("take the alias out of one of the two notes"), "")
			}}
		}
		seen = append(seen, at)
	}
	return nil
}
