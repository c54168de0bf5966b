package view

import (
	"html/template"
	"regexp"
)

// hump is where two words of a name meet that is written as one: NodeLog|Query, API|Server.
var hump = regexp.MustCompile(`([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])`)

// Characters that fit on one line of a narrow screen: of text, of a title.
const (
	LongName  = 30
	LongTitle = 24
)

// Humps returns an escaped name of more than fit characters with places to break between its
// words. What is copied or searched stays one word.
func Humps(escaped string, fit int) string {
	if len(escaped) <= fit {
		return escaped
	}
	return hump.ReplaceAllString(escaped, "$1$3<wbr>$2$4")
}

// Humps is the text of a link to a feature gate, with places to break a long name.
func (l Link) Humps() template.HTML { return humped(l.Text, LongName) }

// Humps is the name of the gate, with places to break a long one.
func (r GateRow) Humps() template.HTML { return humped(r.Name, LongName) }

// Humps is the name of the gate, with places to break a long one.
func (v GateView) Humps() template.HTML { return humped(v.Name, LongTitle) }

func humped(name string, fit int) template.HTML {
	return template.HTML(Humps(template.HTMLEscapeString(name), fit))
}
