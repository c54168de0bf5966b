package attachment

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
)

const maxSVG = 8 << 20

// svgRefusal reads an SVG file and returns the reason for its refusal; "" if it is allowed.
func svgRefusal(r io.Reader) diag.Phrase {
	bounded := &io.LimitedReader{R: r, N: maxSVG + 1}
	d := xml.NewDecoder(bounded)
	var styles svgStyles
	for {
		t, err := d.Token()
		switch {
		case bounded.N <= 0:
			return diag.Phrasef("is larger than the %s MB of an SVG file that are checked for scripts", strconv.Itoa(maxSVG>>20))
		case errors.Is(err, io.EOF):
			return ""
		case err != nil:
			return "is not well-formed XML in UTF-8, so it cannot be checked for scripts"
		}
		if why := tokenRefusal(t); why != "" {
			return why
		}
		if why := styles.refusal(t); why != "" {
			return why
		}
	}
}

// plainDeclaration matches the XML declarations that every parser treats as UTF-8. encoding/xml
// ignores an encoding with white space before or after "=", and browsers do not. In that encoding
// the same bytes can contain other elements.
var plainDeclaration = regexp.MustCompile(`^version=["']1\.0["'](\s+encoding=["'](?i:utf-8)["'])?(\s+standalone=["'](yes|no)["'])?\s*$`)

// tokenRefusal returns the reason for refusing a token: it runs a script or loads another file.
func tokenRefusal(t xml.Token) diag.Phrase {
	switch t := t.(type) {
	case xml.ProcInst:
		if t.Target != "xml" {
			return diag.Phrasef("has a processing instruction <?%s?>", t.Target)
		}
		if !plainDeclaration.Match(t.Inst) {
			return diag.Phrasef("has an XML declaration that differs from %s", `<?xml version="1.0" encoding="UTF-8"?>`)
		}
	case xml.Directive:
		if strings.ContainsRune(string(t), '[') {
			return "declares entities"
		}
	case xml.StartElement:
		return elementRefusal(t)
	}
	return ""
}

// activeElements run scripts, or contain or load other documents.
var activeElements = words("script handler listener foreignobject iframe object embed frame html body meta base link audio video source track")

func elementRefusal(e xml.StartElement) diag.Phrase {
	name := strings.ToLower(e.Name.Local)
	if activeElements[name] || strings.HasSuffix(strings.ToLower(e.Name.Space), "/xhtml") {
		return diag.Phrasef("has an element <%s>", e.Name.Local)
	}
	for _, a := range e.Attr {
		if why := attributeRefusal(name, a); why != "" {
			return why
		}
	}
	return ""
}

func attributeRefusal(element string, a xml.Attr) diag.Phrase {
	key, value := strings.ToLower(a.Name.Local), strings.ToLower(strings.TrimSpace(a.Value))
	switch {
	case a.Name.Space == "xmlns" || key == "xmlns":
		return ""
	case strings.HasPrefix(key, "on"):
		return diag.Phrasef("has an event handler %s", a.Name.Local)
	case key == "base" || key == "ping" || key == "srcset":
		return diag.Phrasef("has an attribute %s", a.Name.Local)
	case (key == "href" || key == "src") && !safeAddress(element, value):
		return diag.Phrasef("refers to %q", shortened(a.Value))
	case key == "attributename" && (strings.HasSuffix(value, "href") || strings.HasPrefix(value, "on")):
		return "animates an address or an event handler"
	case key == "style" || strings.ContainsRune(value, '('):
		return cssRefusal(value)
	}
	return ""
}

// embedded lists the prefixes of data URLs that an SVG file may contain.
var embedded = []string{"data:image/png", "data:image/jpeg", "data:image/jpg", "data:image/gif", "data:image/webp"}

// safeAddress reports whether an address, in lower case, runs no script and loads no file. The
// address of a link (<a>) may be a page, because the link alone loads nothing.
func safeAddress(element, address string) bool {
	address = strings.Map(dropControl, address)
	if address == "" || strings.HasPrefix(address, "#") || isEmbedded(address) {
		return true
	}
	if element != "a" {
		return false
	}
	scheme, _, absolute := strings.Cut(address, ":")
	return !absolute || strings.ContainsAny(scheme, "/?#") || slices.Contains([]string{"http", "https", "mailto"}, scheme)
}

// dropControl removes the characters that browsers remove from addresses: white space and control
// characters.
func dropControl(r rune) rune {
	if r <= ' ' || r == 0x7f {
		return -1
	}
	return r
}

func isEmbedded(address string) bool {
	return slices.ContainsFunc(embedded, func(kind string) bool {
		rest, ok := strings.CutPrefix(address, kind)
		return ok && (strings.HasPrefix(rest, ";") || strings.HasPrefix(rest, ","))
	})
}

// svgStyles collects the text of each style element. Browsers join its text nodes, so a comment may
// be inside a word.
type svgStyles struct {
	depth int
	css   strings.Builder
}

func (s *svgStyles) refusal(t xml.Token) diag.Phrase {
	switch t := t.(type) {
	case xml.StartElement:
		if s.depth > 0 || strings.EqualFold(t.Name.Local, "style") {
			s.depth++
		}
	case xml.CharData:
		if s.depth > 0 {
			s.css.Write(t)
		}
	case xml.EndElement:
		if s.depth == 0 {
			return ""
		}
		if s.depth--; s.depth == 0 {
			css := strings.ToLower(s.css.String())
			s.css.Reset()
			return cssRefusal(css)
		}
	}
	return ""
}

// loading lists the functions and rules of CSS, except url(), that load a file.
var loading = []string{"@import", "image-set(", "image(", "src(", "cross-fade("}

// cssRefusal returns the reason for refusing CSS in lower case: it loads a file. Escapes are
// refused, because they can spell any name.
func cssRefusal(css string) diag.Phrase {
	if strings.ContainsRune(css, '\\') {
		return "has an escape (\\) in its style, so it cannot be checked"
	}
	for _, name := range loading {
		if strings.Contains(css, name) {
			return diag.Phrasef("has %s in its style", strings.TrimSuffix(name, "("))
		}
	}
	for {
		_, rest, ok := strings.Cut(css, "url(")
		if !ok {
			return ""
		}
		if address := strings.TrimLeft(rest, " \t\r\n\f\"'"); !strings.HasPrefix(address, "#") && !isEmbedded(address) {
			return diag.Phrasef("refers to %q in its style", shortened(address))
		}
		css = rest
	}
}

func shortened(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
