// Package facts collects what upstream's data say of each release, for package affects: from the
// feature gates, the deprecation guide, the references and the findings in official notes.
package facts

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/affects"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// collector collects facts.
type collector struct {
	data     *upstream.Data
	lives    map[string][]affects.Span
	facts    map[note.Release][]affects.Fact
	promises []upstream.PromiseFact
	said     map[[2]string][]reported // findings by kind and name, oldest release first
	remarks  map[int][]affects.Remark
}

// reported is a finding with its release.
type reported struct {
	release note.Release
	upstream.Finding
}

// Of collects the facts of the site's data, with the remarks on their pull requests, see [Remarks].
func Of(d *upstream.Data, remarks map[int][]affects.Remark) affects.Facts {
	c := &collector{data: d, lives: lives(d), facts: map[note.Release][]affects.Fact{}, said: map[[2]string][]reported{}, remarks: remarks, promises: upstream.NewOutlook(d).Promises()}
	out := affects.Facts{Base: newBase(d)}
	c.hear(out.Base.Releases)
	for _, r := range out.Base.Releases {
		c.gateFacts(r)
		c.settingFacts(r)
		c.promiseFacts(r)
		c.apiFacts(r)
		c.configFacts(r)
	}
	for name, spans := range c.lives {
		out.Base.Gates[name] = affects.LifeOf(spans)
	}
	for _, r := range out.Base.Releases {
		step := affects.Step{Release: r, Facts: sorted(c.facts[r])}
		out.Steps = append(out.Steps, step)
		out.Base.Promises = append(out.Base.Promises, promisesOf(step)...)
		out.Base.Gone = append(out.Base.Gone, goneOf(step, out.Base)...)
	}
	return out
}

// newBase collects the names of the references and the life of API versions.
func newBase(d *upstream.Data) *affects.Base {
	b := &affects.Base{Releases: []note.Release{}, Gates: map[string]string{}, APIs: map[string]affects.API{}, Flags: map[string][]string{}, Plugins: []string{}, Gone: []affects.Gone{}, Promises: []affects.Promise{}, Names: affects.OwnNames()}
	for _, r := range d.ReleaseList {
		if len(r.Notes) > 0 {
			b.Releases = append(b.Releases, r.Release)
		}
	}
	slices.SortFunc(b.Releases, upstream.CompareReleases)
	b.Reach = affects.Reach{Notes: upstream.Newest(b.Releases), Gates: d.GateReach(), Flags: d.ReferenceReach()}
	if ref := d.References[b.Reach.Flags]; ref != nil {
		addReference(b, ref)
	}
	for _, a := range d.APIFacts() {
		life := affects.API{Deprecated: firstRelease(a.Deprecated), Removed: firstRelease(a.Removed), Replacement: a.Replacement}
		if life.Removed != "" || life.Deprecated != "" {
			b.APIs[apiName(a)] = life
		}
	}
	return b
}

func addReference(b *affects.Base, ref *upstream.Reference) {
	for _, c := range ref.Components {
		for _, f := range c.Flags {
			name := f.Name[2:]
			if f.Deprecated {
				name += "!"
			}
			b.Flags[c.Name] = append(b.Flags[c.Name], name)
			b.Plugins = append(b.Plugins, f.Values...)
		}
	}
	slices.Sort(b.Plugins)
	b.Plugins = slices.Compact(b.Plugins)
}

func firstRelease(dates []upstream.Dated) note.Release {
	if len(dates) == 0 {
		return ""
	}
	return dates[0].Release
}

// apiName returns group/version and kind as manifests have them.
func apiName(a upstream.APIFact) string {
	if a.Group == "" {
		return a.Version + " " + a.Kind
	}
	return a.Group + "/" + a.Version + " " + a.Kind
}

// goneOf lists the removals of a step that the base does not have otherwise.
func goneOf(step affects.Step, b *affects.Base) []affects.Gone {
	var out []affects.Gone
	for _, f := range step.Facts {
		known := f.Kind == "gate" && b.Gates[f.Name] != "" || f.Kind == "api" && b.APIs[f.Name].Removed != ""
		if f.Event == affects.Removed && f.Mark != string(upstream.Disagree) && !known && f.Kind != "metric" {
			out = append(out, goneBy(f, step.Release))
		}
	}
	return out
}

func goneBy(f affects.Fact, r note.Release) affects.Gone {
	gone := affects.Gone{Kind: f.Kind, Name: f.Name, Components: f.Components, Release: r}
	if f.Repo == "" {
		gone.PR = f.PR
	}
	return gone
}

func sorted(facts []affects.Fact) []affects.Fact {
	slices.SortStableFunc(facts, func(a, b affects.Fact) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), slices.Compare(a.Components, b.Components), cmp.Compare(a.Event, b.Event), cmp.Compare(a.PR, b.PR))
	})
	return append([]affects.Fact{}, facts...)
}

// add adds a fact with its page and remarks.
func (c *collector) add(r note.Release, f affects.Fact) {
	if f.Page == "" {
		f.Page = c.pageOf(f)
	}
	if f.Repo == "" {
		f.Remarks = c.remarks[f.PR]
	}
	c.facts[r] = append(c.facts[r], f)
}

// pageOf returns the page of a fact without the language; empty without one.
func (c *collector) pageOf(f affects.Fact) string {
	switch {
	case f.Kind == "gate" && c.data.Gates[f.Name] != nil:
		return "gates/" + f.Name + "/"
	case f.Kind == "api":
		return "apis/"
	case f.Kind == "gate" && f.PR > 0 && f.Repo == "":
		return "prs/" + strconv.Itoa(f.PR) + "/"
	case f.Kind == "gate":
		return ""
	case f.Kind == "flag":
		return "flags/#flag-" + f.Name[2:]
	}
	return "flags/#" + f.Kind + "-" + f.Name
}

// hear sorts the findings of releases by kind and name.
func (c *collector) hear(releases []note.Release) {
	for _, r := range releases {
		list := c.data.Findings[r]
		if list == nil {
			continue
		}
		for _, f := range list.Findings {
			key := [2]string{f.Kind, f.Name}
			c.said[key] = append(c.said[key], reported{r, f})
		}
	}
}

// apiFacts adds what happens to API versions.
func (c *collector) apiFacts(r note.Release) {
	for _, a := range c.data.APIFacts() {
		for _, of := range []struct {
			event string
			dates []upstream.Dated
		}{{affects.Removed, a.Removed}, {affects.Deprecated, a.Deprecated}} {
			i := slices.IndexFunc(of.dates, func(d upstream.Dated) bool { return d.Release == r })
			if i < 0 {
				continue
			}
			f := affects.Fact{Kind: "api", Name: apiName(a), Event: of.event, Mark: string(of.dates[i].Mark), Text: a.Text, Since: firstRelease(a.Deprecated), Replacement: a.Replacement, Files: []string{of.dates[i].Source.File}}
			if len(of.dates) > 1 {
				f.Mark = string(upstream.Disagree)
				f.Others = othersOf(of.dates, r)
			}
			if f.Since == r {
				f.Since = ""
			}
			f.PR = c.pullOf(r, f.Name)
			c.add(r, f)
		}
	}
}

func othersOf(dates []upstream.Dated, r note.Release) []note.Release {
	var out []note.Release
	for _, d := range dates {
		if d.Release != r {
			out = append(out, d.Release)
		}
	}
	return out
}

// pullOf returns the pull request whose note names an API version in the release of its removal; 0
// if none or several do.
func (c *collector) pullOf(r note.Release, name string) int {
	version, kind, _ := strings.Cut(name, " ")
	rel, found := c.data.Releases[r], 0
	if rel == nil {
		return 0
	}
	for n := range rel.Published {
		if strings.Contains(n.Text, version) && strings.Contains(n.Text, kind) && n.Repo == "" && (strings.Contains(n.Text, "no longer served") || strings.Contains(strings.ToLower(n.Text), "removed")) {
			if found != 0 {
				return 0
			}
			found = n.PR
		}
	}
	return found
}
