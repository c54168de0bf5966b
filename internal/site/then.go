package site

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Then is what held of a KEP at a release.
type Then struct {
	Span  Span
	Known bool
	From  string     // what says it: gates, kep.yaml; empty where Known is not set
	Says  note.Stage // the stage that an official note of that release on the KEP says; empty when none does
}

// What can say a stage of then.
const (
	FromGates = "gates"
	FromFile  = "kep.yaml"
)

// Then returns what held of a KEP at a release: by its gates' stages, else by the
// milestones of its kep.yaml. Of a number used twice nothing is known. A feature that was
// stable when its gate went away is stable ever after.
func (s *Site) Then(number string, r note.Release) Then {
	k := s.onlyKEP(number)
	if k == nil {
		return Then{}
	}
	t := Then{Says: s.saysAt(k.Number, r)}
	l := s.KEPLine(k)
	if t.Span, t.Known = l.lasting(r); t.Known {
		t.From = FromGates
		if i := slices.Index(l.Spans, t.Span); i < 0 || i >= l.ByGates {
			t.From = FromFile
		}
	}
	return t
}

// lasting is At, and what is stable lasts.
func (l Line) lasting(r note.Release) (Span, bool) {
	if sp, ok := l.At(r); ok {
		return sp, true
	}
	sp, ok := l.Now()
	return sp, ok && sp.Stage == note.Stable && upstream.CompareReleases(sp.From, r) <= 0
}

// onlyKEP returns the one KEP of a number; nil where there is none or two.
func (s *Site) onlyKEP(number string) *upstream.KEP {
	if keps := s.data.KEPs[s.normalKEP(number)]; len(keps) == 1 && keps[0].Numbered() {
		return keps[0]
	}
	return nil
}

// saysAt returns the stage that the official notes of a release say of a KEP, where they
// say one and no other.
func (s *Site) saysAt(number string, r note.Release) note.Stage {
	var said note.Stage
	facts := s.Facts(r)
	for i := range facts.Changes {
		c := &facts.Changes[i]
		if c.Text == nil || c.Text.Stage == "" || !slices.Equal(c.KEPs, []string{number}) {
			continue
		}
		if said != "" && said != c.Text.Stage {
			return ""
		}
		said = c.Text.Stage
	}
	return said
}

// StageThen returns the stage of an entry as it was: the note's own word, else what held
// at the note's release of the one KEP that the entry is about. Empty where nothing says it.
func (s *Site) StageThen(n *note.Note, b *note.Block) note.Stage {
	if b.Stage != "" {
		return b.Stage
	}
	number, ok := s.KEPOf(n, b)
	if !ok || len(n.Releases) != 1 {
		return ""
	}
	sp, known := s.KEPLine(s.onlyKEP(number)).lasting(n.Releases[0])
	if !known {
		return ""
	}
	return sp.Stage
}

// KEPOf returns the number of the KEP that an entry is about: the one of its id, else the
// only one that it names or that its pull requests lead to; false where there is none.
func (s *Site) KEPOf(n *note.Note, b *note.Block) (string, bool) {
	if rest, ok := strings.CutPrefix(string(b.ID), "kep-"); ok {
		number, _, _ := strings.Cut(rest, "-")
		if k := s.onlyKEP(number); k != nil {
			return k.Number, true
		}
	}
	if keps := s.Join(n, b).KEPs; len(keps) == 1 && s.onlyKEP(keps[0]) != nil {
		return keps[0], true
	}
	return "", false
}

// StageNow returns where a KEP stands today; false when nothing is known, or when two
// KEPs share the number.
func (s *Site) StageNow(number string) (Span, bool) {
	k := s.onlyKEP(number)
	if k == nil {
		return Span{}, false
	}
	return s.KEPLine(k).Now()
}

// Contradicts reports that the stage that an entry says cannot have held at its note's
// release by the data of then: neither by a gate of its KEP nor by kep.yaml. held are the
// stages that these say, in the order of a feature's life. An entry that says what the
// official note of its pull request says is true to it, whoever is wrong.
func (s *Site) Contradicts(n *note.Note, b *note.Block) (said note.Stage, held []note.Stage, kep string, yes bool) {
	if !slices.Contains([]note.Stage{note.Alpha, note.Beta, note.Stable}, b.Stage) || len(n.Releases) != 1 {
		return "", nil, "", false // what is deprecated or removed may be a part of a feature that lives on
	}
	number, ok := s.KEPOf(n, b)
	if !ok {
		return "", nil, "", false
	}
	held = s.heldAt(s.onlyKEP(number), n.Releases[0])
	yes = len(held) > 0 && !slices.Contains(held, b.Stage) && !s.officiallySo(n, b)
	return b.Stage, held, number, yes
}

// officiallySo reports whether an official note of an entry's pull requests has the word
// for the stage that the entry says.
func (s *Site) officiallySo(n *note.Note, b *note.Block) bool {
	word := stageWords[b.Stage]
	return word != nil && slices.ContainsFunc(s.officialOf(n, b), func(o OfficialNote) bool {
		return word.MatchString(o.Note.Text)
	})
}

// stageWords are the words of official notes for a stage.
var stageWords = map[note.Stage]*regexp.Regexp{
	note.Alpha:  regexp.MustCompile(`(?i)\balpha\b`),
	note.Beta:   regexp.MustCompile(`(?i)\bbeta\b`),
	note.Stable: regexp.MustCompile(`\bGA\b|(?i:\bstable\b|\bgenerally available\b|\bgeneral availability\b)`), // a gate is no GA
}

// heldAt collects the stages that a KEP had at a release by anything that tells of it.
func (s *Site) heldAt(k *upstream.KEP, r note.Release) []note.Stage {
	var held []note.Stage
	for _, name := range s.gatesOf(k) {
		if sp, ok := s.GateLine(name).lasting(r); ok {
			held = with(held, sp.Stage)
		}
	}
	if sp, ok := (Line{Spans: milestones(k)}).latest(r); ok {
		held = with(held, sp.Stage)
	}
	for _, m := range milestones(k) { // some put several stages into one release
		if m.From == r {
			held = with(held, m.Stage)
		}
	}
	slices.SortFunc(held, func(a, b note.Stage) int { return rank(a) - rank(b) })
	return held
}

// latest returns the last span that had begun at a release.
func (l Line) latest(r note.Release) (best Span, ok bool) {
	for _, sp := range l.Spans {
		if upstream.CompareReleases(sp.From, r) <= 0 {
			best, ok = sp, true
		}
	}
	return best, ok
}

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
func (s *Site) Disagreements() []Disagreement {
	var out []Disagreement
	for _, number := range s.data.KEPNumbers() {
		for _, k := range s.data.KEPs[number] {
			out = append(out, s.DisagreementsOf(k)...)
		}
	}
	return out
}

// DisagreementsOf returns those of one KEP, by stage.
func (s *Site) DisagreementsOf(k *upstream.KEP) []Disagreement {
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
