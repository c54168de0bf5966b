package page

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
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
	posts   []post
	notes   []note.ID
	anchors map[*note.Block]string
}

// post is a block of a log under its day. A post without a block stands for the day's
// heading: the author wrote the date, and perhaps nothing below it.
type post struct {
	date  string
	block *note.Block
	n     *note.Note
}

// entry reports whether the post is one.
func (q post) entry() bool { return q.block != nil && q.block.Type == note.Entry }

// logRoutes adds the log and its months.
func (p *planner) logRoutes(add func(string, string, func(*sheet) any)) {
	if len(p.s.NotesOfKind(note.Log)) == 0 {
		return
	}
	add("log/", "loglist", (*sheet).logList)
	for _, m := range p.months() {
		add(monthPath(m), "log", func(sh *sheet) any { return sh.logPage(m) })
	}
}

// listMonths lists the months in which some log has a post.
func (p *planner) listMonths() []string {
	seen := map[string]bool{}
	for _, id := range p.s.NotesOfKind(note.Log) {
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

// posts gives every block of a log that stands under a day its date, and every day
// that a heading names a post without a block. What stands before the first day is
// left out.
func posts(n *note.Note) []post {
	var out []post
	current := ""
	for i := range n.Blocks {
		b := &n.Blocks[i]
		switch {
		case b.Type == note.Heading:
			if current = headingDay(b); current != "" {
				out = append(out, post{current, nil, n})
			}
			continue
		case isDay(b.Date):
			current = b.Date
		case b.Type == note.Entry:
			current = ""
		}
		if current != "" {
			out = append(out, post{current, b, n})
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

// undated returns the blocks of a log that stand on its own page: those under no
// day, without the headings that are days.
func undated(n *note.Note) []*note.Block {
	dated := map[*note.Block]bool{}
	for _, p := range posts(n) {
		dated[p.block] = true
	}
	var out []*note.Block
	for i := range n.Blocks {
		b := &n.Blocks[i]
		if dated[b] || b.Type == note.Heading && headingDay(b) != "" {
			continue
		}
		out = append(out, b)
	}
	return out
}

// month collects what stands on the page of a month.
func (p *planner) month(month string, lang note.Lang) *logMonth {
	key := logKey{month, lang}
	if made, ok := p.logs.Load(key); ok {
		return made.(*logMonth)
	}
	m := &logMonth{anchors: map[*note.Block]string{}}
	for _, id := range p.s.NotesOfKind(note.Log) {
		n := p.s.Pick(id, lang)
		before := len(m.posts)
		for _, q := range posts(n) {
			if strings.HasPrefix(q.date, month) {
				m.posts = append(m.posts, q)
			}
		}
		if len(m.posts) > before {
			m.notes = append(m.notes, id)
		}
	}
	slices.SortStableFunc(m.posts, func(a, b post) int { return strings.Compare(a.date, b.date) })
	m.anchor()
	made, _ := p.logs.LoadOrStore(key, m)
	return made.(*logMonth)
}

// anchor gives every post that has an id an anchor. Two logs can write about the same
// thing in one month: the second then has its note's name before the id.
func (m *logMonth) anchor() {
	taken := map[string]bool{}
	for _, id := range m.notes {
		for _, q := range m.posts {
			if q.n.ID != id || q.block == nil || q.block.ID == "" {
				continue
			}
			a := string(q.block.ID)
			if taken[a] {
				a = strings.ReplaceAll(string(id), "/", "-") + "-" + a
			}
			taken[a] = true
			m.anchors[q.block] = a
		}
	}
}

// days makes the days of a month: as they stand on its page, or quoted elsewhere.
func (sh *sheet) days(m *logMonth, quoted bool) []LogDay {
	var out []LogDay
	for _, q := range m.posts {
		if n := len(out); n == 0 || out[n-1].Date.ISO != q.date {
			out = append(out, LogDay{Words: sh.say(), ID: "d-" + q.date, Href: sh.href(dayPath(q.date)), Date: *sh.date(q.date)})
		}
		if q.block == nil {
			continue
		}
		last := &out[len(out)-1]
		last.Entries = append(last.Entries, sh.post(m, q, quoted))
	}
	return out
}

// post makes the entry of a post; other blocks of a day become entries that have
// only details.
func (sh *sheet) post(m *logMonth, q post, quoted bool) Entry {
	in := place{q.n, quoted}
	anchor := m.anchors[q.block]
	e := Entry{Words: sh.say()}
	if q.block.Type == note.Entry {
		e = sh.entry(q.block, in)
		e.Date = nil
	} else {
		it := sh.item(q.block, in)
		it.ID = ""
		e.Details = []Item{it}
	}
	e.ID, e.Href = anchor, fragment(anchor)
	if quoted {
		e.ID, e.Href, e.From = "", sh.href(monthPath(q.date))+fragment(anchor), sh.from(q.n)
	}
	return e
}

func (sh *sheet) logPage(month string) any {
	m := sh.month(month, sh.lang)
	title := sh.l.T("log.title", sh.l.Date(month))
	v := LogView{Frame: sh.frame(title), Month: *sh.date(month), Days: sh.days(m, false), Notes: sh.noteRows(m.notes)}
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
	for _, q := range posts(n) {
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
	v := LogListView{Frame: sh.frame(sh.l.T("nav.log")), Latest: sh.latest(latestDays), Notes: sh.noteRows(sh.s.NotesOfKind(note.Log))}
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
		days := sh.days(m, true)
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
