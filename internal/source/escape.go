package source

import (
	"regexp"
	"slices"
	"strings"
)

// entity is a character that must be escaped in a comment: the < of <!-- and the > of -->.
type entity struct {
	sign, name string
	found      *regexp.Regexp // matches the character, or an entity for it
}

// entities lists these characters in the order in which they are escaped. Unescaping uses the
// reverse order.
var entities = []entity{
	{">", "gt;", regexp.MustCompile(`--!?(>|&(?:amp;)*gt;)`)},
	{"<", "lt;", regexp.MustCompile(`(<|&(?:amp;)*lt;)!--`)},
}

// ForComment escapes a text for an HTML comment, and [FromComment] reverses it. It replaces -->
// by --&gt; and an existing --&gt; by --&amp;gt;.
func ForComment(text string) string {
	for _, e := range entities {
		text = e.write(text)
	}
	return text
}

// FromComment unescapes the text of an HTML comment.
func FromComment(inner string) string {
	for _, e := range slices.Backward(entities) {
		inner = e.read(inner)
	}
	return inner
}

// write replaces the character by its entity. It adds one more amp; to existing entities.
func (e entity) write(text string) string {
	return e.replace(text, func(s string) string {
		if s == e.sign {
			return "&" + e.name
		}
		return "&amp;" + s[1:]
	})
}

func (e entity) read(text string) string {
	return e.replace(text, func(s string) string {
		if rest, ok := strings.CutPrefix(s, "&amp;"); ok {
			return "&" + rest
		}
		return e.sign
	})
}

// replace calls with for the character or its entity at each match, and inserts the result.
func (e entity) replace(text string, with func(string) string) string {
	if !strings.Contains(text, "--") {
		return text // the common case
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
