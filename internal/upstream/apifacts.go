package upstream

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// APIFact is what the sources say of one version of an API kind. Each list holds the release of
// the best source first. Further releases are those of sources that disagree with it.
type APIFact struct {
	Group       string // empty: the core group
	Version     string
	Kind        string
	Introduced  []Dated
	Deprecated  []Dated
	Removed     []Dated      // the first release that does not serve it
	Replacement string       // group/version
	Since       note.Release // first release with the replacement
	Text        string       // the sentence of the deprecation guide
}

// Dated is a release with its source.
type Dated struct {
	Release note.Release
	Mark    Mark
	Source  Source
}

// APIFacts merges the lists of served kinds, the deprecation guide and the lifecycle of the types,
// by group, kind and version. A kind without any known release is left out.
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
	newest := d.newestNotes()
	for _, a := range d.Lifecycles {
		f := m.of(a.Group, a.Version, a.Kind)
		f.Replacement = cmp.Or(f.Replacement, a.Replacement)
		typed := func(r note.Release) Dated {
			mark := Listed
			if CompareReleases(r, newest) > 0 {
				mark = Derived // a plan: the types count it from the release of the deprecation
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

// newestNotes is the newest release with imported notes; empty without any.
func (d *Data) newestNotes() note.Release {
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

// served compares the lists of successive releases. A missing list between two leaves the release
// of a change unknown.
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

// missingFrom returns what b has and a lacks.
func missingFrom(a, b map[string][]string) map[string][]string {
	out := map[string][]string{}
	for id, kinds := range b {
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

// withDate adds a date, unless it is empty or says nothing new.
func withDate(dates []Dated, d Dated) []Dated {
	if d.Release == "" || slices.ContainsFunc(dates, func(o Dated) bool { return o.Release == d.Release }) {
		return dates
	}
	return append(dates, d)
}
