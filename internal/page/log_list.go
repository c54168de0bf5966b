package page

import (
	"maps"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/view"
)

func (sh *sheet) monthLink(month string) *view.Link {
	return &view.Link{Href: sh.href(monthPath(month)), Text: sh.l.Date(month)}
}

// monthLinks lists the months of one log, newest first, with the count of its posts.
func (sh *sheet) monthLinks(n *note.Note) []view.Link {
	count := map[string]int{}
	for _, q := range postsIn(sh.s.Pairing(n, sh.lang).Rows) {
		if q.entry() {
			count[q.date[:7]]++
		}
	}
	return sh.monthCounts(count)
}

func (sh *sheet) monthCounts(count map[string]int) []view.Link {
	var out []view.Link
	for _, m := range slices.Backward(slices.Sorted(maps.Keys(count))) {
		l := sh.monthLink(m)
		l.Note = sh.l.Number(count[m])
		out = append(out, *l)
	}
	return out
}

// latestDays is how many days the list of the log shows.
const latestDays = 7

func (sh *sheet) logList() any {
	v := view.LogListView{Frame: sh.frame(sh.l.T("nav.log")), Latest: sh.latest(latestDays), Notes: sh.noteRows(sh.logNotes())}
	count := map[string]int{}
	for _, m := range sh.months() {
		for _, q := range sh.month(m, sh.lang).posts {
			if q.entry() {
				count[m]++
			}
		}
	}
	for _, l := range sh.monthCounts(count) {
		year := yearOf(l.Href)
		if n := len(v.Years); n == 0 || v.Years[n-1].Year != year {
			v.Years = append(v.Years, view.LogYear{Year: year})
		}
		last := &v.Years[len(v.Years)-1]
		last.Months = append(last.Months, l)
	}
	sh.outline(&v.Frame, section{"months", len(v.Years) > 0}, section{"notes", len(v.Notes) > 0})
	return v
}

// yearOf returns the year in the address of a month.
func yearOf(href string) string {
	parts := strings.Split(strings.Trim(href, "/"), "/")
	return parts[len(parts)-2]
}

// latest returns the newest days of the log, newest first, their entries as they stand on their
// months, and no more of these than a page quotes: of a day with more only the first, where it is
// the newest, and of a later one none, with a link to all of them.
func (sh *sheet) latest(limit int) []view.LogDay {
	var out []view.LogDay
	room := maxSaid
	for _, month := range slices.Backward(sh.months()) {
		m := sh.month(month, sh.lang)
		for _, posts := range slices.Backward(m.byDay()) {
			if len(out) == limit {
				return out
			}
			d := sh.quotedDay(m, posts)
			n := len(d.Entries)
			if n == 0 {
				continue
			}
			if n > room {
				if len(out) > 0 {
					room = 0
				}
				d.Entries, d.More = d.Entries[:room], sh.wholeDay(posts)
			}
			room -= len(d.Entries)
			out = append(out, d)
		}
	}
	return out
}

// quotedDay makes a day for other pages: what only another version has is left out.
func (sh *sheet) quotedDay(m *logMonth, posts []post) view.LogDay {
	d := sh.logDay(posts[0].date)
	for _, q := range posts {
		if q.row == nil {
			continue
		}
		for _, b := range q.row.Blocks {
			d.Entries = append(d.Entries, sh.quotedPost(m, q, b))
		}
	}
	return d
}
