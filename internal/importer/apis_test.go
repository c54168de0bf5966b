package importer

import (
	"encoding/json"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/testcorpus"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// website is a checkout of kubernetes/website with current data.
func currentWebsite(t *testing.T) fs.FS {
	t.Helper()
	dir := testcorpus.Path("current", "website")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no corpus at %s", dir)
	}
	return os.DirFS(dir)
}

// TestGuide compares the deprecation guide with a count of its sentences, and with pairs that were
// read by hand.
func TestGuide(t *testing.T) {
	r, err := APIs(In{FS: currentWebsite(t)})
	if err != nil || r.Damaged != nil || len(r.Diags) > 0 {
		t.Fatal(err, r.Damaged, r.Diags)
	}
	if r.Count("sentences") != 30 || r.Count("versions of kinds") != 50 {
		t.Errorf("%v, want 30 sentences and 50 pairs", r.Counts)
	}
	var apis []upstream.API
	if err := json.Unmarshal([]byte(content(t, r)[upstream.GuideFile]), &apis); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, a := range apis {
		got[a.Group+"/"+a.Version+" "+a.Kind] = string(a.Removed) + " " + a.Replacement + " " + string(a.Since)
	}
	if len(got) != 50 {
		t.Errorf("%d distinct pairs, want 50", len(got))
	}
	for pair, want := range map[string]string{
		"policy/v1beta1 PodSecurityPolicy":                                    "1.25  ",
		"policy/v1beta1 PodDisruptionBudget":                                  "1.25 policy/v1 1.21",
		"extensions/v1beta1 PodSecurityPolicy":                                "1.16 policy/v1beta1 1.10",
		"node.k8s.io/v1beta1 RuntimeClass":                                    "1.25 node.k8s.io/v1 1.20",
		"admissionregistration.k8s.io/v1beta1 ValidatingWebhookConfiguration": "1.22 admissionregistration.k8s.io/v1 1.16",
		"authorization.k8s.io/v1beta1 SelfSubjectRulesReview":                 "1.22 authorization.k8s.io/v1 1.6",
		"rbac.authorization.k8s.io/v1beta1 RoleBinding":                       "1.22 rbac.authorization.k8s.io/v1 1.8",
		"apiregistration.k8s.io/v1beta1 APIService":                           "1.22 apiregistration.k8s.io/v1 1.10",
		"extensions/v1beta1 Ingress":                                          "1.22 networking.k8s.io/v1 1.19",
		"networking.k8s.io/v1beta1 Ingress":                                   "1.22 networking.k8s.io/v1 1.19",
		"storage.k8s.io/v1beta1 VolumeAttachment":                             "1.22 storage.k8s.io/v1 ", // since when depends on the kind
		"apps/v1beta2 ReplicaSet":                                             "1.16 apps/v1 1.9",
		"flowcontrol.apiserver.k8s.io/v1beta2 FlowSchema":                     "1.29 flowcontrol.apiserver.k8s.io/v1 1.29",
		"flowcontrol.apiserver.k8s.io/v1beta1 PriorityLevelConfiguration":     "1.26 flowcontrol.apiserver.k8s.io/v1beta2 ",
	} {
		if got[pair] != want {
			t.Errorf("%s: %q, want %q", pair, got[pair], want)
		}
	}
	src, err := fs.ReadFile(currentWebsite(t), guideSource)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(regexp.MustCompile(`no\s+longer\s+served\s+as\s+of`).FindAll(src, -1)); n != r.Count("sentences") {
		t.Errorf("%d sentences are read, %d are there", r.Count("sentences"), n)
	}
	for pair := range got {
		group, rest, _ := strings.Cut(pair, "/")
		version, kind, _ := strings.Cut(rest, " ")
		if !strings.Contains(string(src), "**"+group+"/"+version+"**") || !strings.Contains(string(src), kind) {
			t.Errorf("%s is not in the guide", pair)
		}
	}
}

// TestSupport compares the dates with those of the two files.
func TestSupport(t *testing.T) {
	r, err := Support(In{FS: currentWebsite(t)})
	if err != nil || r.Damaged != nil || len(r.Diags) > 0 {
		t.Fatal(err, r.Damaged, r.Diags)
	}
	var rows []upstream.Support
	if err := json.Unmarshal([]byte(content(t, r)[upstream.SupportFile]), &rows); err != nil {
		t.Fatal(err)
	}
	byRelease := map[string]upstream.Support{}
	for _, s := range rows {
		byRelease[string(s.Release)] = s
	}
	if s := byRelease["1.34"]; s.Date != "2025-08-27" || s.EndOfLife != "2026-10-27" || s.Ended || len(s.Patches) != 4 || s.Patches[0].Version != "1.34.3" || s.Next.Version != "1.34.4" {
		t.Errorf("1.34: %+v", s)
	}
	if s := byRelease["1.26"]; s.EndOfLife != "2024-02-28" || !s.Ended || s.Patches[0].Version != "1.26.15" || !strings.Contains(s.Note, "Go CVEs") {
		t.Errorf("1.26: %+v", s)
	}
	t.Log(len(rows), rows[0].Release, rows[len(rows)-1].Release)
}

// TestReferences compares flags and fields with a plain count of the rows of their tables.
func TestReferences(t *testing.T) {
	site := currentWebsite(t)
	r, err := References(In{FS: site, Release: "1.35"})
	if err != nil || r.Damaged != nil || len(r.Diags) > 0 {
		t.Fatal(err, r.Damaged, r.Diags)
	}
	var ref upstream.Reference
	if err := json.Unmarshal([]byte(content(t, r)["references/1.35.json"]), &ref); err != nil {
		t.Fatal(err)
	}
	flags := map[string]upstream.Flag{}
	for _, c := range ref.Components {
		src, err := fs.ReadFile(site, flagPages+"/"+c.Name+".md")
		if err != nil {
			t.Fatal(err)
		}
		if want := strings.Count(string(src), `<td colspan="2">`); len(c.Flags) != want {
			t.Errorf("%s: %d flags, the table has %d rows", c.Name, len(c.Flags), want)
		}
		for _, f := range c.Flags {
			flags[c.Name+" "+f.Name] = f
		}
	}
	if f := flags["kubelet --address"]; f.Type != "string" || f.Default != "0.0.0.0" || !f.Deprecated {
		t.Errorf("kubelet --address: %+v", f)
	}
	if f := flags["kubelet --anonymous-auth"]; f.Type != "" || f.Default != "true" {
		t.Errorf("kubelet --anonymous-auth: %+v", f)
	}
	if f := flags["kube-apiserver --enable-admission-plugins"]; len(f.Values) != 37 {
		t.Errorf("%d admission plugins: %v", len(f.Values), f.Values)
	}
	if _, there := flags["kube-apiserver --cloud-provider"]; there {
		t.Error("kube-apiserver has had no --cloud-provider since 1.33")
	}
	if _, there := flags["kubelet --cloud-provider"]; !there {
		t.Error("kubelet has --cloud-provider")
	}
	for _, k := range ref.Configs {
		if k.Kind == "KubeletConfiguration" && (k.API != "kubelet.config.k8s.io/v1beta1" || len(k.Fields) < 100) {
			t.Errorf("%s %s has %d fields", k.API, k.Kind, len(k.Fields))
		}
	}
	t.Log(r.Counts)
}

// TestGateLists reads an excerpt, and gates of kubeadm in both forms of declaration.
func TestGateLists(t *testing.T) {
	list := excerpt(t, "versioned_feature_list.yaml") + "- name: \"a gate?\"\n  versionedSpecs: []\n"
	kubeadm := `package features

const (
	// First is expected to be in alpha in v1.31
	First = "FirstGate"
	// Second is GA
	Second = "SecondGate"
	Third = "ThirdGate"
)

var InitFeatureGates = FeatureList{
	First: {
		FeatureSpec: featuregate.FeatureSpec{Default: true, PreRelease: featuregate.Beta},
	},
	Second:        {FeatureSpec: featuregate.FeatureSpec{Default: true, LockToDefault: true, PreRelease: featuregate.GA}},
	Third: {
		FeatureSpec:        featuregate.FeatureSpec{Default: false, PreRelease: featuregate.Deprecated},
		DeprecationMessage: "Default: true in the next release",
	},
}
`
	for _, folder := range gateFolders {
		r, err := GateLists(In{Release: "1.34", FS: fstest.MapFS{folder + "/" + gateLists[0]: {Data: []byte(list)}, kubeadmGates: {Data: []byte(kubeadm)}}})
		if err != nil || r.Damaged != nil || len(r.Diags) != 1 || !strings.Contains(r.Diags[0].Text, `invalid gate name "a gate?"`) {
			t.Fatal(err, r.Damaged, r.Diags)
		}
		got, want := upstream.GateVersions{}, upstream.GateVersions{
			Release: "1.34", Path: folder,
			Gates: map[string][]upstream.GateSet{
				"AggregatedDiscoveryRemoveBetaType": {{Stage: note.Stable}, {From: "1.33", Stage: note.Deprecated, Default: true}},
				"AllowServiceLBStatusOnNonLB":       {{Stage: note.Stable, Default: true}, {From: "1.29", Stage: note.Deprecated}, {From: "1.32", Stage: note.Deprecated, Locked: true}},
				"AuthorizeWithSelectors":            {{From: "1.31", Stage: note.Alpha}, {From: "1.32", Stage: note.Beta, Default: true}, {From: "1.34", Stage: note.Stable, Default: true, Locked: true}},
				"CPUCFSQuotaPeriod":                 {{From: "1.12", Stage: note.Alpha}},
				"DisableAllocatorDualWrite":         {{From: "1.31", Stage: note.Alpha}, {From: "1.33", Stage: note.Beta}, {From: "1.34", Stage: note.Stable, Default: true}},
				"ExecProbeTimeout":                  {{From: "1.20", Stage: note.Stable, Default: true}},
			},
			Kubeadm: map[string][]upstream.GateSet{
				"FirstGate": {{Stage: note.Beta, Default: true}}, "SecondGate": {{Stage: note.Stable, Default: true, Locked: true}}, "ThirdGate": {{Stage: note.Deprecated}},
			},
		}
		if err := json.Unmarshal([]byte(content(t, r)["gates/1.34.json"]), &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", folder, diff)
		}
	}
}

// TestAPISources reads excerpts of discovery and of generated functions. The core group is not in
// the list of groups. Kinds of subresources are omitted.
func TestAPISources(t *testing.T) {
	files := fstest.MapFS{discoverySource: {Data: []byte(excerpt(t, "aggregated_v2.json"))}, coreSource: {Data: []byte(excerpt(t, "api__v1.json"))}}
	r, err := APILists(In{Release: "1.31", FS: files})
	if err != nil || r.Damaged != nil || len(r.Diags) > 0 {
		t.Fatal(err, r.Damaged, r.Diags)
	}
	var list upstream.APIList
	if err := json.Unmarshal([]byte(content(t, r)["apis/1.31.json"]), &list); err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{
		"v1": {"Binding", "ComponentStatus", "Pod"}, "apps/v1": {"ControllerRevision", "Deployment"},
		"authentication.k8s.io/v1": {"SelfSubjectReview", "TokenReview"}, "authentication.k8s.io/v1beta1": {"SelfSubjectReview"},
	}
	if diff := cmp.Diff(want, list.Served); diff != "" {
		t.Error(diff)
	}
	files[coreSource] = &fstest.MapFile{Data: []byte("{}")}
	if r, err = APILists(In{Release: "1.31", FS: files}); err != nil || r.Damaged == nil {
		t.Error("an unreadable core group is not reported", err)
	}
	dir := lifecycleRoot + "/api/batch/v1beta1/"
	r, err = Lifecycles(In{FS: fstest.MapFS{dir + "register.go": {Data: []byte("package v1beta1\n\nconst GroupName = \"batch\"\n")}, dir + lifecycleFile: {Data: []byte(`// APILifecycleIntroduced is an autogenerated function.
func (in *CronJob) APILifecycleIntroduced() (major, minor int) {
	return 1, 8
}

func (in *CronJob) APILifecycleDeprecated() (major, minor int) {
	return 1, 21
}

func (in *CronJob) APILifecycleReplacement() schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: "batch", Version: "v1", Kind: "CronJob"}
}

func (in *CronJob) APILifecycleRemoved() (major, minor int) {
	return 1, 25
}

func (in *CronJobList) APILifecycleRemoved() (major, minor int) {
	return 1, 25
}
`)}}})
	if err != nil || len(r.Diags) > 0 {
		t.Fatal(err, r.Diags)
	}
	var apis []upstream.API
	if err := json.Unmarshal([]byte(content(t, r)[upstream.LifecycleFile]), &apis); err != nil {
		t.Fatal(err)
	}
	lives := []upstream.API{{Group: "batch", Version: "v1beta1", Kind: "CronJob", Introduced: "1.8", Deprecated: "1.21", Removed: "1.25", Replacement: "batch/v1"}}
	if diff := cmp.Diff(lives, apis); diff != "" {
		t.Error(diff)
	}
}
