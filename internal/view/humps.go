package view

import (
	"html/template"
	"regexp"
)

// hump matches a word boundary within a compound name: NodeLog|Query, API|Server.
var hump = regexp.MustCompile(`([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])`)

// How many characters fit on one line of a narrow screen, in text and in a title.
const (
	LongName  = 30
	LongTitle = 24
)

// Humps returns an escaped name of more than fit characters with <wbr> between its words. Copying
// and searching still see one word.
func Humps(escaped string, fit int) string {
	if len(escaped) <= fit {
		return escaped
	}
	return hump.ReplaceAllString(escaped, "$1$3<wbr>$2$4")
}

// Humps returns the text of a link to a feature gate with line break opportunities.
func (l Link) Humps() template.HTML { return humped(l.Text, LongName) }

// Humps returns the name of the gate with line break opportunities.
func (r GateRow) Humps() template.HTML { return humped(r.Name, LongName) }

// Humps returns the name of the gate with line break opportunities.
func (v GateView) Humps() template.HTML { return humped(v.Name, LongTitle) }

func humped(name string, fit int) template.HTML {
	return template.HTML(Humps(template.HTMLEscapeString(name), fit))
}
