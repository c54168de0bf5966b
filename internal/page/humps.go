package page

import (
	"html/template"
	"regexp"
)

// Between two words of a name that is written as one: NodeLog|Query, API|Server.
var hump = regexp.MustCompile(`([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])`)

// How many characters surely fit on the line of a narrow screen: in text, in a title.
const (
	longName  = 30
	longTitle = 24
)

// humps lets a name of more than fit characters, escaped already, break between its
// words where a line has no room for it. What is copied or searched stays one word.
func humps(escaped string, fit int) string {
	if len(escaped) <= fit {
		return escaped
	}
	return hump.ReplaceAllString(escaped, "$1$3<wbr>$2$4")
}

// Humps is the text of a link to a feature gate, with places to break a long name.
func (l Link) Humps() template.HTML { return humped(l.Text, longName) }

// Humps is the name of the gate, with places to break a long one.
func (r GateRow) Humps() template.HTML { return humped(r.Name, longName) }

// Humps is the name of the gate, with places to break a long one.
func (v GateView) Humps() template.HTML { return humped(v.Name, longTitle) }

func humped(name string, fit int) template.HTML {
	return template.HTML(humps(template.HTMLEscapeString(name), fit))
}
