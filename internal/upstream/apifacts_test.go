package upstream

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// TestAPIFacts checks that lists have priority, that a release without a list is unknown, that
// contradicting sources are all kept, and that the plan of a type is derived. A list without the
// core group must not remove its kinds.
func TestAPIFacts(t *testing.T) {
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	served := func(release, kinds string) *fstest.MapFile {
		return file(fmt.Sprintf(`{"release": %q, "served": {"flowcontrol.apiserver.k8s.io/v1beta3": [%s], "v1": ["Pod"]}}`, release, kinds))
	}
	d, ds, err := Load(fstest.MapFS{
		"releases/1.36.json": file(`{"release": "1.36", "notes": [{"pr": 1, "text": "x", "published": true}]}`),
		"apis/1.31.json":     served("1.31", `"FlowSchema", "PriorityLevelConfiguration"`),
		"apis/1.32.json":     served("1.32", `"PriorityLevelConfiguration"`),
		"apis/1.33.json":     file(`{"release": "1.33", "served": {"flowcontrol.apiserver.k8s.io/v1beta3": ["PriorityLevelConfiguration"]}}`),
		"apis/1.34.json":     served("1.34", `"PriorityLevelConfiguration"`),
		"apis/1.36.json":     served("1.36", ``),
		"api-guide.json": file(`[{"group": "flowcontrol.apiserver.k8s.io", "version": "v1beta3", "kind": "FlowSchema", "removed": "1.33",
			"replacement": "flowcontrol.apiserver.k8s.io/v1", "since": "1.29", "text": "no longer served as of v1.33"}]`),
		"api-lifecycle.json": file(`[{"group": "flowcontrol.apiserver.k8s.io", "version": "v1beta3", "kind": "FlowSchema", "introduced": "1.26", "deprecated": "1.29", "removed": "1.32"},
			{"group": "resource.k8s.io", "version": "v1beta2", "kind": "ResourceClaim", "introduced": "1.33", "deprecated": "1.36", "removed": "1.39"}]`),
	})
	if err != nil || len(ds) > 0 {
		t.Fatal(err, ds)
	}
	var got []string
	for _, f := range d.APIFacts() {
		line := f.Kind + " " + f.Version
		for i, dates := range [][]Dated{f.Introduced, f.Deprecated, f.Removed} {
			for _, at := range dates {
				line += " " + []string{"from", "deprecated", "removed"}[i] + " " + string(at.Release) + " " + string(at.Mark)
			}
		}
		got = append(got, strings.TrimSpace(line+" "+f.Replacement))
	}
	want := []string{
		"FlowSchema v1beta3 from 1.26 listed deprecated 1.29 listed removed 1.32 listed removed 1.33 said flowcontrol.apiserver.k8s.io/v1",
		"ResourceClaim v1beta2 from 1.33 listed deprecated 1.36 listed removed 1.39 derived",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
