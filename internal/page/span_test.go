package page

import (
	"slices"
	"testing"
)

// A release is in those spans that name it and in no others, and the log is in none.
func TestInSpan(t *testing.T) {
	parts := []string{"1.0", "1.4", "1.5", "1.9", "1.10", "1.19", "1.20", "1.27", "2.27", "log", "log-2023", "1", ""}
	spans := []string{"1.0-1.9", "1.0-1.4", "1.5-1.9", "1.10-1.19", "1.15-1.19", "1.20-1.29", "1.25-1.29", "2.20-2.29", "log-2023", "1.27"}
	for _, part := range parts {
		for _, span := range spans {
			if got, want := inSpan(part, span), slices.Contains(spansOf(part), span); got != want {
				t.Errorf("%s in %s: %t, want %t", part, span, got, want)
			}
		}
	}
}
