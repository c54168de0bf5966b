package builder

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// Lines draws the timeline of a KEP or of a feature gate.
type Lines struct {
	pg        *Page
	links     *Links
	citations *Citations
}

// Dimensions of a timeline in pixels.
const (
	lineStart  = 30
	lineColumn = 38 // wide enough for the name of a release
	lineGap    = 4
	labelRoom  = 110 // wide enough for a stage and its default in any language
	lastLabel  = 50  // space that such a label needs to the right of the last column
)

// axisColumns is the number of releases on a timeline. Timelines end at the newest release, so
// that readers can compare them. The timeline of a feature that ended long ago ends after that
// feature. Earlier releases are cut off, but the text names the start of their span.
const axisColumns = 20

// scale is the first and the last release of a timeline, by minor version.
type scale struct{ first, last int }

func (s scale) x(minor int) int { return lineStart + (minor-s.first)*lineColumn }

func (s scale) end() int { return s.x(s.last+1) - lineGap }

// axis returns the releases that a timeline of the spans shows.
func (ln *Lines) axis(spans []site.Span) scale {
	last, end := 0, 0
	if all := ln.pg.Site.Releases(); len(all) > 0 {
		last = minor(all[0])
	}
	for _, sp := range spans {
		end = max(end, minor(sp.From), minor(sp.To))
	}
	last = max(last, end)
	open := spans[len(spans)-1].To == ""
	if !open && end <= last-axisColumns {
		last = end + 1
	}
	return scale{last - axisColumns + 1, last}
}

// Line draws the stages of a feature. The columns have the number of citations of key per
// release. It returns nil without stages.
func (ln *Lines) Line(l site.Line, key note.Key) *view.Line {
	if len(l.Spans) == 0 {
		return nil
	}
	v := &view.Line{Words: ln.pg.Say()}
	for _, g := range l.Gates {
		v.Gates = append(v.Gates, ln.links.Gate(g))
	}
	spans := lasting(l.Spans, key)
	counts := ln.citations.perRelease(key)
	at := ln.axis(spans)
	for minor := at.first; minor <= at.last; minor++ {
		r := note.Release("1." + strconv.Itoa(minor))
		v.Columns = append(v.Columns, view.LineColumn{
			Release: string(r), Href: ln.links.Release(r).Href, X: at.x(minor), Entries: counts[r],
		})
		v.Counted = v.Counted || counts[r] > 0
	}
	v.Width = at.end() + lastLabel
	for i, sp := range spans {
		ln.span(v, sp, nextFrom(spans, i), at)
		v.Steps = append(v.Steps, ln.step(sp, counts))
	}
	for i := range v.Spans[:len(v.Spans)-1] {
		if v.Spans[i].W < labelRoom {
			v.Spans[i].Label = v.Spans[i].Stage.Label // the label of the last span may extend to its right
		}
	}
	if l.ByGates > 0 && l.ByGates < len(l.Spans) {
		v.File = string(l.Spans[l.ByGates].From)
	}
	v.Open = spans[len(spans)-1].To == ""
	v.Alt = ln.lineAlt(spans)
	ln.end(v, spans, key, at)
	return v
}

// lasting returns the spans of a feature for its timeline. The last span of a stable KEP stays
// open, because the feature remains after its gate is removed.
func lasting(spans []site.Span, key note.Key) []site.Span {
	last := spans[len(spans)-1]
	if key.Kind != note.KEP || last.Stage != note.Stable || last.To == "" {
		return spans
	}
	last.To = ""
	return append(slices.Clone(spans[:len(spans)-1]), last)
}

// end marks the release that removed a gate, or the releases that are newer than the data on
// gates.
func (ln *Lines) end(v *view.Line, spans []site.Span, key note.Key, at scale) {
	if key.Kind != note.Gate {
		return
	}
	reach := minor(ln.pg.Data.GateReach())
	if v.Open && reach > 0 && reach < at.last {
		v.Beyond = &view.LineSpan{X: at.x(reach+1) - lineGap, W: at.end() - at.x(reach+1) + 2*lineGap}
		v.Reach = ln.pg.L.T("line.reach", ln.pg.Data.GateReach())
		return
	}
	to := minor(spans[len(spans)-1].To)
	if v.Open || to >= at.last {
		return
	}
	v.End = &view.LineColumn{Release: "1." + strconv.Itoa(to+1), X: at.x(to + 1)}
	if g, ok := ln.pg.Data.RemovalOf(key.ID); ok && minor(g.Release) > to && minor(g.Release) <= at.last {
		v.End.Release, v.End.X = string(g.Release), at.x(minor(g.Release))
	}
}

func nextFrom(spans []site.Span, i int) note.Release {
	if i+1 < len(spans) {
		return spans[i+1].From
	}
	return ""
}

func minor(r note.Release) int {
	n, err := strconv.Atoi(strings.TrimPrefix(string(r), "1."))
	if err != nil {
		return 0
	}
	return n
}

func (ln *Lines) span(v *view.Line, sp site.Span, next note.Release, at scale) {
	st := ln.pg.Stage(sp)
	from := max(minor(sp.From), at.first)
	x, to := at.x(from), at.last
	if sp.To != "" {
		to = min(minor(sp.To), at.last)
	}
	if next != "" {
		to = min(to, minor(next)-1)
	}
	if to < from && next != "" {
		to = from // two spans in one release share a column: half a column would be unreadable
	}
	w := at.x(to+1) - lineGap - x
	v.Spans = append(v.Spans, view.LineSpan{
		Stage: st, From: string(sp.From), To: string(sp.To), X: x, W: max(w, lineGap),
		Solid: st.Default == "on" || sp.Stage == note.Stable, Label: ln.pg.short(st),
	})
}

func (ln *Lines) step(sp site.Span, counts map[note.Release]int) view.LineStep {
	s := view.LineStep{Stage: ln.pg.Stage(sp), From: ln.links.Release(sp.From), To: string(sp.To), Text: string(sp.From)}
	if sp.To != "" && sp.To != sp.From {
		s.Text = ln.pg.L.T("line.range", sp.From, sp.To)
	}
	for r, n := range counts {
		if within(r, sp) {
			s.Entries += n
		}
	}
	return s
}

func within(r note.Release, sp site.Span) bool {
	return upstream.CompareReleases(sp.From, r) <= 0 && (sp.To == "" || upstream.CompareReleases(r, sp.To) <= 0)
}

// lineAlt describes a timeline in words: alpha 1.25–1.29; beta, off 1.30–1.32; GA since 1.36.
func (ln *Lines) lineAlt(spans []site.Span) string {
	var parts []string
	for _, sp := range spans {
		st := ln.pg.Stage(sp)
		if sp.To == "" {
			parts = append(parts, ln.pg.L.T("alt.open", ln.pg.short(st), sp.From))
			continue
		}
		at := string(sp.From)
		if sp.To != sp.From {
			at = ln.pg.L.T("line.range", sp.From, sp.To)
		}
		parts = append(parts, ln.pg.L.T("alt.closed", ln.pg.short(st), at))
	}
	return strings.Join(parts, ln.pg.L.T("mark.semicolon"))
}
