package main

import (
	"fmt"
	"strings"
	"time"
)

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
