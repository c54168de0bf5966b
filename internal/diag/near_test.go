package diag

import (
	"slices"
	"testing"
)

func TestNear(t *testing.T) {
	fields := []string{"title", "release", "releases", "sigs", "keps", "prs", "gates", "authors", "date", "source", "translates"}
	gates := []string{"PodDisruptionConditions", "NodeLogQuery", "PodSecurity", "JobPodFailurePolicy", "InPlacePodVerticalScaling"}
	for _, c := range []struct {
		word       string
		candidates []string
		want       string
	}{
		{"titel", fields, "title"},
		{"Title", fields, "title"},
		{"author", fields, "authors"},
		{"sig", fields, "sigs"},
		{"relese", fields, "release"},
		{"trans", fields, "translates"},
		{"colour", fields, ""},
		{"xy", fields, ""},
		{"t", fields, ""},
		{"", fields, ""},
		{"PodDistruptionConditions", gates, "PodDisruptionConditions"},
		{"JodPodFailurePolicy", gates, "JobPodFailurePolicy"},
		{"IPPVS", gates, "InPlacePodVerticalScaling"},
		{"nlq", gates, "NodeLogQuery"},
		{"リリス", []string{"リリース", "機能"}, "リリース"},
		{"net", []string{"network", "node"}, "network"},
		{"gate", fields, "gates"}, // not date, which has the same distance
		{"lgo", []string{"changes", "overview", "log", "talk"}, "log"},
		{"x", nil, ""},
	} {
		if got := Near(c.word, c.candidates); got != c.want {
			t.Errorf("Near(%q) = %q, want %q", c.word, got, c.want)
		}
	}
}

func TestNearIgnoresOrder(t *testing.T) {
	words := []string{"beta", "bets", "betb"}
	want := Near("betx", words)
	slices.Reverse(words)
	if got := Near("betx", words); got != want || got != "beta" {
		t.Errorf("got %q, then %q for reversed candidates, want beta both times", want, got)
	}
	if words[0] != "betb" {
		t.Error("Near sorted its argument in place")
	}
}
