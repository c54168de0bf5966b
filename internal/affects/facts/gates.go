package facts

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/affects"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// gateFacts adds what a release does to feature gates.
func (c *collector) gateFacts(r note.Release) {
	for _, g := range c.data.GateRemovals(r) {
		c.gateRemoval(r, g)
	}
	for name, spans := range c.lives {
		if !c.turned(r, name, spans) {
			c.addReportedLock(r, name)
		}
	}
	if upstream.CompareReleases(r, c.data.GateReach()) > 0 {
		c.gatesBeyond(r)
	}
	c.kubeadmLocks(r)
}

// gateRemoval adds a removal. If sources give several releases, each of them has the fact with the
// others.
func (c *collector) gateRemoval(r note.Release, g upstream.GateRemoval) {
	if earlier := c.lateBy(g); earlier != "" {
		if r != earlier {
			return
		}
		g.Release, g.Others, g.Mark = earlier, nil, upstream.Said
	}
	f := affects.Fact{Kind: "gate", Name: g.Name, Event: affects.Removed, Mark: string(g.Mark), Since: c.announced(r, "gate", g.Name, nil)}
	if g.Or != r {
		f.Or = g.Or
	}
	for _, s := range g.Sources {
		f.Files = appendOnce(f.Files, s.File)
	}
	if !g.Alive {
		for _, other := range append([]note.Release{g.Release}, g.Others...) {
			if other != r {
				f.Others = append(f.Others, other)
			}
		}
	}
	c.quote(&f, r, func(s reported) bool { return s.Class == upstream.Removed })
	if c.isKubeadm(g.Name, f.Text) {
		f.Components = []string{"kubeadm"}
	}
	c.add(r, f)
}

// exactPages is the first release whose removals follow from the pages of gates. Before, the pages
// are one release too late in 25 of 30 cases, and the notes are right.
const exactPages = 25

// lateBy returns the release of the note if the only other source is a page that is one release
// late; else it is empty.
func (c *collector) lateBy(g upstream.GateRemoval) note.Release {
	if g.Alive || len(g.Others) != 1 {
		return ""
	}
	minor := min(affects.MinorOf(g.Release), affects.MinorOf(g.Others[0]))
	later := max(affects.MinorOf(g.Release), affects.MinorOf(g.Others[0]))
	earlier := affects.ReleaseOf(minor)
	ofNote := slices.ContainsFunc(g.Sources, func(s upstream.Source) bool {
		return s.Release == earlier && s.PR > 0 && !strings.Contains(strings.ToLower(s.Text), "kubeadm")
	})
	if minor >= exactPages || later != minor+1 || !ofNote {
		return ""
	}
	return earlier
}

// isKubeadm reports whether a gate belongs to kubeadm: no list has it, and the sentence is about
// kubeadm.
func (c *collector) isKubeadm(gate, text string) bool {
	return c.data.Gates[gate] == nil && strings.Contains(strings.ToLower(text), "kubeadm")
}

// turned adds the changes of a gate's state in a release. It reports whether the gate is locked by
// them.
func (c *collector) turned(r note.Release, name string, spans []affects.Span) bool {
	minor := affects.MinorOf(r)
	now, known := affects.At(spans, minor)
	if !known || now.From != minor || now.Stage == 'x' {
		return false
	}
	before, had := affects.At(spans, minor-1)
	mark := c.data.GateAt(name, r)
	add := func(event, value string, of func(reported) bool) {
		f := affects.Fact{Kind: "gate", Name: name, Event: event, Value: value, Mark: string(mark.Mark)}
		for _, s := range mark.Sources {
			f.Files = append(f.Files, s.File)
		}
		c.quote(&f, r, of)
		c.add(r, f)
	}
	isStable := func(s reported) bool { return reportsGA(s.Text) }
	switch {
	case now.Locked && !before.Locked:
		add(affects.Locked, affects.BoolOf(now.On), func(s reported) bool { return s.Class != upstream.Removed && reportsLock(s.Text) })
		return true
	case had && before.On == '0' && now.On == '1':
		add(affects.On, "true", func(s reported) bool { return s.Class == upstream.Changed || isStable(s) })
	case had && before.On == '1' && now.On == '0':
		add(affects.Off, "false", func(s reported) bool { return s.Class == upstream.Changed })
	case now.Stage == 's' && before.Stage != 's' && now.On == '1':
		add(affects.Stable, "true", isStable)
	}
	if now.Stage == 'd' && before.Stage != 'd' {
		add(affects.Deprecated, "", func(s reported) bool { return s.Class == upstream.Deprecated })
	}
	return false
}

// addReportedLock adds a lock that only a note reports: the pages have locks since 1.32.
func (c *collector) addReportedLock(r note.Release, name string) {
	all := c.said[[2]string{"gate", name}]
	if slices.ContainsFunc(all, func(s reported) bool { return s.release == r && strings.Contains(strings.ToLower(s.Text), "unlock") }) {
		return
	}
	for _, s := range all {
		if s.release == r && s.Class != upstream.Removed && reportsLock(s.Text) {
			state, _ := affects.At(c.lives[name], affects.MinorOf(r))
			c.add(r, affects.Fact{Kind: "gate", Name: name, Event: affects.Locked, Value: lockedTo(s.Text, state.On), Mark: string(upstream.Said),
				Text: s.Text, PR: s.PR, Repo: s.Repo, Files: []string{upstream.FindingDir + "/" + string(r) + ".json"}})
			return
		}
	}
}

// kubeadmLocks adds the locks of kubeadm's own gates.
func (c *collector) kubeadmLocks(r note.Release) {
	list := c.data.Findings[r]
	if list == nil {
		return
	}
	for _, f := range list.Findings {
		if f.Kind == "gate" && c.isKubeadm(f.Name, f.Text) && f.Class != upstream.Removed && reportsLock(f.Text) {
			c.add(r, affects.Fact{Kind: "gate", Name: f.Name, Components: []string{"kubeadm"}, Event: affects.Locked, Value: lockedTo(f.Text, '1'),
				Mark: string(upstream.Said), Text: f.Text, PR: f.PR, Repo: f.Repo, Files: []string{upstream.FindingDir + "/" + string(r) + ".json"}})
		}
	}
}

// gatesBeyond adds what notes say of gates in a release that no list or page reaches.
func (c *collector) gatesBeyond(r note.Release) {
	list := c.data.Findings[r]
	if list == nil {
		return
	}
	for _, f := range list.Findings {
		event, value := reportedEvent(f)
		state, known := affects.At(c.lives[f.Name], affects.MinorOf(r))
		if event == affects.On && (!known || state.On == '1') || event == affects.Off && (!known || state.On == '0') {
			continue // a new gate, or no change
		}
		if f.Kind != "gate" || event == "" || c.isKubeadm(f.Name, f.Text) && event == affects.Locked || c.lives[f.Name] != nil && event == affects.Locked {
			continue
		}
		fact := affects.Fact{Kind: "gate", Name: f.Name, Event: event, Value: value, Mark: string(upstream.Said), Text: f.Text, PR: f.PR, Repo: f.Repo,
			Files: []string{upstream.FindingDir + "/" + string(r) + ".json"}}
		if c.isKubeadm(f.Name, f.Text) {
			fact.Components = []string{"kubeadm"}
		}
		c.add(r, fact)
	}
}

// reportedEvent returns the event that a finding reports.
func reportedEvent(f upstream.Finding) (event, value string) {
	text := strings.ToLower(f.Text)
	on, off := strings.Contains(text, "enabled by default"), strings.Contains(text, "disabled by default")
	switch {
	case f.Class == upstream.Deprecated:
		return affects.Deprecated, ""
	case f.Class != upstream.Removed && reportsLock(f.Text):
		return affects.Locked, lockedTo(f.Text, '1')
	case f.Class == upstream.Changed && on && !off:
		return affects.On, "true"
	case f.Class == upstream.Changed && off && !on:
		return affects.Off, "false"
	}
	return "", ""
}

// reportsLock reports whether a sentence says that a gate is locked now.
func reportsLock(text string) bool {
	text = strings.ToLower(text)
	for _, not := range []string{"unlock", "will be locked", "to be locked", "locked since", "were locked", "lock release"} {
		if strings.Contains(text, not) {
			return false
		}
	}
	return strings.Contains(text, "locked") || strings.HasPrefix(text, "lock ")
}

// lockedTo returns the value that a sentence locks a gate to, else its default.
func lockedTo(text string, on byte) string {
	text = strings.ToLower(text)
	switch {
	case strings.Contains(text, "to false"), strings.Contains(text, "to `false`"), strings.Contains(text, "to disabled"):
		return "false"
	case on == '0':
		return "false"
	}
	return "true"
}

// reportsGA reports whether a sentence says that a feature is GA.
func reportsGA(text string) bool {
	text = " " + strings.ToLower(text) + " "
	for _, word := range []string{" ga ", " ga.", " ga,", " stable", "general availability", "generally available"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// quote adds the sentence of the first finding in a release that fits. A fact that follows from a
// page and has a sentence gets the mark said.
func (c *collector) quote(f *affects.Fact, r note.Release, fits func(reported) bool) {
	for _, s := range c.said[[2]string{f.Kind, f.Name}] {
		if s.release != r || !fits(s) {
			continue
		}
		f.Text, f.PR, f.Repo = s.Text, s.PR, s.Repo
		f.Files = appendOnce(f.Files, upstream.FindingDir+"/"+string(r)+".json")
		if f.Mark == string(upstream.Derived) {
			f.Mark = string(upstream.Said)
		}
		return
	}
}

// announced returns the first release before r whose notes announce the removal or deprecation of a
// name.
func (c *collector) announced(r note.Release, kind, name string, of []string) note.Release {
	for _, s := range c.said[[2]string{kind, name}] {
		if upstream.CompareReleases(s.release, r) >= 0 {
			break
		}
		same := len(of) == 0 || slices.ContainsFunc(s.Component, func(c string) bool { return slices.Contains(of, c) })
		if same && (s.Class == upstream.Deprecated || promises(s.Text)) {
			return s.release
		}
	}
	return ""
}

// promises reports whether a sentence announces a removal.
func promises(text string) bool {
	text = strings.ToLower(text)
	for _, not := range []string{"will not", "initially planned", "not be removed"} {
		if strings.Contains(text, not) {
			return false
		}
	}
	for _, promise := range []string{"will be removed", "to be removed", "be removed in", "will be dropped", "scheduled for removal", "will no longer be accepted"} {
		if strings.Contains(text, promise) {
			return true
		}
	}
	return false
}

// targetOf returns the release that a promise names after its verb: "removed in v1.38".
func targetOf(text string) note.Release {
	text = strings.ToLower(strings.ReplaceAll(text, "`", ""))
	_, after, ok := strings.Cut(text, "removed")
	if !ok {
		return ""
	}
	for _, word := range strings.Fields(after) {
		word = strings.TrimPrefix(strings.TrimRight(word, ".,;)"), "v")
		if upstream.IsRelease(word) {
			return note.Release(word)
		}
	}
	return ""
}

func appendOnce[T comparable](list []T, v T) []T {
	if slices.Contains(list, v) {
		return list
	}
	return append(list, v)
}
