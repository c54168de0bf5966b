package findings

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/upstream"
)

// TestPromises checks real sentences of official notes of 1.24 to 1.36.
func TestPromises(t *testing.T) {
	names := Names{
		Gates: map[string]bool{"ExpandedDNSConfig": true, "ServiceLBNodePortControl": true, "SidecarContainers": true, "RetryGenerateName": true},
		Flags: map[string][]string{"--container-runtime": {"kubelet"}},
	}
	for _, c := range []struct{ text, want string }{
		{"The `--container-runtime` kubelet flag is deprecated and will be removed in future releases.", "removed  flag:--container-runtime"},
		{"The command line flag `enable-taint-manager` for kube-controller-manager is deprecated and will be removed in 1.26.", "removed 1.26 flag:--enable-taint-manager"},
		{"The `ServiceLBNodePortControl` feature has graduated to GA. The feature gate will be removed in 1.26.", "removed 1.26 gate:ServiceLBNodePortControl"},
		{"'ExpandedDNSConfig' feature was locked to default value and will be removed in v1.30. If you were setting this feature gate explicitly, please remove it now.", "removed 1.30 gate:ExpandedDNSConfig"},
		{"Introduced the `LegacySidecarContainers` feature gate enabling the legacy code path that predates the `SidecarContainers` feature. This temporary feature gate is disabled by default, only available in v1.33, and will be removed in v1.34.", "removed 1.34 gate:LegacySidecarContainers"},
		{"`--feature-gates=RetryGenerateName=true` not needed on kube-apiserver binaries and will be removed in a future release.", "removed  gate:RetryGenerateName"},
		{"The `flowcontrol.apiserver.k8s.io/v1beta3` APIs are deprecated and will no longer be served in v1.32.", "removed 1.32 api:flowcontrol.apiserver.k8s.io/v1beta3"},
		{"Additionally, the `scheduler_scheduler_cache_size` metric is now deprecated in favor of `scheduler_cache_size`, and will be removed in v1.34.", "removed 1.34 metric:scheduler_scheduler_cache_size"},
		{"Kube scheduler Component Config release version v1beta3 is deprecated in v1.26 and will be removed in v1.29, also v1beta2 will be removed in v1.28.", "removed 1.29, removed 1.28"},
		{"The `ServiceLBNodePortControl` feature gate can be disabled to restore the previous behavior; it will be locked to enabled in a future release.", "locked  gate:ServiceLBNodePortControl"},
		{"Kubelet: un-deprecated `--provider-id` flag.", "withdrawn  flag:--provider-id"},
		{"The `legacy` profile is planned to be removed in `v1.39`.", "removed 1.39"},

		// No announcement of a removal.
		{"Kubeadm will cleanup the stale data on best effort basis. Stale data will be removed when each reset phase are executed.", ""},
		{"The v1 Endpoints API is now officially deprecated (though still fully supported). The API will not be removed.", ""},
		{"The command will remove the label `node-role.kubernetes.io/master` from existing nodes.", ""},
	} {
		var got []string
		for _, p := range promisesIn(c.text, names, nil, "1.30") {
			s := fmt.Sprintf("%s %s", p.Turn, p.Target)
			for _, n := range p.Names {
				s += " " + n.Kind + ":" + n.Name
			}
			got = append(got, s)
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, s, c.want)
		}
	}
}

// A sentence that refers to the previous one is shown with it.
func TestPromiseText(t *testing.T) {
	r := &upstream.Release{Release: "1.36", Notes: []upstream.ReleaseNote{{
		PR: 135874, Published: true, Text: "Changed the default debug profile from `legacy` to `general`. The `legacy` profile is planned to be removed in `v1.39`.",
	}}}
	got := Promises(r, Names{})
	if len(got) != 1 || got[0].PR != 135874 || !strings.HasPrefix(got[0].Text, "Changed the default") || !strings.HasSuffix(got[0].Text, "`v1.39`.") {
		t.Errorf("%+v", got)
	}
}
