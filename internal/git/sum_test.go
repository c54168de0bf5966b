package git

import (
	"testing"
	"time"
)

func TestLogSum(t *testing.T) {
	at := time.Date(2026, 5, 4, 3, 2, 1, 0, time.FixedZone("", 9*3600))
	one := func(c Change) *Log { return NewLog("head", map[string]Change{"a": c}) }
	logs := []*Log{
		nil, NewLog("", nil), NewLog("head", nil), one(Change{}), one(Change{Last: at}), one(Change{Since: at}),
		one(Change{Last: at.UTC()}), one(Change{Commit: "c"}), one(Change{Authors: []Author{{Name: "n"}}}),
		one(Change{Authors: []Author{{Name: "n", Handle: "h"}}}), one(Change{Authors: []Author{{Handle: "n"}}}),
		one(Change{Authors: []Author{{Name: "n"}, {Name: "h"}}}),
		NewLog("head", map[string]Change{"b": {}}), NewLog("head", map[string]Change{"a": {}, "b": {}}),
	}
	seen := map[[32]byte]int{}
	for i, l := range logs {
		if was, taken := seen[l.Sum()]; taken {
			t.Errorf("the logs %d and %d have equal sums", was, i)
		}
		seen[l.Sum()] = i
	}
	if a, b := one(Change{Last: at}), one(Change{Last: at}); a.Sum() != b.Sum() {
		t.Error("equal logs have different sums")
	}
}
