package site_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

func printOutcome(o site.Outcome) string {
	parts := []string{o.KEP.Number}
	if o.Known {
		parts = append(parts, "then "+string(o.Then.Stage))
	}
	for _, sp := range o.After {
		parts = append(parts, string(sp.Stage)+" "+string(sp.From))
	}
	if o.Begun {
		parts = append(parts, "now "+string(o.Now.Stage))
	}
	if o.Ended != "" {
		parts = append(parts, o.Ended)
	}
	return strings.Join(parts, ", ")
}

// TestOutcomes checks outcomes with the data at the top of this package's tests. 127 is alpha in
// 1.25, beta in 1.30 and GA in 1.36 by the gates and kep.yaml; 753 is alpha in 1.28 and beta in
// 1.29 by kep.yaml.
func TestOutcomes(t *testing.T) {
	d := data(t, map[string]string{
		"keps.json": strings.TrimSuffix(keps, "\n]") + `,
 {"number":"2104","title":"Reworking","dir":"keps/sig-network/2104-reworking","sig":"network","status":"withdrawn","stage":"alpha","milestone":{"alpha":"1.27"}}]`,
		"gates.json": gates, "sigs.json": sigs, "releases/1.27.json": release127,
		"releases.yaml": "releases:\n  - release: \"1.26\"\n    date: 2022-12-09\n  - release: \"1.27\"\n    date: 2023-04-11\n",
	})
	post := func(date string, refs ...string) note.Block {
		b := entry("x-"+date, refs...)
		b.Date = date
		return b
	}
	talk := entry("x-1", "kep:753", "kep:2104", "kep:9999", "kep:0753")
	log := newNote("log/spring", "ja", post("2023-04-10", "kep:127", "pr:100001"), post("2023-04-11", "kep:127", "pr:100001"), post("2020-01-01", "kep:127", "pr:100001"))
	log.Kind = note.Log
	talked := newNote("1.27/talk", "ja", talk, entry("x-2", "kep:2133"), entry("x-3", "pr:100001"))
	undated := newNote("other/note", "ja", entry("x-4", "kep:753"))
	s, _ := site.Link([]*note.Note{log, talked, undated}, d, site.Options{})
	for _, c := range []struct {
		n    *note.Note
		at   int
		want []string
		prs  string // later releases with a note of the pull request
	}{
		{talked, 0, []string{"753, alpha 1.28, beta 1.29, now beta", "2104, withdrawn"}, ""},
		{talked, 1, []string{"2133", "2133, then alpha, now alpha"}, ""},
		{talked, 2, []string{"127, then alpha, beta 1.30, stable 1.36, now stable"}, ""}, // from the official note of its pull request
		{log, 0, []string{"127, then alpha, beta 1.30, stable 1.36, now stable"}, "100001 in 1.27"},
		{log, 1, []string{"127, then alpha, beta 1.30, stable 1.36, now stable"}, ""},
		{log, 2, []string{"127, now stable"}, ""}, // before the first release with a known date
		{undated, 0, []string{"753, now beta"}, ""},
	} {
		b := &c.n.Blocks[c.at]
		var got []string
		for _, o := range s.OutcomeOf(c.n, b) {
			got = append(got, printOutcome(o))
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s %d: -want +got:\n%s", c.n.ID, c.at, diff)
		}
		prs := ""
		for _, l := range s.LaterOf(c.n, b) {
			prs += l.PR + " in " + string(l.Release)
		}
		if prs != c.prs {
			t.Errorf("%s %d: later %q, want %q", c.n.ID, c.at, prs, c.prs)
		}
	}
	if got := s.OutcomeOf(talked, nil); got != nil {
		t.Errorf("for a nil block: %v", got)
	}
}
