package locale

import (
	"testing"
	"time"
)

// TestPatternIsFilled checks that a pattern is filled in once, from left to right; everything else
// stays, also in the name of a month.
func TestPatternIsFilled(t *testing.T) {
	day := time.Date(2023, time.May, 12, 0, 0, 0, 0, time.UTC)
	for pattern, want := range map[string]string{
		"{day} {month} {year} г.": "12 {day} 2023 г.",
		"{{day}{":                 "{12{",
		"{days} {month":           "{days} {month",
		"{year}{year}}":           "20232023}",
		"":                        "",
	} {
		if got := (dates{}).print(pattern, []string{"", "", "", "", "{day}"}, day); got != want {
			t.Errorf("%q is %q, want %q", pattern, got, want)
		}
	}
	if got := (dates{}).print("{month}", nil, day); got != "5" {
		t.Errorf("a month without a name is %q", got)
	}
}
