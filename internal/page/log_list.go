package page

import (
	"maps"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/view"
)

type logListViews struct{ b *builder.Builder }

// quotedPost quotes a block of a post. A block that is not an entry becomes the details of an
// entry without text.
func (ll logListViews) quotedPost(m *address.LogMonth, q address.Post, b *note.Block) view.Entry {
	in := builder.Place{N: q.N, Quoted: true}
	e := view.Entry{Words: ll.b.Say(), LineLinks: &view.LineLinks{}}
	if b.Type == note.Entry {
		e = ll.b.Entries.Entry(b, in)
		e.Date = nil
	} else {
		e.Details = []view.Item{ll.b.Entries.Item(b, in)}
	}
	e.Href, e.From = ll.b.Href(m.PathOf(q.Date, q.N.ID, ll.b.Book.Log.Anchor(q.N, b))), ll.b.Notes.From(q.N)
	return e
}

func (ll logListViews) monthLinks(n *note.Note) []view.Link {
	count := map[string]int{}
	for _, q := range address.PostsIn(ll.b.Site.Pairing(n, ll.b.Lang).Rows) {
		if q.Entry() {
			count[q.Date[:7]]++
		}
	}
	return ll.monthCounts(count)
}

func (ll logListViews) monthCounts(count map[string]int) []view.Link {
	var out []view.Link
	for _, m := range slices.Backward(slices.Sorted(maps.Keys(count))) {
		l := logViews(ll).monthLink(m)
		l.Note = ll.b.L.Number(count[m])
		out = append(out, *l)
	}
	return out
}

const latestDays = 7

func (ll logListViews) logList() any {
	v := view.LogListView{Frame: ll.b.Frames.Frame(ll.b.L.T("nav.log")), Latest: ll.latest(latestDays), Notes: ll.b.Rows.Notes(ll.b.Book.Log.Notes())}
	count := map[string]int{}
	for _, m := range ll.b.Book.Log.Months() {
		for _, q := range ll.b.Book.Log.Month(m, ll.b.Lang).Posts {
			if q.Entry() {
				count[m]++
			}
		}
	}
	for _, l := range ll.monthCounts(count) {
		year := yearOf(l.Href)
		if n := len(v.Years); n == 0 || v.Years[n-1].Year != year {
			v.Years = append(v.Years, view.LogYear{Year: year})
		}
		last := &v.Years[len(v.Years)-1]
		last.Months = append(last.Months, l)
	}
	ll.b.Frames.Outline(&v.Frame, section("months", len(v.Years) > 0), section("notes", len(v.Notes) > 0))
	return v
}

func yearOf(href string) string {
	parts := strings.Split(strings.Trim(href, "/"), "/")
	return parts[len(parts)-2]
}

// latest quotes the newest limit days of the log, newest first, with at most MaxQuoted entries in
// all. A day that does not fit has only a link.
func (ll logListViews) latest(limit int) []view.LogDay {
	var out []view.LogDay
	room := address.MaxQuoted
	for _, month := range slices.Backward(ll.b.Book.Log.Months()) {
		m := ll.b.Book.Log.Month(month, ll.b.Lang)
		for _, posts := range slices.Backward(m.ByDay()) {
			if len(out) == limit {
				return out
			}
			d := ll.quotedDay(m, posts)
			n := len(d.Entries)
			if n == 0 {
				continue
			}
			if n > room {
				if len(out) > 0 {
					room = 0
				}
				d.Entries, d.More = d.Entries[:room], logViews(ll).wholeDay(posts)
			}
			room -= len(d.Entries)
			out = append(out, d)
		}
	}
	return out
}

// quotedDay builds a day for another page. It omits blocks that only another version of the log
// has.
func (ll logListViews) quotedDay(m *address.LogMonth, posts []address.Post) view.LogDay {
	d := logViews(ll).logDay(posts[0].Date)
	for _, q := range posts {
		if q.Row == nil {
			continue
		}
		for _, b := range q.Row.Blocks {
			d.Entries = append(d.Entries, ll.quotedPost(m, q, b))
		}
	}
	return d
}
