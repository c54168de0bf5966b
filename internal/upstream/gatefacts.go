package upstream

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/kawaraban/kawaraban/internal/note"
)

// GateState is the state of a gate in one release, from one source.
type GateState struct {
	Stage   note.Stage
	Default *bool // nil if unknown
	Locked  bool
}

func (s GateState) equal(o GateState) bool {
	sameDefault := s.Default == nil || o.Default == nil || *s.Default == *o.Default
	return s.Stage == o.Stage && sameDefault // locks are on the website only since 1.32
}

// GateFact is the known state of a gate in one release.
type GateFact struct {
	Name    string
	Release note.Release
	Known   bool // false if the data end before the release, or no source has the gate
	Gone    bool // the release has a list without the gate
	State   GateState
	Mark    Mark
	Sources []Source
	Other   *GateState // differing state from the second source
}

// GateReach returns the last release with data on gates: that of the newest list, or the newest
// release in a page's stages; empty without data.
func (d *Data) GateReach() note.Release {
	all := []note.Release{d.pageReach()}
	for id := range d.GateLists {
		all = append(all, id)
	}
	return Newest(all)
}

// GateAt returns the state of a gate in a release. The source is the list of that release, else the
// page on the website. If they differ, State is from the list and the mark is [Disagree].
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

// pageState returns the state from the website's page, up to its reach.
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

// pageReach returns the newest release in any page's stages.
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

// setAt returns the state of a listed gate in a release.
func setAt(sets []GateSet, r note.Release) (GateState, bool) {
	for _, s := range slices.Backward(sets) {
		if s.From == "" || CompareReleases(s.From, r) <= 0 {
			on := s.Default
			return GateState{s.Stage, &on, s.Locked}, true
		}
	}
	return GateState{}, false
}

// listedBefore returns the newest release before r with the gate in its list; empty if none has.
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
	Or      note.Release // the release before, if the sources allow both
	Mark    Mark
	Sources []Source
	Others  []note.Release // releases from differing sources
	Alive   bool           // a source still has the gate in Release or later
}

// exactPages is the first release whose removals can be derived from the last release on a page.
// Earlier ones are one release too late in 25 of 30 cases.
const exactPages note.Release = "1.25"

// GateRemovals returns the gates removed after a release, sorted by name. The sources are, in this
// order: lists; notes, if the page is too old or missing; the last release on the page plus one. If
// a later list has the gate, the sources disagree and the gate is not removed.
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

// RemovalOf returns what is known of the removal of a gate. It returns false if no source has one.
func (d *Data) RemovalOf(gate string) (GateRemoval, bool) {
	f, ok := allRemovals(d)[gate]
	return f, ok
}

// allRemovals settles all removals, by gate.
func allRemovals(d *Data) map[string]GateRemoval {
	return cached(d, "removals", func() map[string]GateRemoval {
		out := map[string]GateRemoval{}
		for name, candidates := range d.removalSources() {
			out[name] = d.settleRemoval(name, candidates)
		}
		return out
	})
}

// removal is the removal of a gate from one source.
type removal struct {
	release note.Release
	source  Source
	mark    Mark
}

// removalSources collects the removals from lists, pages and notes, by gate.
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
			continue // unknown release: a list between is missing
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

// shifted returns the release n minor versions after r.
func shifted(r note.Release, n int) note.Release {
	return note.Release("1." + strconv.Itoa(minor(r)+n))
}

// settleRemoval chooses between the sources of a removal.
func (d *Data) settleRemoval(name string, all []removal) GateRemoval {
	slices.SortStableFunc(all, func(a, b removal) int { return markRank(a.mark) - markRank(b.mark) })
	first := all[0]
	for _, c := range all {
		if first.mark == Derived && c.mark == Said && CompareReleases(first.release, exactPages) < 0 {
			first = c // up to 1.24 the note is correct
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

// markRank orders sources: lists, pages, notes.
func markRank(m Mark) int { return slices.Index([]Mark{Listed, Derived, Said}, m) }

// aliveAfter reports whether a list or page has the gate in release r or later.
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
