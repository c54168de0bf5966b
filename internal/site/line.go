package site

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// lines computes the timelines of KEPs and gates from upstream data.
type lines struct {
	keys *keys
	data *upstream.Data
	memo memo.Map[*upstream.KEP, Line]
}

// GateLine returns the timeline of a gate according to the upstream list of gates.
func (s *lines) GateLine(name string) Line {
	g := s.data.Gate(name)
	if g == nil {
		return Line{}
	}
	l := Line{Gates: []string{g.Name}}
	for _, st := range g.Stages {
		if upstream.IsRelease(string(st.From)) {
			l.Spans = append(l.Spans, Span{st.Stage, st.Default, st.Locked, st.From, st.To})
		}
	}
	slices.SortStableFunc(l.Spans, func(a, b Span) int { return upstream.CompareReleases(a.From, b.From) })
	l.ByGates = len(l.Spans)
	return l
}

// KEPLine returns the timeline of a KEP from the stages of its gates. It uses kep.yaml if there
// are no gates, or after their data end. With several gates, the most advanced one counts in each
// release. It ignores milestones in kep.yaml after the current stage, because they are plans.
func (s *lines) KEPLine(k *upstream.KEP) Line {
	return s.memo.Make(k, func() Line { return s.newKEPLine(k) })
}

func (s *lines) newKEPLine(k *upstream.KEP) Line {
	var lines []Line
	var names []string
	for _, name := range s.gatesOf(k) {
		if l := s.GateLine(name); len(l.Spans) > 0 {
			lines, names = append(lines, l), append(names, name)
		}
	}
	merged := Line{Spans: merge(lines), Gates: names}
	merged.ByGates = len(merged.Spans)
	for _, m := range milestones(k) {
		merged.Spans = follow(merged.Spans, m)
	}
	return merged
}

// gatesOf returns the gates of a KEP. If two KEPs share a number, each has only the gates in its
// own kep.yaml. A gate that an abandoned KEP shares with an active one belongs to the active one,
// such as DynamicResourceAllocation of KEP-3063 and KEP-4381. Gates that only official notes
// connect with the KEP are used if there are no others.
func (s *lines) gatesOf(k *upstream.KEP) []string {
	names := s.data.GatesOfKEP(k.Number)
	if len(s.data.KEPs[k.Number]) > 1 {
		names = s.gatesNamed(k)
	}
	if own := slices.DeleteFunc(slices.Clone(names), s.data.Learned); len(own) > 0 {
		names = own
	}
	if !givenUp(k) {
		return names
	}
	return slices.DeleteFunc(slices.Clone(names), func(gate string) bool {
		return slices.ContainsFunc(s.data.KEPsOfGate(gate), func(number string) bool {
			return slices.ContainsFunc(s.data.KEPs[number], func(other *upstream.KEP) bool { return other != k && !givenUp(other) })
		})
	})
}

// gatesNamed returns the known gates in a kep.yaml, without duplicates.
func (s *lines) gatesNamed(k *upstream.KEP) []string {
	var out []string
	for _, use := range k.Gates {
		if g := s.data.GateWritten(use.Name); g != nil && !slices.Contains(out, g.Name) {
			out = append(out, g.Name)
		}
	}
	return out
}

func (s *lines) reached(r note.Release) map[note.Stage][]string {
	out := map[note.Stage][]string{}
	for _, number := range s.data.KEPNumbers() {
		if strings.Trim(number, "0") == "" {
			continue
		}
		for _, k := range s.data.KEPs[number] {
			for _, stage := range s.KEPLine(k).reachedAt(r) {
				if !slices.Contains(out[stage], number) {
					out[stage] = append(out[stage], number)
				}
			}
		}
	}
	return out
}

// GateRemovals returns the feature gates that a release removed, sorted by name. It omits gates
// without a page, and gates that another source still lists.
func (s *lines) GateRemovals(r note.Release) []upstream.GateRemoval {
	return slices.DeleteFunc(s.data.GateRemovals(r), func(g upstream.GateRemoval) bool {
		return g.Release != r || g.Alive || s.data.Gates[g.Name] == nil
	})
}

// onlyKEP returns the KEP with a number. It returns nil if there are none or several.
func (s *lines) onlyKEP(number string) *upstream.KEP {
	if keps := s.data.KEPs[s.keys.normalKEP(number)]; len(keps) == 1 && keps[0].Numbered() {
		return keps[0]
	}
	return nil
}

// StageNow returns the current stage of a KEP. It returns false if the stage is unknown, or if
// several KEPs share the number.
func (s *lines) StageNow(number string) (Span, bool) {
	k := s.onlyKEP(number)
	if k == nil {
		return Span{}, false
	}
	return s.KEPLine(k).Now()
}

// heldAt returns the stages of a KEP at a release according to all sources.
func (s *lines) heldAt(k *upstream.KEP, r note.Release) []note.Stage {
	var held []note.Stage
	for _, name := range s.gatesOf(k) {
		if sp, ok := s.GateLine(name).lasting(r); ok {
			held = with(held, sp.Stage)
		}
	}
	if sp, ok := (Line{Spans: milestones(k)}).latest(r); ok {
		held = with(held, sp.Stage)
	}
	for _, m := range milestones(k) { // a kep.yaml may have several stages in one release
		if m.From == r {
			held = with(held, m.Stage)
		}
	}
	slices.SortFunc(held, func(a, b note.Stage) int { return rank(a) - rank(b) })
	return held
}

// Disagreement is a stage that has different releases in the kep.yaml of a KEP and in the data of
// its only gate.
type Disagreement struct {
	KEP    *upstream.KEP
	Gate   string
	Stage  note.Stage
	File   note.Release // according to kep.yaml
	ByGate note.Release // according to the gate
}

// Disagreements returns all disagreements, by KEP number and stage. It compares only KEPs whose
// kep.yaml has exactly one known gate, and only stages that the gate has reached. It includes
// milestones that are still plans in kep.yaml.
func (s *lines) Disagreements() []Disagreement {
	var out []Disagreement
	for _, number := range s.data.KEPNumbers() {
		for _, k := range s.data.KEPs[number] {
			out = append(out, s.DisagreementsOf(k)...)
		}
	}
	return out
}

// DisagreementsOf returns the disagreements of one KEP, by stage.
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
