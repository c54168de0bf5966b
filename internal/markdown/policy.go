package markdown

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/microcosm-cc/bluemonday"
)

var (
	anyID        = regexp.MustCompile(`^[^\s"'<>&]+$`)
	langTag      = regexp.MustCompile(`^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$`)
	direction    = regexp.MustCompile(`^(?:ltr|rtl|auto)$`)
	relativePath = regexp.MustCompile(`^(?:\.{0,2}/)?[^:/\\][^:\\]*$`)
	size         = regexp.MustCompile(`^[0-9]{1,5}$`)
	rawTag       = regexp.MustCompile(`<(?:a|img) [^>]*>`) // sanitized
	rawAddress   = regexp.MustCompile(` (href|src)="([^"]*)"`)
	openOrClosed = regexp.MustCompile(`^(?:open)?$`)
)

// inlineElements lists the raw elements that are allowed within a line, blockElements those that
// are also allowed as blocks. Styles, classes, scripts, forms and frames are not allowed.
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

func rawDest(attribute string) (name, dest string) {
	parts := rawAddress.FindStringSubmatch(attribute)
	return parts[1], html.UnescapeString(parts[2])
}

func (p *parse) rawLinks(clean string, at diag.Position) {
	for _, tag := range rawTag.FindAllString(clean, -1) {
		for _, attribute := range rawAddress.FindAllString(tag, -1) {
			name, dest := rawDest(attribute)
			p.doc.Links = append(p.doc.Links, Link{Dest: dest, Image: name == "src", Pos: at})
			if name == "src" && !strings.Contains(tag, ` alt="`) {
				p.reportNoAlternative(dest, at)
			}
		}
	}
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
		p.report(diag.Warnf(at, "markdown/raw-html", "unsupported HTML element <%s> is shown as text", name).
			WithHint("write Markdown, or link to the content"))
		return
	}
}
