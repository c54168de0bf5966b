package diag

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Style says how [WriteText] prints.
type Style struct {
	// Color marks severities with terminal colours. Whoever calls knows whether the
	// output is a terminal and NO_COLOR is unset.
	Color bool
	// Line returns the line of content that a position is in, without its end, to be
	// shown with a caret below the place; "" shows none, and so does a nil Line.
	Line func(Position) string
	// Columns are those of the terminal: a line that is broken by it has its caret below another
	// place. 0 is for what is wide enough.
	Columns int
}

// window is how many columns of a line are shown.
func (s Style) window() int {
	if s.Columns <= 0 {
		return window
	}
	return min(window, max(s.Columns-len(indent)-2, leastWindow)) // but for the ellipses
}

// WriteText prints the diagnostics for people, sorted, in the form of the package's
// comment. With Style.Line each is followed by the line it is about, unless that says nothing,
// as the fence that begins the front matter:
//
//   - SIG Node の PodDistruptionConditions を有効に
//     ^
//
// Control characters of the content are made visible, so that no note can play tricks
// on a terminal.
func WriteText(w io.Writer, ds []Diagnostic, s Style) error {
	var b bytes.Buffer
	for _, d := range Sort(slices.Clone(ds)) {
		fmt.Fprintf(&b, "%s: %s [%s]\n", s.place(d), Visible(d.Text), Visible(string(d.Code)))
		if s.Line != nil && d.Pos.Line > 0 {
			if line := s.Line(d.Pos); telling(line) {
				b.WriteString(excerpt(line, d.Pos.Col, s.window()))
			}
		}
		if d.Hint != "" {
			fmt.Fprintf(&b, "    hint: %s\n", Visible(d.Hint))
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// colors are those of the severities: red, yellow, cyan.
var colors = [...]string{Error: "31", Warning: "33", Info: "36"}

// place is where d stands, in the colour of its severity. The severity itself is said
// in words only where it is no error.
func (s Style) place(d Diagnostic) string {
	place := Visible(d.Pos.String())
	if s.Color {
		place = "\x1b[" + colors[min(d.Severity, Info)] + "m" + place + "\x1b[0m"
	}
	if d.Severity != Error {
		place += ": " + d.Severity.String()
	}
	return place
}

// Visible makes a text of the content fit for a terminal: what would move the cursor or
// turn the direction of writing is replaced by its code point, as <U+001B>, and a byte that is
// not UTF-8 by U+FFFD.
func Visible(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if strings.IndexFunc(s, tricky) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if tricky(r) {
			fmt.Fprintf(&b, "<U+%04X>", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// tricky reports control characters and the bidirectional overrides.
func tricky(r rune) bool {
	return unicode.IsControl(r) || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

const (
	indent      = "    "
	window      = 100 // columns of a line that are shown, where there is room
	leastWindow = 20
	tabStop     = 8
)

// excerpt shows the line around a column, which counts code points from 1, and a caret
// right below it. Column 0 means the whole line and has no caret.
func excerpt(line string, col, window int) string {
	text, _, pad := around(line, col, window)
	out := indent + strings.TrimRight(text, " ") + "\n"
	if col > 0 {
		out += indent + strings.Repeat(" ", pad) + "^\n"
	}
	return out
}

// Excerpt is the part of a line around a column that [WriteText] shows, for those who show it
// in other ways: before is how many code points of it stand before the place, -1 where col is
// 0, which means the whole line. Tabs are spaces in it, and nothing in it moves a cursor. Of a
// line that says nothing it is empty, and before is -1.
func Excerpt(line string, col int) (text string, before int) {
	if !telling(line) {
		return "", -1
	}
	text, before, _ = around(line, col, window)
	if col == 0 {
		before = -1
	}
	return text, before
}

// telling reports whether a line helps to see what a problem is about: what is wrong with a
// whole note stands at its beginning, which is the fence of its front matter.
func telling(line string) bool { return line != "" && strings.TrimSpace(line) != "---" }

// around is the line around a column, with the code points and the columns of a terminal
// that stand before the place.
func around(line string, col, window int) (text string, before, pad int) {
	line, at := near(line, max(col-1, 0), 4*window)
	cells := layout(line)
	at = min(at, len(cells))
	from, to := cut(cells, at, window)
	var shown strings.Builder
	if from > 0 {
		shown.WriteString("…")
		before, pad = 1, 1
	}
	for i, c := range cells[from:to] {
		shown.WriteString(c.text)
		if from+i < at {
			before += utf8.RuneCountInString(c.text)
			pad += c.width
		}
	}
	if to < len(cells) {
		shown.WriteString("…")
	}
	return shown.String(), before, pad
}

// near returns the part of a line within reach code points of a place, and the place in that part.
func near(line string, at, reach int) (string, int) {
	from, n := 0, 0
	for i := range line {
		switch n {
		case at - reach:
			from = i
		case at + reach:
			return line[from:i], min(at, reach)
		}
		n++
	}
	return line[from:], min(at, reach)
}

// cell is one code point on a terminal.
type cell struct {
	text  string
	width int // in columns
}

// layout gives every code point of the line its columns.
func layout(line string) []cell {
	cells := make([]cell, 0, utf8.RuneCountInString(line))
	column := 0
	for _, r := range line {
		c := cell{string(r), Width(r)}
		switch {
		case r == '\t':
			c.width = tabStop - column%tabStop
			c.text = strings.Repeat(" ", c.width)
		case tricky(r) || r == utf8.RuneError:
			c = cell{"\ufffd", 1}
		}
		column += c.width
		cells = append(cells, c)
	}
	return cells
}

// cut chooses the cells to show: all if they fit, else a window in which the place
// stands after a third.
func cut(cells []cell, at, window int) (from, to int) {
	total := 0
	for _, c := range cells {
		total += c.width
	}
	if total <= window {
		return 0, len(cells)
	}
	from = at
	for before := 0; from > 0 && before+cells[from-1].width <= window/3; from-- {
		before += cells[from-1].width
	}
	for to = from; to < len(cells); to++ {
		if total = sum(cells[from : to+1]); total > window {
			break
		}
	}
	return from, to
}

func sum(cells []cell) (total int) {
	for _, c := range cells {
		total += c.width
	}
	return total
}

// Width is the number of columns that a terminal gives to a character: 2 for wide and
// full-width ones (Unicode Standard Annex #11), 0 for marks that combine with the one
// before and for invisible ones, else 1. Tabs depend on their place and count 1 here.
func Width(r rune) int {
	switch {
	case r >= 0x1160 && r <= 0x11ff: // Hangul vowels and finals join the initial before
		return 0
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) && r != 0xad:
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}
