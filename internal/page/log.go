package page

import (
	"cmp"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

// day is what a date of the log looks like.
var day = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`)

func isDay(date string) bool { return day.MatchString(date) }

// logKey is a month in one language of the interface.
type logKey struct {
	month string // 2023-04
	lang  note.Lang
}

// logMonth is what stands on the pages of a month: of every log the version for the
// reader, with anchors that are unique in the month.
type logMonth struct {
	posts  []post // by day
	notes  []note.ID
	places map[logAnchor]logPlace // of every block of the posts that has an anchor
}

// logPlace is where a post stands: its anchor, the only one of that name in the whole month, and
// its page of the month: "" for the first, then 2/.
type logPlace struct{ part, anchor string }

// logAnchor is an anchor of a log, the same in all its versions.
type logAnchor struct {
	id     note.ID
	anchor string
}

// anchorOf is the anchor that a block of a log has in the month.
func (m *logMonth) anchorOf(id note.ID, anchor string) string {
	return cmp.Or(m.places[logAnchor{id, anchor}].anchor, anchor)
}

// pathOf is where a block of a log stands below /{l}/, with its anchor.
func (m *logMonth) pathOf(date string, id note.ID, anchor string) string {
	return monthPath(date) + m.places[logAnchor{id, anchor}].part + fragment.Hash(m.anchorOf(id, anchor))
}

// post is a row of a log under its day. A post without a row stands for the day's heading:
// the author wrote the date, and perhaps nothing below it.
type post struct {
	date string
	row  *site.Row
	n    *note.Note // whose page has it: not of the other version where only that has it
	part string     // its page of the month: "" for the first, then 2/
}

// entry reports whether the post is one of the log's own.
func (q post) entry() bool {
	return q.row != nil && len(q.row.Blocks) > 0 && q.row.Blocks[0].Type == note.Entry
}

// monthPages are the pages of the months of the log.
func (p *planner) monthPages() family {
	return pagesOf[string]{
		all: p.months,
		owner: func(path string) (string, bool) {
			month, _, ok := monthOf(path)
			return month, ok && slices.Contains(p.months(), month)
		},
		routes: func(month string) iter.Seq[route] {
			return func(yield func(route) bool) {
				for _, part := range p.partsOfMonth(month) {
					if !yield(route{monthPath(month) + part, "log", func(sh *sheet) any { return sh.logPage(month, part) }, nil}) {
						return
					}
				}
			}
		},
	}
}

// monthOf returns the month of the log whose page a path below /{l}/ is, and the part of the month.
func monthOf(path string) (month, part string, ok bool) {
	rest, ok := strings.CutPrefix(path, "log/")
	if !ok || len(rest) < len("2023/04") || rest[4] != '/' {
		return "", "", false
	}
	return rest[:4] + "-" + rest[5:7], strings.TrimPrefix(rest[7:], "/"), true
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

// dayReader says under which day the blocks of a log stand, one after the other.
type dayReader struct{ day string }

// of is the day of the next block; "" before the first.
func (r *dayReader) of(b *note.Block) string {
	switch {
	case b.Type == note.Heading:
		r.day = headingDay(b)
	case isDay(b.Date):
		r.day = b.Date
	case b.Type == note.Entry:
		r.day = ""
	}
	return r.day
}

// postsIn gives every row of a log that stands under a day its date, and every day that a
// heading names a post without a row. What stands before the first day is left out.
func postsIn(rows []site.Row) []post {
	var out []post
	var days dayReader
	for i := range rows {
		b := head(rows[i])
		q := post{date: days.of(b)}
		if q.date == "" {
			continue
		}
		if b.Type != note.Heading {
			q.row = &rows[i]
		}
		out = append(out, q)
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
	if made, ok := p.logs.Get(key); ok {
		return made
	}
	m := &logMonth{places: map[logAnchor]logPlace{}}
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
	p.paginate(month, m.posts)
	p.anchorPosts(m)
	return p.logs.Make(key, func() *logMonth { return m })
}

// anchorPosts gives all that has an anchor in a log one in the month. Two logs can write about
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
				if m.places[logAnchor{id, own}].anchor != "" {
					continue
				}
				a := own
				for taken[a] {
					a = strings.ReplaceAll(string(id), "/", "-") + "-" + a
				}
				taken[a] = true
				m.places[logAnchor{id, own}] = logPlace{q.part, a}
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
		out = append(out, fragment.TextAnchors(b)...)
		within := note.Note{Blocks: b.Children}
		for c := range within.All {
			if a := p.anchor(n, c); a != "" {
				out = append(out, a)
			}
			out = append(out, fragment.TextAnchors(c)...)
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

// days makes the days of a page of a month, beside other languages.
func (sh *sheet) days(m *logMonth, logs map[*note.Note]*sides) []view.LogDay {
	var out []view.LogDay
	for _, posts := range m.byDay() {
		d := sh.logDay(posts[0].date)
		for _, q := range posts {
			if q.row != nil {
				c := logs[q.n]
				d.Entries = append(d.Entries, c.posts(m, q)...)
			}
		}
		out = append(out, d)
	}
	return out
}

// byDay are the posts of a month, day by day.
func (m *logMonth) byDay() [][]post {
	var out [][]post
	from := 0
	for i := range m.posts {
		if i+1 == len(m.posts) || m.posts[i+1].date != m.posts[i].date {
			out, from = append(out, m.posts[from:i+1]), i+1
		}
	}
	return out
}

// dayPath returns the path below /{l}/ where a day of the log begins; without an anchor if the
// reader's log has no such day.
func (p *planner) dayPath(date string, lang note.Lang) string {
	m := p.month(date[:len("2023-04")], lang)
	i, ok := slices.BinarySearchFunc(m.posts, date, func(q post, date string) int { return strings.Compare(q.date, date) })
	if !ok {
		return monthPath(date)
	}
	return monthPath(date) + m.posts[i].part + fragment.Hash(dayID(date))
}

func (sh *sheet) logDay(date string) view.LogDay {
	return view.LogDay{Words: sh.say(), ID: dayID(date), Href: sh.href(sh.dayPath(date, sh.lang)), Date: *sh.date(date)}
}

// wholeDay leads to where all of a day stands.
func (sh *sheet) wholeDay(posts []post) *view.Link {
	n := 0
	for _, q := range posts {
		if q.entry() {
			n++
		}
	}
	return &view.Link{Href: sh.href(sh.dayPath(posts[0].date, sh.lang)), Text: sh.l.N("said.all", n)}
}

// on returns the posts and notes of one page of a month.
func (m *logMonth) on(part string) *logMonth {
	of := &logMonth{places: m.places}
	for _, q := range m.posts {
		if q.part != part {
			continue
		}
		if of.posts = append(of.posts, q); !slices.Contains(of.notes, q.n.ID) {
			of.notes = append(of.notes, q.n.ID)
		}
	}
	slices.SortFunc(of.notes, func(a, b note.ID) int { return cmp.Compare(slices.Index(m.notes, a), slices.Index(m.notes, b)) })
	return of
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
func (m *logMonth) bar(logs map[*note.Note]*sides) (bar *view.Two, pairs bool) {
	for _, q := range m.posts {
		c := logs[q.n]
		two := c.two()
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
func (sh *sheet) quotedPost(m *logMonth, q post, b *note.Block) view.Entry {
	in := place{n: q.n, quoted: true}
	e := view.Entry{Words: sh.say(), LineLinks: &view.LineLinks{}}
	if b.Type == note.Entry {
		e = sh.entry(b, in)
		e.Date = nil
	} else {
		e.Details = []view.Item{sh.item(b, in)}
	}
	e.Href, e.From = sh.href(m.pathOf(q.date, q.n.ID, sh.anchor(q.n, b))), sh.from(q.n)
	return e
}

// posts makes the entries of a post, beside what another language has; other blocks of a
// day become entries that have only details.
func (c *sides) posts(m *logMonth, q post) []view.Entry {
	var out []view.Entry
	for _, it := range c.items(nil, *q.row) {
		e := view.Entry{Words: c.say(), LineLinks: &view.LineLinks{}}
		if it.Entry != nil {
			e = *it.Entry
		} else {
			e.ID = takeAnchor(&it)
			e.Details = []view.Item{it}
		}
		if e.ID != "" {
			e.ID = m.anchorOf(c.n.ID, e.ID)
		}
		e.Href = fragment.Hash(e.ID)
		out = append(out, e)
	}
	return out
}

// takeAnchor takes the anchor from an item that is not an entry.
func takeAnchor(it *view.Item) string {
	id := it.ID
	it.ID = ""
	if it.Pair != nil {
		it.Pair.ID = ""
	}
	return id
}
