package site

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
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

// ComponentsOf returns the components that a change concerns, in the order of
// [Components]. Where the official notes were not given to Link, gates say nothing.
func (s *Site) ComponentsOf(c *Change) []Component {
	concerned := map[Component]bool{}
	for _, name := range s.componentsSaid(c.Note) {
		concerned[name] = true
	}
	if c.Text != nil {
		for _, r := range c.Text.Refs {
			if r.Kind == note.Gate {
				for _, name := range s.componentsOfGate(r.ID) {
					concerned[name] = true
				}
			}
		}
	}
	return slices.DeleteFunc(Components(), func(name Component) bool { return !concerned[name] })
}

// componentsSaid returns the components that the labels and the sentence of a release note
// name. It is read once per note: every page of an upgrade that has the change asks for it.
func (s *Site) componentsSaid(n *upstream.ReleaseNote) []Component {
	if made, ok := s.lazy.upstream.components.Get(n); ok {
		return made
	}
	var out []Component
	for _, known := range components {
		if known.words.MatchString(n.Text) || slices.ContainsFunc(n.Areas, func(area string) bool { return hasLabel(known.areas, area) }) {
			out = append(out, known.name)
		}
	}
	s.lazy.upstream.components.Put(n, out)
	return out
}

// hasLabel reports whether an area is one of a component's labels.
func hasLabel(areas []string, area string) bool {
	return slices.ContainsFunc(areas, func(a string) bool {
		return a == area || strings.HasSuffix(a, "/") && strings.HasPrefix(area, a)
	})
}

// componentsOfGate returns the components in which a gate is read, as the kep.yaml of
// its KEPs says.
func (s *Site) componentsOfGate(name string) []Component {
	used := map[Component]bool{}
	for _, number := range s.KEPsOfGate(name) {
		for _, k := range s.data.KEPs[number] {
			for _, use := range k.Gates {
				if g := s.data.Gate(use.Name); g == nil || g.Name != name {
					continue
				}
				for _, c := range use.Components {
					used[Component(c)] = true
				}
			}
		}
	}
	return slices.DeleteFunc(Components(), func(c Component) bool { return !used[c] })
}

// sigsOfGate returns the groups that own the KEPs of a gate; without a KEP, those of
// the changes that name it.
func (s *Site) sigsOfGate(keps []string, named []*Change) []note.SIG {
	var out []note.SIG
	for _, number := range keps {
		for _, k := range s.data.KEPs[number] {
			if k.SIG != "" {
				out = with(out, k.SIG)
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, c := range named {
		out = with(out, c.Note.SIGs...)
	}
	return out
}
