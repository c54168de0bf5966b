package page

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

// preset is a filter of an upgrade for a role of readers. docs/upgrade.md lists the presets.
type preset struct {
	code  string
	sigs  []note.SIG
	parts []site.Component
	apis  bool // includes rows about the API versions in manifests
}

var presets = []preset{
	{"node", []note.SIG{"node", "windows"}, []site.Component{"kubelet", "kube-proxy", "CRI"}, false},
	{
		"control", []note.SIG{"api-machinery", "auth", "cloud-provider", "cluster-lifecycle", "etcd", "scheduling"},
		[]site.Component{"kube-apiserver", "kube-controller-manager", "kube-scheduler", "cloud-provider", "etcd", "kubeadm"}, true,
	},
	{"network", []note.SIG{"network"}, []site.Component{"kube-proxy"}, false},
	{"storage", []note.SIG{"storage"}, []site.Component{"CSI"}, false},
	{"workloads", []note.SIG{"apps", "autoscaling", "cli"}, []site.Component{"kubectl"}, true},
}

// any returns the filter codes of the preset. A row matches if it has one of them.
func (p preset) any() string {
	var out []string
	for _, s := range p.sigs {
		out = append(out, "sig:"+string(s))
	}
	for _, c := range p.parts {
		out = append(out, "part:"+string(c))
	}
	if p.apis {
		out = append(out, "kind:api")
	}
	return strings.Join(out, " ")
}
