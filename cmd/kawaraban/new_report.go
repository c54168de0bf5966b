package main

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/scaffold"
)

type updated struct {
	scaffold.Report
	Diff string `json:"diff,omitempty"` // with --dry-run
}

// text formats the report: one line for each entry that upstream changed.
func (u updated) text(c diag.Catalog) string {
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
		if x.Why == scaffold.OtherSIG {
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
	return b.String() + u.Diff
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
