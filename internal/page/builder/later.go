package builder

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// maxLater is the maximum number of subjects whose outcomes a change shows. Some changes name
// dozens of flags.
const maxLater = 4

// event is a change of a gate, a KEP or a setting in a release.
type event struct {
	release note.Release
	tag     view.Tag
}

// OfChange returns the outcomes of a change after a release: later events of the feature gates,
// KEPs and settings that it names. It omits a KEP if the change names one of its gates.
func (oc *Outcomes) OfChange(r note.Release, c *site.Change) []view.ChangeOutcome {
	var out []view.ChangeOutcome
	add := func(l view.Link, code bool, events []event) {
		if len(events) > 0 && len(out) < maxLater {
			out = append(out, view.ChangeOutcome{Link: l, Code: code, Steps: inOrder(events)})
		}
	}
	gates := gatesNamed(c)
	for _, g := range gates {
		add(oc.links.Gate(g), true, oc.ofGate(g, r))
	}
	for _, number := range c.KEPs {
		named := func(gate string) bool { return slices.Contains(gates, gate) }
		if !slices.ContainsFunc(oc.pg.Data.GatesOfKEP(number), named) {
			add(oc.links.KEP(number), false, oc.ofKEP(number, r))
		}
	}
	for _, s := range upstream.SettingsIn(oc.pg.Data, r, c.Note.Repo, c.Note.PR) {
		if slices.Contains(gates, s.Name) { // some names are both: SecurityContextDeny is a gate and a plugin
			continue
		}
		href := oc.pg.Href(address.FlagsPath) + "#" + address.SettingID(s)
		add(view.Link{Href: href, Text: s.Name}, true, oc.ofSetting(s, r, c))
	}
	return out
}

// gatesNamed returns the feature gates that the official text of a change names.
func gatesNamed(c *site.Change) []string {
	if c.Text == nil {
		return nil
	}
	return address.Unique(address.IDsOf(c.Text.Refs, note.Gate))
}

func inOrder(events []event) []view.Tag {
	slices.SortStableFunc(events, func(a, b event) int { return upstream.CompareReleases(a.release, b.release) })
	var out []view.Tag
	for _, e := range events {
		out = append(out, e.tag)
	}
	return out
}

// ofGate returns the stages of a gate after r, and its removal.
func (oc *Outcomes) ofGate(name string, r note.Release) []event {
	out := oc.stages(oc.pg.Site.GateLine(name).Spans, r)
	g, ok := oc.pg.Data.RemovalOf(name)
	if ok && upstream.CompareReleases(g.Release, r) > 0 && !slices.Contains(g.Others, r) {
		out = append(out, oc.event(g.Release, note.Removed, "came.gate", oc.pg.removalReleases(g)))
	}
	return out
}

// ofKEP returns the stages of a KEP after r. It returns nil if several KEPs share the number.
func (oc *Outcomes) ofKEP(number string, r note.Release) []event {
	keps := oc.pg.Data.KEP(number)
	if len(keps) != 1 {
		return nil
	}
	return oc.stages(oc.pg.Site.KEPLine(keps[0]).Spans, r)
}

// ofSetting returns the releases after r that deprecate or remove a flag, field, metric or
// plugin. It counts only releases that do so in a component that the change affects.
func (oc *Outcomes) ofSetting(s upstream.Setting, r note.Release, c *site.Change) []event {
	own := slices.IndexFunc(s.Findings, func(f upstream.SettingFinding) bool {
		return f.Release == r && f.PR == c.Note.PR && f.Repo == c.Note.Repo
	})
	var out []event
	for _, f := range s.Findings {
		word, stage := "class.removed", note.Removed
		if f.Class == upstream.Deprecated {
			word, stage = "class.deprecated", note.Deprecated
		}
		later := upstream.CompareReleases(f.Release, r) > 0 && (f.Class == upstream.Removed || f.Class == upstream.Deprecated)
		if later && sameComponent(s, s.Findings[own], f) {
			out = append(out, oc.event(f.Release, stage, word, string(f.Release)))
		}
	}
	return slices.CompactFunc(out, func(a, b event) bool { return a.release == b.release })
}

// sameComponent reports whether two findings about a setting have a component in common. If a
// finding names no component, the setting must have only one.
func sameComponent(s upstream.Setting, a, b upstream.SettingFinding) bool {
	if len(a.Component) == 0 || len(b.Component) == 0 {
		return len(s.Components) < 2
	}
	return slices.ContainsFunc(a.Component, func(name string) bool { return slices.Contains(b.Component, name) })
}

// stages returns an event for each span after r that is the first of a stage, or that turns the
// default off again.
func (oc *Outcomes) stages(spans []site.Span, r note.Release) []event {
	var out []event
	seen, on := map[note.Stage]bool{}, false
	for _, sp := range spans {
		off := on && sp.Default != nil && !*sp.Default
		if upstream.CompareReleases(sp.From, r) > 0 && (off || !seen[sp.Stage]) {
			tag := oc.pg.StageTag(sp.Stage)
			if off {
				tag.Label = oc.pg.L.T("stage.default-off", tag.Label)
			}
			tag.Label = oc.pg.L.T("came.step", tag.Label, sp.From)
			out = append(out, event{sp.From, tag})
		}
		seen[sp.Stage], on = true, sp.Default != nil && *sp.Default
	}
	return out
}

func (oc *Outcomes) event(at note.Release, stage note.Stage, word, releases string) event {
	return event{at, view.Tag{Code: string(stage), Label: oc.pg.L.T("came.event", oc.pg.L.T(word), releases)}}
}
