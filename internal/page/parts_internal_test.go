package page

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestJoinParts joins releases of which few places tell, and never more than fit on a page.
func TestJoinParts(t *testing.T) {
	for _, c := range []struct {
		name  string
		count map[string]int
		want  []string
	}{
		{"ten of few", map[string]int{"1.20": 30, "1.29": 30, "1.30": 1}, []string{"1.30-1.39", "1.20-1.29"}},
		{"halves", map[string]int{"1.20": 30, "1.24": 30, "1.25": 1}, []string{"1.25-1.29", "1.20-1.24"}},
		{"one of many", map[string]int{"1.20": 30, "1.24": 31, "1.25": 61, "1.9": 2}, []string{"1.25", "1.24", "1.20", "1.0-1.9"}},
		{"the log", map[string]int{"1.20": 61, "log-2023": 1, "log-2024": 1, "log": 3}, []string{"1.20", "log-2024", "log-2023", "log"}},
		{"one digit and two", map[string]int{"1.13": 40, "1.3": 40}, []string{"1.10-1.19", "1.0-1.9"}},
	} {
		got := joinParts(c.count, 60)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		for part := range c.count {
			if page := holding(got, part); !slices.Contains(got, page) {
				t.Errorf("%s: %s is on %s, which has no page", c.name, part, page)
			}
		}
	}
}
