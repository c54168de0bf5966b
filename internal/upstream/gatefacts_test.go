package upstream

import (
	"fmt"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
)

// TestGateAt checks that the list of a release has priority over the page, that both are returned if
// they differ, and that releases after the end of the data are unknown.
func TestGateAt(t *testing.T) {
	on, off := true, false
	d := &Data{GateList: []*Gate{
		{Name: "Newest", Stages: []GateStage{{Stage: note.Alpha, Default: &off, From: "1.34"}}},
		{Name: "Agrees", Stages: []GateStage{{Stage: note.Beta, Default: &on, From: "1.33"}}},
		{Name: "Differs", Stages: []GateStage{{Stage: note.Alpha, Default: &off, From: "1.30"}}},
		{Name: "Gone", Stages: []GateStage{{Stage: note.Stable, Default: &on, From: "1.28", To: "1.33"}}, Removed: true},
	}}
	d.GateLists = map[note.Release]*GateVersions{
		"1.33": {Release: "1.33", Gates: map[string][]GateSet{"Gone": {{From: "1.28", Stage: note.Stable, Default: true, Locked: true}}}},
		"1.34": {Release: "1.34", Gates: map[string][]GateSet{
			"Agrees":  {{Stage: note.Alpha}, {From: "1.33", Stage: note.Beta, Default: true}},
			"Differs": {{From: "1.30", Stage: note.Alpha}, {From: "1.34", Stage: note.Beta, Default: true}, {From: "1.36", Stage: note.Stable, Default: true}},
		}},
	}
	d.indexGates()
	for _, c := range []struct {
		name    string
		release note.Release
		want    string
	}{
		{"Agrees", "1.34", "beta listed"},
		{"Differs", "1.34", "beta disagree, other alpha"},
		{"Gone", "1.34", "gone listed"},
		{"Gone", "1.33", "stable listed"},
		{"Gone", "1.32", "stable derived"},
		{"Agrees", "1.35", "unknown"},
		{"Nothing", "1.34", "unknown"},
	} {
		f := d.GateAt(c.name, c.release)
		got := "unknown"
		switch {
		case f.Known && f.Gone:
			got = "gone " + string(f.Mark)
		case f.Known:
			got = string(f.State.Stage) + " " + string(f.Mark)
		}
		if f.Other != nil {
			got += ", other " + string(f.Other.Stage)
		}
		if got != c.want {
			t.Errorf("%s in %s: %s, want %s", c.name, c.release, got, c.want)
		}
	}
	if got := d.GateReach(); got != "1.34" {
		t.Errorf("the data reach to %s", got)
	}
}

// TestGateRemovals counts the removals of each release in this site's data, which have the
// website and the notes, but no lists. The expected numbers are those of a script over the pages of
// the gates, 147 in 1.25 to 1.35. The data on gates end at 1.35, so removals of 1.36 are from notes.
func TestGateRemovals(t *testing.T) {
	d, _, err := Load(os.DirFS("../../content/_data"))
	if err != nil {
		t.Fatal(err)
	}
	marks, derived := map[string]int{}, map[note.Release]int{}
	for n := 25; n <= 36; n++ {
		r := note.Release(fmt.Sprintf("1.%d", n))
		for _, g := range d.GateRemovals(r) {
			if g.Release != r {
				continue
			}
			marks[string(r)+" "+string(g.Mark)]++
			if len(g.Sources) > 0 && g.Sources[0].File == GateFile {
				derived[r]++
			}
		}
	}
	want := map[note.Release]int{"1.25": 19, "1.26": 17, "1.27": 14, "1.28": 16, "1.29": 14, "1.30": 12, "1.31": 17, "1.32": 15, "1.33": 16, "1.34": 2, "1.35": 5}
	if diff := cmp.Diff(want, derived); diff != "" {
		t.Errorf("removals by the website (-want +got):\n%s", diff)
	}
	for _, g := range d.GateRemovals("1.36") {
		if g.Mark != Said && g.Mark != Disagree {
			t.Errorf("%s is %s in 1.36, where the lists and pages do not reach", g.Name, g.Mark)
		}
	}
	t.Log(marks)
	for name, want := range map[string]Mark{
		"1.32 AllowServiceLBStatusOnNonLB": Disagree, // one note removes it, a page keeps it locked
		"1.28 PodSecurity":                 Derived,
		"1.34 LegacySidecarContainers":     Said,
	} {
		var release, gate string
		if _, err := fmt.Sscan(name, &release, &gate); err != nil {
			t.Fatal(err)
		}
		var got Mark
		for _, g := range d.GateRemovals(note.Release(release)) {
			if g.Name == gate {
				got = g.Mark
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
