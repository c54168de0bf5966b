package view

import (
	"html/template"
	"strings"
	"unicode/utf8"
)

// Maximum numbers of characters on one line: of text on a narrow screen, and of a narrow column
// or a title.
const (
	LongName  = 30
	LongTitle = 22
)

// shortName is the maximum length of a name that is never broken.
const shortName = 20

// Breaks returns a name or a command as escaped HTML. It inserts <wbr> where a line may end:
// after a space, a comma, "=", "/" or ".". A piece longer than fit characters may also break
// after a hyphen between two letters, or before a capital letter, but never after "--". Copied
// and searched text remains unchanged.
func Breaks(name string, fit int) string {
	if len(name) <= shortName {
		return template.HTMLEscapeString(name)
	}
	var pieces []string
	for _, piece := range split(name, 1, afterSeparator) {
		if len(piece) <= fit {
			pieces = append(pieces, piece)
			continue
		}
		for _, word := range split(piece, shortest, withinName) {
			pieces = append(pieces, chunks(word, fit)...)
		}
	}
	for i, piece := range pieces {
		pieces[i] = template.HTMLEscapeString(piece)
	}
	return strings.Join(pieces, "<wbr>")
}

// shortest is the minimum number of characters before a break in a name.
const shortest = 4

// split splits s before each byte for which at returns true. Each piece has at least least bytes,
// except the last one.
func split(s string, least int, at func(s string, i int) bool) []string {
	var out []string
	start := 0
	for i := 1; i < len(s); i++ {
		if i-start >= least && at(s, i) {
			out, start = append(out, s[start:i]), i
		}
	}
	return append(out, s[start:])
}

func afterSeparator(s string, i int) bool {
	switch s[i-1] {
	case ' ', ',', '=':
		return s[i] != ' '
	case '/':
		return i > 1 && s[i] != '/'
	case '.':
		return isLower(s[i]) || isUpper(s[i])
	}
	return false
}

// withinName reports whether a compound name may be broken before s[i]: NodeLog|Query,
// API|Server, pod-|infra.
func withinName(s string, i int) bool {
	before, after := s[i-1], s[i]
	switch {
	case isUpper(after) && isUpper(before):
		return i+1 < len(s) && isLower(s[i+1])
	case isUpper(after):
		return isLower(before) || isDigit(before)
	case before == '-' || before == '_':
		return i > 1 && isWord(s[i-2]) && isWord(after)
	}
	return false
}

// chunks splits a word into pieces of at most fit bytes. It does not split characters.
func chunks(word string, fit int) []string {
	var out []string
	for len(word) > fit {
		end := fit
		for end > 1 && !utf8.RuneStart(word[end]) {
			end--
		}
		out, word = append(out, word[:end]), word[end:]
	}
	return append(out, word)
}

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isWord(c byte) bool  { return isLower(c) || isUpper(c) || isDigit(c) }

// Names is one name or several names separated by commas.
type Names string

// Breaks returns the names with line break opportunities.
func (n Names) Breaks() template.HTML { return template.HTML(Breaks(string(n), LongName)) }

// Breaks returns the text of a link to a feature gate or a flag with line break opportunities.
func (l Link) Breaks() template.HTML { return template.HTML(Breaks(l.Text, LongTitle)) }

// Breaks returns the name of the gate with line break opportunities.
func (r GateRow) Breaks() template.HTML { return Names(r.Name).Breaks() }

// Breaks returns the name of the gate with line break opportunities.
func (v GateView) Breaks() template.HTML { return template.HTML(Breaks(v.Name, LongTitle)) }
