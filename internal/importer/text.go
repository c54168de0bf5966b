package importer

import (
	"regexp"
	"strings"
)

// Patterns removed from all imported text: comments, and more than one blank line.
var (
	comment = regexp.MustCompile(`(?s)<!--.*?(?:-->|$)`)
	blank   = regexp.MustCompile(`\n{3,}`)
)

var (
	marker   = regexp.MustCompile(`^[ \t]*(?:[-*+]|[0-9]{1,9}[.)])(?:[ \t]+|$)`)
	asHeader = regexp.MustCompile(`^#{1,6}[ \t]+`)
	fenceRow = regexp.MustCompile("^ {0,3}(```+|~~~+)")
)

// clean converts the source of a list item to a Markdown text: without marker, indentation,
// comments and heading marks, and with every fence closed.
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

// toolIndent is the indentation of an item's parts by the release-notes tool, regardless of the
// bullet's own.
const toolIndent = 2

func leading(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// closeFence closes an open code fence.
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
	if body, ok := strings.CutSuffix(text, open); ok { // at the end of a line
		text = strings.TrimRight(body, " \n")
	}
	return text + "\n" + open
}
