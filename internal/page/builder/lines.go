package builder

import (
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
	lineColumn = 62
	leastWidth = 32 // fits the name of a release
	lineRoom   = 800
	lineGap    = 4
	labelRoom  = 110 // fits stage and default in any language
	lineEnd    = 33  // length of the last span beyond the start of its column
)

// scale is the range of releases of a timeline, and the column width.
type scale struct{ first, last, column int }

func scaleOf(l site.Line) scale {
	first, last := columns(l)
	gaps := max(last-first, 1)
	return scale{first, last, min(lineColumn, max(leastWidth, (lineRoom-lineStart-lineEnd)/gaps))}
}

func (s scale) x(minor int) int { return lineStart + (minor-s.first)*s.column }

func (s scale) end() int { return s.x(s.last) + min(lineEnd, s.column-lineGap) }

// maxColumns is how many releases a timeline shows. Earlier ones are cut off; the text still names
// the start of their span.
const maxColumns = 24

// Line draws the stages of a feature. With a key, columns count its citations.
func (ln *Lines) Line(l site.Line, key note.Key) *view.Line {
	if len(l.Spans) == 0 {
		return nil
	}
	v := &view.Line{Words: ln.pg.Say()}
	for _, g := range l.Gates {
		v.Gates = append(v.Gates, ln.links.Gate(g))
	}
	counts := ln.citations.perRelease(key)
	at := scaleOf(l)
	for minor := at.first; minor <= at.last; minor++ {
		r := note.Release("1." + strconv.Itoa(minor))
		v.Columns = append(v.Columns, view.LineColumn{
			Release: string(r), Href: ln.links.Release(r).Href, X: at.x(minor), Entries: counts[r],
		})
		v.Counted = v.Counted || counts[r] > 0
	}
	v.Width = at.end() + lineStart/2
	for i, sp := range l.Spans {
		ln.span(v, sp, nextFrom(l.Spans, i), at)
		v.Steps = append(v.Steps, ln.step(sp, counts))
	}
	for i := range v.Spans[:len(v.Spans)-1] {
		if v.Spans[i].W < labelRoom {
			v.Spans[i].Label = v.Spans[i].Stage.Label // the last one has space to its right
		}
	}
	if l.ByGates > 0 && l.ByGates < len(l.Spans) {
		v.File = string(l.Spans[l.ByGates].From)
	}
	v.Open = l.Spans[len(l.Spans)-1].To == ""
	v.Alt = ln.lineAlt(l)
	return v
}

func nextFrom(spans []site.Span, i int) note.Release {
	if i+1 < len(spans) {
		return spans[i+1].From
	}
	return ""
}

func columns(l site.Line) (first, last int) {
	first, last = minor(l.Spans[0].From), 0
	for _, sp := range l.Spans {
		first = min(first, minor(sp.From))
		last = max(last, minor(sp.From))
	}
	if end := l.Spans[len(l.Spans)-1].To; end != "" {
		last = max(last, minor(end))
	}
	return max(first, last-maxColumns+1), last
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
		to = from // two spans in one release: half a column each would be unreadable
	}
	w := min(at.x(to+1)-lineGap, at.end()) - x
	if to < at.last {
		w = at.x(to+1) - lineGap - x
	}
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

// lineAlt describes a timeline: alpha 1.25–1.29; beta, off 1.30–1.32; GA since 1.36.
func (ln *Lines) lineAlt(l site.Line) string {
	var parts []string
	for _, sp := range l.Spans {
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
