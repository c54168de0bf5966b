// Package terminal lays out text for a terminal: tables, wrapped paragraphs and the width of the
// window. East Asian characters count as two columns.
package terminal

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// Table formats rows for a terminal. The first row is the header. Columns whose header is in
// Right are right-aligned.
type Table struct {
	Right map[string]bool
	rows  [][]string
}

// Add adds a row.
func (t *Table) Add(cells ...string) { t.rows = append(t.rows, cells) }

// String separates columns with two spaces and trims the ends of lines.
func (t *Table) String() string {
	if len(t.rows) == 0 {
		return ""
	}
	widths := make([]int, len(t.rows[0]))
	for _, row := range t.rows {
		for i, cell := range row {
			widths[i] = max(widths[i], width(cell))
		}
	}
	var b strings.Builder
	for _, row := range t.rows {
		var line strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-width(cell))
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

func width(s string) int {
	n := 0
	for _, r := range s {
		n += diag.Width(r)
	}
	return n
}

const lineWidth = 88

// Wrap breaks a text into indented lines. A word that is too long has its own line.
func Wrap(text, indent string) string {
	var b strings.Builder
	at := 0
	for _, word := range strings.Fields(text) {
		w := width(word)
		switch {
		case at == 0:
			b.WriteString(indent)
			at = width(indent)
		case at+1+w > lineWidth:
			b.WriteString("\n" + indent)
			at = width(indent)
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
