package upstream

import (
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/ref"
)

// Names returns the names that identify references in text: gates, numbers and titles of KEPs,
// SIGs, and published pull requests. It omits the template and KEPs without a number.
func (d *Data) Names() *ref.Names {
	d.namesOnce.Do(func() { d.names = d.newNames() })
	return d.names
}

func (d *Data) newNames() *ref.Names {
	spec := ref.NamesSpec{
		FormerGates: make(map[string]string, len(d.former)),
		KEPs:        make(map[string][]string, len(d.KEPs)),
		KEPSlugs:    make(map[string][]string, len(d.KEPs)),
		KEPFolders:  make(map[string]string, len(d.folders)),
		SIGs:        map[string]string{},
		WGs:         map[string]string{},
		Published:   make(map[string][]ref.Published, len(d.notes)),
	}
	for _, g := range d.GateList {
		spec.Gates = append(spec.Gates, g.Name)
	}
	for title, g := range d.former {
		spec.FormerGates[title] = g.Name
	}
	for number, keps := range d.KEPs {
		for _, k := range keps {
			if k.Numbered() {
				spec.KEPs[number] = append(spec.KEPs[number], k.Title)
				spec.KEPSlugs[number] = append(spec.KEPSlugs[number], k.SlugWords())
			}
		}
	}
	for number, keps := range d.folders {
		spec.KEPFolders[number] = keps[0].Number
	}
	for _, s := range d.SIGList {
		switch s.Kind {
		case Group:
			spec.SIGs[string(s.Label)] = s.Name
		case WorkingGroup:
			spec.WGs[strings.TrimPrefix(string(s.Label), "wg-")] = s.Name
		}
	}
	for pr, all := range d.notes {
		for _, o := range all {
			if o.Note.Published {
				number := strconv.Itoa(pr)
				spec.Published[number] = append(spec.Published[number], ref.Published{Release: o.Release, SIGs: o.Note.SIGs})
			}
		}
	}
	return ref.NewNames(spec)
}
