package site

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Component is a part of Kubernetes that is upgraded and configured on its own, as its
// binary or repository is called: kubelet, client-go.
type Component string

// components lists what changes are sorted by, in the order of a cluster: the control
// plane, the nodes, the tools, what stands behind. A change concerns a component when
// one of its area labels is the component's, when its official sentence names it, or
// names a feature gate that the component reads. The labels say which code was
// touched, the sentence whom it is about: a reader who filters wants both. Labels that
// are no component (test, dependency, batch …) say nothing here.
//
// The patterns are read with the bounds of a word at their left only, so that metrics
// (scheduler_goroutines) and API groups (kubescheduler.config.k8s.io) name it too.
var components = []struct {
	name  Component
	areas []string // labels; one that ends in / stands for all below it
	words *regexp.Regexp
}{
	{"kube-apiserver", []string{"apiserver"}, regexp.MustCompile(`(?i)\b(?:kube[-_]?)?api[- ]?servers?(?:\b|_)`)},
	{"kube-controller-manager", nil, regexp.MustCompile(`(?i)\bkube-?controller-?manager|\bKCM\b`)},
	{"kube-scheduler", nil, regexp.MustCompile(`(?i)\b(?:kube-?)?scheduler(?:\b|_|config)`)},
	{"cloud-provider", []string{"cloudprovider", "provider/"}, regexp.MustCompile(`(?i)\bcloud[- ](?:provider|controller[- ]manager)|\bK?CCM\b`)},
	{"kubelet", []string{"kubelet"}, regexp.MustCompile(`(?i)\bkubelet`)},
	{"kube-proxy", []string{"kube-proxy", "ipvs"}, regexp.MustCompile(`(?i)\bkube-?proxy|\bproxier\b`)},
	{"kubeadm", []string{"kubeadm"}, regexp.MustCompile(`(?i)\bkubeadm`)},
	{"kubectl", []string{"kubectl"}, regexp.MustCompile(`(?i)\bkubectl`)},
	{"client-go", nil, regexp.MustCompile(`(?i)\bclient-go\b`)},
	{"etcd", nil, regexp.MustCompile(`(?i)\betcd`)},
	{"CRI", nil, regexp.MustCompile(`\bCRI\b|(?i)\bcontainer runtime interface`)},
	{"CSI", nil, regexp.MustCompile(`\bCSI|\bcsi-`)},
}

// Components lists every component, in the order in which pages name them.
func Components() []Component {
	out := make([]Component, 0, len(components))
	for _, c := range components {
		out = append(out, c.name)
	}
	return out
}

// componentsNamed returns the components that the labels and the sentence of a release note name.
func componentsNamed(n *upstream.ReleaseNote) []Component {
	var out []Component
	for _, known := range components {
		if known.words.MatchString(n.Text) || slices.ContainsFunc(n.Areas, func(area string) bool { return hasLabel(known.areas, area) }) {
			out = append(out, known.name)
		}
	}
	return out
}

// hasLabel reports whether an area is one of a component's labels.
func hasLabel(areas []string, area string) bool {
	return slices.ContainsFunc(areas, func(a string) bool {
		return a == area || strings.HasSuffix(a, "/") && strings.HasPrefix(area, a)
	})
}
