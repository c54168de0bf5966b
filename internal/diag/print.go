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

// Style holds the options of [WriteText].
type Style struct {
	// Color enables terminal colours. The caller checks the terminal and NO_COLOR.
	Color bool
	// Line returns the line of content at a position, without its end; it is shown with a caret. ""
	// shows none, and so does a nil Line.
	Line func(Position) string
	// Columns is the width of the terminal. A line must not wrap, because the caret would be
	// misplaced. 0 means unlimited.
	Columns int
	// Catalog translates texts, hints and the words before them. The zero value is English.
	Catalog Catalog
}

func (s Style) window() int {
	if s.Columns <= 0 {
		return window
	}
	return min(window, max(s.Columns-len(indent)-2, leastWindow)) // without the ellipses
}

// WriteText prints the diagnostics for people, sorted. With Style.Line each is followed by its
// line, unless that is empty or a front matter fence:
//
//   - SIG Node の PodDistruptionConditions を有効に
//     ^
//
// Control characters are made visible, so that notes cannot control the terminal.
func WriteText(w io.Writer, ds []Diagnostic, s Style) error {
	var b bytes.Buffer
	for _, d := range Sort(slices.Clone(ds)) {
		d = d.In(s.Catalog)
		fmt.Fprintf(&b, "%s: %s [%s]\n", s.place(d), Visible(d.Text), Visible(string(d.Code)))
		if s.Line != nil && d.Pos.Line > 0 {
			if line := s.Line(d.Pos); worthShowing(line) {
				b.WriteString(excerpt(line, d.Pos.Col, s.window()))
			}
		}
		if d.Hint != "" {
			b.WriteString(indent + s.Catalog.Sprintf("hint: %s", Visible(d.Hint)) + "\n")
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

var colors = [...]string{Error: "31", Warning: "33", Info: "36"}

// place returns the position of d in the colour of its severity. The word for the severity is
// omitted for errors.
func (s Style) place(d Diagnostic) string {
	place := Visible(d.Pos.String())
	if s.Color {
		place = "\x1b[" + colors[min(d.Severity, Info)] + "m" + place + "\x1b[0m"
	}
	if d.Severity != Error {
		place += ": " + s.Catalog.severity(d.Severity)
	}
	return place
}

// Visible makes text of a note safe for a terminal. Control and bidirectional characters are
// replaced by their code point, as <U+001B>, and invalid bytes by U+FFFD.
func Visible(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if strings.IndexFunc(s, isControl) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if isControl(r) {
			fmt.Fprintf(&b, "<U+%04X>", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func isControl(r rune) bool {
	return unicode.IsControl(r) || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

const (
	indent      = "    "
	window      = 100 // columns of a line that are shown, if the terminal is wide enough
	leastWindow = 20
	tabStop     = 8
)

// excerpt returns the line around a column, which counts code points from 1, with a caret below it.
// Column 0 means the whole line, without a caret.
func excerpt(line string, col, window int) string {
	text, _, pad := around(line, col, window)
	out := indent + strings.TrimRight(text, " ") + "\n"
	if col > 0 {
		out += indent + strings.Repeat(" ", pad) + "^\n"
	}
	return out
}

// Excerpt returns the part of a line that [WriteText] shows, for other formats. before is the
// number of code points before the position, -1 if col is 0 (the whole line). Tabs become spaces,
// and control characters are made visible. For an empty line or a fence, text is empty and before
// is -1.
func Excerpt(line string, col int) (text string, before int) {
	if !worthShowing(line) {
		return "", -1
	}
	text, before, _ = around(line, col, window)
	if col == 0 {
		before = -1
	}
	return text, before
}

// worthShowing reports whether an excerpt of a line is useful. It is not for an empty line, and not
// for a fence of the front matter: problems of a whole note are reported at that line.
func worthShowing(line string) bool { return line != "" && strings.TrimSpace(line) != "---" }

// around returns the line around a column, with the code points and terminal columns before the
// position.
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

// near returns the part of a line within reach code points of a position, and the position in that
// part.
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

type cell struct {
	text  string
	width int // in columns
}

func layout(line string) []cell {
	cells := make([]cell, 0, utf8.RuneCountInString(line))
	column := 0
	for _, r := range line {
		c := cell{string(r), Width(r)}
		switch {
		case r == '\t':
			c.width = tabStop - column%tabStop
			c.text = strings.Repeat(" ", c.width)
		case isControl(r) || r == utf8.RuneError:
			c = cell{"\ufffd", 1}
		}
		column += c.width
		cells = append(cells, c)
	}
	return cells
}

// cut chooses the cells to show: all if they fit, else a window with the position after a third.
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

// Width returns the terminal columns of a character: 2 for wide and full-width ones (Unicode
// Standard Annex #11), 0 for combining and invisible ones, else 1. Tabs depend on their position
// and count 1 here.
func Width(r rune) int {
	switch {
	case r >= 0x1160 && r <= 0x11ff: // Hangul vowels and finals join the initial before them
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
