// Package findings searches official release notes for changes to things that people configure or
// watch: flags, feature gates, admission plugins, fields of the configuration of a component, and
// metrics. For each name in an entry, [Of] returns one [upstream.Finding] with a class.
//
// The rules are strict, because a finding of class removed may be shown as a breaking change. A
// name counts as removed only if it is the object of the verb. A flag or field also needs a known
// component. If no rule matches, the class is [upstream.Named].
package findings

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/upstream"
)

// weight orders the classes by importance for readers. Each name of an entry gets the most
// important one.
var weight = []upstream.Class{upstream.Named, upstream.Added, upstream.Changed, upstream.Deprecated, upstream.Removed}

// Of returns the findings of a release, by kind, name and pull request.
func Of(r *upstream.Release, names Names) []upstream.Finding {
	var out []upstream.Finding
	for n := range r.Published {
		found := map[[2]string]upstream.Finding{}
		for _, text := range n.Wordings() {
			for _, f := range inText(text, names, n.Areas) {
				f.PR, f.Repo = n.PR, n.Repo
				key := [2]string{f.Kind, f.Name}
				if old, ok := found[key]; !ok || slices.Index(weight, f.Class) > slices.Index(weight, old.Class) {
					found[key] = f
				}
			}
		}
		for _, f := range found {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b upstream.Finding) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Repo, b.Repo), cmp.Compare(a.PR, b.PR))
	})
	return out
}

// inText returns the findings in one text.
func inText(text string, names Names, areas []string) (out []upstream.Finding) {
	sentences := split(text)
	gates := calledGates(text)
	components := componentsIn(text)
	for _, s := range sentences {
		t := tokenize(s, names, gates)
		classes := t.classes()
		for i, name := range t.names {
			if name.bare && (classes[i] == upstream.Named || classes[i] == upstream.Added) {
				continue // a word in backticks can be a value
			}
			f := upstream.Finding{Kind: name.kind, Name: name.text, Class: classes[i], Text: s}
			if f.Kind == "flag" || f.Kind == "field" {
				listed := names.Flags[name.text]
				if f.Kind == "field" {
					listed = names.Fields[name.text]
				}
				f.Component = componentOf(s, components, areas, listed)
				if len(f.Component) == 0 && f.Kind == "flag" {
					f.Component = names.ofNotes(t.names)
				}
				if c := commandOf(s, name.text); len(f.Component) == 1 && strings.HasPrefix(c, f.Component[0]+" ") {
					f.Component[0] = c
				}
				if len(f.Component) == 0 {
					f.Class = upstream.Named
				}
			}
			out = append(out, f)
		}
	}
	return out
}

// componentOf returns the component of a flag: the one in the sentence, else in the note, else in
// its areas, else the only one with this flag in the references.
func componentOf(sentence string, note, areas, listed []string) []string {
	if c := componentsIn(sentence); len(c) > 0 {
		return c
	}
	if len(note) == 1 {
		return note
	}
	var out []string
	for _, area := range areas {
		if c := areaComponents[area]; c != "" {
			out = append(out, c)
		}
	}
	if len(out) == 1 {
		return out
	}
	if len(listed) == 1 {
		return listed
	}
	return nil
}

// command matches a command of kubectl or kubeadm: in backticks with its subcommands, else without.
var command = regexp.MustCompile("`((?:kubectl|kubeadm)(?: [a-z][a-z-]*)+)[^`]*`" +
	`|\b(?:from|for|of|to)\s+(kubectl (?:apply|attach|autoscale|create|debug|delete|describe|diff|drain|edit|exec|explain|expose|get|logs|patch|replace|rollout|run|scale|set|top|version|wait)|kubeadm (?:certs|config|init|join|reset|token|upgrade|version))\b`)

// commandOf returns the command of kubectl or kubeadm whose flag a sentence is about: the first one
// after the name, else the one before the word flags. Another command can keep a flag of the same
// name, such as --limits of kubectl run.
func commandOf(sentence, flag string) string {
	_, after, _ := strings.Cut(sentence, flag)
	if m := command.FindStringSubmatch(after); m != nil {
		return m[1] + m[2]
	}
	if m := flagsOf.FindStringSubmatch(sentence); m != nil {
		return m[1]
	}
	return ""
}

// flagsOf matches a command as an attribute of its flags: kubectl run flags.
var flagsOf = regexp.MustCompile(`\b((?:kubectl|kubeadm) [a-z]+) flags?\b`)

// areaComponents maps area labels to components.
var areaComponents = map[string]string{
	"kubelet": "kubelet", "apiserver": "kube-apiserver", "kube-proxy": "kube-proxy", "kubeadm": "kubeadm",
	"kubectl": "kubectl", "cloudprovider": "cloud-controller-manager",
}

// components lists the names of components in texts.
var components = []struct {
	name  string
	words []string
}{
	{"kube-apiserver", []string{"kube-apiserver", "apiserver", "api server", "api-server"}},
	{"kube-controller-manager", []string{"kube-controller-manager", "controller manager", "kcm "}},
	{"cloud-controller-manager", []string{"cloud-controller-manager"}},
	{"kube-scheduler", []string{"kube-scheduler", "scheduler"}},
	{"kube-proxy", []string{"kube-proxy", "kube proxy"}},
	{"kubelet", []string{"kubelet"}},
	{"kubeadm", []string{"kubeadm"}},
	{"kubectl", []string{"kubectl"}},
}

// componentsIn lists the components in a text, outside of flag names.
func componentsIn(text string) (out []string) {
	text = strings.ToLower(flagForm.ReplaceAllString(text, " "))
	for _, c := range components {
		if slices.ContainsFunc(c.words, func(w string) bool { return strings.Contains(text, w) }) {
			out = append(out, c.name)
		}
	}
	return out
}
