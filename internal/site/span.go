package site

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Span is a range of releases in which a feature has one stage and one default.
type Span struct {
	Stage   note.Stage
	Default *bool // nil if unknown
	Locked  bool
	From    note.Release
	To      note.Release // last release of the span; empty if it is current
}

// Line is the timeline of a KEP or a gate, oldest first.
type Line struct {
	Spans   []Span
	Gates   []string // gates that are the source of the timeline; empty if kep.yaml is the source
	ByGates int      // number of Spans from gates; the Spans after them come from kep.yaml
}

// Now returns the current span. It returns false if the timeline is empty.
func (l Line) Now() (Span, bool) {
	if len(l.Spans) == 0 {
		return Span{}, false
	}
	return l.Spans[len(l.Spans)-1], true
}

// At returns the span that includes a release. It returns false if no span does.
func (l Line) At(r note.Release) (Span, bool) {
	for _, sp := range l.Spans {
		if upstream.CompareReleases(sp.From, r) <= 0 && (sp.To == "" || upstream.CompareReleases(r, sp.To) <= 0) {
			return sp, true
		}
	}
	return Span{}, false
}

func givenUp(k *upstream.KEP) bool {
	return slices.Contains([]string{"rejected", "withdrawn", "replaced", "superseded"}, k.Status)
}

// rank returns the maturity of a stage. Deprecated and removed rank lowest, because they give the
// least information about the feature.
func rank(st note.Stage) int {
	return slices.Index([]note.Stage{note.Removed, note.Deprecated, note.Alpha, note.Beta, note.Stable}, st)
}

func merge(lines []Line) []Span {
	if len(lines) == 1 {
		return lines[0].Spans
	}
	first, last := bounds(lines)
	var out []Span
	for r := first; r >= 0 && r <= last; r++ {
		release := minorRelease(r)
		best, ok := furthest(lines, release)
		if !ok {
			continue
		}
		out = extend(out, best, release)
	}
	if len(out) > 0 && open(lines) {
		out[len(out)-1].To = ""
	}
	return out
}

func extend(out []Span, sp Span, release note.Release) []Span {
	if n := len(out); n > 0 && same(out[n-1], sp) {
		out[n-1].To = release
		return out
	}
	sp.From, sp.To = release, release
	return append(out, sp)
}

func same(a, b Span) bool {
	return a.Stage == b.Stage && a.Locked == b.Locked &&
		(a.Default == nil) == (b.Default == nil) && (a.Default == nil || *a.Default == *b.Default)
}

// furthest returns the most advanced span at a release. A stable feature remains stable after its
// gate is removed, even if another gate still exists.
func furthest(lines []Line, r note.Release) (best Span, ok bool) {
	for _, l := range lines {
		sp, found := l.lasting(r)
		if found && (!ok || rank(sp.Stage) > rank(best.Stage)) {
			best, ok = sp, true
		}
	}
	return best, ok
}

func bounds(lines []Line) (first, last int) {
	first, last = 0, -1
	for _, l := range lines {
		for _, sp := range l.Spans {
			from, to := minorOf(sp.From), minorOf(cmp.Or(sp.To, sp.From))
			if last < 0 || from < first {
				first = from
			}
			last = max(last, to)
		}
	}
	return first, last
}

func open(lines []Line) bool {
	return slices.ContainsFunc(lines, func(l Line) bool {
		sp, ok := l.Now()
		return ok && sp.To == ""
	})
}

func targets(k *upstream.KEP) []Span {
	return []Span{
		{Stage: note.Alpha, From: k.Milestone.Alpha}, {Stage: note.Beta, From: k.Milestone.Beta}, {Stage: note.Stable, From: k.Milestone.Stable},
	}
}

func milestones(k *upstream.KEP) []Span {
	var out []Span
	for _, m := range targets(k) {
		reached := rank(m.Stage) <= rank(note.Stage(k.Stage))
		if reached && upstream.IsRelease(string(m.From)) && started(k) {
			out = append(out, m)
		}
	}
	return out
}

func started(k *upstream.KEP) bool {
	return !slices.Contains([]string{"provisional", "rejected", "withdrawn", "deferred"}, k.Status)
}

// follow appends a milestone of kep.yaml if it is later and more advanced than the last span.
func follow(spans []Span, m Span) []Span {
	n := len(spans)
	if n == 0 {
		return append(spans, m)
	}
	last := spans[n-1]
	if rank(m.Stage) <= rank(last.Stage) || upstream.CompareReleases(m.From, last.From) <= 0 {
		return spans
	}
	if slices.ContainsFunc(spans, func(sp Span) bool { return sp.Stage == m.Stage }) {
		return spans
	}
	spans = slices.Clone(spans)
	if last.To == "" {
		spans[n-1].To = minorRelease(minorOf(m.From) - 1)
	}
	return append(spans, m)
}

func minorOf(r note.Release) int {
	n, err := strconv.Atoi(strings.TrimPrefix(string(r), "1."))
	if err != nil {
		return 0
	}
	return n
}

func minorRelease(n int) note.Release { return note.Release("1." + strconv.Itoa(n)) }

func (l Line) reachedAt(r note.Release) []note.Stage {
	var out []note.Stage
	seen := map[note.Stage]bool{}
	for _, sp := range l.Spans {
		if sp.From == r && !seen[sp.Stage] {
			out = append(out, sp.Stage)
		}
		seen[sp.Stage] = true
	}
	return out
}

func (l Line) after(r note.Release) []Span {
	var out []Span
	seen := map[note.Stage]bool{}
	for _, sp := range l.Spans {
		if !seen[sp.Stage] && upstream.CompareReleases(sp.From, r) > 0 {
			out = append(out, sp)
		}
		seen[sp.Stage] = true
	}
	return out
}

// lasting returns the span that includes a release, as At does. A stable stage never ends.
func (l Line) lasting(r note.Release) (Span, bool) {
	if sp, ok := l.At(r); ok {
		return sp, true
	}
	sp, ok := l.Now()
	return sp, ok && sp.Stage == note.Stable && upstream.CompareReleases(sp.From, r) <= 0
}

func (l Line) latest(r note.Release) (best Span, ok bool) {
	for _, sp := range l.Spans {
		if upstream.CompareReleases(sp.From, r) <= 0 {
			best, ok = sp, true
		}
	}
	return best, ok
}

func previous(r note.Release) note.Release { return minorRelease(minorOf(r) - 1) }
