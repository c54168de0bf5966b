package importer

import (
	"encoding/json"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// TestChangelog reads an excerpt in the form of CHANGELOG-1.28.md: the newest patch release
// first, with a vulnerability, files and dependencies; the first release and a pre-release.
func TestChangelog(t *testing.T) {
	src := `<!-- BEGIN MUNGE: GENERATED_TOC -->

- [v1.28.4](#v1284)

<!-- END MUNGE: GENERATED_TOC -->

# v1.28.4


## Downloads for v1.28.4

filename | sha512 hash
-------- | -----------
[kubernetes.tar.gz](https://dl.k8s.io/v1.28.4/kubernetes.tar.gz) | ` + "`abc`" + `

## Changelog since v1.28.3

## Important Security Information

This release contains changes that address the following vulnerabilities:

### CVE-2023-5528: Insufficient input sanitization in in-tree storage plugin leads to privilege escalation on Windows nodes

A security issue was discovered in Kubernetes where a user may be able to escalate to admin privileges on Windows nodes.

**Affected Versions**:
  - kubelet v1.28.0 - v1.28.3
  - kubelet v1.27.0 - v1.27.7

**Fixed Versions**:
  - kubelet v1.28.4
  - kubelet v1.27.8

This vulnerability was reported by Tomer Peled.

## Changes by Kind

### Feature

- Kubernetes is now built with Go 1.20.11 ([#121825](https://github.com/kubernetes/kubernetes/pull/121825), [@cpanato](https://github.com/cpanato)) [SIG Release and Testing]

### Bug or Regression

- Fix: a regression of 1.28. ([#121127](https://github.com/kubernetes/kubernetes/pull/121127), [@x](https://github.com/x)) [SIG Apps]

## Dependencies

### Added
_Nothing has changed._

# v1.28.3

## Changelog since v1.28.2

## Changes by Kind

### Bug or Regression

- Fixed a leak. ([#120649](https://github.com/kubernetes/kubernetes/pull/120649), [@y](https://github.com/y)) [SIG Node]

# v1.28.0

## Changelog since v1.27.0

## Changes by Kind

### Feature

- Not a patch. ([#1](https://github.com/kubernetes/kubernetes/pull/1), [@y](https://github.com/y))

# v1.28.0-rc.1
`
	r, err := Changelog(In{Release: "1.28", FS: fstest.MapFS{changelogPath("1.28"): {Data: []byte(src)}}})
	if err != nil || r.Damaged != nil || len(r.Diags) > 0 {
		t.Fatal(err, r.Damaged, r.Diags)
	}
	got, want := upstream.Patches{}, upstream.Patches{Release: "1.28", Patches: []upstream.Patch{
		{Version: "1.28.4", Since: "1.28.3", Entries: []upstream.PatchEntry{
			{PR: 121825, Author: "cpanato", Kind: note.Feature, SIGs: []note.SIG{"release", "testing"}, Text: "Kubernetes is now built with Go 1.20.11"},
			{PR: 121127, Author: "x", Kind: note.Bug, SIGs: []note.SIG{"apps"}, Text: "Fix: a regression of 1.28."},
		}, CVEs: []upstream.CVE{{
			ID: "CVE-2023-5528", Title: "Insufficient input sanitization in in-tree storage plugin leads to privilege escalation on Windows nodes",
			Affected: []string{"kubelet v1.28.0 - v1.28.3", "kubelet v1.27.0 - v1.27.7"}, Fixed: []string{"kubelet v1.28.4", "kubelet v1.27.8"},
			Text: "A security issue was discovered in Kubernetes where a user may be able to escalate to admin privileges on Windows nodes.",
		}}},
		{Version: "1.28.3", Since: "1.28.2", Entries: []upstream.PatchEntry{{PR: 120649, Author: "y", Kind: note.Bug, SIGs: []note.SIG{"node"}, Text: "Fixed a leak."}}},
	}}
	if err := json.Unmarshal([]byte(content(t, r)["patches/1.28.json"]), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestPlan: which releases an update takes, and which checkouts it finds. No release is named
// in the code, so one that nobody has seen is taken like any other.
func TestPlan(t *testing.T) {
	there := []note.Release{"1.41", "1.19", "1.36", "1.37", "1.38", "1.39", "1.40", "1.35", "1.34", "1.33", "1.32"}
	supported := []note.Release{"1.38", "1.39", "1.40"}
	for _, c := range []struct {
		name      string
		supported []note.Release
		scope     Scope
		want      []note.Release
	}{
		{"the supported, a newer one, five others", supported, Scope{}, []note.Release{"1.33", "1.34", "1.35", "1.36", "1.37", "1.38", "1.39", "1.40", "1.41"}},
		{"and what the site has", supported, Scope{Have: []note.Release{"1.19"}}, []note.Release{"1.19", "1.33", "1.34", "1.35", "1.36", "1.37", "1.38", "1.39", "1.40", "1.41"}},
		{"all since one", supported, Scope{Since: "1.38"}, []note.Release{"1.38", "1.39", "1.40", "1.41"}},
		{"without a schedule", nil, Scope{}, []note.Release{"1.37", "1.38", "1.39", "1.40", "1.41"}},
	} {
		if diff := cmp.Diff(c.want, ChooseReleases(there, c.supported, c.scope)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
	found, err := Checkouts(fstest.MapFS{
		"SOURCES.md":                                               {Data: []byte("| `w/` | kubernetes/website: pages | 5a52c38 (2026-01-22) | CC-BY-4.0 |\n")},
		"a/website/data/releases/schedule.yaml":                    {},
		"kubernetes/community/sigs.yaml":                           {},
		"kubernetes-1.41/test/compatibility_lifecycle/reference/x": {},
		"deep/er/still/sig-release/releases/x":                     {},
		"enhancements/README.md":                                   {},
	}, "/nowhere")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range found {
		got = append(got, c.Repository+" "+string(c.Release)+" "+c.Commit+" "+c.Date)
	}
	want := []string{"kubernetes/website  5a52c38 2026-01-22", "kubernetes/community   ", "kubernetes/kubernetes 1.41  "}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
