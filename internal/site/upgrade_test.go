package site_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

func official(t *testing.T) *site.Site {
	t.Helper()
	d := realData(t)
	s, _ := site.Link(officialNotes(d), d, site.Options{})
	return s
}

func TestUpgradePairs(t *testing.T) {
	s := official(t)
	// Each of the thirteen releases with imported notes has upgrades from the four releases before
	// it, the newest first.
	var want [][2]note.Release
	for to := 36; to > 24; to-- {
		for from := to - 1; from >= max(24, to-4); from-- {
			want = append(want, [2]note.Release{note.Release(fmt.Sprintf("1.%d", from)), note.Release(fmt.Sprintf("1.%d", to))})
		}
	}
	if diff := cmp.Diff(want, s.UpgradePairs()); diff != "" {
		t.Error(diff)
	}
	for _, none := range [][2]note.Release{{"1.36", "1.37"}, {"1.23", "1.24"}, {"1.29", "1.28"}, {"1.27", "1.27"}, {"x", "1.27"}, {"", ""}} {
		if s.Upgrade(none[0], none[1]) != nil {
			t.Errorf("unexpected upgrade from %q to %q", none[0], none[1])
		}
	}
	d := upstream.Data{}
	empty, _ := site.Link(nil, &d, site.Options{})
	if len(empty.UpgradePairs()) > 0 {
		t.Error("upgrades without data")
	}
}

// TestUpgradeCounts checks the counts for 1.26 to 1.29, by release. A separate script over the
// drafts in kubernetes/sig-release counted the first four columns. It took the pull requests in the
// Markdown: urgent by section or action_required, removals by the list of TestRemovals, the others
// by the kinds of the JSON or the section of the Markdown, each at its first occurrence. Gates were
// listed from gates.json; a script over the front matter of the gates' pages in kubernetes/website
// gives the same counts.
func TestUpgradeCounts(t *testing.T) {
	want := map[note.Release][7]int{
		// urgent, removals, deprecations, API changes, changed defaults, GA, removed
		"1.27": {5, 16, 3, 64, 21, 8, 14},
		"1.28": {5, 21, 3, 39, 9, 11, 16},
		"1.29": {4, 20, 1, 31, 17, 9, 14},
	}
	// These removals remove only gates that are listed as removed gates.
	gatesOnly := map[note.Release][]int{
		"1.27": {113942, 114410},
		"1.28": {114068, 117237, 117570, 117655, 117656, 118018, 118763},
		"1.29": {119100, 120192, 120248, 120249, 120861, 121246, 121252, 121255, 121257, 121291},
	}
	urgent, gone := 0, 0
	for _, st := range official(t).Upgrade("1.26", "1.29").Steps {
		for _, c := range st.Removals {
			if slices.Contains(gatesOnly[st.Release], c.Note.PR) {
				t.Errorf("%s: #%d is a removal next to its gates", st.Release, c.Note.PR)
			}
		}
		removed := len(st.Removals) + len(gatesOnly[st.Release])
		got := [7]int{len(st.Urgent), removed, len(st.Deprecations), len(st.APIChanges), len(st.Flips), len(st.GA), len(st.Gone)}
		if got != want[st.Release] {
			t.Errorf("%s: %v, want %v", st.Release, got, want[st.Release])
		}
		urgent += len(st.Urgent)
		for _, c := range st.Urgent {
			if c.Removal() {
				gone++
			}
		}
		gone += removed
	}
	if urgent != 14 || gone != 62 { // the numbers of TestRemovals in package upstream for these releases
		t.Errorf("%d urgent, want 14; %d removals, want 62", urgent, gone)
	}
}

// TestUpgradeOfSIGNode checks the numbers of one SIG, from the same script restricted to pull
// requests with the label sig/node. Gates belong to the owner of their KEP;
// LocalStorageCapacityIsolation has no KEP and is counted by #114410.
func TestUpgradeOfSIGNode(t *testing.T) {
	type lists struct{ Urgent, Removals, Deprecations, APIChanges []int }
	want := map[note.Release]lists{
		"1.27": {
			[]int{115331, 116299, 116332, 116558},
			[]int{114017, 115840, 116015, 116301, 116329},
			[]int{115944},
			[]int{
				96120, 102884, 112136, 114997, 115220, 115363, 115371, 115434, 115719, 115721, 115750, 115847, 115969, 116093,
				116121, 116233, 116556,
			},
		},
		"1.28": {
			[]int{118551},
			[]int{116335, 116901, 117055, 118236, 118764},
			[]int{118128, 118596},
			[]int{115399, 116429, 116469, 117020, 117351, 117740, 117793, 118254, 118990, 119374, 119409},
		},
		"1.29": {
			nil,
			nil,
			nil,
			[]int{112599, 113374, 118653, 118760, 119026, 119659, 120954, 121275},
		},
	}
	gates := map[note.Release][]string{ // each with its change
		"1.27": {
			"DownwardAPIHugePages ga", "GRPCContainerProbe ga", "SeccompDefault ga", "TopologyManager ga",
			"EphemeralContainers gone", "LocalStorageCapacityIsolation gone",
		},
		"1.28": {
			"KubeletPodResources ga", "KubeletPodResourcesGetAllocatable ga", "ProbeTerminationGracePeriod ga",
			"TopologyManagerPolicyBetaOptions on", "TopologyManagerPolicyOptions on",
			"DevicePlugins gone", "DisableAcceleratorUsageMetrics gone", "PodHasNetworkCondition gone", "UserNamespacesStatelessPodsSupport gone",
		},
		"1.29": {
			"DevicePluginCDIDevices on", "PodReadyToStartContainersCondition on", "SidecarContainers on",
			"DownwardAPIHugePages gone", "GRPCContainerProbe gone", "KubeletCredentialProviders gone",
			"ProbeTerminationGracePeriod gone", "SeccompDefault gone", "TopologyManager gone",
		},
	}
	for _, st := range official(t).Upgrade("1.26", "1.29").Steps {
		got := lists{ofNode(st.Urgent), ofNode(st.Removals), ofNode(st.Deprecations), ofNode(st.APIChanges)}
		if diff := cmp.Diff(want[st.Release], got); diff != "" {
			t.Errorf("%s: %s", st.Release, diff)
		}
		var turned []string
		for _, g := range slices.Concat(st.GA, st.Flips, st.Gone) {
			if slices.Contains(g.SIGs, "node") {
				turned = append(turned, g.Gate+" "+string(g.Turn))
			}
		}
		if diff := cmp.Diff(gates[st.Release], turned); diff != "" {
			t.Errorf("%s: %s", st.Release, diff)
		}
	}
}

func ofNode(changes []*site.Change) []int {
	var out []int
	for _, c := range changes {
		if c.In("node") {
			out = append(out, c.Note.PR)
		}
	}
	slices.Sort(out)
	return out
}
