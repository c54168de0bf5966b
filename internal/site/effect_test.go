package site_test

import (
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

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
		if got := site.Addition(&upstream.ReleaseNote{Text: text}); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestEffect: the rules of docs/upgrade.md, on changes of 1.26 to 1.29.
func TestEffect(t *testing.T) {
	got := map[string]site.Effect{}
	s := official(t)
	for _, r := range []note.Release{"1.27", "1.28", "1.29", "1.34"} {
		st := s.Step(r)
		for _, list := range [][]*site.Change{st.Urgent, st.Removals, st.Deprecations, st.APIChanges} {
			for _, c := range list {
				got["#"+c.PR] = c.Effect()
			}
		}
		for _, list := range [][]site.GateChange{st.Flips, st.GA, st.Gone} {
			for _, c := range list {
				got[c.Gate+" "+string(c.Turn)] = c.Effect()
			}
		}
		for _, c := range st.APIs {
			got[c.Resource.Key().ID+" "+string(c.Kind)] = c.Effect()
		}
	}
	for what, want := range map[string]site.Effect{
		"#115331": site.Action, "#114017": site.Action, "#115944": site.Nothing, "#115371": site.Behavior, "#113218": site.Nothing,
		"SidecarContainers on": site.Behavior, "TopologyManager ga": site.Nothing, "StructuredAuthenticationConfiguration ga": site.Behavior, "TopologyManager gone": site.Action,
		"flowcontrol.apiserver.k8s.io/v1beta2/flowschemas " + string(note.APIRemoved): site.Action,
	} {
		if got[what] != want {
			t.Errorf("%s: %q, want %q", what, got[what], want)
		}
	}
}
