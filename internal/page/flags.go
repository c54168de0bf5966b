package page

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

type flagViews struct{ b *builder.Builder }

func (fv flagViews) flags() any {
	v := view.FlagsView{Frame: fv.b.Frames.Frame(fv.b.L.T("nav.flags")), Reference: string(fv.b.Data.ReferenceReach())}
	v.Description = fv.b.L.T("flags.description")
	kinds, classes := map[string]int{}, map[string]int{}
	components, releases := map[string]int{}, map[string]int{}
	count := func(in map[string]int, codes string) {
		for _, code := range strings.Fields(codes) {
			in[code]++
		}
	}
	for _, s := range fv.b.Data.Settings() {
		row := fv.row(s)
		v.Rows = append(v.Rows, row)
		count(kinds, row.Kind.Code)
		count(classes, row.ClassCodes)
		count(components, row.ComponentCodes)
		count(releases, row.ReleaseCodes)
	}
	v.Components, v.Releases = fv.b.Filters.Options(components, strings.Compare), fv.b.Filters.Options(releases, newestFirst)
	inOrder := func(all []string) func(a, b string) int {
		return func(a, b string) int { return slices.Index(all, a) - slices.Index(all, b) }
	}
	v.Kinds = fv.b.Filters.Options(kinds, inOrder(upstream.SettingKinds))
	for i := range v.Kinds {
		v.Kinds[i].Label = fv.b.L.T("setting." + v.Kinds[i].Value)
	}
	v.Classes = fv.b.Filters.Options(classes, inOrder(classCodes))
	for i := range v.Classes {
		v.Classes[i].Label = fv.b.L.T("class." + v.Classes[i].Value)
	}
	return v
}

// classCodes lists the classes of findings by their effect on readers.
var classCodes = []string{"removed", "deprecated", "default", "added", "named"}

// classCode returns the code of a class for interface texts and filters.
func classCode(c upstream.Class) string {
	if c == upstream.Changed {
		return "default"
	}
	return string(c)
}

func (fv flagViews) row(s upstream.Setting) view.FlagRow {
	row := view.FlagRow{
		Words: fv.b.Say(), ID: address.SettingID(s), Name: view.Names(s.Name), Kind: view.Tag{Code: s.Kind, Label: fv.b.L.T("setting." + s.Kind)},
		Components: view.Names(strings.Join(s.Components, ", ")), ComponentCodes: strings.Join(s.Components, " "), Reference: fv.reference(s),
	}
	var classes, releases []string
	for _, f := range s.Findings {
		code := classCode(f.Class)
		classes, releases = append(classes, code), append(releases, string(f.Release))
		l := view.Link{Text: string(f.Release), Note: fv.b.L.T("class." + code)}
		finding := view.FlagFinding{Class: code}
		if f.Class != upstream.Named && len(f.Component) > 0 && !slices.Equal(f.Component, s.Components) {
			finding.Component = view.Names(strings.Join(f.Component, ", "))
		}
		if c := changeOf(fv.b.Site.Facts(f.Release), f.Repo, f.PR); c != nil && (fv.b.Site.HasRelease(f.Release) || fv.b.Book.Thing(c.Key()) != "") {
			l.Href = fv.b.Near(fv.b.Href(fv.b.Book.Change(f.Release, c)))
		}
		finding.Link = l
		row.Findings = append(row.Findings, finding)
	}
	row.ClassCodes, row.ReleaseCodes = strings.Join(address.Unique(classes), " "), strings.Join(address.Unique(releases), " ")
	return row
}

// changeOf returns the change of a pull request in a release, or nil. An empty repo means
// kubernetes/kubernetes.
func changeOf(facts *site.Facts, repo string, pr int) *site.Change {
	if repo == "" {
		return facts.Change(strconv.Itoa(pr))
	}
	return facts.Thread(repo + "#" + strconv.Itoa(pr))
}

// reference describes whether the newest flag reference lists a flag. It is empty if the
// reference does not cover the components of the flag.
func (fv flagViews) reference(s upstream.Setting) string {
	reach := fv.b.Data.ReferenceReach()
	switch {
	case s.Kind != "flag" || reach == "":
		return ""
	case s.Listed == reach && s.Deprecated:
		return fv.b.L.T("class.deprecated")
	case s.Listed == reach:
		return fv.b.L.T("flags.listed")
	case slices.ContainsFunc(fv.b.Data.References[reach].Components, func(c upstream.Component) bool { return slices.Contains(s.Components, c.Name) }):
		return fv.b.L.T("flags.absent")
	}
	return ""
}
