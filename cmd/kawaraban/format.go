package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/kawaraban/kawaraban/internal/diag"
)

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return machine(e.Encode(v))
}

// alternatives formats a list as "a, b or c".
func alternatives(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// problemCounts formats the numbers of errors, warnings and, if any, infos.
func problemCounts(ds []diag.Diagnostic) string {
	errs, warnings, infos := diag.Count(ds)
	text := plural(errs, "error", "errors") + ", " + plural(warnings, "warning", "warnings")
	if infos > 0 {
		text += ", " + plural(infos, "info", "infos")
	}
	return text
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
