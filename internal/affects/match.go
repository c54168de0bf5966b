package affects

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Class is what a finding asks for.
type Class string

// The classes, by weight.
const (
	Breaks  Class = "breaks"  // a component does not start, or a request fails
	Changes Class = "changes" // something works differently; or it can break, but that is not certain
	Cleanup Class = "cleanup" // the setting has no effect any more
	Coming  Class = "coming"  // deprecated, or removed after the target
)

// Classes lists the classes by weight.
func Classes() []Class { return []Class{Breaks, Changes, Cleanup, Coming} }

// Finding is what an upgrade does to a setting.
type Finding struct {
	Class       Class          `json:"class"`
	Event       string         `json:"event"` // of its fact
	Kind        string         `json:"kind"`
	Name        string         `json:"name"`
	Value       string         `json:"value,omitempty"`
	Component   string         `json:"component,omitempty"`
	How         How            `json:"how"`
	File        string         `json:"file"`
	Line        int            `json:"line"`
	Release     note.Release   `json:"release"`
	Or          note.Release   `json:"or,omitempty"`     // another possible release
	Others      []note.Release `json:"others,omitempty"` // of sources that disagree
	Since       note.Release   `json:"since,omitempty"`  // of the announcement
	Target      note.Release   `json:"target,omitempty"` // that an announcement names
	Replacement string         `json:"replacement,omitempty"`
	Expected    string         `json:"expected,omitempty"`   // value of a lock or default
	Components  []string       `json:"components,omitempty"` // of the fact
	Mark        string         `json:"mark"`
	Sentence    string         `json:"sentence,omitempty"`
	PR          int            `json:"pr,omitempty"`
	Repo        string         `json:"repo,omitempty"`
	Sources     []string       `json:"sources"` // data files
	Page        string         `json:"page,omitempty"`
	Remarks     []Remark       `json:"remarks,omitempty"`
}

// Unknown is a setting that the data do not have.
type Unknown struct {
	Kind      string `json:"kind"`
	Name      string `json:"name"`
	Component string `json:"component,omitempty"`
	File      string `json:"file"`
	Line      int    `json:"line"`
}

// Result is what an upgrade does to the input.
type Result struct {
	From       note.Release `json:"from"`
	To         note.Release `json:"to"`
	Findings   []Finding    `json:"findings"` // by weight, file and line
	Unknown    []Unknown    `json:"unknown"`
	NotChecked []Skipped    `json:"not_checked"`
	LookedAt   []Seen       `json:"looked_at"`
}

// Facts are what upstream's data say, for all releases with official notes.
type Facts struct {
	Base  *Base
	Steps []Step // oldest first
}

// matcher compares settings with facts.
type matcher struct {
	base     *Base
	facts    map[[2]string][]dated // by kind and name, oldest first
	gone     map[[2]string][]Gone
	from, to int
	out      Result
}

// dated is a fact with its release.
type dated struct {
	release note.Release
	Fact
}

// Match returns what an upgrade does to the settings of files. It uses the steps after from, up to
// to.
func Match(f Facts, from, to note.Release, readings []Reading) Result {
	m := &matcher{base: f.Base, facts: map[[2]string][]dated{}, gone: map[[2]string][]Gone{}, from: MinorOf(from), to: MinorOf(to)}
	m.out = Result{From: from, To: to, Findings: []Finding{}, Unknown: []Unknown{}, NotChecked: []Skipped{}, LookedAt: []Seen{}}
	for _, step := range f.Steps {
		if minor := MinorOf(step.Release); minor > m.from && minor <= m.to {
			for _, fact := range step.Facts {
				key := [2]string{fact.Kind, fact.Name}
				m.facts[key] = append(m.facts[key], dated{step.Release, fact})
			}
		}
	}
	for _, g := range f.Base.Gone {
		key := [2]string{g.Kind, g.Name}
		m.gone[key] = append(m.gone[key], g)
	}
	m.ends()
	for _, r := range readings {
		m.reading(r)
	}
	slices.SortStableFunc(m.out.Findings, compareFindings)
	return m.out
}

func compareFindings(a, b Finding) int {
	return cmp.Or(slices.Index(Classes(), a.Class)-slices.Index(Classes(), b.Class), cmp.Compare(a.File, b.File), a.Line-b.Line)
}

// ends reports where the data end before the target.
func (m *matcher) ends() {
	for minor := m.from + 1; minor <= m.to; minor++ {
		if !slices.Contains(m.base.Releases, ReleaseOf(minor)) {
			m.out.NotChecked = append(m.out.NotChecked, Skipped{Code: "no-notes", Name: string(ReleaseOf(minor))})
		}
	}
	for _, reach := range []struct {
		code string
		end  note.Release
	}{{"gates-end", m.base.Reach.Gates}, {"flags-end", m.base.Reach.Flags}} {
		if MinorOf(reach.end) < m.to {
			m.out.NotChecked = append(m.out.NotChecked, Skipped{Code: reach.code, Name: string(reach.end)})
		}
	}
}

// reading matches the settings of one file.
func (m *matcher) reading(r Reading) {
	for _, s := range r.Seen {
		s.File = r.File
		m.out.LookedAt = append(m.out.LookedAt, s)
	}
	for _, s := range r.Skipped {
		s.File = r.File
		m.out.NotChecked = append(m.out.NotChecked, s)
	}
	others := map[string]bool{}
	for _, s := range r.Settings {
		if foreign := m.foreign(s); foreign != "" {
			if !others[foreign] {
				m.out.NotChecked = append(m.out.NotChecked, Skipped{Code: "program", Name: foreign, File: r.File, Line: s.Line})
			}
			others[foreign] = true
			continue
		}
		found := m.strongest(m.findings(s))
		for _, f := range found {
			f.File = r.File
			m.out.Findings = append(m.out.Findings, f)
		}
		if len(found) == 0 && s.How == Set && !m.known(s) {
			m.out.Unknown = append(m.out.Unknown, Unknown{s.Kind, s.Name, s.Component, r.File, s.Line})
		}
	}
}

// foreign returns the program of a setting that is not a component of Kubernetes; empty for
// components.
func (m *matcher) foreign(s Setting) string {
	program, _, _ := strings.Cut(s.Component, " ")
	if program == "" || programs[program] != "" {
		return ""
	}
	return program
}

// tiers order the events of findings of the same class.
var tiers = [][]string{{Removed}, {Locked}, {On, Off}, {Changed}, {Unused}, {Announced}, {Deprecated}, {Stable}}

func tierOf(event string) int {
	return slices.IndexFunc(tiers, func(t []string) bool { return slices.Contains(t, event) })
}

// strongest keeps the findings of the heaviest class, and of these the first tier. Of clean-ups and
// of what is coming the last one is enough.
func (m *matcher) strongest(found []Finding) []Finding {
	slices.SortStableFunc(found, func(a, b Finding) int {
		return cmp.Or(compareFindings(a, b), tierOf(a.Event)-tierOf(b.Event))
	})
	end := 0
	for end < len(found) && found[end].Class == found[0].Class && tierOf(found[end].Event) == tierOf(found[0].Event) {
		end++
	}
	found = found[:end]
	if end > 1 && (found[0].Class == Cleanup || found[0].Class == Coming) {
		found = found[end-1:]
	}
	return firsts(found, func(f Finding) [2]string { return [2]string{f.Event, f.Expected} })
}

// findings returns what the steps, or else the life of the name, say of a setting.
func (m *matcher) findings(s Setting) []Finding {
	var out []Finding
	for _, f := range m.facts[[2]string{s.Kind, s.Name}] {
		if class := m.class(s, f); class != "" {
			out = append(out, findingOf(s, f, class))
		}
	}
	if len(out) == 0 {
		out = m.byLife(s)
	}
	return out
}

func findingOf(s Setting, f dated, class Class) Finding {
	return Finding{Class: class, Event: f.Event, Kind: s.Kind, Name: s.Name, Value: s.Value, Component: s.Component, How: s.How, Line: s.Line,
		Release: f.release, Or: f.Or, Others: f.Others, Since: f.Since, Target: f.Target, Replacement: f.Replacement, Expected: f.Value, Components: f.Components,
		Mark: f.Mark, Sentence: f.Text, PR: f.PR, Repo: f.Repo, Sources: append([]string{}, f.Files...), Page: f.Page, Remarks: f.Remarks}
}

// class returns the class of a fact for a setting; empty if it does not concern it.
func (m *matcher) class(s Setting, f dated) Class {
	certain, concerns := concern(s, f.Fact)
	if !concerns {
		return ""
	}
	switch f.Event {
	case Removed:
		return m.removal(s, f, certain)
	case Locked, On, Off, Stable:
		return turn(s, f)
	case Unused:
		return Cleanup
	case Deprecated, Announced:
		return Coming
	}
	return Changes
}

// concern reports whether a fact is about a setting, and whether that is certain. A flag or field
// needs its component. Gates of kubeadm are apart from those of the other components.
func concern(s Setting, f Fact) (certain, concerns bool) {
	if s.Kind == "gate" {
		ofKubeadm := slices.Contains(f.Components, "kubeadm")
		program, _, _ := strings.Cut(s.Component, " ")
		return true, s.Component == "" || ofKubeadm == (program == "kubeadm")
	}
	if s.Component == "" {
		common := s.Kind == "flag" && !strings.Contains(s.Name[2:], "-") // --port belongs to many programs
		return len(f.Components) == 0, !common && !slices.ContainsFunc(f.Components, isCommand)
	}
	for _, c := range f.Components {
		if s.Component == c || strings.HasPrefix(s.Component, c+" ") {
			return true, true
		}
	}
	return true, len(f.Components) == 0
}

// isCommand reports whether a component is a command for people. Flags without a component are those
// of daemons.
func isCommand(component string) bool {
	return strings.HasPrefix(component, "kubectl") || strings.HasPrefix(component, "kubeadm")
}

// removal returns the class of a removal. It breaks if the name is set, the component is certain,
// and every source has the removal, the last one at the target.
func (m *matcher) removal(s Setting, f dated, certain bool) Class {
	agreed := f.Mark != "disagree"
	if !agreed && len(f.Others) > 0 {
		agreed = !slices.ContainsFunc(f.Others, func(r note.Release) bool { return MinorOf(r) > m.to })
	}
	if s.How != Set || !certain || !agreed || s.Kind == "metric" {
		return Changes
	}
	return Breaks
}

// turn returns the class of a new default or lock of a gate for the value that is set.
func turn(s Setting, f dated) Class {
	switch {
	case s.Value == "":
		return Changes
	case s.Value == f.Value:
		return Cleanup
	case f.Event == Locked && s.How == Set:
		return Breaks
	}
	return Changes
}

// byLife returns what the base says of a setting that no step concerns: removed before from, or
// after to; without effect since an earlier release; deprecated.
func (m *matcher) byLife(s Setting) []Finding {
	switch s.Kind {
	case "gate":
		if spans := SpansOf(m.base.Gates[s.Name]); len(spans) > 0 && s.Component != "kubeadm" {
			return m.gateLife(s, spans)
		}
	case "api":
		if life, ok := m.base.APIs[s.Name]; ok {
			return m.apiLife(s, life)
		}
	}
	return m.goneLife(s)
}

// gateLife judges a gate by its state at the target and its removal.
func (m *matcher) gateLife(s Setting, spans []Span) []Finding {
	last := spans[len(spans)-1]
	f := Fact{Kind: "gate", Mark: "derived", Files: []string{"gates.json"}, Page: "gates/" + s.Name + "/"}
	state, _ := At(spans, m.to)
	switch {
	case last.Stage == 'x' && last.From <= m.to:
		f.Event = Removed
		return m.lifeFinding(s, f, last.From)
	case state.Locked && s.Value != "" && s.Value != BoolOf(state.On):
		f.Event, f.Value = Locked, BoolOf(state.On)
		return []Finding{findingOf(s, dated{ReleaseOf(state.From), f}, turn(s, dated{ReleaseOf(state.From), f}))}
	case state.Stage == 's' && state.On == '1' && s.Value == "true":
		f.Event, f.Value = Stable, "true"
		return []Finding{findingOf(s, dated{ReleaseOf(state.From), f}, Cleanup)}
	case last.Stage == 'x':
		f.Event = Removed
		return []Finding{findingOf(s, dated{ReleaseOf(last.From), f}, Coming)}
	case state.Stage == 'd':
		f.Event = Deprecated
		return []Finding{findingOf(s, dated{ReleaseOf(state.From), f}, Coming)}
	}
	return nil
}

// lifeFinding is a removal before or after the upgrade. What is available now was not removed before.
func (m *matcher) lifeFinding(s Setting, f Fact, minor int) []Finding {
	if s.How == Listed && minor <= m.from {
		return nil
	}
	class := Coming
	if minor <= m.to {
		class = Changes
		if s.How == Set && s.Kind != "metric" {
			class = Breaks
		}
	}
	return []Finding{findingOf(s, dated{ReleaseOf(minor), f}, class)}
}

func (m *matcher) apiLife(s Setting, life API) []Finding {
	f := Fact{Kind: "api", Event: Removed, Mark: "said", Replacement: life.Replacement, Since: life.Deprecated, Files: []string{"api-guide.json"}, Page: "apis/"}
	switch removed := MinorOf(life.Removed); {
	case removed > 0:
		return m.lifeFinding(s, f, removed)
	case life.Deprecated != "" && MinorOf(life.Deprecated) <= m.to:
		f.Event, f.Since = Deprecated, ""
		return []Finding{findingOf(s, dated{life.Deprecated, f}, Coming)}
	}
	return nil
}

// goneLife judges a flag, plugin or field by its removal, and a flag by the reference.
func (m *matcher) goneLife(s Setting) []Finding {
	for _, g := range m.gone[[2]string{s.Kind, s.Name}] {
		fact := Fact{Kind: s.Kind, Name: s.Name, Event: Removed, Components: g.Components, Mark: "said", PR: g.PR, Files: []string{"findings/" + string(g.Release) + ".json"}}
		certain, concerns := concern(s, fact)
		minor := MinorOf(g.Release)
		if !concerns || minor > m.from && minor <= m.to {
			continue
		}
		found := m.lifeFinding(s, fact, minor)
		if !certain && len(found) > 0 && found[0].Class == Breaks {
			found[0].Class = Changes
		}
		return found
	}
	if found := m.promised(s); found != nil {
		return found
	}
	if s.Kind == "flag" && m.to >= MinorOf(m.base.Reach.Flags) && slices.Contains(m.base.Flags[s.Component], s.Name[2:]+"!") {
		fact := Fact{Kind: "flag", Event: Deprecated, Components: []string{s.Component}, Mark: "listed", Files: []string{"references/" + string(m.base.Reach.Flags) + ".json"}, Page: "flags/#flag-" + s.Name[2:]}
		return []Finding{findingOf(s, dated{m.base.Reach.Flags, fact}, Coming)}
	}
	return nil
}

// promised returns the last announcement or deprecation before the upgrade that concerns a setting.
func (m *matcher) promised(s Setting) []Finding {
	for _, p := range slices.Backward(m.base.Promises) {
		if p.Kind != s.Kind || p.Name != s.Name || MinorOf(p.Release) > m.from {
			continue
		}
		fact := Fact{Kind: p.Kind, Name: p.Name, Event: p.Event, Components: p.Components, Mark: "said", PR: p.PR, Target: p.Target, Files: []string{"findings/" + string(p.Release) + ".json"}}
		if _, concerns := concern(s, fact); concerns {
			return []Finding{findingOf(s, dated{p.Release, fact}, Coming)}
		}
	}
	return nil
}

// known reports whether the data have the name of a setting. Fields and metrics have no list of
// their own, and neither have flags of kubeadm and kubectl.
func (m *matcher) known(s Setting) bool {
	switch s.Kind {
	case "gate":
		return m.base.Gates[s.Name] != "" || s.Name == "AllAlpha" || s.Name == "AllBeta"
	case "flag":
		list := m.base.Flags[s.Component]
		return len(list) == 0 || slices.Contains(list, s.Name[2:]) || slices.Contains(list, s.Name[2:]+"!")
	case "plugin":
		return slices.Contains(m.base.Plugins, s.Name)
	}
	return true
}
