package site_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// removals lists, by hand, the published pull requests whose sentence tells of
// something that is gone: read one by one, twice by two readers, from all notes of the
// four releases that speak of removing, dropping, deleting, stopping, retiring,
// disallowing or not supporting, or that say "no longer" (43, 50, 56 and 61 notes),
// and from those of 1.27 to 1.29 that rename, replace or migrate. Of the 81 notes of
// 1.27 to 1.29 that have the word "removed" or say "no longer served", 12 of them
// of kind deprecation, the others tell of what will be removed, or of what a
// controller removes.
var removals = map[note.Release][]int{
	"1.26": {
		67782, 110618, 111973, 112000, 112008, 112015, 112120, 112133, 112341, 112386, 112567, 112577, 112579, 112589, 112643,
		112924, 113448,
	},
	"1.27": {
		113267, 113534, 113942, 114017, 114410, 114446, 114540, 114947, 115209, 115840, 116015, 116255, 116301,
		116329, 116523, 116558, 116598, 116866,
	},
	"1.28": {
		114068, 115843, 116335, 116720, 116901, 117055, 117237, 117570, 117633, 117649, 117655, 117656, 117727,
		118018, 118115, 118236, 118510, 118763, 118764, 118915, 119130, 119286,
	},
	"1.29": {
		117720, 119100, 119346, 119495, 119537, 119859, 119994, 120192, 120248, 120249, 120521, 120583, 120788,
		120861, 121172, 121229, 121246, 121252, 121255, 121257, 121291, 121391,
	},
}

func TestRemovals(t *testing.T) {
	d, _, err := upstream.Load(os.DirFS("../../content/_data"))
	if err != nil {
		t.Fatal(err)
	}
	for r, want := range removals {
		var got []int
		for n := range d.Releases[r].Published {
			if site.Removal(n) {
				got = append(got, n.PR)
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", r, diff)
		}
	}
	s, _ := site.Link(nil, d, site.Options{})
	var gates []string
	for _, g := range s.GateRemovals("1.27") {
		gates = append(gates, g.Name)
	}
	if len(gates) != 14 || !slices.Contains(gates, "EphemeralContainers") {
		t.Errorf("gates removed in 1.27: %v", gates)
	}
}

func TestRemovalPattern(t *testing.T) {
	for text, want := range map[string]bool{
		"The flag will be removed in a future release.":                       false,
		"The flag is deprecated, and can be removed in v1.30.":                false,
		"Prune deletes objects that have been removed from the manifest.":     false,
		"Pods wait until the finalizer is removed.":                           false,
		"The controller now removes its endpoint during shutdown.":            false,
		"Kubeadm: removed the deprecated API.":                                true,
		"`kubeadm`: removed the deprecated API.":                              true,
		"[Storage] Dropped support for in-tree plugins.":                      true,
		"The gates that graduated in v1.25 have been removed in v1.27.":       true,
		"The v1beta1 version of CSIStorageCapacity will no longer be served.": true,
	} {
		if got := site.Removal(&upstream.ReleaseNote{Text: text, Kind: note.Other}); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	for text, want := range map[string]bool{
		"Removed a race.":                                       false,
		"The limitation has been removed.":                      false,
		"`kubeadm`: removed `system:masters` from a file.":      true,
		"`kubeadm`: printing the defaults is now\nunsupported.": true,
	} {
		if got := site.Removal(&upstream.ReleaseNote{Text: text, Kind: note.Bug}); got != want {
			t.Errorf("a bug fix that says %q: %v", text, got)
		}
	}
}

// The stages from gates and kep.yaml must be close to the announced numbers.
func TestAnnouncedStages(t *testing.T) {
	d, _, err := upstream.Load(os.DirFS("../../content/_data"))
	if err != nil {
		t.Fatal(err)
	}
	s, _ := site.Link(nil, d, site.Options{})
	for _, r := range []note.Release{"1.26", "1.27", "1.28", "1.29"} {
		a := d.Releases[r].Announced
		reached := s.Facts(r).Reached
		var parts []string
		for _, c := range []struct {
			stage note.Stage
			n     *int
		}{{note.Alpha, a.Alpha}, {note.Beta, a.Beta}, {note.Stable, a.Stable}} {
			got := len(reached[c.stage])
			parts = append(parts, fmt.Sprintf("%s %d of %d", c.stage, got, *c.n))
			if got < *c.n/2 || got > *c.n*2 {
				t.Errorf("%s: %d KEPs reached %s, %d announced", r, got, c.stage, *c.n)
			}
		}
		t.Log(r, strings.Join(parts, ", "))
	}
}
