package source

import (
	"regexp"
	"slices"
	"strings"
)

// entity is a sign that no comment may hold in its place: < in <!-- and > in -->.
type entity struct {
	sign, name string
	found      *regexp.Regexp // with the sign, or an entity for it
}

// entities are the signs in the order in which they are written; they are read back in the
// other one.
var entities = []entity{
	{">", "gt;", regexp.MustCompile(`--!?(>|&(?:amp;)*gt;)`)},
	{"<", "lt;", regexp.MustCompile(`(<|&(?:amp;)*lt;)!--`)},
}

// ForComment is a text with plain line ends as it can stand within an HTML comment:
// [FromComment] undoes it. --> becomes --&gt;, and what looks so already --&amp;gt;.
func ForComment(text string) string {
	for _, e := range entities {
		text = e.write(text)
	}
	return text
}

// FromComment is the text that an HTML comment holds.
func FromComment(inner string) string {
	for _, e := range slices.Backward(entities) {
		inner = e.read(inner)
	}
	return inner
}

// write puts an entity for the sign, and one more amp; into what is an entity already.
func (e entity) write(text string) string {
	return e.replace(text, func(s string) string {
		if s == e.sign {
			return "&" + e.name
		}
		return "&amp;" + s[1:]
	})
}

// read undoes write.
func (e entity) read(text string) string {
	return e.replace(text, func(s string) string {
		if rest, ok := strings.CutPrefix(s, "&amp;"); ok {
			return "&" + rest
		}
		return e.sign
	})
}

// replace replaces the sign, or the entity for it, wherever it is found.
func (e entity) replace(text string, with func(string) string) string {
	if !strings.Contains(text, "--") {
		return text // as nearly always
	}
	var b strings.Builder
	at := 0
	for _, m := range e.found.FindAllStringSubmatchIndex(text, -1) {
		b.WriteString(text[at:m[2]] + with(text[m[2]:m[3]]))
		at = m[3]
	}
	b.WriteString(text[at:])
	return b.String()
}
