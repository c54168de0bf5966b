package facts

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/affects"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// settingFacts adds what official notes say of flags, plugins, fields and metrics.
func (c *collector) settingFacts(r note.Release) {
	list := c.data.Findings[r]
	if list == nil {
		return
	}
	for _, found := range list.Findings {
		event := eventOf(found)
		if found.Kind == "gate" || event == "" {
			continue
		}
		f := affects.Fact{Kind: found.Kind, Name: found.Name, Event: event, Components: found.Component, Mark: string(upstream.Said), Text: found.Text, PR: found.PR, Repo: found.Repo,
			Files: []string{upstream.FindingDir + "/" + string(r) + ".json"}}
		if f.Kind == "plugin" {
			f.Components = []string{"kube-apiserver"}
		}
		switch event {
		case affects.Removed:
			f.Since = c.announced(r, f.Kind, f.Name, f.Components)
			if c.alive(r, f) {
				f.Mark = string(upstream.Disagree)
			}
		case affects.Deprecated:
			if promises(found.Text) {
				f.Target = targetOf(found.Text)
			}
		}
		c.add(r, f)
	}
}

// promiseFacts adds what official notes announce, unless a later note takes it back.
func (c *collector) promiseFacts(r note.Release) {
	for _, p := range c.promises {
		if p.Said != r || p.Outcome == upstream.PromiseWithdrawn {
			continue
		}
		for _, n := range p.Names {
			if n.Kind == "api" {
				continue // a group and version without a kind
			}
			f := affects.Fact{Kind: n.Kind, Name: n.Name, Event: affects.Announced, Components: n.Component, Mark: string(upstream.Said), Text: p.Text, PR: p.PR, Repo: p.Repo, Target: p.Target,
				Files: []string{upstream.FindingDir + "/" + string(r) + ".json"}}
			if n.Kind == "gate" && c.isKubeadm(n.Name, p.Text) {
				f.Components = []string{"kubeadm"}
			}
			c.add(r, f)
		}
	}
}

// promisesOf lists the announcements and deprecations of a step for the base. Gates have their life
// there.
func promisesOf(step affects.Step) []affects.Promise {
	var out []affects.Promise
	for _, f := range step.Facts {
		if f.Kind != "gate" && f.Kind != "api" && (f.Event == affects.Announced || f.Event == affects.Deprecated) {
			out = append(out, affects.Promise{Gone: goneBy(f, step.Release), Event: f.Event, Target: f.Target})
		}
	}
	return out
}

// eventOf returns the event of a finding; empty if it has none for operators.
func eventOf(f upstream.Finding) string {
	switch {
	case f.Class == upstream.Removed:
		return affects.Removed
	case strings.Contains(strings.ToLower(f.Text), "un-deprecated"):
		return ""
	case f.Class == upstream.Deprecated && hasNoEffect(f.Text):
		return affects.Unused
	case f.Class == upstream.Deprecated:
		return affects.Deprecated
	case f.Class == upstream.Changed && changesDefault(f.Text):
		return affects.Changed
	}
	return ""
}

// changesDefault reports whether a sentence is on a new default or a narrower choice, and not on the
// default of something new.
func changesDefault(text string) bool {
	text = strings.ToLower(text)
	for _, words := range []string{"now default", "behavior to default to", "now only support", "changed the default", "default value was changed"} {
		if strings.Contains(text, words) {
			return true
		}
	}
	return false
}

// hasNoEffect reports whether a sentence says that a flag does nothing.
func hasNoEffect(text string) bool {
	text = strings.ToLower(text)
	for _, word := range []string{"no-op", "no effect", "non-functional", "is ignored"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// alive reports whether a later source still has a removed flag of one of its components: the
// reference of that release or a later one, or a note that adds it.
func (c *collector) alive(r note.Release, f affects.Fact) bool {
	for at, ref := range c.data.References {
		if upstream.CompareReleases(at, r) >= 0 && listsFlag(ref, f) {
			return true
		}
	}
	for _, s := range c.said[[2]string{f.Kind, f.Name}] {
		same := slices.ContainsFunc(s.Component, func(c string) bool { return slices.Contains(f.Components, c) })
		if upstream.CompareReleases(s.release, r) > 0 && s.Class == upstream.Added && same {
			return true
		}
	}
	return false
}

func listsFlag(ref *upstream.Reference, f affects.Fact) bool {
	for _, c := range ref.Components {
		if f.Kind == "flag" && slices.Contains(f.Components, c.Name) && slices.ContainsFunc(c.Flags, func(l upstream.Flag) bool { return l.Name == f.Name }) {
			return true
		}
		if f.Kind == "plugin" && slices.ContainsFunc(c.Flags, func(l upstream.Flag) bool { return slices.Contains(l.Values, f.Name) }) {
			return true
		}
	}
	return false
}

// configGroups are the groups of configuration that the API server does not serve. Notes report the
// removal of their versions.
var configGroups = []string{"kubescheduler.config.k8s.io", "kubeadm.k8s.io", "kubelet.config.k8s.io", "kubeproxy.config.k8s.io", "apiserver.config.k8s.io"}

// configKindsOf lists the kinds of a group of configuration.
var configKindsOf = map[string][]string{
	"kubescheduler.config.k8s.io": {"KubeSchedulerConfiguration"},
	"kubeadm.k8s.io":              {"ClusterConfiguration", "InitConfiguration", "JoinConfiguration"},
	"kubelet.config.k8s.io":       {"KubeletConfiguration"},
	"kubeproxy.config.k8s.io":     {"KubeProxyConfiguration"},
	"apiserver.config.k8s.io":     {"WebhookAdmissionConfiguration"},
}

// configFacts adds the versions of component configuration that notes deprecate or remove: a note
// names group/version, or a version and a kind, and the verb.
func (c *collector) configFacts(r note.Release) {
	rel := c.data.Releases[r]
	if rel == nil {
		return
	}
	for n := range rel.Published {
		for _, text := range n.Wordings() {
			for _, name := range configNames(text) {
				event := configEvent(firstSentence(text))
				if event == "" {
					continue
				}
				f := affects.Fact{Kind: "api", Name: name, Event: event, Mark: string(upstream.Said), Text: firstSentence(text), PR: n.PR, Repo: n.Repo, Since: c.configSince(r, name),
					Files: []string{upstream.ReleaseDir + "/" + string(r) + ".json"}, Replacement: replacementIn(text, name)}
				if f.Event == affects.Deprecated {
					f.Target = targetOf(text)
				}
				f.Page = "prs/" + strconv.Itoa(n.PR) + "/"
				c.add(r, f)
			}
		}
	}
}

// configSince returns the release whose notes deprecated a version.
func (c *collector) configSince(r note.Release, name string) note.Release {
	for id, facts := range c.facts {
		for _, f := range facts {
			if f.Name == name && f.Event == affects.Deprecated && id != r {
				return id
			}
		}
	}
	return ""
}

// configEvent returns what a note says of the version that it names first.
func configEvent(text string) string {
	text = strings.ToLower(text)
	switch {
	case strings.Contains(text, "deprecated and will be removed"), strings.Contains(text, "is deprecated"), strings.Contains(text, "is now deprecated"):
		return affects.Deprecated
	case strings.Contains(text, "is removed"), strings.Contains(text, "was removed"), strings.Contains(text, "removed `v1"), strings.Contains(text, "removed the deprecated"), strings.Contains(text, "removed support for"):
		return affects.Removed
	}
	return ""
}

// configNames lists group/version and kind of the first version that a note names.
func configNames(text string) []string {
	for _, word := range strings.FieldsFunc(text, notInName) {
		group, version, ok := strings.Cut(word, "/")
		if ok && slices.Contains(configGroups, group) && isVersion(version) {
			return withKinds(group, version)
		}
		if ok && strings.HasPrefix(group, "output.") {
			return nil
		}
	}
	if version := kubeadmVersion(text); version != "" {
		return withKinds("kubeadm.k8s.io", version)
	}
	return nil
}

// kubeadmVersion returns the version of a note such as "Kubeadm: removed the deprecated `v1beta2`
// API".
func kubeadmVersion(text string) string {
	if !strings.HasPrefix(strings.ToLower(text), "kubeadm: removed") {
		return ""
	}
	before, _, ok := strings.Cut(text, "` API")
	if version := before[strings.LastIndexByte(before, '`')+1:]; ok && isVersion(version) {
		return version
	}
	return ""
}

func withKinds(group, version string) []string {
	var out []string
	for _, kind := range configKindsOf[group] {
		out = append(out, group+"/"+version+" "+kind)
	}
	return out
}

// replacementIn returns the other version of the same group that a note names.
func replacementIn(text, name string) string {
	own, _, _ := strings.Cut(name, " ")
	group := affects.GroupOf(own)
	for _, word := range strings.FieldsFunc(text, notInName) {
		g, version, ok := strings.Cut(word, "/")
		if ok && g == group && isVersion(version) && word != own {
			return word
		}
		if group == "kubeadm.k8s.io" && isVersion(word) && !strings.HasSuffix(own, "/"+word) {
			return group + "/" + word
		}
	}
	return ""
}

func notInName(c rune) bool {
	return c != '.' && c != '/' && c != '-' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z')
}

// isVersion reports whether a word is a version of an API, such as v1beta2.
func isVersion(s string) bool {
	return len(s) > 1 && s[0] == 'v' && s[1] >= '0' && s[1] <= '9' && strings.Trim(s, "v0123456789alphbet") == ""
}

// firstSentence returns a text up to its first full stop before white space.
func firstSentence(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if i := strings.Index(text, ". "); i > 0 {
		return text[:i+1]
	}
	return text
}
