package sitecheck

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// tag is a start tag, or an end tag without its attributes.
type tag struct {
	name  string // in lower case
	atom  atom.Atom
	end   bool
	self  bool // whether it ends with />
	at    int  // offset of its <
	attrs []attr
}

type attr struct {
	name string // in lower case
	raw  []byte // value as in the source, with entities
	at   int    // offset of the value
}

func (a attr) text() string {
	if bytes.IndexByte(a.raw, '&') < 0 {
		return string(a.raw)
	}
	return html.UnescapeString(string(a.raw))
}

func (t *tag) get(name string) (attr, bool) {
	for _, a := range t.attrs {
		if a.name == name {
			return a, true
		}
	}
	return attr{}, false
}

func (t *tag) text(name string) string {
	a, _ := t.get(name)
	return a.text()
}

// place returns the offset of the value of an attribute, or of the tag if it lacks the attribute.
func (t *tag) place(name string) int {
	if a, ok := t.get(name); ok {
		return a.at
	}
	return t.at
}

// scan calls f for each start tag of a page until f returns false.
func scan(src []byte, f func(*tag) bool) {
	z := html.NewTokenizer(bytes.NewReader(src))
	var t tag
	for at := 0; ; {
		kind := z.Next()
		if kind == html.ErrorToken {
			return
		}
		start := at
		at += len(z.Raw())
		if kind == html.StartTagToken || kind == html.SelfClosingTagToken {
			t.parse(src[start:at], start)
			if !f(&t) {
				return
			}
		}
	}
}

// parse parses a tag by section 13.2.5 of the HTML standard. at is its offset in the page. If an
// attribute occurs twice, the first one counts.
func (t *tag) parse(raw []byte, at int) {
	*t = tag{at: at, attrs: t.attrs[:0]}
	i := 1
	if i < len(raw) && raw[i] == '/' {
		t.end = true
		i++
	}
	start := i
	for i < len(raw) && !space(raw[i]) && raw[i] != '/' && raw[i] != '>' {
		i++
	}
	t.name, t.atom = lower(raw[start:i])
	for !t.end && i < len(raw) {
		i = t.attribute(raw, i, at)
	}
	t.self = bytes.HasSuffix(raw, []byte("/>"))
}

func (t *tag) attribute(raw []byte, i, at int) int {
	for i < len(raw) && (space(raw[i]) || raw[i] == '/' || raw[i] == '>') {
		i++
	}
	start := i
	for i < len(raw) && !space(raw[i]) && raw[i] != '/' && raw[i] != '>' && (raw[i] != '=' || i == start) {
		i++
	}
	if start == i {
		return len(raw)
	}
	a := attr{at: at + start}
	a.name, _ = lower(raw[start:i])
	for i < len(raw) && space(raw[i]) {
		i++
	}
	if i < len(raw) && raw[i] == '=' {
		a.raw, a.at, i = value(raw, i+1, at)
	}
	if _, twice := t.get(a.name); !twice {
		t.attrs = append(t.attrs, a)
	}
	return i
}

func value(raw []byte, i, at int) ([]byte, int, int) {
	for i < len(raw) && space(raw[i]) {
		i++
	}
	if i < len(raw) && (raw[i] == '"' || raw[i] == '\'') {
		quote := raw[i]
		start := i + 1
		if n := bytes.IndexByte(raw[start:], quote); n >= 0 {
			return raw[start : start+n], at + start, start + n + 1
		}
		return raw[start:], at + start, len(raw)
	}
	start := i
	for i < len(raw) && !space(raw[i]) && raw[i] != '>' {
		i++
	}
	return raw[start:i], at + start, i
}

func space(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' }

// lower returns a name in lower case. It does not allocate memory for known names.
func lower(name []byte) (string, atom.Atom) {
	if bytes.ContainsFunc(name, func(r rune) bool { return r >= 'A' && r <= 'Z' }) {
		name = bytes.ToLower(name)
	}
	if a := atom.Lookup(name); a != 0 {
		return a.String(), a
	}
	return string(name), 0
}

func position(file string, src []byte, at int) diag.Position {
	before := src[:min(at, len(src))]
	line := bytes.Count(before, []byte("\n")) + 1
	last := bytes.LastIndexByte(before, '\n') + 1
	return diag.Position{File: file, Line: line, Col: utf8.RuneCount(before[last:]) + 1}
}
