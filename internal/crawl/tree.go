package crawl

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// node is an XML element, for files that are small enough to be held.
type node struct {
	name     xml.Name
	attrs    []xml.Attr
	children []*node
	text     string // of its own, without that of children
	lang     string // effective xml:lang
	at       int    // offset of its <

	parts []string // of text, until the element ends
}

// xmlNamespace is that of xml:lang.
const xmlNamespace = "http://www.w3.org/XML/1998/namespace"

// parseXML reads a file of XML into its root.
func parseXML(src []byte) (*node, error) {
	var root *node
	err := eachChild(src, func(r *node) { root = r }, nil)
	return root, err
}

// eachChild reads a file of XML and hands the root to begun when it begins. Each child of the
// root is handed to child when it is whole, and then let go, so that a large file costs no
// memory; without child all are kept in the root.
func eachChild(src []byte, begun, child func(*node)) error {
	d := xml.NewDecoder(bytes.NewReader(src))
	open := []*node{{}}
	roots := 0
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		last := open[len(open)-1]
		switch t := token.(type) {
		case xml.StartElement:
			e := &node{name: t.Name, attrs: t.Copy().Attr, lang: last.lang, at: max(bytes.LastIndexByte(src[:d.InputOffset()], '<'), 0)}
			if l, ok := e.attr(xmlNamespace, "lang"); ok {
				e.lang = l
			}
			if len(open) == 1 {
				roots++
				begun(e)
			}
			if len(open) != 2 || child == nil {
				last.children = append(last.children, e)
			}
			open = append(open, e)
		case xml.EndElement:
			last.text, last.parts = strings.Join(last.parts, ""), nil
			if open = open[:len(open)-1]; len(open) == 2 && child != nil {
				child(last)
			}
		case xml.CharData:
			if len(open) > 2 || child == nil {
				last.parts = append(last.parts, string(t)) // joined once: there may be a part per byte
			}
		}
	}
	if roots != 1 {
		return fmt.Errorf("there are %d root elements", roots)
	}
	return nil
}

// attr returns an attribute; false where there is none.
func (e *node) attr(space, name string) (string, bool) {
	for _, a := range e.attrs {
		if a.Name.Space == space && a.Name.Local == name {
			return a.Value, true
		}
	}
	return "", false
}

// value returns an attribute without a namespace; "" where there is none.
func (e *node) value(name string) string {
	v, _ := e.attr("", name)
	return v
}

// all returns the children of a name in the namespace of the element itself.
func (e *node) all(local string) []*node { return e.within(e.name.Space, local) }

func (e *node) within(space, local string) []*node {
	var out []*node
	for _, c := range e.children {
		if c.name.Space == space && c.name.Local == local {
			out = append(out, c)
		}
	}
	return out
}

// said is the text of the first child of a name; "" for none.
func (e *node) said(local string) string {
	if all := e.all(local); len(all) > 0 {
		return strings.TrimSpace(all[0].text)
	}
	return ""
}
