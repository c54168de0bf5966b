package main

import (
	"fmt"
	"strings"

	"github.com/kawaraban/kawaraban/internal/scaffold"
)

type updated struct {
	scaffold.Report
	Diff string `json:"diff,omitempty"` // with --dry-run
}

func (u updated) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d added, %d reworded, %d dropped, %d in other notes\n",
		u.File, len(u.Added), len(u.Reworded), len(u.Dropped), len(u.Elsewhere))
	for _, x := range u.Added {
		where := "no safe place, add it by hand"
		if x.Line > 0 {
			where = fmt.Sprintf("line %d", x.Line)
		}
		fmt.Fprintf(&b, "added %s (%s, %s): %s\n", x.PR, x.Kind, where, firstLine(x.Text))
	}
	for _, x := range u.Reworded {
		fmt.Fprintf(&b, "reworded %s (line %d)\n%s%s", x.PR, x.Line, prefixed("  - ", x.Was), prefixed("  + ", x.Now))
	}
	for _, x := range u.Dropped {
		fmt.Fprintf(&b, "dropped %s (line %d): %s\n", x.PR, x.Line, reasons[x.Why])
	}
	for _, x := range u.Elsewhere {
		fmt.Fprintf(&b, "elsewhere %s: %s#%s", x.PR, x.Note, x.Place)
		if x.Line > 0 {
			fmt.Fprintf(&b, " (line %d is still empty)", x.Line)
		}
		b.WriteByte('\n')
	}
	b.WriteString(u.Diff)
	return b.String()
}

// reasons explain why an entry counts as dropped.
var reasons = map[scaffold.Why]string{
	scaffold.NotPublished: "not in the published release notes",
	scaffold.OtherSIG:     "published under another SIG",
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
