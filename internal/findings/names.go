package findings

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Names are the names to find.
type Names struct {
	Gates   map[string]bool // from any list or page
	Plugins map[string]bool
	Flags   map[string][]string // --name -> components with this flag in the references
}

// NamesOf collects names from imported data.
func NamesOf(d *upstream.Data) Names {
	n := Names{Gates: map[string]bool{}, Plugins: map[string]bool{}, Flags: map[string][]string{}}
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
				if !slices.Contains(n.Flags[f.Name], c.Name) {
					n.Flags[f.Name] = append(n.Flags[f.Name], c.Name)
				}
			}
		}
	}
	for _, components := range n.Flags {
		slices.Sort(components)
	}
	return n
}
