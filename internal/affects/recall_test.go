package affects_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/affects"
	"github.com/kawaraban/kawaraban/internal/affects/facts"
	"github.com/kawaraban/kawaraban/internal/findings"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// oneStep returns the findings for a setting when upgrading from the previous release.
func oneStep(t testing.TB, s affects.Setting, r note.Release) []affects.Finding {
	t.Helper()
	minor, err := strconv.Atoi(strings.TrimPrefix(string(r), "1."))
	if err != nil {
		t.Fatal(err)
	}
	s.How = affects.Set
	before := note.Release("1." + strconv.Itoa(minor-1))
	return affects.Match(ownFacts(t), before, r, []affects.Reading{{Settings: []affects.Setting{s}}}).Findings
}

// TestRemovals checks that at least 97 % of the removed flags and plugins in testdata/removals.txt
// break, with their pull request.
func TestRemovals(t *testing.T) {
	list, err := os.ReadFile("testdata/removals.txt")
	if err != nil {
		t.Fatal(err)
	}
	all, found := 0, 0
	for line := range strings.Lines(string(list)) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		if len(cells) != 5 {
			continue
		}
		for name := range strings.FieldsSeq(cells[4]) {
			all++
			got := oneStep(t, affects.Setting{Kind: cells[1], Name: name, Component: cells[2]}, note.Release(cells[0]))
			if len(got) == 1 && got[0].Class == affects.Breaks && fmt.Sprint(got[0].PR) == cells[3] && string(got[0].Release) == cells[0] {
				found++
				continue
			}
			t.Logf("%s: %s of %s is not found: %+v", cells[0], name, cells[2], got)
		}
	}
	t.Logf("%d of %d", found, all)
	if all < 80 || found*100 < all*97 {
		t.Errorf("%d of %d removals are found", found, all)
	}
}

// TestGateRemovals checks that at least 99 % of the gates whose page ends with a release break in
// the next one.
func TestGateRemovals(t *testing.T) {
	var gates []struct {
		Name    string
		Removed bool
		Stages  []struct{ To string }
	}
	src, err := os.ReadFile("../../content/_data/gates.json")
	if err == nil {
		err = json.Unmarshal(src, &gates)
	}
	if err != nil {
		t.Fatal(err)
	}
	all, found := 0, 0
	for _, g := range gates {
		if !g.Removed || len(g.Stages) == 0 {
			continue
		}
		last, _ := strconv.Atoi(strings.TrimPrefix(g.Stages[len(g.Stages)-1].To, "1."))
		if last < 24 {
			continue
		}
		all++
		got := oneStep(t, affects.Setting{Kind: "gate", Name: g.Name, Value: "true", Component: "kubelet"}, note.Release("1."+strconv.Itoa(last+1)))
		if len(got) == 1 && got[0].Class == affects.Breaks {
			found++
			continue
		}
		t.Logf("%s after 1.%d: %+v", g.Name, last, got)
	}
	t.Logf("%d of %d", found, all)
	if all < 100 || found*100 < all*99 {
		t.Errorf("%d of %d removed gates are found", found, all)
	}
}

// TestGuidePairs checks that every version and kind of the deprecation guide breaks.
func TestGuidePairs(t *testing.T) {
	var guide []upstream.API
	src, err := os.ReadFile("../../content/_data/api-guide.json")
	if err == nil {
		err = json.Unmarshal(src, &guide)
	}
	if err != nil || len(guide) != 50 {
		t.Fatal(len(guide), err)
	}
	for _, a := range guide {
		name := strings.TrimPrefix(a.Group+"/"+a.Version, "/") + " " + a.Kind
		got := oneStep(t, affects.Setting{Kind: "api", Name: name}, a.Removed)
		if len(got) != 1 || got[0].Class != affects.Breaks || got[0].Release != a.Removed || got[0].Replacement != a.Replacement {
			t.Errorf("%s, removed in %s: %+v", name, a.Removed, got)
		}
	}
}

// TestBlockVolume is kubernetes/kubernetes#100988, with an excerpt of the data of 1.21. The note is
// correct, and the page of the gate is one release late.
func TestBlockVolume(t *testing.T) {
	site := fstest.MapFS{
		"gates.json":         {Data: []byte(`[{"name":"BlockVolume","stages":[{"stage":"beta","default":true,"from":"1.13","to":"1.17"},{"stage":"stable","default":true,"from":"1.18","to":"1.21"}],"removed":true},{"name":"CSIDriverRegistry","removed":true},{"name":"CSIBlockVolume","removed":true}]`)},
		"releases/1.21.json": {Data: []byte("{\"release\":\"1.21\",\"notes\":[{\"pr\":98021,\"published\":true,\"text\":\"The deprecated feature gates `CSIDriverRegistry`, `BlockVolume` and `CSIBlockVolume` are now unconditionally enabled and can no longer be specified in component invocations.\"}]}")},
	}
	load := func() *upstream.Data {
		d, ds, err := upstream.Load(site)
		if err != nil || len(ds) > 0 {
			t.Fatal(err, ds)
		}
		return d
	}
	files, err := findings.Files(load())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		b, _ := f.Bytes()
		site[f.Path] = &fstest.MapFile{Data: b}
	}
	known := facts.Of(load(), nil)
	in := affects.Read("kube-apiserver.yaml", "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - command:\n    - kube-apiserver\n    - --feature-gates=BlockVolume=true\n", known.Base)
	r := affects.Match(known, "1.20", "1.21", []affects.Reading{in})
	compareLines(t, "findings", "breaks kube-apiserver.yaml:7 1.21 #98021 gate BlockVolume=true", linesOf(r))
}

// TestGatesOfNotes checks gates that only notes name. At least 95 % of them must break when a note
// removes them.
func TestGatesOfNotes(t *testing.T) {
	d, _, err := upstream.Load(os.DirFS("../../content/_data"))
	if err != nil {
		t.Fatal(err)
	}
	all, found := 0, 0
	for _, r := range d.ReleaseList {
		list := d.Findings[r.Release]
		if list == nil {
			continue
		}
		for _, f := range list.Findings {
			if f.Kind != "gate" || f.Class != upstream.Removed || d.Gate(f.Name) != nil {
				continue
			}
			all++
			component := "kubelet"
			if strings.Contains(strings.ToLower(f.Text), "kubeadm") {
				component = "kubeadm"
			}
			got := oneStep(t, affects.Setting{Kind: "gate", Name: f.Name, Value: "true", Component: component}, r.Release)
			if len(got) == 1 && got[0].Class == affects.Breaks && got[0].PR == f.PR {
				found++
				continue
			}
			t.Logf("%s: %s of %s: %+v", r.Release, f.Name, component, got)
		}
	}
	t.Logf("%d of %d", found, all)
	if all < 6 || found*100 < all*95 {
		t.Errorf("%d of %d gates that only notes know are found", found, all)
	}
}
