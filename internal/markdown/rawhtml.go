package markdown

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/microcosm-cc/bluemonday"

	"github.com/kawaraban/kawaraban/internal/diag"
)

var (
	anyID        = regexp.MustCompile(`^[^\s"'<>&]+$`)
	langTag      = regexp.MustCompile(`^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$`)
	direction    = regexp.MustCompile(`^(?:ltr|rtl|auto)$`)
	relativePath = regexp.MustCompile(`^(?:\.{0,2}/)?[^:/\\][^:\\]*$`)
	size         = regexp.MustCompile(`^[0-9]{1,5}$`)
	rawTag       = regexp.MustCompile(`<(?:a|img) [^>]*>`) // sanitised
	rawAddress   = regexp.MustCompile(` (href|src)="([^"]*)"`)
	openOrClosed = regexp.MustCompile(`^(?:open)?$`)
)

// inlineElements are the raw elements that may stand within a line, blockElements
// those that may stand as blocks of their own besides. No style, no class, no
// script, no form, no frame.
var (
	inlineElements = []string{
		"abbr", "b", "bdi", "bdo", "br", "cite", "code", "data", "del", "dfn", "em", "i", "ins", "kbd", "mark", "q",
		"rp", "rt", "ruby", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "u", "var", "wbr",
	}
	blockElements = []string{
		"blockquote", "caption", "dd", "details", "div", "dl", "dt", "figcaption", "figure", "h2", "h3", "h4", "h5", "h6",
		"hr", "li", "ol", "p", "pre", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
	}
	voidElements = []string{"br", "wbr", "hr", "img"}
)

// inlinePolicy and blockPolicy are what raw HTML may be where a site allows it.
var (
	inlinePolicy = sync.OnceValue(func() *bluemonday.Policy { return policy(inlineElements) })
	blockPolicy  = sync.OnceValue(func() *bluemonday.Policy { return policy(slices.Concat(inlineElements, blockElements)) })
)

func policy(elements []string) *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements(elements...)
	p.AllowNoAttrs().OnElements("span")
	p.AllowAttrs("id").Matching(anyID).Globally()
	p.AllowAttrs("lang").Matching(langTag).Globally()
	p.AllowAttrs("dir").Matching(direction).Globally()
	p.AllowAttrs("title").Globally()
	p.AllowAttrs("open").Matching(openOrClosed).OnElements("details")
	p.AllowAttrs("colspan", "rowspan").Matching(size).OnElements("td", "th")
	p.AllowAttrs("datetime").OnElements("time", "ins", "del")
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("alt").OnElements("img")
	p.AllowAttrs("width", "height").Matching(size).OnElements("img")
	p.AllowAttrs("src").Matching(relativePath).OnElements("img")
	p.AllowURLSchemes("http", "https", "mailto")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	return p
}

// openingTag begins a tag, with the name of its element.
var openingTag = regexp.MustCompile(`</?([A-Za-z][A-Za-z0-9:-]*)`)

// cleanInline is raw HTML within a line, sanitised. A tag that is refused becomes text.
func cleanInline(raw string) string {
	return inlinePolicy().Sanitize(refusedAsText(raw, inlineElements))
}

// cleanBlock is a block of raw HTML, sanitised.
func cleanBlock(raw string) string {
	return blockPolicy().Sanitize(refusedAsText(raw, slices.Concat(inlineElements, blockElements)))
}

// refusedAsText escapes the tags of elements that a policy refuses, so that readers see that
// something was there.
func refusedAsText(raw string, allowed []string) string {
	return openingTag.ReplaceAllStringFunc(raw, func(tag string) string {
		if refusedElement(tag, allowed) == "" {
			return tag
		}
		return "&lt;" + tag[1:]
	})
}

// refusedElement is the element of a tag that a policy refuses, "" where it allows it.
func refusedElement(tag string, allowed []string) string {
	name := strings.ToLower(strings.Trim(tag, "</"))
	if name == "a" || name == "img" || slices.Contains(allowed, name) {
		return ""
	}
	return name
}

// reportRefused reports the first refused element of raw HTML.
func (p *parse) reportRefused(raw string, allowed []string, at diag.Position) {
	for _, tag := range openingTag.FindAllString(raw, -1) {
		name := refusedElement(tag, allowed)
		if name == "" || strings.HasPrefix(tag, "</") {
			continue
		}
		p.report(diag.Warnf(at, "markdown/raw-html", "the HTML element <%s> is not allowed and is shown as text", name).
			WithHint("write Markdown, or a link to what it shows"))
		return
	}
}

// rawInline writes a raw tag within a line: sanitised where the site allows it,
// else as text.
func (r *renderer) rawInline(raw string) {
	if strings.HasPrefix(raw, "<!--") {
		return
	}
	if !r.d.opts.RawHTML {
		r.words(r.consume(raw))
		return
	}
	r.balance(cleanInline(raw))
}

// html writes a block of raw HTML.
func (r *renderer) html(b *Block) {
	switch {
	case r.d.opts.RawHTML:
		if clean := strings.TrimSpace(cleanBlock(b.Info)); clean != "" {
			r.within(func() { r.balance(clean) })
			r.write("\n")
		}
	case !strings.Contains(b.Info, "<"): // what follows a comment
		r.write("<p>", escape(b.Plain), "</p>\n")
	default:
		r.write(`<pre class="raw" tabindex="0"><code>`, escape(strings.Trim(b.Info, "\n")), "</code></pre>\n")
	}
}

// balance writes sanitised HTML and remembers what it opens; a closing tag that
// closes nothing is left out. The sanitiser escapes > within attributes, so that
// a tag ends at the first one.
func (r *renderer) balance(s string) {
	for {
		i := strings.IndexByte(s, '<')
		if i < 0 {
			r.write(s)
			return
		}
		r.write(s[:i])
		end := strings.IndexByte(s[i:], '>')
		if end < 0 {
			r.words(s[i:])
			return
		}
		r.tag(s[i : i+end+1])
		s = s[i+end+1:]
	}
}

// maxRaw is how many raw elements may be open within each other; one that is too deep is left
// out, and its words stay. Browsers take 512 of all elements.
const maxRaw = 100

func (r *renderer) tag(tag string) {
	closing := strings.HasPrefix(tag, "</")
	name := strings.ToLower(strings.Trim(tag, "</>"))
	if i := strings.IndexAny(name, " \t\n/"); i >= 0 {
		name = name[:i]
	}
	switch {
	case slices.Contains(voidElements, name):
		if !closing && (name != "img" || strings.Contains(tag, ` src="`)) {
			r.write(r.readdress(tag))
		}
	case !closing: // <b/> opens as <b> does: only XML has elements that close themselves
		if before, ok := strings.CutSuffix(tag, "/>"); ok {
			tag = before + ">"
		}
		if len(r.open) < maxRaw {
			r.write(r.readdress(tag))
			r.open = append(r.open, name)
		}
	default:
		if i := lastIndex(r.open, name); i >= r.floor {
			r.closeRaw(i)
		}
	}
}

// readdress gives the address in a raw tag the form that those of Markdown have, and a
// picture its size.
func (r *renderer) readdress(tag string) string {
	return rawAddress.ReplaceAllStringFunc(tag, func(m string) string {
		name, dest := rawDest(m)
		out := " " + name + `="` + href(r.dest(dest, name == "src")) + `"`
		if name == "src" && r.d.opts.Image != nil && !strings.Contains(tag, ` width="`) {
			if w, h, ok := r.d.opts.Image(dest); ok {
				out += fmt.Sprintf(` width="%d" height="%d"`, w, h)
			}
		}
		return out
	})
}

// rawDest is an attribute's name and the address in it.
func rawDest(attribute string) (name, dest string) {
	parts := rawAddress.FindStringSubmatch(attribute)
	return parts[1], html.UnescapeString(parts[2])
}

// rawLinks notes the addresses in sanitised HTML, and the pictures without words.
func (p *parse) rawLinks(clean string, at diag.Position) {
	for _, tag := range rawTag.FindAllString(clean, -1) {
		for _, attribute := range rawAddress.FindAllString(tag, -1) {
			name, dest := rawDest(attribute)
			p.doc.Links = append(p.doc.Links, Link{Dest: dest, Image: name == "src", Pos: at})
			if name == "src" && !strings.Contains(tag, ` alt="`) {
				p.wordless(dest, at)
			}
		}
	}
}

// within runs f in an element of our own: raw elements opened in it end with it, and
// none from outside of it can be closed in it.
func (r *renderer) within(f func()) {
	floor := r.floor
	r.floor = len(r.open)
	f()
	r.closeRaw(r.floor)
	r.floor = floor
}

func lastIndex(s []string, v string) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == v {
			return i
		}
	}
	return -1
}

// closeRaw closes raw elements until n are open.
func (r *renderer) closeRaw(n int) {
	for len(r.open) > n {
		last := len(r.open) - 1
		r.write("</", r.open[last], ">")
		r.open = r.open[:last]
	}
}
