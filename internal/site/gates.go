package site

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

// gateBeside is a gate that an entry names beside a KEP.
type gateBeside struct{ gate, kep string }

// beside returns the gates of which a note alone tells the KEP: those without one that an
// entry names, where it names no other gate and no other KEP.
func (s *Site) beside(n *note.Note) []gateBeside {
	var out []gateBeside
	for b := range n.Entries {
		var keps, gates []string
		for _, r := range b.Refs {
			keps = with(keps, s.kepsOfRef(r)...)
			if key := s.Normal(r.Key()); key.Kind == note.Gate && s.data.Gates[key.ID] != nil {
				gates = with(gates, key.ID)
			}
		}
		if len(keps) == 1 && len(gates) == 1 && len(s.data.KEPsOfGate(gates[0])) == 0 {
			out = append(out, gateBeside{gates[0], keps[0]})
		}
	}
	return out
}

// joinGates gathers what notes tell of gates; where they tell different KEPs of one, it
// has none.
func (s *Site) joinGates() {
	s.kepOfGate = map[string]string{}
	for _, base := range s.bases {
		for _, g := range base.gates {
			if other, ok := s.kepOfGate[g.gate]; !ok {
				s.kepOfGate[g.gate] = g.kep
			} else if other != g.kep {
				s.kepOfGate[g.gate] = ""
			}
		}
	}
	s.gatesBeside = map[string][]string{}
	for gate, kep := range s.kepOfGate {
		if kep != "" {
			s.gatesBeside[kep] = append(s.gatesBeside[kep], gate)
		}
	}
	for _, gates := range s.gatesBeside {
		slices.Sort(gates)
	}
}

// KEPsOfGate returns the numbers of the KEPs that a gate belongs to: by upstream's data,
// else the one that notes which name both agree on.
func (s *Site) KEPsOfGate(name string) []string {
	if keps := s.data.KEPsOfGate(name); len(keps) > 0 {
		return keps
	}
	if kep := s.kepOfGate[name]; kep != "" {
		return []string{kep}
	}
	return nil
}

// GatesOfKEP returns the names of the gates that belong to a KEP, in order. Its line is
// drawn from those that upstream's data lead to.
func (s *Site) GatesOfKEP(number string) []string {
	own, more := s.data.GatesOfKEP(number), s.gatesBeside[number]
	if len(more) == 0 {
		return own
	}
	all := slices.Concat(own, more)
	slices.Sort(all)
	return slices.Compact(all)
}
