package site

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// changelog derives the changes and KEPs of each release from upstream data and the official notes.
type changelog struct {
	lines      *lines
	official   *official
	data       *upstream.Data
	facts      memo.Map[note.Release, *Facts]
	components memo.Map[*upstream.ReleaseNote, []Component]
	pulls      func() map[string][]string // pull requests by KEP number, cached
}

func newChangelog(l *lines, o *official) *changelog {
	return &changelog{lines: l, official: o, data: l.data, pulls: sync.OnceValue(func() map[string][]string { return listPulls(l.data) })}
}

func inAny(c *Change, sigs []note.SIG) bool {
	return slices.ContainsFunc(sigs, c.In)
}

// Facts is the content of a release that does not depend on a language. It comes from upstream
// data and the official notes. Other notes do not affect it.
type Facts struct {
	Release *upstream.Release // nil if upstream data lack the release
	Changes []Change          // published changes, by number
	Reached map[note.Stage][]string
	byPR    map[string]int // index in Changes by pull request number
	threads map[string]int // index in Changes by lower-case key, for other repositories
}

// Facts returns the facts of a release. The result is never nil.
func (s *changelog) Facts(r note.Release) *Facts {
	return s.facts.Make(r, func() *Facts { return s.newFacts(r) })
}

func (s *changelog) newFacts(r note.Release) *Facts {
	f := &Facts{Release: s.data.Releases[r], byPR: map[string]int{}, threads: map[string]int{}, Reached: s.lines.reached(r)}
	if f.Release == nil {
		return f
	}
	for n := range f.Release.Published {
		c := newChange(n, s.data.KEPsOfNote(n))
		if c.PR != "" {
			c.Text = s.official.Sentence(r, c.PR)
		}
		if key := strings.ToLower(c.Key().ID); c.PR == "" {
			if _, ok := f.threads[key]; !ok {
				f.threads[key] = len(f.Changes)
			}
		}
		for _, number := range append([]int{n.PR}, n.Also...) {
			if n.Repo == "" {
				f.byPR[strconv.Itoa(number)] = len(f.Changes)
			}
		}
		f.Changes = append(f.Changes, c)
	}
	return f
}

// Change returns the published change of a pull request, or nil.
func (f *Facts) Change(pr string) *Change {
	if i, ok := f.byPR[pr]; ok {
		return &f.Changes[i]
	}
	return nil
}

// Thread returns the published change of a pull request in another repository, or nil. The ID has
// the form owner/name#number.
func (f *Facts) Thread(id string) *Change {
	if i, ok := f.threads[strings.ToLower(id)]; ok {
		return &f.Changes[i]
	}
	return nil
}

// Counts is the number of changes of a SIG in a release, in total and by kind. A change counts
// once, for its first kind.
type Counts struct {
	SIG    note.SIG // empty for changes without a SIG
	Total  int
	ByKind map[note.EntryKind]int
}

// BySIG counts the changes of a release by SIG, in descending order. A change counts for each of
// its SIGs, so the sum may exceed the number of changes.
func (f *Facts) BySIG() []Counts {
	index := map[note.SIG]int{}
	var out []Counts
	add := func(g note.SIG, k note.EntryKind) {
		i, ok := index[g]
		if !ok {
			i = len(out)
			index[g] = i
			out = append(out, Counts{SIG: g, ByKind: map[note.EntryKind]int{}})
		}
		out[i].Total++
		out[i].ByKind[k]++
	}
	for i := range f.Changes {
		n := f.Changes[i].Note
		for _, g := range n.SIGs {
			add(g, n.Kind)
		}
		if len(n.SIGs) == 0 {
			add("", n.Kind)
		}
	}
	slices.SortFunc(out, func(a, b Counts) int {
		return cmp.Or(cmp.Compare(b.Total, a.Total), cmp.Compare(a.SIG, b.SIG))
	})
	return out
}

// ByKind counts the changes of a release by their first kind.
func (f *Facts) ByKind() map[note.EntryKind]int {
	out := map[note.EntryKind]int{}
	for i := range f.Changes {
		out[f.Changes[i].Note.Kind]++
	}
	return out
}

// listPulls returns the pull requests of kubernetes/kubernetes whose official notes link to a
// KEP, by KEP number.
func listPulls(data *upstream.Data) map[string][]string {
	out := map[string][]string{}
	for _, r := range data.ReleaseList {
		for n := range r.Published {
			if n.Repo != "" {
				continue
			}
			for _, kep := range data.KEPsOfNote(n) {
				for _, pr := range append([]int{n.PR}, n.Also...) {
					out[kep] = with(out[kep], strconv.Itoa(pr))
				}
			}
		}
	}
	return out
}
