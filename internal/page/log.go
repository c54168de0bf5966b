package page

import (
	"cmp"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

// day is what a date of the log looks like.
var day = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`)

func isDay(date string) bool { return day.MatchString(date) }

// logKey is a month in one language of the interface.
type logKey struct {
	month string // 2023-04
	lang  note.Lang
}

// logMonth is what stands on the page of a month: of every log the version for the
// reader, with anchors that are unique on the page.
type logMonth struct {
	posts   []post // by day
	notes   []note.ID
	anchors map[logAnchor]string // on the page, of every block of the posts that has one
}

// logAnchor is an anchor of a log, the same in all its versions.
type logAnchor struct {
	id     note.ID
	anchor string
}

// anchorOf is the anchor that a block of a log has on the page of the month.
func (m *logMonth) anchorOf(id note.ID, anchor string) string {
	return cmp.Or(m.anchors[logAnchor{id, anchor}], anchor)
}

// post is a row of a log under its day. A post without a row stands for the day's heading:
// the author wrote the date, and perhaps nothing below it.
type post struct {
	date string
	row  *site.Row
	n    *note.Note // whose page has it: not of the other version where only that has it
}

// entry reports whether the post is one of the log's own.
func (q post) entry() bool {
	return q.row != nil && len(q.row.Blocks) > 0 && q.row.Blocks[0].Type == note.Entry
}

// monthPages are the months of the log.
func (p *planner) monthPages() family {
	return pagesOf[string]{
		all: p.months,
		owner: func(path string) (string, bool) {
			rest, ok := strings.CutPrefix(path, "log/")
			month := strings.ReplaceAll(strings.TrimSuffix(rest, "/"), "/", "-")
			return month, ok && slices.Contains(p.months(), month)
		},
		routes: func(month string) iter.Seq[route] {
			return only(route{monthPath(month), "log", func(sh *sheet) any { return sh.logPage(month) }, nil, nil})
		},
	}
}

// listMonths lists the months in which some log has a post.
func (p *planner) listMonths() []string {
	seen := map[string]bool{}
	for _, id := range p.logNotes() {
		for _, n := range p.s.Versions(id) {
			for i := range n.Blocks {
				if isDay(n.Blocks[i].Date) {
					seen[n.Blocks[i].Date[:7]] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// listLogMonths lists the months that versions of each log name: in no other has it a post, in
// whatever language, and its rows need not be made for those.
func (p *planner) listLogMonths() map[note.ID]map[string]bool {
	out := map[note.ID]map[string]bool{}
	for _, id := range p.logNotes() {
		out[id] = map[string]bool{}
		for _, n := range p.s.Versions(id) {
			for b := range n.All {
				if date := dayOf(b); date != "" {
					out[id][date[:7]] = true
				}
			}
		}
	}
	return out
}

// dayOf is the day that a block of a log is of, or that it names as a heading; "" for others.
func dayOf(b *note.Block) string {
	switch {
	case isDay(b.Date):
		return b.Date
	case b.Type == note.Heading:
		return headingDay(b)
	}
	return ""
}

// postsIn gives every row of a log that stands under a day its date, and every day that a
// heading names a post without a row. What stands before the first day is left out.
func postsIn(rows []site.Row) []post {
	var out []post
	current := ""
	for i := range rows {
		b := head(rows[i])
		switch {
		case b.Type == note.Heading:
			if current = headingDay(b); current != "" {
				out = append(out, post{date: current})
			}
			continue
		case isDay(b.Date):
			current = b.Date
		case b.Type == note.Entry:
			current = ""
		}
		if current != "" {
			out = append(out, post{date: current, row: &rows[i]})
		}
	}
	return out
}

// headingDay returns the day that a heading names; "" for other headings.
func headingDay(b *note.Block) string {
	if isDay(b.Date) {
		return b.Date
	}
	words := strings.TrimSpace(b.Text.Plain())
	if len(words) >= 10 && isDay(words[:10]) {
		return words[:10]
	}
	return ""
}

// month collects what stands on the page of a month.
func (p *planner) month(month string, lang note.Lang) *logMonth {
	key := logKey{month, lang}
	if made, ok := p.logs.Load(key); ok {
		return made.(*logMonth)
	}
	m := &logMonth{anchors: map[logAnchor]string{}}
	for _, id := range p.logNotes() {
		if !p.logMonths()[id][month] {
			continue
		}
		n := p.s.Pick(id, lang)
		before := len(m.posts)
		for _, q := range postsIn(p.s.Pairing(n, lang).Rows) {
			if strings.HasPrefix(q.date, month) {
				q.n = n
				m.posts = append(m.posts, q)
			}
		}
		if len(m.posts) > before {
			m.notes = append(m.notes, id)
		}
	}
	slices.SortStableFunc(m.posts, func(a, b post) int { return strings.Compare(a.date, b.date) })
	p.anchorPosts(m)
	made, _ := p.logs.LoadOrStore(key, m)
	return made.(*logMonth)
}

// anchorPosts gives all that has an anchor in a log one on the page. Two logs can write about
// the same thing in one month: the second then has its note's name before the anchor, and so has
// what would take one of the page's own.
func (p *planner) anchorPosts(m *logMonth) {
	taken := map[string]bool{"notes": true}
	for _, q := range m.posts {
		taken[dayID(q.date)] = true
	}
	for _, id := range m.notes {
		for _, q := range m.posts {
			if q.n.ID != id || q.row == nil {
				continue
			}
			for _, own := range slices.Concat(p.anchorsOf(q), p.anchorsBelow(q)) {
				if m.anchors[logAnchor{id, own}] != "" {
					continue
				}
				a := own
				for taken[a] {
					a = strings.ReplaceAll(string(id), "/", "-") + "-" + a
				}
				taken[a] = true
				m.anchors[logAnchor{id, own}] = a
			}
		}
	}
}

// dayID is the anchor of a day on the page of its month.
func dayID(date string) string { return "d-" + date }

// shown returns the blocks of a post with a row: the log's own, else those of the other
// version, and the version that has them.
func (q post) shown() (*note.Note, []*note.Block) {
	if len(q.row.Blocks) == 0 {
		return q.row.Other[0].Note, q.row.Other[0].Blocks
	}
	return q.n, q.row.Blocks
}

// anchorsBelow lists the anchors of what stands below the blocks of a post, and within the text
// of either.
func (p *planner) anchorsBelow(q post) []string {
	n, blocks := q.shown()
	var out []string
	for _, b := range blocks {
		out = append(out, textAnchors(b)...)
		within := note.Note{Blocks: b.Children}
		for c := range within.All {
			if a := p.anchor(n, c); a != "" {
				out = append(out, a)
			}
			out = append(out, textAnchors(c)...)
		}
	}
	return out
}

// anchorsOf lists the anchors of the blocks of a post that have one.
func (p *planner) anchorsOf(q post) []string {
	n, blocks := q.shown()
	var out []string
	for _, b := range blocks {
		if a := p.anchor(n, b); a != "" {
			out = append(out, a)
		}
	}
	return out
}

// days makes the days of a month as they stand on its page, beside other languages.
func (sh *sheet) days(m *logMonth, logs map[*note.Note]*sides) []LogDay {
	return sh.eachDay(m, func(q post) []Entry { return logs[q.n].posts(m, q) })
}

// quotedDays makes the days of a month for other pages: what only another version has is
// left out.
func (sh *sheet) quotedDays(m *logMonth) []LogDay {
	return sh.eachDay(m, func(q post) []Entry {
		var out []Entry
		for _, b := range q.row.Blocks {
			out = append(out, sh.quotedPost(m, q, b))
		}
		return out
	})
}

func (sh *sheet) eachDay(m *logMonth, entries func(post) []Entry) []LogDay {
	var out []LogDay
	for _, q := range m.posts {
		if n := len(out); n == 0 || out[n-1].Date.ISO != q.date {
			out = append(out, LogDay{Words: sh.say(), ID: dayID(q.date), Href: sh.href(dayPath(q.date)), Date: *sh.date(q.date)})
		}
		if q.row != nil {
			last := &out[len(out)-1]
			last.Entries = append(last.Entries, entries(q)...)
		}
	}
	return out
}

// logsOf reads the logs of a month.
func (sh *sheet) logsOf(m *logMonth) map[*note.Note]*sides {
	out := map[*note.Note]*sides{}
	for _, q := range m.posts {
		if out[q.n] == nil {
			out[q.n] = sh.sides(q.n, m.rowsOf(q.n))
		}
	}
	return out
}

// bar is the choice of views of a month, and whether anything in it has a counterpart.
// Where logs in different languages stand beside others, no bar can name them.
func (m *logMonth) bar(logs map[*note.Note]*sides) (bar *Two, pairs bool) {
	for _, q := range m.posts {
		two := logs[q.n].two()
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

// rowsOf lists the rows of a log in the month.
func (m *logMonth) rowsOf(n *note.Note) []site.Row {
	var out []site.Row
	for _, q := range m.posts {
		if q.n == n && q.row != nil {
			out = append(out, *q.row)
		}
	}
	return out
}

// remarks reports whether a post of the month has remarks.
func (m *logMonth) remarks() bool {
	return slices.ContainsFunc(m.posts, func(q post) bool {
		return q.row != nil && slices.ContainsFunc(q.row.Blocks, func(b *note.Block) bool {
			return b.Type == note.Remark || len(b.Remarks()) > 0
		})
	})
}

// quotedPost quotes a block of a day; one that is no entry becomes an entry that has only
// details.
func (sh *sheet) quotedPost(m *logMonth, q post, b *note.Block) Entry {
	in := place{n: q.n, quoted: true}
	e := Entry{Words: sh.say(), LineLinks: &LineLinks{}}
	if b.Type == note.Entry {
		e = sh.entry(b, in)
		e.Date = nil
	} else {
		e.Details = []Item{sh.item(b, in)}
	}
	e.Href, e.From = sh.href(monthPath(q.date))+fragment(m.anchorOf(q.n.ID, sh.anchor(q.n, b))), sh.from(q.n)
	return e
}

// posts makes the entries of a post, beside what another language has; other blocks of a
// day become entries that have only details.
func (c *sides) posts(m *logMonth, q post) []Entry {
	var out []Entry
	for _, it := range c.items(nil, *q.row) {
		e := Entry{Words: c.say(), LineLinks: &LineLinks{}}
		if it.Entry != nil {
			e = *it.Entry
		} else {
			e.ID = it.anchor()
			e.Details = []Item{it}
		}
		if e.ID != "" {
			e.ID = m.anchorOf(c.n.ID, e.ID)
		}
		e.Href = fragment(e.ID)
		out = append(out, e)
	}
	return out
}

// anchor takes the anchor from an item that is no entry.
func (it *Item) anchor() string {
	id := it.ID
	it.ID = ""
	if it.Pair != nil {
		it.Pair.ID = ""
	}
	return id
}

func (sh *sheet) logPage(month string) any {
	m := sh.month(month, sh.lang)
	title := sh.l.T("log.title", sh.l.Date(month))
	v := LogView{Frame: sh.frame(title), Month: *sh.date(month), Notes: sh.noteRows(m.notes)}
	logs := sh.logsOf(m)
	v.Days = sh.days(m, logs)
	if v.Two, v.Pairs = m.bar(logs); v.Two != nil {
		v.Two.Remarks = m.remarks()
	}
	for _, d := range v.Days {
		v.Outline = append(v.Outline, OutlineItem{ID: d.ID, Text: d.Date.Text, Level: 2})
	}
	v.Crumbs = []Link{{Href: sh.href("log/"), Text: sh.l.T("nav.log")}}
	all := sh.months()
	i := slices.Index(all, month)
	if i > 0 {
		v.Prev = sh.monthLink(all[i-1])
	}
	if i+1 < len(all) {
		v.Next = sh.monthLink(all[i+1])
	}
	return v
}

func (sh *sheet) monthLink(month string) *Link {
	return &Link{Href: sh.href(monthPath(month)), Text: sh.l.Date(month)}
}

// monthLinks lists the months of one log, newest first, with the count of its posts.
func (sh *sheet) monthLinks(n *note.Note) []Link {
	count := map[string]int{}
	for _, q := range postsIn(sh.s.Pairing(n, sh.lang).Rows) {
		if q.entry() {
			count[q.date[:7]]++
		}
	}
	return sh.monthCounts(count)
}

func (sh *sheet) monthCounts(count map[string]int) []Link {
	var out []Link
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
	v := LogListView{Frame: sh.frame(sh.l.T("nav.log")), Latest: sh.latest(latestDays), Notes: sh.noteRows(sh.logNotes())}
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
			v.Years = append(v.Years, LogYear{Year: year})
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

// latest returns the newest days of the log, newest first, their entries as they
// stand on their months.
func (sh *sheet) latest(limit int) []LogDay {
	var out []LogDay
	for _, month := range slices.Backward(sh.months()) {
		m := sh.month(month, sh.lang)
		days := sh.quotedDays(m)
		for _, d := range slices.Backward(days) {
			if len(out) == limit {
				return out
			}
			if len(d.Entries) > 0 {
				out = append(out, d)
			}
		}
	}
	return out
}
