package upstream

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// APIFact is the lifecycle of a version of an API kind, according to all sources. The first
// element of a list is the release according to the best source. Further elements are releases
// according to sources that disagree.
type APIFact struct {
	Group       string // empty for the core group
	Version     string
	Kind        string
	Introduced  []Dated
	Deprecated  []Dated
	Removed     []Dated      // first release that does not serve it
	Replacement string       // group/version
	Since       note.Release // first release with the replacement
	Text        string       // sentence of the deprecation guide
}

// Dated is a release with its source.
type Dated struct {
	Release note.Release
	Mark    Mark
	Source  Source
}

// APIFacts merges the lists of served kinds, the deprecation guide and the lifecycle of the Go
// types. Facts are sorted by group, kind and version. It omits kinds without any known release.
func (d *Data) APIFacts() []APIFact {
	m := apiMerge{facts: map[[3]string]*APIFact{}}
	m.served(d.Served)
	for _, a := range d.Guide {
		f := m.of(a.Group, a.Version, a.Kind)
		f.Replacement, f.Since, f.Text = a.Replacement, a.Since, a.Text
		dated := func(r note.Release) Dated {
			return Dated{r, Said, Source{File: GuideFile, Release: r, Text: a.Text}}
		}
		f.Introduced = withDate(f.Introduced, dated(a.Introduced))
		f.Deprecated = withDate(f.Deprecated, dated(a.Deprecated))
		f.Removed = withDate(f.Removed, dated(a.Removed))
	}
	newest := newestNotes(d)
	for _, a := range d.Lifecycles {
		f := m.of(a.Group, a.Version, a.Kind)
		f.Replacement = cmp.Or(f.Replacement, a.Replacement)
		typed := func(r note.Release) Dated {
			mark := Listed
			if CompareReleases(r, newest) > 0 {
				mark = Derived // a plan: the Go types compute it from the release of the deprecation
			}
			return Dated{r, mark, Source{File: LifecycleFile, Release: r}}
		}
		f.Introduced = withDate(f.Introduced, typed(a.Introduced))
		f.Deprecated = withDate(f.Deprecated, typed(a.Deprecated))
		f.Removed = withDate(f.Removed, typed(a.Removed))
	}
	var out []APIFact
	for _, f := range m.facts {
		if len(f.Introduced)+len(f.Deprecated)+len(f.Removed) > 0 {
			out = append(out, *f)
		}
	}
	slices.SortFunc(out, func(a, b APIFact) int {
		return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Version, b.Version))
	})
	return out
}

// newestNotes returns the newest release whose notes are imported, or "".
func newestNotes(d *Data) note.Release {
	for _, r := range slices.Backward(d.ReleaseList) {
		if len(r.Notes) > 0 {
			return r.Release
		}
	}
	return ""
}

type apiMerge struct{ facts map[[3]string]*APIFact }

func (m apiMerge) of(group, version, kind string) *APIFact {
	key := [3]string{group, version, kind}
	if m.facts[key] == nil {
		m.facts[key] = &APIFact{Group: group, Version: version, Kind: kind}
	}
	return m.facts[key]
}

// served compares the lists of consecutive releases. If a list is missing, the release of a
// change is unknown.
func (m apiMerge) served(lists map[note.Release]*APIList) {
	for r, now := range lists {
		before := lists[shifted(r, -1)]
		if before == nil {
			continue
		}
		date := Dated{r, Listed, Source{File: fmt.Sprintf("%s/%s.json", APIDir, r), Release: r}}
		for id, kinds := range missingFrom(before.Served, now.Served) {
			for _, kind := range kinds {
				f := m.of(splitAPI(id, kind))
				f.Introduced = withDate(f.Introduced, date)
			}
		}
		for id, kinds := range missingFrom(now.Served, before.Served) {
			for _, kind := range kinds {
				f := m.of(splitAPI(id, kind))
				f.Removed = withDate(f.Removed, date)
			}
		}
	}
}

// coreGroup is the core group. It has a file of its own in kubernetes/kubernetes, so a list may
// lack it. Its kinds are then unknown instead of removed.
const coreGroup = "v1"

// missingFrom returns the kinds that are in b but not in a, by group and version.
func missingFrom(a, b map[string][]string) map[string][]string {
	out := map[string][]string{}
	for id, kinds := range b {
		if id == coreGroup && len(a[id]) == 0 {
			continue
		}
		for _, kind := range kinds {
			if !slices.Contains(a[id], kind) {
				out[id] = append(out[id], kind)
			}
		}
	}
	return out
}

func splitAPI(id, kind string) (group, version, name string) {
	return strings.TrimSuffix(path.Dir(id), "."), path.Base(id), kind
}

// withDate adds a date, unless it is empty or already in the list.
func withDate(dates []Dated, d Dated) []Dated {
	if d.Release == "" || slices.ContainsFunc(dates, func(o Dated) bool { return o.Release == d.Release }) {
		return dates
	}
	return append(dates, d)
}
