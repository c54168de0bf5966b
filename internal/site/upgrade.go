package site

import (
	"cmp"
	"slices"

	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// upgrades lists what each release asks of those who upgrade to it.
type upgrades struct {
	index     *index
	lines     *lines
	citations *citations
	changelog *changelog
	apis      *apis
	data      *upstream.Data
	steps     memo.Map[note.Release, *UpgradeStep]
}

// MaxUpgrade is how many releases an upgrade spans at most: so many apart are the
// oldest release that still has support, and one that has just lost it, from the newest.
const MaxUpgrade = 4

// Upgrade is what stands between two releases: a step for each release that is new to
// whoever goes from one to the other.
type Upgrade struct {
	From, To note.Release
	Steps    []UpgradeStep // From+1 … To
}

// UpgradeStep is what one release asks of whoever comes from the release before.
//
// Each change stands once, in the first list that it belongs to: what is urgent is no
// further removal, what is removed no further deprecation, and so on. Whether a change
// belongs to a later list as well, it says itself (Change.Removal, Change.Has).
type UpgradeStep struct {
	Release      note.Release
	Urgent       []*Change    // the Markdown's urgent section and what is said to require action
	Removals     []*Change    // the sentence tells of something that is gone: see Removal
	Deprecations []*Change    // of kind deprecation, be it the first of their kinds or another
	Flips        []GateChange // gates that come on or go off by default, by name
	GA           []GateChange // gates that were on and whose feature is GA now, by name
	Gone         []GateChange // gates that are gone: to set one is an error at start
	APIChanges   []*Change    // of kind API change, be it the first of their kinds or another
	APIs         []APIChange  // resources that the API lists of notes name
}

// Turn says what a release does to a feature gate.
type Turn string

// The turns of a gate.
const (
	TurnOn   Turn = "on"   // its default goes from off to on, or it comes new and on
	TurnOff  Turn = "off"  // its default goes from on to off
	TurnGA   Turn = "ga"   // it was on, and is GA now: where Span.Locked says so, it cannot be switched off any more
	TurnGone Turn = "gone" // it is not known any more
)

// GateChange is what a release does to a feature gate.
type GateChange struct {
	Gate       string
	Turn       Turn
	Before     *Span // in the release before; nil for a gate that is new
	After      *Span // nil for a gate that is gone
	KEPs       []string
	SIGs       []note.SIG  // owners of the KEPs; without a KEP, of the changes that name the gate
	Components []Component // in which the gate is read, by kep.yaml
	Changes    []*Change   // of the release that name the gate and are no bug fixes, by number
}

// APIChange is what became of a resource of the API in a release.
type APIChange struct {
	Resource APIResource
	Kind     note.EntryKind // api-added, api-deprecated or api-removed
	Mention  Mention        // the place that says so
}

// Upgrade returns what stands between two releases; nil when they are none of
// UpgradePairs.
func (s *upgrades) Upgrade(from, to note.Release) *Upgrade {
	if !s.spans(from, to) {
		return nil
	}
	u := &Upgrade{From: from, To: to}
	for _, r := range Between(from, to) {
		u.Steps = append(u.Steps, *s.step(r))
	}
	return u
}

// Between lists the releases behind one up to another, which are the steps of the upgrade.
func Between(from, to note.Release) []note.Release {
	var out []note.Release
	for minor := minorOf(from) + 1; minor <= minorOf(to); minor++ {
		out = append(out, minorRelease(minor))
	}
	return out
}

// UpgradePairs lists the upgrades that have a page: between releases that have one, up
// to MaxUpgrade apart, where the notes of every step are imported. Newest target first,
// then newest origin.
func (s *upgrades) UpgradePairs() [][2]note.Release {
	var out [][2]note.Release
	for _, to := range s.index.releases {
		for apart := 1; apart <= MaxUpgrade; apart++ {
			if from := minorRelease(minorOf(to) - apart); s.spans(from, to) {
				out = append(out, [2]note.Release{from, to})
			}
		}
	}
	return out
}

// spans reports whether two releases are a pair of UpgradePairs.
func (s *upgrades) spans(from, to note.Release) bool {
	first, last := minorOf(from)+1, minorOf(to)
	if !s.index.HasRelease(from) || !s.index.HasRelease(to) || last < first || last-first >= MaxUpgrade {
		return false
	}
	for minor := first; minor <= last; minor++ {
		if len(s.changelog.Facts(minorRelease(minor)).Changes) == 0 {
			return false
		}
	}
	return true
}

// step returns what a release asks; made once.
func (s *upgrades) step(r note.Release) *UpgradeStep {
	return s.steps.Make(r, func() *UpgradeStep { return s.newStep(r) })
}

func (s *upgrades) newStep(r note.Release) *UpgradeStep {
	st := &UpgradeStep{Release: r}
	facts := s.changelog.Facts(r)
	for i := range facts.Changes {
		c := &facts.Changes[i]
		switch {
		case c.Note.Urgent:
			st.Urgent = append(st.Urgent, c)
		case c.Removal():
			st.Removals = append(st.Removals, c)
		case c.Has(note.Deprecation):
			st.Deprecations = append(st.Deprecations, c)
		case c.Has(note.APIChange):
			st.APIChanges = append(st.APIChanges, c)
		}
	}
	named := namedGates(facts)
	for _, c := range s.turns(r, named) {
		if c.Turn == TurnGA {
			st.GA = append(st.GA, c)
		} else {
			st.Flips = append(st.Flips, c)
		}
	}
	for _, g := range s.lines.RemovedGates(r) {
		before, _ := s.lines.GateLine(g).At(previous(r))
		st.Gone = append(st.Gone, s.gateChange(g, TurnGone, &before, nil, named[g]))
	}
	st.APIs = s.apisOf(r)
	return st
}

// namedGates lists the changes that name each gate. A bug fix names a gate to say where
// the bug was, not what became of the gate.
func namedGates(facts *Facts) map[string][]*Change {
	out := map[string][]*Change{}
	for i := range facts.Changes {
		c := &facts.Changes[i]
		if c.Text == nil || c.Note.Kind == note.Bug {
			continue
		}
		for _, r := range c.Text.Refs {
			if r.Kind == note.Gate && !slices.Contains(out[r.ID], c) {
				out[r.ID] = append(out[r.ID], c)
			}
		}
	}
	return out
}

// turns lists the gates whose default a release turns, or whose feature it makes GA.
func (s *upgrades) turns(r note.Release, named map[string][]*Change) []GateChange {
	var out []GateChange
	for _, g := range s.data.GateList {
		line := s.lines.GateLine(g.Name)
		after, ok := line.At(r)
		if !ok || after.From != r {
			continue
		}
		before, known := line.At(previous(r))
		turn := turned(before, after)
		if turn == "" {
			continue
		}
		change := s.gateChange(g.Name, turn, nil, &after, named[g.Name])
		if known {
			change.Before = &before
		}
		out = append(out, change)
	}
	slices.SortFunc(out, func(a, b GateChange) int { return cmp.Compare(a.Gate, b.Gate) })
	return out
}

// turned compares two spans of a gate; the zero span before means that there was no
// gate, so that nothing was on. A gate that is new and deprecated at once guards what
// was always there: nothing comes on with it.
func turned(before, after Span) Turn {
	was, is := before.Default != nil && *before.Default, after.Default != nil && *after.Default
	switch {
	case is && !was && (before.Stage != "" || after.Stage != note.Deprecated):
		return TurnOn
	case was && !is && after.Default != nil:
		return TurnOff
	case is && after.Stage == note.Stable && before.Stage != note.Stable, is && after.Locked && !before.Locked:
		return TurnGA
	}
	return ""
}

func (s *upgrades) gateChange(name string, turn Turn, before, after *Span, named []*Change) GateChange {
	keps := s.citations.KEPsOfGate(name)
	return GateChange{
		Gate: name, Turn: turn, Before: before, After: after, KEPs: keps, Changes: named,
		SIGs: s.sigsOfGate(keps, named), Components: s.componentsOfGate(name),
	}
}

// apisOf lists what the API lists of a release's notes say: what is removed first.
func (s *upgrades) apisOf(r note.Release) []APIChange {
	var out []APIChange
	for _, a := range s.apis.APIs() {
		for _, event := range a.History {
			if event.Release == r {
				out = append(out, APIChange{Resource: a, Kind: event.Kind, Mention: event.Mention})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b APIChange) int { return cmp.Compare(apiOrder(b.Kind), apiOrder(a.Kind)) })
	return out
}

// ComponentsOf returns the components that a change concerns, in the order of
// [Components]. Where the official notes were not given to Link, gates say nothing.
func (s *upgrades) ComponentsOf(c *Change) []Component {
	concerned := map[Component]bool{}
	for _, name := range s.changelog.components.Make(c.Note, func() []Component { return componentsNamed(c.Note) }) {
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

// componentsOfGate returns the components in which a gate is read, as the kep.yaml of
// its KEPs says.
func (s *upgrades) componentsOfGate(name string) []Component {
	used := map[Component]bool{}
	for _, number := range s.citations.KEPsOfGate(name) {
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
func (s *upgrades) sigsOfGate(keps []string, named []*Change) []note.SIG {
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
