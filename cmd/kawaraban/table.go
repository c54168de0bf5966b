package main

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// textTable lays out rows for a terminal. The first row is the heading; columns whose
// heading is in Right stand to the right.
type textTable struct {
	Right map[string]bool
	rows  [][]string
}

func (t *textTable) add(cells ...string) { t.rows = append(t.rows, cells) }

// String prints the rows, columns two blanks apart, without blanks at the ends of lines.
func (t *textTable) String() string {
	if len(t.rows) == 0 {
		return ""
	}
	widths := make([]int, len(t.rows[0]))
	for _, row := range t.rows {
		for i, cell := range row {
			widths[i] = max(widths[i], columns(cell))
		}
	}
	var b strings.Builder
	for _, row := range t.rows {
		var line strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-columns(cell))
			if i > 0 {
				line.WriteString("  ")
			}
			if t.Right[t.rows[0][i]] {
				line.WriteString(pad + cell)
			} else {
				line.WriteString(cell + pad)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// columns is how many columns of a terminal a text takes.
func columns(s string) int {
	n := 0
	for _, r := range s {
		n += diag.Width(r)
	}
	return n
}

// lineWidth is how wide running text is printed.
const lineWidth = 88

// wrap breaks a text at its spaces into lines that begin with indent; a word that is too
// long has a line of its own.
func wrap(text, indent string) string {
	var b strings.Builder
	at := 0
	for _, word := range strings.Fields(text) {
		w := columns(word)
		switch {
		case at == 0:
			b.WriteString(indent)
			at = columns(indent)
		case at+1+w > lineWidth:
			b.WriteString("\n" + indent)
			at = columns(indent)
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += w
	}
	if at > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}
