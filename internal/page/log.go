package page

import (
	"iter"
	"slices"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/view"
)

type logViews struct{ b *builder.Builder }

func monthPages(lg *address.Log) family {
	return pagesOf[string]{
		all: lg.Months,
		owner: func(path string) (string, bool) {
			month, _, ok := address.MonthOf(path)
			return month, ok && slices.Contains(lg.Months(), month)
		},
		routes: func(month string) iter.Seq[route] {
			return func(yield func(route) bool) {
				for _, part := range lg.PartsOfMonth(month) {
					if !yield(route{address.MonthPath(month) + part, "log", func(b *builder.Builder) any { return logViews{b}.logPage(month, part) }, nil}) {
						return
					}
				}
			}
		},
	}
}

func (lv logViews) days(m *address.LogMonth, logs map[*note.Note]*builder.Columns) []view.LogDay {
	var out []view.LogDay
	for _, posts := range m.ByDay() {
		d := lv.logDay(posts[0].Date)
		for _, q := range posts {
			if q.Row != nil {
				c := logs[q.N]
				d.Entries = append(d.Entries, lv.entriesOf(c, m, q)...)
			}
		}
		out = append(out, d)
	}
	return out
}

func (lv logViews) logDay(date string) view.LogDay {
	return view.LogDay{Words: lv.b.Say(), ID: address.DayID(date), Href: lv.b.Href(lv.b.Book.Log.DayPath(date, lv.b.Lang)), Date: *lv.b.Date(date)}
}

func (lv logViews) wholeDay(posts []address.Post) *view.Link {
	n := 0
	for _, q := range posts {
		if q.Entry() {
			n++
		}
	}
	return &view.Link{Href: lv.b.Href(lv.b.Book.Log.DayPath(posts[0].Date, lv.b.Lang)), Text: lv.b.L.N("said.all", n)}
}

func (lv logViews) logsOf(m *address.LogMonth) map[*note.Note]*builder.Columns {
	out := map[*note.Note]*builder.Columns{}
	for _, q := range m.Posts {
		if out[q.N] == nil {
			out[q.N] = lv.b.Pairs.Columns(q.N, m.RowsOf(q.N))
		}
	}
	return out
}

// barOf returns the language switch of a month, and whether the month has counterparts. It
// returns no switch if the logs have different pairs of languages.
func barOf(m *address.LogMonth, logs map[*note.Note]*builder.Columns) (bar *view.Two, pairs bool) {
	for _, q := range m.Posts {
		c := logs[q.N]
		two := c.Two()
		switch {
		case two == nil:
		case !pairs:
			bar, pairs = two, true
		case bar == nil || bar.A != two.A || bar.B != two.B:
			return nil, true
		}
	}
	return bar, pairs
}

// entriesOf builds the entries of a post with their counterparts. A block of another type becomes
// the details of an entry without text.
func (lv logViews) entriesOf(c *builder.Columns, m *address.LogMonth, q address.Post) []view.Entry {
	var out []view.Entry
	for _, it := range c.Items(nil, *q.Row) {
		e := view.Entry{Words: lv.b.Say(), LineLinks: &view.LineLinks{}}
		if it.Entry != nil {
			e = *it.Entry
		} else {
			e.ID = takeAnchor(&it)
			e.Details = []view.Item{it}
		}
		if e.ID != "" {
			e.ID = m.AnchorOf(c.N.ID, e.ID)
		}
		e.Href = fragment.Hash(e.ID)
		out = append(out, e)
	}
	return out
}

// takeAnchor removes the anchor of an item that is not an entry, and returns it.
func takeAnchor(it *view.Item) string {
	id := it.ID
	it.ID = ""
	if it.Pair != nil {
		it.Pair.ID = ""
	}
	return id
}

func (lv logViews) monthLink(month string) *view.Link {
	return &view.Link{Href: lv.b.Href(address.MonthPath(month)), Text: lv.b.L.Date(month)}
}

func (lv logViews) logPage(month, part string) any {
	m := lv.b.Book.Log.Month(month, lv.b.Lang).On(part)
	v := view.LogView{Frame: lv.b.Frames.Frame(lv.b.L.T("log.title", lv.monthTitle(month, part))), Month: *lv.b.Date(month), Notes: lv.b.Rows.Notes(m.Notes)}
	logs := lv.logsOf(m)
	v.Days = lv.days(m, logs)
	if v.Two, v.Pairs = barOf(m, logs); v.Two != nil {
		v.Two.Remarks = m.Remarks()
	}
	v.Bilingual = v.Pairs
	v.Crumbs = []view.Link{{Href: lv.b.Href("log/"), Text: lv.b.L.T("nav.log")}}
	if part != "" {
		v.Crumbs = append(v.Crumbs, *lv.monthLink(month))
	}
	for _, d := range v.Days {
		v.Outline = append(v.Outline, view.OutlineItem{ID: d.ID, Text: d.Date.Text, Level: 2})
	}
	v.Prev, v.Next = lv.monthsAround(month, part)
	return v
}

// monthTitle returns the name of a month, with the number of its page after the first: April 2023
// · 2.
func (lv logViews) monthTitle(month, part string) string {
	if part == "" {
		return lv.b.L.Date(month)
	}
	return lv.b.L.Date(month) + " · " + part[:len(part)-1]
}

func (lv logViews) monthsAround(month, part string) (prev, next *view.Link) {
	parts := lv.b.Book.Log.PartsOfMonth(month)
	link := func(part string) *view.Link {
		return &view.Link{Href: lv.b.Href(address.MonthPath(month) + part), Text: lv.monthTitle(month, part)}
	}
	i := slices.Index(parts, part)
	if prev = lv.monthAt(month, -1); i > 0 {
		prev = link(parts[i-1])
	}
	if next = lv.monthAt(month, 1); i+1 < len(parts) {
		next = link(parts[i+1])
	}
	return prev, next
}

func (lv logViews) monthAt(month string, by int) *view.Link {
	all := lv.b.Book.Log.Months()
	if i := slices.Index(all, month) + by; i >= 0 && i < len(all) {
		return lv.monthLink(all[i])
	}
	return nil
}
