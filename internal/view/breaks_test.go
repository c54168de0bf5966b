package view

import (
	"html"
	"strings"
	"testing"
)

func TestBreaks(t *testing.T) {
	for in, want := range map[string]string{
		"NodeLogQuery":                                  "NodeLogQuery",
		"UserNamespacesStatelessPodsSupport":            "User|Namespaces|Stateless|Pods|Support",
		"AllowServiceLBStatusOnEveryNode":               "Allow|Service|LBStatus|OnEvery|Node",
		"rbac.authorization.k8s.io/v1":                  "rbac.|authorization.|k8s.|io/|v1",
		"kube-apiserver, kubelet, …":                    "kube-apiserver, |kubelet, |…",
		"InPlacePodVerticalScalingAllocatedStatus":      "InPlace|PodVertical|Scaling|Allocated|Status",
		"kubectl exec -it web":                          "kubectl exec -it web",
		"A&Bxxxxxxxxxxxxxxxxxxxxxxxxxxx":                "A&Bxxxxxxxxxxxxxxxxxxxxxxxxxxx",
		"--pod-infra-container-image":                   "--pod-infra-container-image",
		"--experimental-cluster-signing-duration":       "--experimental-|cluster-|signing-|duration",
		"kubeadm upgrade plan --config kubeadm.yaml":    "kubeadm |upgrade |plan |--config |kubeadm.|yaml",
		"kube-apiserver, kube-controller-manager":       "kube-apiserver, |kube-controller-manager",
		"/etc/kubernetes/manifests/kube-apiserver.yaml": "/etc/|kubernetes/|manifests/|kube-apiserver.|yaml",
		"https://kubernetes.io/releases/patch-releases": "https://|kubernetes.|io/|releases/|patch-releases",
		"registry.k8s.io/kube-proxy:v1.35.0-rc.1":       "registry.|k8s.|io/|kube-proxy:v1.35.0-rc.1",
		strings.Repeat("0123456789", 7):                 "012345678901234567890123456789|012345678901234567890123456789|0123456789",
		strings.Repeat("ж", 20):                         strings.Repeat("ж", 15) + "|" + strings.Repeat("ж", 5),
		"<b>" + strings.Repeat("-", 40):                 "<b>" + strings.Repeat("-", 27) + "|" + strings.Repeat("-", 13),
	} {
		if got := html.UnescapeString(strings.ReplaceAll(Breaks(in, LongName), "<wbr>", "|")); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", in, got, want)
		}
	}
	if got := Breaks("<script>", LongName); got != "&lt;script&gt;" {
		t.Errorf("not escaped: %s", got)
	}
}

func FuzzBreaks(f *testing.F) {
	f.Add("--a-b/c.d", 3)
	f.Fuzz(func(t *testing.T, name string, fit int) {
		fit = max(fit, 4)
		if got := html.UnescapeString(strings.ReplaceAll(Breaks(name, fit), "<wbr>", "")); got != html.UnescapeString(strings.ReplaceAll(Breaks(name, len(name)), "<wbr>", "")) {
			t.Errorf("%q became %q", name, got)
		}
	})
}
