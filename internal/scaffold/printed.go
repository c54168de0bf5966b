package scaffold

import (
	"fmt"
	"strings"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/diag"
)

// Text formats the report: one line for each block to review.
func (t Translated) Text(c diag.Catalog, coloured bool) string {
	var b strings.Builder
	b.WriteString(t.summary(c) + "\n")
	if t.Unnamed != "" {
		b.WriteString(c.Sprintf("missing field in the front matter: add translates: %s", t.Unnamed) + "\n")
	}
	if !t.Begun {
		pieces(&b, c, c.Sprintf("added"), t.Added)
	}
	for _, p := range t.Stale {
		b.WriteString(c.Sprintf("stale (line %d): %s", p.Line, MarkChanges(p.Was, p.Text, coloured)) + "\n")
	}
	pieces(&b, c, c.Sprintf("refreshed"), t.Refreshed)
	pieces(&b, c, c.Sprintf("settled"), t.Settled)
	pieces(&b, c, c.Sprintf("gone"), t.Gone)
	pieces(&b, c, c.Sprintf("only in the translation"), t.Own)
	pieces(&b, c, c.Sprintf("not placed"), t.Unplaced)
	pieces(&b, c, c.Sprintf("uncertain"), t.Uncertain)
	pieces(&b, c, c.Sprintf("draft rejected"), t.Refused)
	return b.String()
}

func (t Translated) summary(c diag.Catalog) string {
	line := c.Sprintf("%s: %d added, %d stale, %d gone", t.File, len(t.Added), len(t.Stale), len(t.Gone))
	missing := t.Missing
	if t.Begun {
		line = c.Sprintf("%s: created from %s, %s to translate", t.File, t.From, c.Count(t.Missing, "%d block", "%d blocks"))
		missing = 0
	}
	for _, x := range []struct {
		n    int
		text string
	}{
		{len(t.Refreshed), c.Sprintf("%d refreshed", len(t.Refreshed))},
		{len(t.Settled), c.Sprintf("%d settled", len(t.Settled))},
		{len(t.Recorded), c.Sprintf("%d recorded", len(t.Recorded))},
		{len(t.Unplaced), c.Sprintf("%d not placed", len(t.Unplaced))},
		{len(t.Uncertain), c.Sprintf("%d uncertain", len(t.Uncertain))},
		{len(t.Drafted), c.Sprintf("%d drafted", len(t.Drafted))},
		{len(t.Refused), c.Sprintf("%d drafts rejected", len(t.Refused))},
		{missing, c.Sprintf("%d missing", missing)},
	} {
		if x.n > 0 {
			line += c.Sprintf(", ") + x.text
		}
	}
	if t.Title != "" {
		line += c.Sprintf(", ") + c.Sprintf("title recorded")
	}
	return line
}

func pieces(b *strings.Builder, c diag.Catalog, word string, list []Piece) {
	for _, p := range list {
		at := c.Sprintf("line %d of the original", p.Origin)
		if p.Line > 0 {
			at = c.Sprintf("line %d", p.Line)
		}
		fmt.Fprintf(b, "%s (%s): %s", word, at, diag.Visible(cut(firstLine(p.Text))))
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

// MarkChanges marks the changes between two texts: [-removed-] and {+added+}, or colours.
func MarkChanges(was, now string, coloured bool) string {
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

// Text formats the report: one line for each entry that upstream changed.
func (u Report) Text(c diag.Catalog) string {
	var b strings.Builder
	say := func(line string) { b.WriteString(line + "\n") }
	say(c.Sprintf("%s: %d added, %d reworded, %d dropped, %d in other notes",
		u.File, len(u.Added), len(u.Reworded), len(u.Dropped), len(u.Elsewhere)))
	for _, x := range u.Added {
		if x.Line > 0 {
			say(c.Sprintf("added %s (%s, line %d): %s", x.PR, x.Kind, x.Line, firstLine(x.Text)))
		} else {
			say(c.Sprintf("added %s (%s, no safe place, add it by hand): %s", x.PR, x.Kind, firstLine(x.Text)))
		}
	}
	for _, x := range u.Reworded {
		say(c.Sprintf("reworded %s (line %d)", x.PR, x.Line))
		b.WriteString(prefixed("  - ", x.Was) + prefixed("  + ", x.Now))
	}
	for _, x := range u.Dropped {
		if x.Why == OtherSIG {
			say(c.Sprintf("dropped %s (line %d): published under another SIG", x.PR, x.Line))
		} else {
			say(c.Sprintf("dropped %s (line %d): not in the published release notes", x.PR, x.Line))
		}
	}
	for _, x := range u.Elsewhere {
		at := string(x.Note) + "#" + string(x.Place)
		if x.Line > 0 {
			say(c.Sprintf("elsewhere %s: %s (line %d is still empty)", x.PR, at, x.Line))
		} else {
			say(c.Sprintf("elsewhere %s: %s", x.PR, at))
		}
	}
	return b.String()
}

func firstLine(text string) string {
	first, _, more := strings.Cut(text, "\n")
	if more {
		first += " …"
	}
	return first
}

func prefixed(sign, text string) string {
	return sign + strings.ReplaceAll(text, "\n", "\n"+sign) + "\n"
}
