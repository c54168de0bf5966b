package crawl

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// element is an XML element, for files that are small enough to be held.
type element struct {
	name     xml.Name
	attrs    []xml.Attr
	children []*element
	text     string // of its own, without that of children
	lang     string // effective xml:lang
}

// xmlNamespace is that of xml:lang.
const xmlNamespace = "http://www.w3.org/XML/1998/namespace"

// parseXML reads a file of XML into its root.
func parseXML(src []byte) (*element, error) {
	d := xml.NewDecoder(bytes.NewReader(src))
	top := &element{}
	open := []*element{top}
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		last := open[len(open)-1]
		switch t := token.(type) {
		case xml.StartElement:
			e := &element{name: t.Name, attrs: t.Copy().Attr, lang: last.lang}
			if l, ok := e.attr(xmlNamespace, "lang"); ok {
				e.lang = l
			}
			last.children = append(last.children, e)
			open = append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			last.text += string(t)
		}
	}
	if len(top.children) != 1 {
		return nil, fmt.Errorf("there are %d root elements", len(top.children))
	}
	return top.children[0], nil
}

// attr returns an attribute; false where there is none.
func (e *element) attr(space, name string) (string, bool) {
	for _, a := range e.attrs {
		if a.Name.Space == space && a.Name.Local == name {
			return a.Value, true
		}
	}
	return "", false
}

// value returns an attribute without a namespace; "" where there is none.
func (e *element) value(name string) string {
	v, _ := e.attr("", name)
	return v
}

// all returns the children of a name in the namespace of the element itself.
func (e *element) all(local string) []*element { return e.within(e.name.Space, local) }

func (e *element) within(space, local string) []*element {
	var out []*element
	for _, c := range e.children {
		if c.name.Space == space && c.name.Local == local {
			out = append(out, c)
		}
	}
	return out
}

// said is the text of the first child of a name; "" for none.
func (e *element) said(local string) string {
	if all := e.all(local); len(all) > 0 {
		return strings.TrimSpace(all[0].text)
	}
	return ""
}
