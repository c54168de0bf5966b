package upstream

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// PromiseOutcome is the outcome of an announcement according to the data.
type PromiseOutcome string

// The values of PromiseOutcome.
const (
	PromiseOpen      PromiseOutcome = "open"      // the announced release is not published yet, or the note names no release
	PromiseKept      PromiseOutcome = "kept"      // the change was made in the announced release, or the note names no release
	PromiseEarly     PromiseOutcome = "early"     // the change was made before the announced release
	PromiseLate      PromiseOutcome = "late"      // the change was made after the announced release
	PromiseDue       PromiseOutcome = "due"       // the announced release is published without the change
	PromiseWithdrawn PromiseOutcome = "withdrawn" // a later note withdraws the announcement
	PromiseUnknown   PromiseOutcome = "unknown"   // the data are insufficient
)

// PromiseFact is an announcement with its outcome.
type PromiseFact struct {
	Promise
	Said    note.Release
	Outcome PromiseOutcome
	Came    note.Release // release of the change or of the withdrawal; empty if there is none or if it is unknown
}

// Outlook evaluates upstream announcements for later releases.
type Outlook struct {
	data   *Data
	newest note.Release // newest release with notes
	reach  note.Release // newest release with data on gates
}

// NewOutlook returns an Outlook for the data.
func NewOutlook(d *Data) *Outlook {
	return &Outlook{data: d, newest: newestNotes(d), reach: d.GateReach()}
}

// Promises returns the announcements of all releases, newest first. They include sentences that
// withdraw an announcement.
func (o *Outlook) Promises() []PromiseFact {
	return cached(o.data, "promises", func() []PromiseFact {
		var out []PromiseFact
		for _, r := range slices.Backward(o.data.ReleaseList) {
			if found := o.data.Findings[r.Release]; found != nil {
				for _, p := range found.Promises {
					out = append(out, o.outcomeOf(p, r.Release))
				}
			}
		}
		for i := range out {
			if w := withdrawal(out, &out[i]); w != nil {
				out[i].Outcome, out[i].Came = PromiseWithdrawn, w.Said
			}
		}
		return out
	})
}

// withdrawal returns the later note that withdraws an announcement, or nil.
func withdrawal(all []PromiseFact, p *PromiseFact) *PromiseFact {
	i := slices.IndexFunc(all, func(w PromiseFact) bool {
		return w.Turn == Withdrawn && p.Turn != Withdrawn && CompareReleases(w.Said, p.Said) > 0 && len(p.Names) > 0 &&
			slices.ContainsFunc(w.Names, func(n PromisedName) bool { return n.Kind == p.Names[0].Kind && n.Name == p.Names[0].Name })
	})
	if i < 0 {
		return nil
	}
	return &all[i]
}

func (o *Outlook) outcomeOf(p Promise, said note.Release) PromiseFact {
	f := PromiseFact{Promise: p, Said: said, Outcome: PromiseUnknown}
	came, alive := o.cameOf(f)
	switch {
	case p.Turn == Withdrawn:
		f.Outcome, f.Came = PromiseWithdrawn, said
	case came != "":
		f.Came, f.Outcome = came, timing(came, cmp.Or(p.Target, came))
	case p.Target == "" && alive != "", p.Target != "" && CompareReleases(p.Target, o.newest) > 0:
		f.Outcome = PromiseOpen
	case p.Target != "" && alive != "" && CompareReleases(alive, p.Target) >= 0:
		f.Outcome = PromiseDue
	}
	return f
}

func timing(came, target note.Release) PromiseOutcome {
	switch c := CompareReleases(came, target); {
	case c < 0:
		return PromiseEarly
	case c > 0:
		return PromiseLate
	}
	return PromiseKept
}

// cameOf returns the release in which all names of an announcement were removed or locked, or "".
// alive is the newest release that is known to have one of the names unchanged.
func (o *Outlook) cameOf(p PromiseFact) (came, alive note.Release) {
	all := len(p.Names) > 0
	for _, n := range p.Names {
		gone, still := o.cameName(p, n)
		came, alive = Newest([]note.Release{came, gone}), Newest([]note.Release{alive, still})
		all = all && gone != ""
	}
	if !all {
		return "", alive
	}
	return came, ""
}

func (o *Outlook) cameName(p PromiseFact, n PromisedName) (came, alive note.Release) {
	switch n.Kind {
	case "gate":
		return o.gateCame(n.Name, p)
	case "api":
		return o.apiCame(n.Name, p.Text)
	}
	return o.outcomeOfSetting(n, p.Said)
}

func (o *Outlook) gateCame(gate string, p PromiseFact) (came, alive note.Release) {
	if at := o.data.GateAt(gate, o.reach); at.Known && !at.Gone {
		alive = o.reach
	}
	if p.Turn != WillLock {
		if gone, ok := o.data.RemovalOf(gate); ok && !gone.Alive && CompareReleases(gone.Release, p.Said) > 0 {
			return gone.Release, ""
		}
		return "", alive
	}
	for _, r := range o.data.ReleaseList {
		later := CompareReleases(r.Release, p.Said) > 0 && CompareReleases(r.Release, o.reach) <= 0
		if at := o.data.GateAt(gate, r.Release); later && at.Known && at.State.Locked {
			return r.Release, ""
		}
	}
	return "", alive
}

// apiCame is cameOf for a group and version. If the sentence names kinds of that version, only
// these count.
func (o *Outlook) apiCame(id, text string) (came, alive note.Release) {
	var all, named []APIFact
	for _, f := range o.apiFacts() {
		if f.Group+"/"+f.Version != id {
			continue
		}
		all = append(all, f)
		if strings.Contains(text, f.Kind) {
			named = append(named, f)
		}
	}
	if len(named) == 0 {
		named = all
	}
	for _, f := range named {
		if len(f.Removed) == 0 || CompareReleases(f.Removed[0].Release, o.newest) > 0 {
			return "", o.newest
		}
		came = Newest([]note.Release{came, f.Removed[0].Release})
	}
	return came, ""
}

// outcomeOfSetting is cameOf for a setting. It uses the findings and the references.
func (o *Outlook) outcomeOfSetting(n PromisedName, said note.Release) (came, alive note.Release) {
	for _, s := range o.data.Settings() {
		if s.Kind != n.Kind || s.Name != n.Name {
			continue
		}
		for _, f := range s.Findings {
			overlap := len(n.Component) == 0 || len(f.Component) == 0 || slices.ContainsFunc(f.Component, func(c string) bool {
				program, _, _ := strings.Cut(c, " ")
				return slices.Contains(n.Component, program)
			})
			if f.Class == Removed && overlap && CompareReleases(f.Release, said) > 0 {
				return f.Release, ""
			}
		}
		return "", s.Listed
	}
	return "", ""
}

func (o *Outlook) apiFacts() []APIFact { return cached(o.data, "apifacts", o.data.APIFacts) }

// Coming returns the API versions that a release after the newest one will no longer serve,
// sorted by release. Versions that are deprecated without a known release come last.
func (o *Outlook) Coming() []APIFact {
	var out []APIFact
	for _, f := range o.apiFacts() {
		ahead := len(f.Removed) > 0 && CompareReleases(f.Removed[0].Release, o.newest) > 0
		if ahead || len(f.Removed) == 0 && len(f.Deprecated) > 0 && CompareReleases(f.Deprecated[0].Release, o.newest) <= 0 {
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b APIFact) int { return cmp.Compare(len(b.Removed), len(a.Removed)) })
	return out
}

// LockedOrDeprecated returns the gates that are locked or deprecated in the newest release with
// data on gates. By the rules of Kubernetes, later releases remove them.
func (o *Outlook) LockedOrDeprecated() []GateFact {
	names := maps.Clone(o.data.Gates)
	if list := o.data.GateLists[o.reach]; list != nil {
		for name := range list.Gates {
			names[name] = nil
		}
	}
	var out []GateFact
	for _, name := range slices.Sorted(maps.Keys(names)) {
		f := o.data.GateAt(name, o.reach)
		if f.Known && !f.Gone && (f.State.Locked || f.State.Stage == note.Deprecated) {
			out = append(out, f)
		}
	}
	return out
}
