package importer

import (
	"encoding/json"
	"os"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// TestChangelog reads an excerpt with a vulnerability, a nested item, dependencies and files. The
// first release and the pre-release after it are omitted.
func TestChangelog(t *testing.T) {
	src := excerpt(t, "CHANGELOG-1.29.md") + `
# v1.29.0

## Changelog since v1.28.0

## Changes by Kind

### Feature

- Not a patch. ([#1](https://github.com/kubernetes/kubernetes/pull/1), [@y](https://github.com/y))

# v1.29.0-rc.1
`
	r, err := Changelog(In{Release: "1.29", FS: fstest.MapFS{changelogPath("1.29"): {Data: []byte(src)}}})
	if err != nil || r.Damaged != nil || len(r.Diags) > 0 {
		t.Fatal(err, r.Damaged, r.Diags)
	}
	got, want := upstream.Patches{}, upstream.Patches{Release: "1.29", Patches: []upstream.Patch{
		{Version: "1.29.4", Since: "1.29.3", Entries: []upstream.PatchEntry{
			{
				PR: 124197, Author: "cpanato", Kind: note.Feature, Text: "Kubernetes is now built with go 1.21.9\n- update debian-base to bookworm-v1.0.2",
				SIGs: []note.SIG{"api-machinery", "architecture", "cloud-provider", "release", "storage", "testing"},
			},
			{
				PR: 124140, Author: "bertinatto", Kind: note.Bug, SIGs: []note.SIG{"node"},
				Text: "Fix pod restart after node reboot when NewVolumeManagerReconstruction feature gate is enabled and SELinuxMountReadWriteOncePod disabled",
			},
			{PR: 124327, Author: "ritazh", Kind: note.Bug, SIGs: []note.SIG{"auth"}, Text: "NONE"},
		}, CVEs: []upstream.CVE{{
			ID: "CVE-2024-3177", Title: "Bypassing mountable secrets policy imposed by the ServiceAccount admission plugin",
			Affected: []string{"kube-apiserver v1.29.0 - v1.29.3", "kube-apiserver v1.28.0 - v1.28.8", "kube-apiserver <= v1.27.12"},
			Fixed:    []string{"kube-apiserver v1.29.4", "kube-apiserver v1.28.9", "kube-apiserver v1.27.13"},
			Text:     "A security issue was discovered in Kubernetes where users may be able to launch containers that bypass the mountable secrets policy enforced by the ServiceAccount admission plugin when using containers, init containers, and ephemeral containers with the envFrom field populated.",
		}}},
		{Version: "1.29.3", Since: "1.29.2", Entries: []upstream.PatchEntry{
			{
				PR: 122056, Author: "dhenkel92", Kind: note.Bug, SIGs: []note.SIG{"apps"},
				Text: "Fixed the disruption controller's PDB status synchronization to maintain all PDB conditions during an update.",
			},
			{
				PR: 123188, Author: "bzsuni", Kind: note.Other, SIGs: []note.SIG{"api-machinery", "cloud-provider", "cluster-lifecycle", "testing"},
				Text: "Etcd: Update to version 3.5.12",
			},
		}},
	}}
	if err := json.Unmarshal([]byte(content(t, r)["patches/1.29.json"]), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestChangelogForms reads excerpts of other releases: a vulnerability with bold text, and an item
// of several lines.
func TestChangelogForms(t *testing.T) {
	for release, want := range map[note.Release]upstream.Patch{
		"1.24": {Version: "1.24.15", Since: "1.24.14", Entries: []upstream.PatchEntry{{
			PR: 118557, Author: "puerco", Kind: note.Feature, Text: "Kubernetes 1.24.x is now built with Go 1.19.10",
			SIGs: []note.SIG{"api-machinery", "architecture", "auth", "cli", "cloud-provider", "cluster-lifecycle", "instrumentation", "node", "release", "storage", "testing"},
		}}, CVEs: []upstream.CVE{{
			ID: "CVE-2023-2728", Title: "Bypassing enforce mountable secrets policy imposed by the ServiceAccount admission plugin",
			Affected: []string{"kube-apiserver v1.27.0 - v1.27.2", "kube-apiserver v1.26.0 - v1.26.5", "kube-apiserver v1.25.0 - v1.25.10", "kube-apiserver <= v1.24.14"},
			Fixed:    []string{"kube-apiserver v1.27.3", "kube-apiserver v1.26.6", "kube-apiserver v1.25.11", "kube-apiserver v1.24.15"},
			Text:     "A security issue was discovered in Kubernetes where users may be able to launch containers that bypass the mountable secrets policy enforced by the ServiceAccount admission plugin when using ephemeral containers. The policy ensures pods running with a service account may only reference secrets specified in the service account's secrets field. Kubernetes clusters are only affected if the ServiceAccount admission plugin and the `kubernetes.io/enforce-mountable-secrets` annotation are used together with ephemeral containers.",
		}}},
		"1.28": {Version: "1.28.7", Since: "1.28.6", Entries: []upstream.PatchEntry{
			{PR: 122750, Author: "richabanker", Kind: note.Feature, SIGs: []note.SIG{"architecture", "instrumentation", "testing"}, Text: "Add process_start_time_seconds to /metrics/slis endpoint of all components"},
			{PR: 122757, Author: "hakman", Kind: note.Bug, SIGs: []note.SIG{"network"}, Text: "Fixes a race condition in the iptables mode of kube-proxy in 1.27 and later\nthat could result in some updates getting lost (e.g., when a service gets a\nnew endpoint, the rules for the new endpoint might not be added until\nmuch later)."},
			{PR: 123097, Author: "neolit123", Kind: note.Bug, SIGs: []note.SIG{"cluster-lifecycle"}, Text: `Kubeadm: fix a bug where the --rootfs global flag does not work with "kubeadm upgrade node" for control plane nodes.`},
		}},
	} {
		src := excerpt(t, "CHANGELOG-"+string(release)+".md")
		got, _, ds := parseChangelog(src, "", release)
		if len(ds) > 0 || len(got) != 2 {
			t.Fatal(release, ds, got)
		}
		if diff := cmp.Diff(want, got[0]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", release, diff)
		}
	}
}

// excerpt returns a file of testdata/upstream. The README there names the sources.
func excerpt(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile("testdata/upstream/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestPlan checks which releases an update imports and which checkouts it finds. The code names no
// release, so future releases work in the same way.
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
