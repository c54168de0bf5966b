package site

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Component is a program or library of Kubernetes that operators upgrade and configure
// separately. Its name is that of its binary or repository: kubelet, client-go.
type Component string

// components lists the components in display order: control plane, nodes, tools, etcd,
// interfaces. A change affects a component if an area label matches. It also does if the official text names
// the component or one of its feature gates. Labels show which code changed, and the text shows
// which component is affected, so both count. Other labels (test, dependency, batch …) are
// ignored.
//
// The patterns require a word boundary only at their start. They therefore match metrics
// (scheduler_goroutines) and API groups (kubescheduler.config.k8s.io).
var components = []struct {
	name  Component
	owner note.SIG // SIG whose filter includes the component; empty for components of many SIGs
	areas []string // area labels; a trailing / matches all labels below it
	words *regexp.Regexp
}{
	{"kube-apiserver", "", []string{"apiserver"}, regexp.MustCompile(`(?i)\b(?:kube[-_]?)?api[- ]?servers?(?:\b|_)`)},
	{"kube-controller-manager", "", nil, regexp.MustCompile(`(?i)\bkube-?controller-?manager|\bKCM\b`)},
	{"kube-scheduler", "scheduling", nil, regexp.MustCompile(`(?i)\b(?:kube-?)?scheduler(?:\b|_|config)`)},
	{"cloud-provider", "cloud-provider", []string{"cloudprovider", "provider/"}, regexp.MustCompile(`(?i)\bcloud[- ](?:provider|controller[- ]manager)|\bK?CCM\b`)},
	{"kubelet", "node", []string{"kubelet"}, regexp.MustCompile(`(?i)\bkubelet`)},
	{"kube-proxy", "network", []string{"kube-proxy", "ipvs"}, regexp.MustCompile(`(?i)\bkube-?proxy|\bproxier\b`)},
	{"kubeadm", "cluster-lifecycle", []string{"kubeadm"}, regexp.MustCompile(`(?i)\bkubeadm`)},
	{"kubectl", "cli", []string{"kubectl"}, regexp.MustCompile(`(?i)\bkubectl`)},
	{"client-go", "", nil, regexp.MustCompile(`(?i)\bclient-go\b`)},
	{"etcd", "etcd", nil, regexp.MustCompile(`(?i)\betcd`)},
	{"CRI", "node", nil, regexp.MustCompile(`\bCRI\b|(?i)\bcontainer runtime interface`)},
	{"CSI", "storage", nil, regexp.MustCompile(`\bCSI|\bcsi-`)},
}

// Components lists all components in display order.
func Components() []Component {
	out := make([]Component, 0, len(components))
	for _, c := range components {
		out = append(out, c.name)
	}
	return out
}

// OwnerOf returns the SIG that owns a component, or "" for components of many SIGs.
func OwnerOf(name Component) note.SIG {
	for _, c := range components {
		if c.name == name {
			return c.owner
		}
	}
	return ""
}

func componentsNamed(n *upstream.ReleaseNote) []Component {
	var out []Component
	for _, known := range components {
		if known.words.MatchString(n.Text) || slices.ContainsFunc(n.Areas, func(area string) bool { return hasLabel(known.areas, area) }) {
			out = append(out, known.name)
		}
	}
	return out
}

func hasLabel(areas []string, area string) bool {
	return slices.ContainsFunc(areas, func(a string) bool {
		return a == area || strings.HasSuffix(a, "/") && strings.HasPrefix(area, a)
	})
}
