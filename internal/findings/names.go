package findings

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Names are the names to find.
type Names struct {
	Gates   map[string]bool // from any list or page
	Plugins map[string]bool
	Flags   map[string][]string // --name -> components with this flag in the references
	Fields  map[string][]string // name of a field -> components with this field in the references
	Notes   map[string][]string // --name -> components of this flag in all notes
}

// ofNotes returns the component of the flags of a sentence by other notes. It returns nil unless
// these name exactly one.
func (n Names) ofNotes(names []name) []string {
	var out []string
	for _, name := range names {
		if name.kind == "flag" {
			out = append(out, n.Notes[name.text]...)
		}
	}
	slices.Sort(out)
	if out = slices.Compact(out); len(out) == 1 {
		return out
	}
	return nil
}

// learnNotes collects the components of flags from all notes.
func (n *Names) learnNotes(d *upstream.Data) {
	n.Notes = map[string][]string{}
	found := map[string][]string{}
	for _, r := range d.ReleaseList {
		for _, f := range Of(r, *n) {
			if f.Kind == "flag" {
				found[f.Name] = append(found[f.Name], f.Component...)
			}
		}
	}
	for name, components := range found {
		slices.Sort(components)
		found[name] = slices.Compact(components)
	}
	n.Notes = found
}

// NamesOf collects names from imported data.
func NamesOf(d *upstream.Data) Names {
	n := Names{Gates: map[string]bool{}, Plugins: map[string]bool{}, Flags: map[string][]string{}, Fields: map[string][]string{}}
	for _, g := range d.GateList {
		n.Gates[g.Name] = true
		for _, f := range g.FormerTitles {
			n.Gates[f] = true
		}
	}
	for _, list := range d.GateLists {
		for name := range list.Gates {
			n.Gates[name] = true
		}
	}
	for _, r := range d.ReleaseList {
		ref := d.References[r.Release]
		if ref == nil {
			continue
		}
		for _, c := range ref.Components {
			for _, f := range c.Flags {
				for _, p := range f.Values {
					n.Plugins[p] = true
				}
				n.Flags[f.Name] = append(n.Flags[f.Name], c.Name)
			}
		}
		for _, k := range ref.Configs {
			for _, f := range k.Fields {
				if c := configComponents[strings.Split(k.API, ".")[0]]; c != "" && strings.ToLower(f) != f {
					n.Fields[f] = append(n.Fields[f], c)
				}
			}
		}
	}
	for _, of := range []map[string][]string{n.Flags, n.Fields} {
		for name, components := range of {
			slices.Sort(components)
			of[name] = slices.Compact(components)
		}
	}
	n.learnNotes(d)
	return n
}

// configComponents maps the first word of an API group to the component that it configures:
// kubelet.config.k8s.io has the configuration of the kubelet.
var configComponents = map[string]string{
	"kubelet": "kubelet", "kubeproxy": "kube-proxy", "kubescheduler": "kube-scheduler", "kubeadm": "kubeadm",
	"kubecontrollermanager": "kube-controller-manager", "apiserver": "kube-apiserver",
}
