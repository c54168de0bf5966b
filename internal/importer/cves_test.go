package importer

import (
	"encoding/json"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

func vulnerabilities(t *testing.T, feed string) ([]upstream.CVE, Result) {
	t.Helper()
	r, err := CVEs(In{FS: fstest.MapFS{cveSource: {Data: []byte(feed)}}})
	if err != nil {
		t.Fatal(err)
	}
	b, err := r.Files[0].Bytes()
	if err != nil {
		t.Fatal(err)
	}
	var got []upstream.CVE
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatal(err)
	}
	return got, r
}

// TestCVEs reads an excerpt of the feed: lists with and without bullets, an issue about two
// vulnerabilities, a project with versions of its own, and texts without lists.
func TestCVEs(t *testing.T) {
	got, r := vulnerabilities(t, excerpt(t, "official-cve-feed.json"))
	if r.Damaged != nil || len(r.Diags) > 0 {
		t.Error(r.Damaged, r.Diags)
	}
	api := []string{"kube-apiserver v1.27.0 - v1.27.2", "kube-apiserver v1.26.0 - v1.26.5", "kube-apiserver v1.25.0 - v1.25.10", "kube-apiserver <= v1.24.14"}
	fixed := []string{"kube-apiserver v1.27.3", "kube-apiserver v1.26.6", "kube-apiserver v1.25.11", "kube-apiserver v1.24.15"}
	const both = "Bypassing policies imposed by the ImagePolicyWebhook and bypassing mountable secrets policy imposed by the ServiceAccount admission plugin"
	want := []upstream.CVE{
		{
			ID: "CVE-2023-2431", Title: "Bypass of seccomp profile enforcement", Published: "2023-06-15", URL: "https://github.com/kubernetes/kubernetes/issues/118690", Core: true,
			Affected: []string{"v1.27.0 - v1.27.1", "v1.26.0 - v1.26.4", "v1.25.0 - v1.25.9", "<= v1.24.13"}, Fixed: []string{"v1.27.2", "v1.26.5", "v1.25.10", "V1.24.14"},
		},
		{ID: "CVE-2023-2727", Title: both, Published: "2023-06-13", URL: "https://github.com/kubernetes/kubernetes/issues/118640", Core: true, Affected: api, Fixed: fixed},
		{ID: "CVE-2023-2728", Title: both, Published: "2023-06-13", URL: "https://github.com/kubernetes/kubernetes/issues/118640", Core: true, Affected: api, Fixed: fixed},
		{
			ID: "CVE-2023-2878", Title: "secrets-store-csi-driver discloses service account tokens in logs", Published: "2023-06-02",
			URL: "https://github.com/kubernetes/kubernetes/issues/118419", Affected: []string{"secrets-store-csi-driver < 1.3.3"}, Fixed: []string{"secrets-store-csi-driver >= 1.3.3"},
		},
		{
			ID: "CVE-2021-3121", Title: "Processes may panic upon receipt of malicious protobuf messages", Published: "2021-04-23",
			URL: "https://github.com/kubernetes/kubernetes/issues/101435", Text: "1.21 branch: #98477 (in 1.21.0), #101325 (in 1.21.1)",
		},
		{
			ID: "CVE-2020-8554", Title: "Man in the middle using LoadBalancer or ExternalIPs", Published: "2020-12-04",
			URL: "https://github.com/kubernetes/kubernetes/issues/97076", Text: "All Kubernetes versions are affected.",
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestCVEForms reads other forms of lists, from issues of 2019 to 2025.
func TestCVEForms(t *testing.T) {
	for _, c := range []struct {
		name, text      string
		affected, fixed []string
		core            bool
	}{
		{
			"a link to the fix, a note", "#### Affected Versions\n\n- kubelet v1.32.0 to v1.32.1\n\n#### Fixed Versions\n\n- kubelet master - fixed by #129739\n- kubelet v1.32.2 - fixed by #130010\n  - Note: an off by default Alpha feature in v1.25-v1.29\n\nTo upgrade, refer to https://kubernetes.io/v1.32/\n\n### Detection\n\n- v1.99.0\n",
			[]string{"kubelet v1.32.0 to v1.32.1"}, []string{"kubelet v1.32.2"}, true,
		},
		{
			"the fix in the first list", "**Affected versions**:\n<= v1.15.9, resolved in 1.15.10 by https://github.com/kubernetes/kubernetes/pull/87640\n\nkube-apiserver is affected.",
			[]string{"<= v1.15.9"}, nil, true,
		},
		{"all versions", "### Affected Versions\nAll versions of Kubernetes\n\nThe kubelet is affected.", []string{"All versions of Kubernetes"}, nil, true},
		{"another project without its name", "ingress-nginx, not the kubelet.\n\n#### Affected Versions\n\n- < v1.11.0\n- v1.11.0 \\- 1.11.4  \n", []string{"< v1.11.0", "v1.11.0 - 1.11.4"}, nil, false},
		{"another project", "The kubelet runs it.\n\n**Affected Versions**\n\n- azure-file-csi-driver <= v1.29.3\n", []string{"azure-file-csi-driver <= v1.29.3"}, nil, false},
		{"two components", "### Affected Versions\n- kubelet/kube-proxy <=1.16.10\n", []string{"kubelet/kube-proxy <=1.16.10"}, nil, true},
		{"no component at all", "### Affected Versions\n- v1.30.0\n", []string{"v1.30.0"}, nil, false},
		{"Image Builder", "### Affected Versions\n- Kubernetes Image Builder versions <= v0.1.37\n", []string{"Kubernetes Image Builder versions <= v0.1.37"}, nil, false},
	} {
		feed, err := json.Marshal(map[string]any{"items": []cveItem{{ID: "CVE-2025-0001", Summary: "x", Text: c.text, Status: "open", URL: `https://github.com/"><script>`}}})
		if err != nil {
			t.Fatal(err)
		}
		got, _ := vulnerabilities(t, string(feed))
		want := []upstream.CVE{{ID: "CVE-2025-0001", Title: "x", Affected: c.affected, Fixed: c.fixed, Status: "open", Core: c.core}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// TestCVEsDamaged checks that a broken feed is not written, and that an item without a valid number
// is reported.
func TestCVEsDamaged(t *testing.T) {
	for _, feed := range []string{"", "<html>", `{"items":[{"id":`, `{"items":3}`} {
		if r, err := CVEs(In{FS: fstest.MapFS{cveSource: {Data: []byte(feed)}}}); err != nil || r.Damaged == nil {
			t.Errorf("%q is not damaged: %v", feed, err)
		}
	}
	if _, err := CVEs(In{FS: fstest.MapFS{}}); err == nil {
		t.Error("no error for a missing feed")
	}
	if got, r := vulnerabilities(t, `{"items":[{"id":"CVE-1"},{"id":null},{"id":"CVE-2024-10220"}]}`); len(got) != 1 || len(r.Diags) != 2 {
		t.Errorf("%v %v", got, r.Diags)
	}
}

// TestCVEsOfRelease checks that a release has the vulnerabilities that name it, and open ones
// without an end.
func TestCVEsOfRelease(t *testing.T) {
	all, _ := vulnerabilities(t, excerpt(t, "official-cve-feed.json"))
	all = append(all,
		upstream.CVE{ID: "open", Core: true, Status: "unfixed", Affected: []string{"kube-apiserver >= v1.3"}},
		upstream.CVE{ID: "closed", Core: true, Status: "fixed", Affected: []string{"kubelet >= v1.8.0 (including all later minor versions)"}, Fixed: []string{"kubelet v1.28.4"}},
		upstream.CVE{ID: "every", Core: true, Status: "open", Affected: []string{"All versions of Kubernetes"}},
		upstream.CVE{ID: "range", Core: true, Affected: []string{"v1.16.0 - v1.18.18 (Note: not by default in 1.16-1.18)", "kubelet v1.20 - v1.21"}},
		upstream.CVE{ID: "said", Core: true, Text: "Fixed in v1.33.1."},
	)
	facts := upstream.Facts{CVEs: all}
	for release, want := range map[note.Release][]string{
		"1.27": {"CVE-2023-2431", "CVE-2023-2727", "CVE-2023-2728", "open", "every"},
		"1.24": {"CVE-2023-2431", "CVE-2023-2727", "CVE-2023-2728", "open", "every"},
		"1.28": {"open", "closed", "every"}, "1.29": {"open", "every"}, "1.33": {"open", "every", "said"}, "1.20": {"open", "every", "range"}, "1.2": {"every"},
	} {
		var got []string
		for _, c := range facts.CVEsOf(release) {
			got = append(got, c.ID)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", release, diff)
		}
	}
	affected, fixed := all[0].VersionsOf("1.26")
	if diff := cmp.Diff([][]string{{"v1.26.0 - v1.26.4"}, {"v1.26.5"}}, [][]string{affected, fixed}); diff != "" {
		t.Error(diff)
	}
}
