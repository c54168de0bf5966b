package upstream

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Setting is a flag, an admission plugin, a configuration field of a component or a metric. It
// has all findings about it in official notes.
type Setting struct {
	Kind       string   // flag, plugin, field, metric
	Name       string   // --cloud-provider
	Components []string // components that have it according to references or notes, sorted
	// Listed is the newest release whose reference lists the flag, or "".
	Listed     note.Release
	Deprecated bool             // whether that reference lists it as deprecated
	Findings   []SettingFinding // newest release first
}

// SettingFinding is a finding with its release.
type SettingFinding struct {
	Release note.Release
	Finding
}

// Settings returns the flags in the references, and all names in the findings except feature
// gates. They are sorted by kind and name.
func (d *Data) Settings() []Setting {
	return cached(d, "settings", func() []Setting { return newSettings(d) })
}

func newSettings(d *Data) []Setting {
	found := map[[2]string]*Setting{}
	of := func(kind, name string) *Setting {
		key := [2]string{kind, name}
		if found[key] == nil {
			found[key] = &Setting{Kind: kind, Name: name}
		}
		return found[key]
	}
	for release, ref := range d.References {
		for _, c := range ref.Components {
			for _, f := range c.Flags {
				s := of("flag", f.Name)
				s.Components = append(s.Components, c.Name)
				if CompareReleases(release, s.Listed) >= 0 {
					s.Deprecated = f.Deprecated || release == s.Listed && s.Deprecated
					s.Listed = release
				}
			}
		}
	}
	for release, list := range d.Findings {
		for _, f := range list.Findings {
			if f.Kind != "gate" {
				s := of(f.Kind, f.Name)
				for _, c := range f.Component {
					program, _, _ := strings.Cut(c, " ")
					s.Components = append(s.Components, program)
				}
				s.Findings = append(s.Findings, SettingFinding{release, f})
			}
		}
	}
	out := make([]Setting, 0, len(found))
	for _, s := range found {
		slices.Sort(s.Components)
		s.Components = slices.Compact(s.Components)
		slices.SortFunc(s.Findings, func(a, b SettingFinding) int {
			return cmp.Or(CompareReleases(b.Release, a.Release), slices.Index(classes, a.Class)-slices.Index(classes, b.Class),
				cmp.Compare(a.PR, b.PR), cmp.Compare(a.Repo, b.Repo))
		})
		out = append(out, *s)
	}
	slices.SortFunc(out, func(a, b Setting) int {
		return cmp.Or(slices.Index(SettingKinds, a.Kind)-slices.Index(SettingKinds, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Kind, b.Kind))
	})
	return out
}

// SettingsIn returns the settings that the official note of a pull request names, sorted by kind
// and name. repo is empty for kubernetes/kubernetes.
func SettingsIn(d *Data, r note.Release, repo string, pr int) []Setting {
	type key struct {
		release note.Release
		repo    string
		pr      int
	}
	all := cached(d, "settings-by-pull", func() map[key][]Setting {
		out := map[key][]Setting{}
		for _, s := range d.Settings() {
			for _, f := range s.Findings {
				k := key{f.Release, f.Repo, f.PR}
				if named := out[k]; f.PR != 0 && (len(named) == 0 || named[len(named)-1].Name != s.Name) {
					out[k] = append(named, s)
				}
			}
		}
		return out
	})
	return all[key{r, repo, pr}]
}

// classes lists the classes of findings by their effect on readers.
var classes = []Class{Removed, Deprecated, Changed, Added, Named}

// SettingKinds lists the kinds of settings in the order of lists.
var SettingKinds = []string{"flag", "plugin", "field", "metric"}

// ReferenceReach returns the newest release with an imported flag reference, or "".
func (f *Facts) ReferenceReach() note.Release {
	var all []note.Release
	for r := range f.References {
		all = append(all, r)
	}
	return Newest(all)
}
