package site

import (
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Disagreement is a stage that a KEP's kep.yaml and its one gate put into different releases.
type Disagreement struct {
	KEP    *upstream.KEP
	Gate   string
	Stage  note.Stage
	File   note.Release // by kep.yaml
	ByGate note.Release // by the gate
}

// Disagreements lists them by number of KEP and by stage: of the KEPs whose kep.yaml names
// exactly one known gate, the stages that the gate reached and that kep.yaml puts into
// another release. What kep.yaml still plans is a disagreement too where the gate is
// there already.
func (s *lines) Disagreements() []Disagreement {
	var out []Disagreement
	for _, number := range s.data.KEPNumbers() {
		for _, k := range s.data.KEPs[number] {
			out = append(out, s.DisagreementsOf(k)...)
		}
	}
	return out
}

// DisagreementsOf returns those of one KEP, by stage.
func (s *lines) DisagreementsOf(k *upstream.KEP) []Disagreement {
	gates := s.gatesNamed(k)
	if len(gates) != 1 || !k.Numbered() {
		return nil
	}
	gate := gates[0]
	first := map[note.Stage]note.Release{}
	for _, sp := range s.GateLine(gate).Spans {
		if first[sp.Stage] == "" {
			first[sp.Stage] = sp.From
		}
	}
	var out []Disagreement
	for _, m := range targets(k) {
		if at := first[m.Stage]; at != "" && upstream.IsRelease(string(m.From)) && at != m.From {
			out = append(out, Disagreement{k, gate, m.Stage, m.From, at})
		}
	}
	return out
}
