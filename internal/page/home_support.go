package page

import (
	"slices"
	"strconv"
	"time"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// supportViews builds the chart of supported releases.
type supportViews struct{ b *builder.Builder }

// maxUndated is the number of releases in the chart if there is no support data.
const maxUndated = 4

func (sv supportViews) chart() *view.SupportChart {
	v := &view.SupportChart{Words: sv.b.Say()}
	if len(sv.b.Data.Supports) > 0 {
		v.AsOf = sv.b.Date(sv.b.Data.DateOf(upstream.SupportFile))
	}
	var shown []note.Release
	for _, r := range sv.b.Site.Releases() {
		if sv.b.Book.InSupport(r) && (len(sv.b.Data.Supports) > 0 || len(shown) < maxUndated) {
			shown = append(shown, r)
		} else {
			v.Ended = append(v.Ended, sv.b.Links.Release(r))
		}
	}
	if len(shown)+len(v.Ended) == 0 {
		return nil
	}
	at := newScale(sv.b.Book, shown)
	for _, r := range shown {
		v.Rows = append(v.Rows, sv.row(r, at))
	}
	if v.AsOf != nil {
		v.Means = sv.b.L.T("support.means", v.AsOf.Text)
		v.Day = at.position(v.AsOf.ISO)
	}
	v.From, v.Days, v.Legend = dayNumber(at.from), int(at.days), sv.legend(v.Rows)
	return v
}

// legend explains the colours of the bars.
func (sv supportViews) legend(rows []view.SupportRow) []view.Tag {
	var out []view.Tag
	for _, c := range []struct {
		state upstream.SupportState
		key   string
	}{{upstream.Supported, "supported"}, {upstream.Maintenance, "critical"}, {upstream.Unknown, "plan"}} {
		if slices.ContainsFunc(rows, func(r view.SupportRow) bool {
			return slices.ContainsFunc(r.Bars, func(b view.SupportBar) bool { return b.Code == string(c.state) })
		}) {
			out = append(out, view.Tag{Code: string(c.state), Label: sv.b.L.T("support." + c.key)})
		}
	}
	return out
}

func (sv supportViews) row(r note.Release, at timeScale) view.SupportRow {
	state, end := sv.b.Data.SupportOf(r), endOf(sv.b.Book, r)
	row := view.SupportRow{
		Words: sv.b.Say(), Code: string(state), Release: string(r), Href: sv.b.Href(address.ReleasePath(r)),
		Text: sv.state(r),
	}
	if end != "" {
		row.Over = dayNumber(dayOf(end)) + 1
		row.Past = sv.b.L.T("support.past", sv.b.L.Date(end))
	}
	if n := len(sv.b.Site.Facts(r).Changes); n > 0 {
		row.Published = sv.b.L.N("count.published", n)
	}
	if n := len(sv.b.Site.NotesOf(r)); n > 0 {
		row.Notes = sv.b.L.N("count.notes", n)
	}
	row.Bars = sv.bars(r, end, at)
	return row
}

// bars returns the bars of a release: full support, then the period of critical fixes only.
func (sv supportViews) bars(r note.Release, end string, at timeScale) []view.SupportBar {
	from, fixes := sv.b.Book.Release(r).Date, ""
	if s := sv.b.Data.Supports[r]; s != nil {
		fixes = s.Maintenance
	}
	var out []view.SupportBar
	add := func(code, a, b string) {
		if a != "" && b != "" && a < b {
			out = append(out, view.SupportBar{Code: code, X: at.position(a), Width: at.width(a, b)})
		}
	}
	switch {
	case sv.b.Data.SupportOf(r) == upstream.Unknown:
		add(string(upstream.Unknown), from, end)
	case fixes != "":
		add(string(upstream.Supported), from, fixes)
		add(string(upstream.Maintenance), fixes, end)
	default:
		add(string(upstream.Supported), from, end)
	}
	return out
}

var untilKeys = map[upstream.SupportState]string{
	upstream.Supported: "supported_until", upstream.Maintenance: "maintenance_until", upstream.Ended: "ended_until",
}

// state describes the support of a release in words, with its end date if known. Releases that
// are newer than the data have a message of their own.
func (sv supportViews) state(r note.Release) string {
	state, end := sv.b.Data.SupportOf(r), endOf(sv.b.Book, r)
	switch {
	case state != upstream.Unknown && end != "":
		return sv.b.L.T("support."+untilKeys[state], sv.b.L.Date(end))
	case state != upstream.Unknown:
		return sv.b.L.T("support." + string(state))
	case end != "":
		return sv.b.L.T("support.planned", sv.b.L.Date(end))
	case sv.b.Book.AfterSchedule(r):
		return sv.b.L.T("support.newer")
	}
	return sv.b.L.T("support.nodata")
}

// endOf returns the date on which the support of a release ends. It prefers the schedule over the
// announcement.
func endOf(bk *address.Book, r note.Release) string {
	if s := bk.Data.Supports[r]; s != nil && s.EndOfLife != "" {
		return s.EndOfLife
	}
	return bk.Release(r).EndOfSupport
}

// timeScale maps dates to the width of the chart, which extends from the first release to the
// last end of support.
type timeScale struct {
	from time.Time
	days float64
}

func newScale(bk *address.Book, shown []note.Release) timeScale {
	first, last := "", ""
	for _, r := range shown {
		if date := bk.Release(r).Date; date != "" && (first == "" || date < first) {
			first = date
		}
		last = max(last, endOf(bk, r))
	}
	from, to := dayOf(first), dayOf(last)
	return timeScale{from, max(1, to.Sub(from).Hours()/24)}
}

func dayOf(date string) time.Time {
	t, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return time.Time{}
	}
	return t
}

// dayNumber returns the number of days since 1970-01-01.
func dayNumber(t time.Time) int { return int(t.Unix() / 86400) }

func (sc timeScale) percent(date string) float64 {
	return 100 * dayOf(date).Sub(sc.from).Hours() / 24 / sc.days
}

func decimal(p float64) string { return strconv.FormatFloat(p, 'f', 1, 64) }

func (sc timeScale) width(a, b string) string { return decimal(sc.percent(b) - sc.percent(a)) }

// position returns the position of a date in percent of the width, or "" if it is outside of the
// chart.
func (sc timeScale) position(date string) string {
	p := sc.percent(date)
	if date == "" || p < 0 || p > 100 {
		return ""
	}
	return decimal(p)
}
