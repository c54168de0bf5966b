package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
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

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
