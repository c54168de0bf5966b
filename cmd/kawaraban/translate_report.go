package main

import (
	"fmt"
	"strings"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/scaffold"
)

type translation struct {
	scaffold.Translated
	Diff string `json:"diff,omitempty"` // with --dry-run
}

// text formats the report: one line for each block to review.
func (t translation) text(coloured bool) string {
	var b strings.Builder
	if t.Begun {
		fmt.Fprintf(&b, "%s: created from %s, %s to translate", t.File, t.From, plural(t.Missing, "block", "blocks"))
	} else {
		fmt.Fprintf(&b, "%s: %d added, %d stale, %d gone", t.File, len(t.Added), len(t.Stale), len(t.Gone))
	}
	for _, x := range []struct {
		word string
		n    int
	}{
		{"refreshed", len(t.Refreshed)}, {"settled", len(t.Settled)}, {"recorded", len(t.Recorded)}, {"not placed", len(t.Unplaced)},
		{"uncertain", len(t.Uncertain)}, {"drafted", len(t.Drafted)}, {"drafts rejected", len(t.Refused)}, {"missing", t.Missing},
	} {
		if x.n > 0 && (!t.Begun || x.word != "missing") {
			fmt.Fprintf(&b, ", %d %s", x.n, x.word)
		}
	}
	if t.Title != "" {
		b.WriteString(", title recorded")
	}
	b.WriteByte('\n')
	if t.Unnamed != "" {
		fmt.Fprintf(&b, "missing field in the front matter: add translates: %s\n", t.Unnamed)
	}
	if !t.Begun {
		pieces(&b, "added", t.Added)
	}
	for _, p := range t.Stale {
		fmt.Fprintf(&b, "stale (line %d): %s\n", p.Line, difference(p.Was, p.Text, coloured))
	}
	pieces(&b, "refreshed", t.Refreshed)
	pieces(&b, "settled", t.Settled)
	pieces(&b, "gone", t.Gone)
	pieces(&b, "only in the translation", t.Own)
	pieces(&b, "not placed", t.Unplaced)
	pieces(&b, "uncertain", t.Uncertain)
	pieces(&b, "draft rejected", t.Refused)
	b.WriteString(t.Diff)
	return b.String()
}

func pieces(b *strings.Builder, word string, list []scaffold.Piece) {
	for _, p := range list {
		fmt.Fprintf(b, "%s (", word)
		if p.Line > 0 {
			fmt.Fprintf(b, "line %d", p.Line)
		} else {
			fmt.Fprintf(b, "line %d of the original", p.Origin)
		}
		fmt.Fprintf(b, "): %s", diag.Visible(cut(firstLine(p.Text))))
		if p.Why != "" {
			fmt.Fprintf(b, ": %s", diag.Visible(p.Why))
		}
		b.WriteByte('\n')
	}
}

const lineRunes = 72

func cut(s string) string {
	if r := []rune(s); len(r) > lineRunes {
		return string(r[:lineRunes]) + "…"
	}
	return s
}

// difference marks the changes between two texts: [-removed-] and {+added+}, or colours.
func difference(was, now string, coloured bool) string {
	var b strings.Builder
	for _, e := range align.Diff(was, now) {
		text := diag.Visible(strings.ReplaceAll(e.Text, "\n", " "))
		switch {
		case e.Op == align.Keep:
			b.WriteString(text)
		case coloured && e.Op == align.Cut:
			b.WriteString("\033[31;9m" + text + "\033[0m")
		case coloured:
			b.WriteString("\033[32;4m" + text + "\033[0m")
		case e.Op == align.Cut:
			b.WriteString("[-" + text + "-]")
		default:
			b.WriteString("{+" + text + "+}")
		}
	}
	return b.String()
}
