package site

import (
	"cmp"
	"slices"

	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// upgrades lists the changes of each release that affect operators who upgrade.
type upgrades struct {
	index     *index
	lines     *lines
	citations *citations
	changelog *changelog
	apis      *apis
	data      *upstream.Data
	steps     memo.Map[note.Release, *UpgradeStep]
}

// MaxUpgrade is the maximum number of releases in an upgrade. It is enough for an upgrade to the
// newest release from one whose support has just ended.
const MaxUpgrade = 4

// Upgrade lists the changes between two releases, as one step per release.
type Upgrade struct {
	From, To note.Release
	Steps    []UpgradeStep // From+1 … To
}

// UpgradeStep is the list of changes in one release that operators must consider.
//
// Each change is only in the first list that matches. For example, an urgent removal is not in
// Removals. Change.Removal and Change.Has report whether it also matches a later list.
type UpgradeStep struct {
	Release      note.Release
	Urgent       []*Change    // from the Urgent Upgrade Notes, or marked as action required
	Removals     []*Change    // for which Change.Removal is true, except changes that only remove gates in Gone
	Deprecations []*Change    // one of its kinds is deprecation
	Flips        []GateChange // gates with a new default, by name
	GA           []GateChange // gates that were on and whose feature is now GA, by name
	Gone         []GateChange // removed gates: a component that sets one does not start
	APIChanges   []*Change    // one of its kinds is API change
	APIs         []APIChange  // from upstream data and from the API lists of notes
	KnownIssues  string       // official English Markdown; may be empty
}

// Turn is the effect of a release on a feature gate.
type Turn string

// The values of Turn.
const (
	TurnOn   Turn = "on"   // the default changes from off to on, or the gate is new and on
	TurnOff  Turn = "off"  // the default changes from on to off
	TurnGA   Turn = "ga"   // the gate was on, and its feature is now GA; if Span.Locked is set, it cannot be disabled
	TurnGone Turn = "gone" // removed
)

// GateChange is the change of a feature gate in a release.
type GateChange struct {
	Gate       string
	Turn       Turn
	Before     *Span // span in the previous release; nil for a new gate
	After      *Span // span in the release; nil for a removed gate
	KEPs       []string
	SIGs       []note.SIG  // owners of the KEPs; without a KEP, SIGs of the changes that name the gate
	Components []Component // components that read the gate, according to kep.yaml
	Changes    []*Change   // changes of the release that name the gate, by number; without bug fixes
}

// APIChange is the addition, deprecation or removal of an API resource in a release.
type APIChange struct {
	Resource APIResource
	Kind     note.EntryKind // api-added, api-deprecated or api-removed
	Mention  Mention        // mention in a note; zero if only upstream data have the change
}

// Effect returns the effect of the change. Action is required for a removed gate, because
// components reject it. None is required for a gate that is GA, unless its value is now locked.
func (c GateChange) Effect() Effect {
	switch {
	case c.Turn == TurnGone:
		return Action
	case c.Turn == TurnGA && (c.After == nil || !c.After.Locked):
		return Nothing
	}
	return Behavior
}

// Effect returns the effect of the change. Action is required if an API version is no longer
// served.
func (c APIChange) Effect() Effect {
	if c.Kind == note.APIRemoved {
		return Action
	}
	return Nothing
}

// Upgrade returns the upgrade between two releases. It returns nil if UpgradePairs does not
// include it.
func (s *upgrades) Upgrade(from, to note.Release) *Upgrade {
	if !s.spans(from, to) {
		return nil
	}
	u := &Upgrade{From: from, To: to}
	for _, r := range Between(from, to) {
		u.Steps = append(u.Steps, *s.Step(r))
	}
	return u
}

// Between returns the releases after from, up to and including to.
func Between(from, to note.Release) []note.Release {
	var out []note.Release
	for minor := minorOf(from) + 1; minor <= minorOf(to); minor++ {
		out = append(out, minorRelease(minor))
	}
	return out
}

// UpgradePairs returns the pairs of releases, origin and target, for which there is an upgrade
// page. Both releases have a page, they are at most MaxUpgrade apart, and the official notes of
// every step are imported. The newest target comes first, then the newest origin.
func (s *upgrades) UpgradePairs() [][2]note.Release {
	var out [][2]note.Release
	for _, to := range s.index.releases {
		for joinTexts := 1; joinTexts <= MaxUpgrade; joinTexts++ {
			if from := minorRelease(minorOf(to) - joinTexts); s.spans(from, to) {
				out = append(out, [2]note.Release{from, to})
			}
		}
	}
	return out
}

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

// Step returns the changes that operators must consider when they upgrade to a release. The
// result is never nil.
func (s *upgrades) Step(r note.Release) *UpgradeStep {
	return s.steps.Make(r, func() *UpgradeStep { return s.newStep(r) })
}

func (s *upgrades) newStep(r note.Release) *UpgradeStep {
	st := &UpgradeStep{Release: r}
	facts := s.changelog.Facts(r)
	if facts.Release != nil {
		st.KnownIssues = facts.Release.KnownIssues
	}
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
	for _, g := range s.lines.GateRemovals(r) {
		if upstream.CompareReleases(r, s.data.GateReach()) > 0 {
			break // notes alone name about half of the removals, so the page shows them as unknown
		}
		if before, ok := s.lines.GateLine(g.Name).At(previous(r)); ok {
			st.Gone = append(st.Gone, s.gateChange(g.Name, TurnGone, &before, nil, named[g.Name]))
		}
	}
	st.APIs = s.APIChanges(r)
	said := s.gateRemovals(r, st.Gone)
	st.Removals = slices.DeleteFunc(st.Removals, func(c *Change) bool { return c.PR != "" && said[c.Note.PR] })
	return st
}

// gateRemovals returns the pull requests of a release whose official text removes only feature
// gates in gone. The rows of these gates report them.
func (s *upgrades) gateRemovals(r note.Release, gone []GateChange) map[int]bool {
	out := map[int]bool{}
	found := s.data.Findings[r]
	if found == nil {
		return out
	}
	for _, f := range found.Findings {
		if f.Class != upstream.Removed || f.PR == 0 || f.Repo != "" {
			continue
		}
		known := f.Kind == "gate" && slices.ContainsFunc(gone, func(g GateChange) bool { return g.Gate == f.Name })
		if before, seen := out[f.PR]; known && !seen {
			out[f.PR] = true
		} else {
			out[f.PR] = known && before
		}
	}
	return out
}

// namedGates returns the changes that name each gate. It skips bug fixes, which name a gate only
// to locate the bug.
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

// turns returns the gates whose default changes in a release, and those whose feature becomes GA.
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

// turned returns the change of a gate between two spans, or "". The zero span as before means a
// new gate. A new gate that is deprecated protects existing behavior, so it does not count as
// TurnOn.
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

// APIChanges returns the changes of API resources in a release, according to upstream data and
// the API lists of notes. Removals come first.
func (s *upgrades) APIChanges(r note.Release) []APIChange {
	var out []APIChange
	for _, a := range s.apis.APIs() {
		for _, event := range a.History {
			if event.Release == r {
				out = append(out, APIChange{Resource: a, Kind: event.Kind, Mention: event.Mention})
			}
		}
		for _, dates := range []struct {
			kind  note.EntryKind
			known []upstream.Dated
		}{{note.APIAdded, a.Fact.Introduced}, {note.APIDeprecated, a.Fact.Deprecated}, {note.APIRemoved, a.Fact.Removed}} {
			listed := func(e APIEvent) bool { return e.Release == r && e.Kind == dates.kind }
			if len(dates.known) > 0 && dates.known[0].Release == r && !slices.ContainsFunc(a.History, listed) {
				out = append(out, APIChange{Resource: a, Kind: dates.kind})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b APIChange) int { return cmp.Compare(apiOrder(b.Kind), apiOrder(a.Kind)) })
	return out
}

// ComponentsOf returns the components that a change affects, in the order of [Components]. It
// ignores feature gates if Link got no official notes.
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

// sigsOfGate returns the SIGs that own the KEPs of a gate. If there are none, it returns the SIGs
// of the changes that name the gate.
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
