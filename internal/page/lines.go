package page

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

func itoa(n int) string { return strconv.Itoa(n) }

// The measures of a line: where its first column stands, how wide a column is where
// there is room, how narrow it gets where a life is long, and the gap between two spans.
const (
	lineStart  = 30
	lineColumn = 62
	leastWidth = 32 // the name of a release has room in it
	lineRoom   = 800
	lineGap    = 4
	labelRoom  = 110 // stage and default in words, in any language
	lineEnd    = 33  // what the last span has beyond its column's beginning
)

// scale says which releases a line shows and how wide each is.
type scale struct{ first, last, column int }

func scaleOf(l site.Line) scale {
	first, last := columns(l)
	gaps := max(last-first, 1)
	return scale{first, last, min(lineColumn, max(leastWidth, (lineRoom-lineStart-lineEnd)/gaps))}
}

// x is where the column of a minor version stands.
func (s scale) x(minor int) int { return lineStart + (minor-s.first)*s.column }

// end is where the last span ends.
func (s scale) end() int { return s.x(s.last) + min(lineEnd, s.column-lineGap) }

// maxColumns is how many releases a line shows: older ones than that before its last
// change are cut off with their span's beginning kept in words.
const maxColumns = 24

// line makes the picture of a life. With a key, columns count the entries of their
// release's notes that name it.
func (sh *sheet) line(l site.Line, key note.Key) *view.Line {
	if len(l.Spans) == 0 {
		return nil
	}
	v := &view.Line{Words: sh.say()}
	for _, g := range l.Gates {
		v.Gates = append(v.Gates, sh.gateLink(g))
	}
	counts := sh.perRelease(key)
	at := scaleOf(l)
	for minor := at.first; minor <= at.last; minor++ {
		r := note.Release("1." + itoa(minor))
		v.Columns = append(v.Columns, view.LineColumn{
			Release: string(r), Href: sh.releaseLink(r).Href, X: at.x(minor), Entries: counts[r],
		})
		v.Counted = v.Counted || counts[r] > 0
	}
	v.Width = at.end() + lineStart/2
	for i, sp := range l.Spans {
		sh.span(v, sp, nextFrom(l.Spans, i), at)
		v.Steps = append(v.Steps, sh.step(sp, counts))
	}
	for i := range v.Spans[:len(v.Spans)-1] {
		if v.Spans[i].W < labelRoom {
			v.Spans[i].Label = v.Spans[i].Stage.Label // the last one has room at its right
		}
	}
	if l.ByGates > 0 && l.ByGates < len(l.Spans) {
		v.File = string(l.Spans[l.ByGates].From)
	}
	v.Open = l.Spans[len(l.Spans)-1].To == ""
	v.Alt = sh.lineAlt(l)
	return v
}

// nextFrom returns where the span after i begins; "" for the last.
func nextFrom(spans []site.Span, i int) note.Release {
	if i+1 < len(spans) {
		return spans[i+1].From
	}
	return ""
}

// columns returns the first and last minor version that a line shows: from its first
// span to its last one's beginning, or its end where it has one.
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

// span adds one bar to the picture.
func (sh *sheet) span(v *view.Line, sp site.Span, next note.Release, at scale) {
	st := sh.stage(sp)
	from := max(minor(sp.From), at.first)
	x, to := at.x(from), at.last
	if sp.To != "" {
		to = min(minor(sp.To), at.last)
	}
	if next != "" {
		to = min(to, minor(next)-1)
	}
	if to < from && next != "" {
		to = from // two spans in one release: half a column each would not be read
	}
	w := min(at.x(to+1)-lineGap, at.end()) - x
	if to < at.last {
		w = at.x(to+1) - lineGap - x
	}
	v.Spans = append(v.Spans, view.LineSpan{
		Stage: st, From: string(sp.From), To: string(sp.To), X: x, W: max(w, lineGap),
		Solid: st.Default == "on" || sp.Stage == note.Stable, Label: sh.short(st),
	})
}

// short is a stage in the few words that fit on the picture.
func (sh *sheet) short(st view.Stage) string {
	if st.Default == "" || st.Code == string(note.Stable) || st.Code == string(note.Alpha) && st.Default == "off" {
		return st.Label
	}
	return sh.l.T("stage."+st.Default, st.Label)
}

func (sh *sheet) step(sp site.Span, counts map[note.Release]int) view.LineStep {
	s := view.LineStep{Stage: sh.stage(sp), From: sh.releaseLink(sp.From), To: string(sp.To), Text: string(sp.From)}
	if sp.To != "" && sp.To != sp.From {
		s.Text = sh.l.T("line.range", sp.From, sp.To)
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

// lineAlt says a line in words: alpha 1.25–1.29, beta, off 1.30–1.32, GA since 1.36.
func (sh *sheet) lineAlt(l site.Line) string {
	var parts []string
	for _, sp := range l.Spans {
		st := sh.stage(sp)
		if sp.To == "" {
			parts = append(parts, sh.l.T("alt.open", sh.short(st), sp.From))
			continue
		}
		at := string(sp.From)
		if sp.To != sp.From {
			at = sh.l.T("line.range", sp.From, sp.To)
		}
		parts = append(parts, sh.l.T("alt.closed", sh.short(st), at))
	}
	return strings.Join(parts, ", ")
}

// perRelease counts the places of each release's notes that name a thing; nothing for none.
func (sh *sheet) perRelease(key note.Key) map[note.Release]int {
	if key.ID == "" {
		return nil
	}
	return sh.named(key).perRelease()
}

// gateKey identifies what rows say of a gate on pages of one language and depth.
type gateKey struct {
	name  string
	lang  note.Lang
	up    string // the way to /{l}/
	drawn bool   // with the picture of its life
}

// gateRow makes a gate in a list. Nobody writes into what it holds: pages share it.
func (sh *sheet) gateRow(name string, drawn bool) view.GateRow {
	row := sh.gateRows.Make(gateKey{name, sh.lang, sh.up, drawn}, func() view.GateRow { return sh.newGateRow(name, drawn) })
	row.Href = sh.near(row.Href)
	return row
}

func (sh *sheet) newGateRow(name string, drawn bool) view.GateRow {
	key := note.Key{Kind: note.Gate, ID: name}
	l := sh.s.GateLine(name)
	row := view.GateRow{Words: sh.say(), Name: name, Href: sh.link(key, "").Href, Stage: sh.now(l)}
	row.Noted, row.Langs = sh.noted(key)
	if len(l.Spans) > 0 {
		row.Since = string(l.Spans[0].From)
	}
	if g := sh.data.Gate(name); g != nil {
		row.Removed = g.Removed
	}
	for _, k := range sh.s.KEPsOfGate(name) {
		row.KEPs = append(row.KEPs, sh.kepLink(k))
	}
	if drawn {
		row.Line = sh.line(l, note.Key{})
	}
	return row
}

// gate makes the page of a feature gate.
func (sh *sheet) gate(name string) any {
	key := note.Key{Kind: note.Gate, ID: name}
	g, l := sh.data.Gate(name), sh.s.GateLine(name)
	v := view.GateView{
		Frame: sh.frame(name), Name: name, Former: g.FormerTitles, Removed: g.Removed,
		Line: sh.line(l, key), Description: sh.descriptions(g),
		Upstream: view.Link{Href: gatePage + name, Text: "kubernetes.io", External: true},
	}
	v.TitleLang = sh.english()
	for _, sp := range l.Spans {
		v.Rows = append(v.Rows, view.GateStage{Stage: sh.stage(sp), From: string(sp.From), To: string(sp.To)})
	}
	for _, k := range sh.s.KEPsOfGate(name) {
		v.KEPs = append(v.KEPs, sh.kepOnPage(k, ""))
	}
	v.Entries, v.Count, _ = sh.said(key)
	v.Crumbs = []view.Link{{Href: sh.href("gates/"), Text: sh.l.T("nav.gates")}}
	sh.outline(&v.Frame, section{"line", v.Line != nil}, section{"description", len(v.Description) > 0},
		section{"keps", len(v.KEPs) > 0}, section{"said", v.Count > 0})
	return v
}

const gatePage = "https://kubernetes.io/docs/reference/command-line-tools-reference/feature-gates/#"

// descriptions renders what upstream says of a gate: in the page's language first,
// in English last, in no other.
func (sh *sheet) descriptions(g *upstream.Gate) []view.Rich {
	var out []view.Rich
	for _, lang := range unique([]note.Lang{sh.lang, "en"}) {
		if r := sh.markdown(g.Description[lang], lang); r != nil {
			out = append(out, *r)
		}
	}
	return out
}

func (sh *sheet) gates() any {
	v := view.GatesView{Frame: sh.frame(sh.l.T("gates.title"))}
	count := map[note.Stage]int{}
	for _, name := range sh.s.Keys(note.Gate) {
		row := sh.gateRow(name, false)
		if row.Stage != nil {
			count[note.Stage(row.Stage.Code)]++
		}
		v.Rows = append(v.Rows, row)
	}
	slices.SortStableFunc(v.Rows, func(a, b view.GateRow) int { return sh.l.Collate(a.Name, b.Name) })
	v.Stages = sh.stageOptions(count)
	return v
}

func (sh *sheet) stageOptions(count map[note.Stage]int) []view.Option {
	var out []view.Option
	for _, st := range []note.Stage{note.Alpha, note.Beta, note.Stable, note.Deprecated, note.Removed} {
		if count[st] > 0 {
			out = append(out, view.Option{Value: string(st), Label: sh.l.T("stage." + string(st)), Count: count[st], Figure: sh.l.Number(count[st])})
		}
	}
	return out
}
