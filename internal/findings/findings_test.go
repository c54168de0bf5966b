package findings

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// TestClasses checks the classes of real sentences of official notes.
func TestClasses(t *testing.T) {
	names := Names{
		Gates:   map[string]bool{"RuntimeClass": true, "CSIMigrationGCE": true, "ComponentSLIs": true, "NamespaceDefaultLabelName": true, "CSRDuration": true, "ExpandCSIVolumes": true, "JobManagedBy": true},
		Plugins: map[string]bool{"PodSecurity": true, "SecurityContextDeny": true},
		Flags:   map[string][]string{"--feature-gates": {"kube-apiserver", "kubelet"}, "--lock-object-name": {"kube-scheduler"}},
		Fields:  map[string][]string{"ignorePreflightErrors": {"kubeadm"}, "runOnce": {"kubelet"}, "maxParallelImagePulls": {"kubelet"}},
	}
	for _, c := range []struct{ text, want string }{
		{"kubeadm: removed the deprecated and NO-OP flags `--feature-gates` for `kubeadm upgrade apply` and `--api-server-manifest` for `kubeadm upgrade diff`.", "flag --feature-gates [kubeadm upgrade apply] removed, flag --api-server-manifest [kubeadm upgrade diff] removed"},
		{"Remove deprecated `--serviceaccount`, `--hostport`, `--requests` and `--limits` from kubectl run.", "flag --serviceaccount [kubectl run] removed, flag --hostport [kubectl run] removed, flag --requests [kubectl run] removed, flag --limits [kubectl run] removed"},
		{"Kubelet: remove deprecated flag `--container-runtime` ", "flag --container-runtime [kubelet] removed"},
		{"kube-apiserver: removed the deprecated the `--cloud-provider` and `--cloud-config` CLI parameters.", "flag --cloud-provider [kube-apiserver] removed, flag --cloud-config [kube-apiserver] removed"},
		{"The kube-proxy command line flag `--proxy-port-range`, which was previously deprecated and non-functional, has now been removed.", "flag --proxy-port-range [kube-proxy] removed"},
		{"The `NamespaceDefaultLabelName` feature gate, GA since v1.22, is now removed.", "gate NamespaceDefaultLabelName [] removed"},
		{"`CSRDuration` feature gate that graduated to GA in 1.24 and is unconditionally enabled now removed in v1.26.", "gate CSRDuration [] removed"},
		{"The following feature gates have now been removed and must no longer be referenced in `--feature-gates` flags: `ExpandCSIVolumes`.", "flag --feature-gates [] named, gate ExpandCSIVolumes [] removed"},
		{"The insecure address flags `--port` in kube-controller-manager have had no effect since v1.20 and are removed in v1.24.", "flag --port [kube-controller-manager] removed"},
		{"Removed the following feature gates:\n- `ComponentSLIs`\n- `CSRDuration`", "gate ComponentSLIs [] removed, gate CSRDuration [] removed"},
		{"kubeadm: removed the feature gate EtcdLearnerMode which graduated to GA in 1.32.", "gate EtcdLearnerMode [] removed"},
		{"The `ComponentSLIs` feature gate, formerly alpha, is no longer available.", "gate ComponentSLIs [] removed"},
		{"Kube-controller-manager: Removed flags  `deleting-pods-qps`, `deleting-pods-burst`, and `register-retry-count`.", "flag --deleting-pods-qps [kube-controller-manager] removed, flag --deleting-pods-burst [kube-controller-manager] removed, flag --register-retry-count [kube-controller-manager] removed"},
		{"Removed flag `master-service-namespace` from `api-server` arguments", "flag --master-service-namespace [kube-apiserver] removed"},
		{"kubectl: Removed the deprecated flag `prune-whitelist` for apply. Please use the flag `prune-allowlist` instead.", "flag --prune-whitelist [kubectl] removed"},
		{"Drop support for the deprecated and unsupported kubectl run flags:\n- filename\n- grace-period", "flag --filename [kubectl run] removed, flag --grace-period [kubectl run] removed"},
		{"Drop support for the deprecated --delete-local-data from kubectl drain, users should use --delete-emptydir-data, instead.", "flag --delete-local-data [kubectl drain] removed, flag --delete-emptydir-data [kubectl] named"},
		{"Kubeadm: hidden flags about klog (including `--log-dir` and `--vmodule`) are no longer allowed to be used.", "flag --log-dir [kubeadm] removed, flag --vmodule [kubeadm] removed"},
		{"Changed `kubectl version` default output to be identical to what `kubectl version --short` printed,\nand removed `--short` flag entirely.", "flag --short [kubectl] named, flag --short [kubectl] removed"},
		{"The beta `PodSecurityPolicy` admission plugin, deprecated since 1.21, is removed.", "plugin PodSecurityPolicy [] removed"},
		{"The deprecated feature gates `CSRDuration` and `RuntimeClass` are now unconditionally enabled and can no longer be specified in component invocations.", "gate CSRDuration [] removed, gate RuntimeClass [] removed"},
		{"Kubeadm: Removed usage of the deprecated `etcd` flags `--experimental-watch-progress-notify-interval`.", "flag --experimental-watch-progress-notify-interval [kubeadm] named"},
		{"Removed admission plugin `PersistentVolumeLabel`.", "plugin PersistentVolumeLabel [] removed"},
		{"The `SecurityContextDeny` admission plugin was removed.", "plugin SecurityContextDeny [] removed"},

		// Not removals: announcements, usage, other things, reverted changes.
		{"The `JobManagedBy` feature gate was locked to `true` and will be removed in a future Kubernetes release.", "gate JobManagedBy [] named"},
		{"Kubeadm: removed the usage of the `--container-runtime=remote` flag for the kubelet.", "flag --container-runtime [kubelet kubeadm] named"},
		{"When its enabled, kubeadm will: Remove the `--container-runtime-endpoint` flag from the env file.", "flag --container-runtime-endpoint [kubeadm] named"},
		{"The kubelet `--output` flag was accidentally removed, but has been added back.", "flag --output [kubelet] named"},
		{"Removed the GAed feature gates for `ComponentSLIs`.", "gate ComponentSLIs [] removed"},
		{"The deprecated flag `--really-crash-for-testing` was removed.", "flag --really-crash-for-testing [] named"},
		{"Fixed a crash with RuntimeClass.", ""},

		{"The `--pod-infra-container-image` kubelet flag is deprecated and will be removed in future releases", "flag --pod-infra-container-image [kubelet] deprecated"},
		{"kubelet: added the `--x-y` flag", "flag --x-y [kubelet] added"},
		{"The `JobManagedBy` feature gate is now enabled by default.", "gate JobManagedBy [] default changed"},

		{"Kube-scheduler: Removed the deprecated scheduler_scheduler_cache_size metric in favor of scheduler_cache_size.", "metric scheduler_scheduler_cache_size [] removed, metric scheduler_cache_size [] named"},
		{"Kube-apiserver: removed the deprecated `apiserver_automatic_reload_success_total` and `apiserver_automatic_reload_failure_total` metrics in favor of others.", "metric apiserver_automatic_reload_success_total [] removed, metric apiserver_automatic_reload_failure_total [] removed"},
		{"Added a `container_swap_limit_bytes` metric to expose the swap limit.", "metric container_swap_limit_bytes [] added"},
		{"Added `storage_class` and `volume_attributes_class` labels to `pv_collector_bound_pvc_count` metrics.", "metric pv_collector_bound_pvc_count [] named"},
		{"Removed the `resource_prefix` label from the `etcd_request_duration_seconds` metric.", "metric etcd_request_duration_seconds [] named"},
		{"Kubelet: a \"maxParallelImagePulls\" field can now be specified in the kubelet configuration file.", "field maxParallelImagePulls [kubelet] named"},
		{"Removed the `runOnce` field from the kubelet configuration.", "field runOnce [kubelet] removed"},
		{"Kubeadm: the limitation that the `ignorePreflightErrors` field can not be set to `all` in kubeadm config file has been removed.", "field ignorePreflightErrors [kubeadm] named"},
	} {
		var got []string
		for _, f := range inText(c.text, names, nil) {
			got = append(got, fmt.Sprintf("%s %s %v %s", f.Kind, f.Name, f.Component, f.Class))
		}
		if diff := cmp.Diff(c.want, strings.Join(got, ", ")); diff != "" {
			t.Errorf("%s\n%s", c.text, diff)
		}
	}
}

// TestOwn compares findings of this site's releases with facts that were read by hand in the notes.
func TestOwn(t *testing.T) {
	d, _, err := upstream.Load(os.DirFS("../../content/_data"))
	if err != nil {
		t.Fatal(err)
	}
	names := NamesOf(d)
	removed := map[note.Release]map[string]bool{}
	for _, r := range d.ReleaseList {
		removed[r.Release] = map[string]bool{}
		for _, f := range Of(r, names) {
			if f.Class == upstream.Removed {
				removed[r.Release][f.Name] = true
			}
			if f.Kind == "flag" && f.Class == upstream.Removed && len(f.Component) == 0 {
				t.Errorf("%s: %s is removed from no component", r.Release, f.Name)
			}
		}
	}
	for _, c := range []struct {
		release note.Release
		names   string
	}{
		{"1.26", "IndexedJob SuspendJob PodOverhead CSRDuration"},
		{"1.25", "--deleting-pods-qps PodSecurityPolicy"},
		{"1.27", "--enable-taint-manager --pod-eviction-timeout --container-runtime --master-service-namespace CSIMigration ExpandCSIVolumes"},
		{"1.28", "--lock-object-name DevicePlugins PodSecurity AdvancedAuditing"},
		{"1.29", "CronJobTimeZone GRPCContainerProbe SeccompDefault"},
	} {
		for name := range strings.FieldsSeq(c.names) {
			if !removed[c.release][name] {
				t.Errorf("%s: %s is not found", c.release, name)
			}
		}
	}
}

// FuzzOf checks for any text that the names of findings are in the text.
func FuzzOf(f *testing.F) {
	f.Add("Removed the `--a-b` flag from kubelet. See v1.25: - x")
	d, _, err := upstream.Load(fstest.MapFS{})
	if err != nil {
		f.Fatal(err)
	}
	names := NamesOf(d)
	f.Fuzz(func(t *testing.T, text string) {
		for _, found := range inText(text, names, nil) {
			if !strings.Contains(text, strings.TrimPrefix(found.Name, "--")) {
				t.Errorf("%q is not in %q", found.Name, text)
			}
		}
	})
}
