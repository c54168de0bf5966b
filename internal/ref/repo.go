package ref

import "strings"

// isolation is how isolated an owner/repo is in its text.
type isolation int

const (
	within    isolation = iota // in the middle of a sentence
	bracketed                  // all of a parenthesis, or of an item in one
	whole                      // all of the text
)

// isRepository reports whether owner/name is a repository and not two words with a slash. A known
// organization accepts any name. An owner that is also a product (aws/gcp, docker/containerd) needs
// a name that looks like a repository, or an isolated text; an unknown owner needs both.
func isRepository(owner, name string, alone isolation) bool {
	if !repoLike(owner, name) {
		return false
	}
	hyphen := strings.ContainsAny(name, "-.")
	switch lower := strings.ToLower(owner); {
	case organisations[lower] || hasAnySuffix(lower, "-io", "-sigs", "-labs", "-project", "-org"):
		return true
	case products[lower]:
		return hyphen || alone >= bracketed && !products[strings.ToLower(name)] && strings.ToLower(name) == name
	default:
		return strings.Contains(name, "-") && alone >= bracketed && !strings.Contains(owner, "-")
	}
}

// repoLike rejects invalid GitHub names, API versions (apps/v1), and labels (sig/node).
func repoLike(owner, name string) bool {
	if !isLetter(owner[0]) || strings.HasPrefix(owner, "-") || strings.HasSuffix(owner, "-") || !isWord(name[0]) {
		return false
	}
	switch strings.ToLower(owner) {
	case "sig", "wg", "area", "kind", "priority", "lifecycle", "staging", "pkg", "cmd", "test", "tests", "docs", "api", "apis":
		return false
	}
	return !isVersion(name) && strings.ContainsAny(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
}

func isVersion(s string) bool {
	rest, ok := strings.CutPrefix(s, "v")
	if !ok {
		return false
	}
	major := strings.TrimLeft(rest, "0123456789")
	if major == rest {
		return false
	}
	if major == "" {
		return true
	}
	for _, stage := range [...]string{"alpha", "beta"} {
		if n, ok := strings.CutPrefix(major, stage); ok {
			return n != "" && strings.Trim(n, "0123456789") == ""
		}
	}
	return false
}

func hasAnySuffix(s string, suffixes ...string) bool {
	for _, x := range suffixes {
		if strings.HasSuffix(s, x) {
			return true
		}
	}
	return false
}

// organisations lists GitHub owners whose names have no other meaning, in lower case.
var organisations = set(
	"kubernetes", "kubernetes-client", "kubernetes-csi", "kubernetes-incubator", "kubernetes-retired",
	"googlecloudplatform", "googlecontainertools", "awslabs", "aws-samples", "aws-controllers-k8s",
	"uber-go", "opencontainers", "bytecodealliance", "projectcalico", "envoyproxy", "argoproj", "fluxcd",
	"kubeovn", "kubevirt", "open-telemetry", "open-policy-agent", "openkruise", "prometheus-operator",
	"tektoncd", "vmware-tanzu", "weaveworks", "cri-o", "volcano-sh", "kedacore", "pingcap", "chaos-mesh",
	"kubermatic", "rancher-sandbox", "bottlerocket-os", "cloudnative-pg", "external-secrets", "aquasecurity",
	"goharbor", "cloudnativelabs", "hashicorp", "metallb", "nginxinc", "webassembly", "go-delve", "spf13",
)

// products lists GitHub owners that are also products or companies, in lower case.
var products = set(
	"aws", "azure", "google", "golang", "docker", "moby", "containerd", "cilium", "istio", "linkerd", "helm",
	"kong", "jetstack", "cert-manager", "coredns", "prometheus", "grafana", "kubeflow", "knative", "openshift",
	"rancher", "nvidia", "intel", "microsoft", "redhat", "ibm", "oracle", "alibaba", "tencent", "huawei",
	"minio", "gcp", "gke", "eks", "aks", "rook", "ceph", "crossplane", "kyverno", "cncf", "cloudflare", "facebook", "apple", "netflix",
	"uber", "lyft", "spotify", "datadog", "elastic", "falcosecurity", "sigstore", "spiffe", "dapr", "antrea",
	"weave", "traefik", "nginx", "haproxy", "vmware", "mirantis", "ubuntu", "canonical", "torvalds", "systemd",
)

func set(words ...string) map[string]bool {
	out := make(map[string]bool, len(words))
	for _, w := range words {
		out[w] = true
	}
	return out
}
