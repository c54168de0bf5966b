package output

import (
	"bytes"
	"encoding/xml"
	"strings"

	"github.com/kawaraban/kawaraban/internal/feed"
	"github.com/kawaraban/kawaraban/internal/view"
)

// atom encodes a feed as Atom 1.0 (RFC 4287). Texts are plain text, and contents are escaped HTML
// (section 3.1.1.2). An xml:lang attribute marks text whose language differs from that of the
// feed (section 2).
func atom(f *feed.Feed) []byte {
	var w atomWriter
	w.WriteString(xml.Header + `<feed xmlns="http://www.w3.org/2005/Atom"`)
	w.attribute("xml:lang", f.Lang)
	w.WriteString(">\n")
	w.text("title", f.Title, f.Lang)
	if f.Subtitle.Text != "" {
		w.text("subtitle", f.Subtitle, f.Lang)
	}
	w.plain("id", f.Page+feed.AtomName)
	w.plain("updated", f.Updated)
	w.person(feed.Person{Name: f.Site, Href: f.SiteHome})
	w.link("self", "application/atom+xml", "", f.Page+feed.AtomName)
	w.link("alternate", "text/html", f.Lang, f.Page)
	w.WriteString(`<generator uri="https://github.com/kawaraban/kawaraban">Kawaraban</generator>` + "\n")
	for i := range f.Items {
		w.entry(f, &f.Items[i])
	}
	w.WriteString("</feed>\n")
	return w.Bytes()
}

// atomWriter writes elements in a fixed order, one per line.
type atomWriter struct{ bytes.Buffer }

// entry writes an item (section 4.1.2). An entry without authors inherits the authors of the
// feed.
func (w *atomWriter) entry(f *feed.Feed, it *feed.Item) {
	w.WriteString("<entry")
	if it.Lang != f.Lang {
		w.attribute("xml:lang", it.Lang)
	}
	w.WriteString(">\n")
	w.text("title", it.Title, it.Lang)
	w.plain("id", it.ID)
	w.plain("updated", it.Updated)
	for _, a := range it.Authors {
		w.person(a)
	}
	w.link("alternate", "text/html", f.Lang, it.Href)
	for _, tag := range it.Tags {
		w.WriteString("<category")
		w.attribute("term", tag)
		w.WriteString("/>\n")
	}
	w.WriteString(`<content type="html">`)
	w.content(it.HTML)
	w.WriteString("</content>\n</entry>\n")
}

// text writes a text. It has a language attribute if around, the language of the parent element,
// differs.
func (w *atomWriter) text(element string, t view.Text, around string) {
	w.WriteString("<" + element)
	if t.Lang != around {
		w.attribute("xml:lang", t.Lang)
	}
	w.WriteString(">")
	w.content(t.Text)
	w.WriteString("</" + element + ">\n")
}

func (w *atomWriter) plain(element, s string) {
	w.WriteString("<" + element + ">")
	w.content(s)
	w.WriteString("</" + element + ">\n")
}

func (w *atomWriter) person(p feed.Person) {
	w.WriteString("<author>")
	w.WriteString("<name>")
	w.content(p.Name)
	w.WriteString("</name>")
	if p.Href != "" {
		w.WriteString("<uri>")
		w.content(p.Href)
		w.WriteString("</uri>")
	}
	w.WriteString("</author>\n")
}

func (w *atomWriter) link(rel, kind, lang, href string) {
	w.WriteString("<link")
	w.attribute("rel", rel)
	w.attribute("type", kind)
	if lang != "" {
		w.attribute("hreflang", lang)
	}
	w.attribute("href", href)
	w.WriteString("/>\n")
}

func (w *atomWriter) attribute(name, value string) {
	w.WriteString(" " + name + `="`)
	_ = xml.EscapeText(w, []byte(value)) // cannot fail: it writes to a buffer
	w.WriteString(`"`)
}

// inText escapes text content. Quotation marks, which are frequent in HTML, need not be escaped
// there.
var inText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#xD;")

func (w *atomWriter) content(s string) { _, _ = inText.WriteString(w, strings.Map(xmlChar, s)) } // cannot fail: it writes to a buffer

func xmlChar(r rune) rune {
	switch {
	case r == '\t', r == '\n', r == '\r', r >= 0x20 && r <= 0xd7ff, r >= 0xe000 && r <= 0xfffd, r >= 0x10000:
		return r
	}
	return '\ufffd'
}
