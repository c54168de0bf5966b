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

// changelog is what upstream data and the official notes say of the releases.
type changelog struct {
	lines      *lines
	official   *official
	data       *upstream.Data
	facts      memo.Map[note.Release, *Facts]
	components memo.Map[*upstream.ReleaseNote, []Component]
	pulls      func() map[string][]string // by number of the KEP, made once
}

func newChangelog(l *lines, o *official) *changelog {
	return &changelog{lines: l, official: o, data: l.data, pulls: sync.OnceValue(func() map[string][]string { return listPulls(l.data) })}
}

// Key is what a change is cited by: a pull request of kubernetes/kubernetes, else a
// thread of another repository.
func (c *Change) Key() note.Key {
	if c.PR != "" {
		return note.Key{Kind: note.PR, ID: c.PR}
	}
	return note.Key{Kind: note.Thread, ID: c.Note.Repo + "#" + strconv.Itoa(c.Note.PR)}
}

// Groups lists the groups of a change, each once; the empty group where it has none.
func (c *Change) Groups() []note.SIG {
	if len(c.Note.SIGs) == 0 {
		return []note.SIG{""}
	}
	return slices.Compact(slices.Sorted(slices.Values(c.Note.SIGs)))
}

func inAny(c *Change, sigs []note.SIG) bool {
	return slices.ContainsFunc(sigs, c.In)
}

// Facts is what a release amounts to, without language: by upstream data and the official
// notes, whatever other notes say. An edit of those leaves it as it is.
type Facts struct {
	Release *upstream.Release // nil when upstream data do not know it
	Changes []Change          // published, by number
	Reached map[note.Stage][]string
	byPR    map[string]int // number in Changes of each pull request
	threads map[string]int // of those of other repositories, by key in lower case
}

// Change is a published pull request of a release.
type Change struct {
	PR   string // number in kubernetes/kubernetes; empty when it is another repository's
	Note *upstream.ReleaseNote
	Text *note.Block // the official sentence; nil when the official notes were not given to Link
	KEPs []string

	removal bool
}

// Removal reports whether a change takes something away: see [Removal].
func (c *Change) Removal() bool { return c.removal }

// Facts returns what is known of a release; never nil.
func (s *changelog) Facts(r note.Release) *Facts {
	return s.facts.Make(r, func() *Facts { return s.newFacts(r) })
}

func (s *changelog) newFacts(r note.Release) *Facts {
	f := &Facts{Release: s.data.Releases[r], byPR: map[string]int{}, threads: map[string]int{}, Reached: s.lines.reached(r)}
	if f.Release == nil {
		return f
	}
	for n := range f.Release.Published {
		c := Change{Note: n, KEPs: s.data.KEPsOfNote(n), removal: Removal(n)}
		if n.Repo == "" {
			c.PR = strconv.Itoa(n.PR)
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

// Change returns the published change of a pull request; nil when the release did
// not publish it.
func (f *Facts) Change(pr string) *Change {
	if i, ok := f.byPR[pr]; ok {
		return &f.Changes[i]
	}
	return nil
}

// Thread returns the published change of a pull request of another repository, written
// as owner/name#number; nil when the release did not publish it.
func (f *Facts) Thread(id string) *Change {
	if i, ok := f.threads[strings.ToLower(id)]; ok {
		return &f.Changes[i]
	}
	return nil
}

// In reports whether a change belongs to a group.
func (c *Change) In(g note.SIG) bool { return slices.Contains(c.Note.SIGs, g) }

// Has reports whether a change is of a kind, be it the first of its kinds or another.
// Urgency is a kind of its own that can stand beside others.
func (c *Change) Has(k note.EntryKind) bool {
	if k == note.Urgent {
		return c.Note.Urgent
	}
	return c.Note.Kind == k || slices.Contains(c.Note.Kinds, k)
}

// Counts is how many changes of a release a group has, by kind; a change counts
// once, under the first of its kinds.
type Counts struct {
	SIG    note.SIG // empty: changes without any group
	Total  int
	ByKind map[note.EntryKind]int
}

// BySIG counts the changes of a release by group, most first. A change of several
// groups counts at each, so the sum of rows is no count of changes.
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

// ByKind counts the changes of a release under the first of their kinds.
func (f *Facts) ByKind() map[note.EntryKind]int {
	out := map[note.EntryKind]int{}
	for i := range f.Changes {
		out[f.Changes[i].Note.Kind]++
	}
	return out
}

// listPulls lists, by KEP, the pull requests of kubernetes/kubernetes whose official notes
// lead to it.
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
