package importer

import (
	"regexp"
	"strings"
)

// Patterns of what no imported text keeps: comments, and more than one blank line.
var (
	comment = regexp.MustCompile(`(?s)<!--.*?(?:-->|$)`)
	blank   = regexp.MustCompile(`\n{3,}`)
)

var (
	marker   = regexp.MustCompile(`^[ \t]*(?:[-*+]|[0-9]{1,9}[.)])(?:[ \t]+|$)`)
	asHeader = regexp.MustCompile(`^#{1,6}[ \t]+`)
	fenceRow = regexp.MustCompile("^ {0,3}(```+|~~~+)")
)

// clean makes of the source of a list item a Markdown text of its own: without marker,
// indentation, comments, a heading's marks, and with every fence closed.
func clean(raw string) string {
	raw = strings.TrimRight(strings.TrimLeft(raw, "\n"), " \t\n")
	indent := len(marker.FindString(raw))
	lines := strings.Split(raw[indent:], "\n")
	indent = min(indent, toolIndent)
	for i, l := range lines {
		if i > 0 {
			l = l[min(leading(l), indent):]
		}
		lines[i] = strings.TrimRight(l, " \t")
	}
	text := comment.ReplaceAllString(strings.Join(lines, "\n"), "")
	text = blank.ReplaceAllString(strings.TrimSpace(text), "\n\n")
	return closeFence(asHeader.ReplaceAllString(text, ""))
}

// toolIndent is how far the release-notes tool indents what belongs to an item,
// wherever the item's bullet stands.
const toolIndent = 2

// leading counts the spaces that a line begins with.
func leading(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// closeFence ends a code fence that a text opens and never closes.
func closeFence(text string) string {
	open := ""
	for line := range strings.Lines(text) {
		m := fenceRow.FindStringSubmatch(line)
		switch {
		case m == nil:
		case open == "":
			open = m[1]
		case m[1][0] == open[0] && len(m[1]) >= len(open) && strings.Trim(line, " \t\n`~") == "":
			open = ""
		}
	}
	if open == "" {
		return text
	}
	if body, ok := strings.CutSuffix(text, open); ok { // it stood at the end of a line
		text = strings.TrimRight(body, " \n")
	}
	return text + "\n" + open
}
