package upstream

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/kawaraban/kawaraban/internal/note"
)

// GateState is the state of a gate in a release, according to one source.
type GateState struct {
	Stage   note.Stage
	Default *bool // nil if unknown
	Locked  bool
}

func (s GateState) equal(o GateState) bool {
	sameDefault := s.Default == nil || o.Default == nil || *s.Default == *o.Default
	return s.Stage == o.Stage && sameDefault // ignores locks, which the website has only since 1.32
}

// GateFact is the known state of a gate in a release.
type GateFact struct {
	Name    string
	Release note.Release
	Known   bool // false if the data end before the release, or if no source has the gate
	Gone    bool // whether the release has a list without the gate
	State   GateState
	Mark    Mark
	Sources []Source
	Other   *GateState // state in the second source, if it differs
}

// GateReach returns the newest release with data on gates, or "". It is the release of the newest
// list, or the newest release in the stages of a page.
func (d *Data) GateReach() note.Release {
	all := []note.Release{d.pageReach()}
	for id := range d.GateLists {
		all = append(all, id)
	}
	return Newest(all)
}

// GateAt returns the state of a gate in a release. The source is the list of that release, else
// the page on the website. If they differ, the state is that of the list, and the mark is
// [Disagree].
func (d *Data) GateAt(name string, r note.Release) GateFact {
	f := GateFact{Name: name, Release: r}
	page, paged := d.pageState(name, r)
	list := d.GateLists[r]
	if list == nil {
		if f.Known = paged; paged {
			f.State, f.Mark, f.Sources = page, Derived, []Source{{File: GateFile}}
		}
		return f
	}
	f.Known, f.Mark, f.Sources = true, Listed, []Source{{File: fmt.Sprintf("%s/%s.json", GateDir, r), Release: r}}
	sets, there := list.Gates[name]
	if !there {
		f.Gone = true
		f.Known = paged || d.listedBefore(name, r) != ""
		return f
	}
	listed, ok := setAt(sets, r)
	if f.State = listed; !ok {
		f.Known = false
		return f
	}
	if paged && !page.equal(listed) {
		f.Mark, f.Other, f.Sources = Disagree, &page, append(f.Sources, Source{File: GateFile})
	}
	return f
}

// pageState returns the state according to the page on the website. It returns false if the
// release is newer than the pages.
func (d *Data) pageState(name string, r note.Release) (GateState, bool) {
	g := d.Gate(name)
	if g == nil || CompareReleases(r, d.pageReach()) > 0 {
		return GateState{}, false
	}
	for _, s := range slices.Backward(g.Stages) {
		if CompareReleases(s.From, r) <= 0 && (s.To == "" || CompareReleases(r, s.To) <= 0) {
			return GateState{s.Stage, s.Default, s.Locked}, true
		}
	}
	return GateState{}, false
}

// pageReach returns the newest release in the stages of all pages.
func (d *Data) pageReach() note.Release {
	return cached(d, "pageReach", func() note.Release {
		var all []note.Release
		for _, g := range d.GateList {
			for _, s := range g.Stages {
				all = append(all, s.From, s.To)
			}
		}
		return Newest(all)
	})
}

// setAt returns the state in a release for a gate in a list. It returns false if the release is
// too old.
func setAt(sets []GateSet, r note.Release) (GateState, bool) {
	for _, s := range slices.Backward(sets) {
		if s.From == "" || CompareReleases(s.From, r) <= 0 {
			on := s.Default
			return GateState{s.Stage, &on, s.Locked}, true
		}
	}
	return GateState{}, false
}

// listedBefore returns the newest release before r whose list has the gate, or "".
func (d *Data) listedBefore(name string, r note.Release) note.Release {
	var out note.Release
	for id, list := range d.GateLists {
		if _, there := list.Gates[name]; there && CompareReleases(id, r) < 0 && CompareReleases(id, out) > 0 {
			out = id
		}
	}
	return out
}

// GateRemoval is the removal of a gate in a release.
type GateRemoval struct {
	Name    string
	Release note.Release
	Or      note.Release // previous release, if the sources allow both; else empty
	Mark    Mark
	Sources []Source
	Others  []note.Release // releases according to other sources
	Alive   bool           // whether a source has the gate in Release or later
}

// exactPages is the first release whose removals can be derived from the last release on a page.
// Earlier ones are one release too late in 25 of 30 cases.
const exactPages note.Release = "1.25"

// GateRemovals returns the gates that a release removed according to any source, sorted by name.
// The sources are lists, then pages, then notes. A page gives the last release with the gate, so
// the next release removed it. For releases before exactPages, notes take precedence over pages.
// Alive is set if a source still has the gate.
func (d *Data) GateRemovals(r note.Release) []GateRemoval {
	var out []GateRemoval
	for _, f := range allRemovals(d) {
		if f.Release == r || slices.Contains(f.Others, r) {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b GateRemoval) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), CompareReleases(a.Release, b.Release))
	})
	return out
}

// RemovalOf returns the removal of a gate. It returns false if no source has one.
func (d *Data) RemovalOf(gate string) (GateRemoval, bool) {
	f, ok := allRemovals(d)[gate]
	return f, ok
}

func allRemovals(d *Data) map[string]GateRemoval {
	return cached(d, "removals", func() map[string]GateRemoval {
		out := map[string]GateRemoval{}
		for name, candidates := range d.removalSources() {
			out[name] = d.combineRemovals(name, candidates)
		}
		return out
	})
}

// removal is the removal of a gate according to one source.
type removal struct {
	release note.Release
	source  Source
	mark    Mark
}

// removalSources collects the removals according to lists, pages and notes, by gate.
func (d *Data) removalSources() map[string][]removal {
	out := map[string][]removal{}
	var lists []note.Release
	for id := range d.GateLists {
		lists = append(lists, id)
	}
	slices.SortFunc(lists, CompareReleases)
	for i := 1; i < len(lists); i++ {
		now := d.GateLists[lists[i]]
		if next(lists[i-1]) != lists[i] {
			continue // the release is unknown, because a list between them is missing
		}
		for name := range d.GateLists[lists[i-1]].Gates {
			if _, there := now.Gates[name]; !there {
				out[name] = append(out[name], removal{lists[i], Source{File: fmt.Sprintf("%s/%s.json", GateDir, lists[i]), Release: lists[i]}, Listed})
			}
		}
	}
	for _, g := range d.GateList {
		if last := len(g.Stages) - 1; g.Removed && last >= 0 && g.Stages[last].To != "" {
			out[g.Name] = append(out[g.Name], removal{next(g.Stages[last].To), Source{File: GateFile, Release: next(g.Stages[last].To)}, Derived})
		}
	}
	for _, id := range slices.SortedFunc(maps.Keys(d.Findings), CompareReleases) {
		for _, n := range d.Findings[id].Findings {
			if n.Kind == "gate" && n.Class == Removed {
				out[n.Name] = append(out[n.Name], removal{id, Source{File: fmt.Sprintf("%s/%s.json", FindingDir, id), Release: id, PR: n.PR, Text: n.Text}, Said})
			}
		}
	}
	return out
}

func next(r note.Release) note.Release { return shifted(r, 1) }

// shifted returns the release that is n minor versions after r.
func shifted(r note.Release, n int) note.Release {
	return note.Release("1." + strconv.Itoa(minor(r)+n))
}

// combineRemovals combines the removals of a gate according to all sources.
func (d *Data) combineRemovals(name string, all []removal) GateRemoval {
	slices.SortStableFunc(all, func(a, b removal) int { return markRank(a.mark) - markRank(b.mark) })
	first := all[0]
	for _, c := range all {
		if first.mark == Derived && c.mark == Said && CompareReleases(first.release, exactPages) < 0 {
			first = c // before exactPages the note is correct
		}
	}
	out := GateRemoval{Name: name, Release: first.release, Mark: first.mark}
	for _, c := range all {
		out.Sources = append(out.Sources, c.source)
		if c.release != first.release && !slices.Contains(out.Others, c.release) {
			out.Others = append(out.Others, c.release)
		}
	}
	slices.SortFunc(out.Others, CompareReleases)
	if first.mark == Derived && CompareReleases(first.release, exactPages) < 0 {
		out.Or = shifted(first.release, -1)
	}
	out.Alive = d.aliveAfter(name, first.release)
	if len(out.Others) > 0 || out.Alive {
		out.Mark = Disagree
	}
	return out
}

// markRank returns the rank of a source: lists, pages, notes.
func markRank(m Mark) int { return slices.Index([]Mark{Listed, Derived, Said}, m) }

// aliveAfter reports whether a list or a page has the gate in release r or later.
func (d *Data) aliveAfter(name string, r note.Release) bool {
	for id, list := range d.GateLists {
		if _, there := list.Gates[name]; there && CompareReleases(id, r) >= 0 {
			return true
		}
	}
	g := d.Gate(name)
	if g == nil || g.Removed || len(g.Stages) == 0 {
		return false
	}
	last := g.Stages[len(g.Stages)-1]
	return CompareReleases(r, d.pageReach()) <= 0 && (last.To == "" || CompareReleases(last.To, r) >= 0)
}
