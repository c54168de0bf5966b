package upstream_test

import (
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// removals lists the published pull requests whose sentence reports a removal. Two people
// classified by hand the notes of the four releases with a word such as "remove", "drop", "stop"
// or "no longer" (43, 50, 56 and 61 notes), and those of 1.27 to 1.29 with "rename", "replace" or
// "migrate". The notes that are not listed announce a later removal, or say what a controller
// removes at run time.
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
			if n.Removes() {
				got = append(got, n.PR)
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", r, diff)
		}
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
		if got := (&upstream.ReleaseNote{Text: text, Kind: note.Other}).Removes(); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	for text, want := range map[string]bool{
		"Removed a race.":                                       false,
		"The limitation has been removed.":                      false,
		"`kubeadm`: removed `system:masters` from a file.":      true,
		"`kubeadm`: printing the defaults is now\nunsupported.": true,
	} {
		if got := (&upstream.ReleaseNote{Text: text, Kind: note.Bug}).Removes(); got != want {
			t.Errorf("a bug fix that says %q: %v", text, got)
		}
	}
}

// TestAddition reads sentences of the official notes of 1.27 to 1.36.
func TestAddition(t *testing.T) {
	for text, want := range map[string]bool{
		"Added a new alpha API: ClusterTrustBundle (`certificates.k8s.io/v1alpha1`).":            true,
		"Introduced API for streaming.\n\nAdded `SendInitialEvents` field to the `ListOptions`.": true,
		"New `preferAvoid` field.":           true,
		"a new field":                        true,
		"Kubeadm: added a new feature gate.": true,
		"Extended the Job API for alpha version of `BackoffLimitPerIndex`.":                                      true,
		"Promoted `CronJobTimeZone` feature to GA":                                                               true,
		"Graduated `KubeletTracing` to beta, which means that the feature gate is now enabled by default.":       false,
		"Introduced a breaking change to the `resource.k8s.io` API in its `AllocationResult` struct.":            false,
		"changed `MemoryThrottlingFactor` default value to `0.9` and formulas to calculate `memory.high`":        false,
		"`StatefulSet` names must be DNS labels, rather than subdomains.":                                        false,
		"Fixed the API comments for the `FailIndex` Job pod failure policy action.":                              true,
		"Pods owned by a Job now uses the labels `batch.kubernetes.io/job-name`.":                                false,
		"The list-type of the alpha `resourceClaims` field was modified from `set` to `map`. Added a new field.": false,
	} {
		if got := (&upstream.ReleaseNote{Text: text}).Adds(); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
