package address

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

// Log finds the pages of the log: the pages of each month, and the page of each post.
type Log struct {
	site       *site.Site
	languages  *Languages
	Notes      func() []note.ID // IDs of the notes of kind log
	Months     func() []string  // months with a post, oldest first: 2023-04
	logMonths  func() map[note.ID]map[string]bool
	pageCounts func() map[string]int
	memo       memo.Map[logKey, *LogMonth]
}

func newLog(s *site.Site, languages *Languages) *Log {
	lg := &Log{site: s, languages: languages}
	lg.Notes = sync.OnceValue(func() []note.ID { return s.NotesOfKind(note.Log) })
	lg.Months = sync.OnceValue(lg.listMonths)
	lg.logMonths = sync.OnceValue(lg.listLogMonths)
	lg.pageCounts = sync.OnceValue(lg.listMonthPages)
	return lg
}

// postOf returns the page and the anchor where a log shows the block with an ID. It implements
// the option Post of [fragment.Options].
func (lg *Log) postOf(n *note.Note, top *note.Block, id string) (path, anchor string) {
	month := lg.monthOf(n, top, id)
	if month == "" {
		return "", ""
	}
	m := lg.Month(month, n.Lang)
	return MonthPath(month) + m.places[logAnchor{n.ID, id}].part, m.AnchorOf(n.ID, id)
}

// monthOf returns the month whose page shows the block with an ID, or "". Undated blocks, such as
// footnotes, belong to the last day above them.
func (lg *Log) monthOf(n *note.Note, top *note.Block, id string) string {
	switch {
	case top == nil:
		return ""
	case IsDay(top.Date):
		return top.Date[:7]
	}
	for _, month := range slices.Sorted(maps.Keys(lg.logMonths()[n.ID])) {
		if lg.Month(month, n.Lang).places[logAnchor{n.ID, id}].anchor != "" {
			return month
		}
	}
	return ""
}

// Anchor returns the anchor of a block, or "". The anchor is the same in all languages.
func (lg *Log) Anchor(n *note.Note, b *note.Block) string { return string(lg.site.Anchor(n, b)) }

type logKey struct {
	month string // 2023-04
	lang  note.Lang
}

// LogMonth is the posts of a month for readers of one language. It has one version of each log.
// Its anchors are unique in the month.
type LogMonth struct {
	Posts  []Post // by day
	Notes  []note.ID
	places map[logAnchor]logPlace // by the anchor of the block in its note
}

// logPlace is the page of a block in its month ("" for the first page, then 2/), and its anchor
// there.
type logPlace struct{ part, anchor string }

type logAnchor struct {
	id     note.ID
	anchor string
}

// AnchorOf returns the anchor in the month for an anchor of a note.
func (m *LogMonth) AnchorOf(id note.ID, anchor string) string {
	return cmp.Or(m.places[logAnchor{id, anchor}].anchor, anchor)
}

// PathOf returns the path of a block below /{l}/, with its anchor in the month.
func (m *LogMonth) PathOf(date string, id note.ID, anchor string) string {
	return MonthPath(date) + m.places[logAnchor{id, anchor}].part + fragment.Hash(m.AnchorOf(id, anchor))
}

// Post is a row of a log with its date. A post without a row is the heading of a day.
type Post struct {
	Date string
	Row  *site.Row
	N    *note.Note // the log, even if only its counterpart has the row
	part string     // page of the month: "" for the first, then 2/
}

// Entry reports whether the post is an entry of the log itself, instead of only of its
// counterpart.
func (q Post) Entry() bool {
	return q.Row != nil && len(q.Row.Blocks) > 0 && q.Row.Blocks[0].Type == note.Entry
}

func (lg *Log) listMonths() []string {
	seen := map[string]bool{}
	for _, id := range lg.Notes() {
		for _, n := range lg.site.Versions(id) {
			for i := range n.Blocks {
				if IsDay(n.Blocks[i].Date) {
					seen[n.Blocks[i].Date[:7]] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

func (lg *Log) listLogMonths() map[note.ID]map[string]bool {
	out := map[note.ID]map[string]bool{}
	for _, id := range lg.Notes() {
		out[id] = map[string]bool{}
		for _, n := range lg.site.Versions(id) {
			for b := range n.All {
				if date := dayOf(b); date != "" {
					out[id][date[:7]] = true
				}
			}
		}
	}
	return out
}

// dayOf returns the date of a block or the date in a heading, or "".
func dayOf(b *note.Block) string {
	switch {
	case IsDay(b.Date):
		return b.Date
	case b.Type == note.Heading:
		return HeadingDay(b)
	}
	return ""
}

// dayReader finds the date of each block of a log. The blocks must come in order.
type dayReader struct{ day string }

func (r *dayReader) of(b *note.Block) string {
	switch {
	case b.Type == note.Heading:
		r.day = HeadingDay(b)
	case IsDay(b.Date):
		r.day = b.Date
	case b.Type == note.Entry:
		r.day = ""
	}
	return r.day
}

// PostsIn returns a post for each row of a log, and a post without a row for each heading of a
// day. It skips rows before the first day.
func PostsIn(rows []site.Row) []Post {
	var out []Post
	var days dayReader
	for i := range rows {
		b := Head(rows[i])
		q := Post{Date: days.of(b)}
		if q.Date == "" {
			continue
		}
		if b.Type != note.Heading {
			q.Row = &rows[i]
		}
		out = append(out, q)
	}
	return out
}

// HeadingDay returns the date of a heading or at the start of its text, or "".
func HeadingDay(b *note.Block) string {
	if IsDay(b.Date) {
		return b.Date
	}
	words := strings.TrimSpace(b.Text.Plain())
	if len(words) >= 10 && IsDay(words[:10]) {
		return words[:10]
	}
	return ""
}

// Month returns the posts of a month, such as 2023-04, for readers of a language.
func (lg *Log) Month(month string, lang note.Lang) *LogMonth {
	key := logKey{month, lang}
	if made, ok := lg.memo.Get(key); ok {
		return made
	}
	m := &LogMonth{places: map[logAnchor]logPlace{}}
	for _, id := range lg.Notes() {
		if !lg.logMonths()[id][month] {
			continue
		}
		n := lg.site.Pick(id, lang)
		before := len(m.Posts)
		for _, q := range PostsIn(lg.site.Pairing(n, lang).Rows) {
			if strings.HasPrefix(q.Date, month) {
				q.N = n
				m.Posts = append(m.Posts, q)
			}
		}
		if len(m.Posts) > before {
			m.Notes = append(m.Notes, id)
		}
	}
	slices.SortStableFunc(m.Posts, func(a, b Post) int { return strings.Compare(a.Date, b.Date) })
	lg.paginate(month, m.Posts)
	lg.anchorPosts(m)
	return lg.memo.Make(key, func() *LogMonth { return m })
}

// anchorPosts makes the anchors of posts unique in the month. It prefixes a duplicate with the ID
// of the note.
func (lg *Log) anchorPosts(m *LogMonth) {
	taken := map[string]bool{"notes": true}
	for _, q := range m.Posts {
		taken[DayID(q.Date)] = true
	}
	for _, id := range m.Notes {
		for _, q := range m.Posts {
			if q.N.ID != id || q.Row == nil {
				continue
			}
			for _, own := range slices.Concat(lg.anchorsOf(q), lg.anchorsBelow(q)) {
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

// DayID returns the anchor of a day on the page of its month.
func DayID(date string) string { return "d-" + date }

// shown returns the blocks of a post that has a row, and their note. If only the counterpart has
// the row, it returns those of the counterpart.
func (q Post) shown() (*note.Note, []*note.Block) {
	if len(q.Row.Blocks) == 0 {
		return q.Row.Other[0].Note, q.Row.Other[0].Blocks
	}
	return q.N, q.Row.Blocks
}

func (lg *Log) anchorsBelow(q Post) []string {
	n, blocks := q.shown()
	var out []string
	for _, b := range blocks {
		out = append(out, fragment.TextAnchors(b)...)
		within := note.Note{Blocks: b.Children}
		for c := range within.All {
			if a := lg.Anchor(n, c); a != "" {
				out = append(out, a)
			}
			out = append(out, fragment.TextAnchors(c)...)
		}
	}
	return out
}

func (lg *Log) anchorsOf(q Post) []string {
	n, blocks := q.shown()
	var out []string
	for _, b := range blocks {
		if a := lg.Anchor(n, b); a != "" {
			out = append(out, a)
		}
	}
	return out
}

// ByDay groups the posts of a month by day.
func (m *LogMonth) ByDay() [][]Post {
	var out [][]Post
	from := 0
	for i := range m.Posts {
		if i+1 == len(m.Posts) || m.Posts[i+1].Date != m.Posts[i].Date {
			out, from = append(out, m.Posts[from:i+1]), i+1
		}
	}
	return out
}

// DayPath returns the path of a day of the log below /{l}/. It has no anchor if the log in this
// language lacks the day.
func (lg *Log) DayPath(date string, lang note.Lang) string {
	m := lg.Month(date[:len("2023-04")], lang)
	i, ok := slices.BinarySearchFunc(m.Posts, date, func(q Post, date string) int { return strings.Compare(q.Date, date) })
	if !ok {
		return MonthPath(date)
	}
	return MonthPath(date) + m.Posts[i].part + fragment.Hash(DayID(date))
}

// On returns the posts and notes of one page of the month.
func (m *LogMonth) On(part string) *LogMonth {
	of := &LogMonth{places: m.places}
	for _, q := range m.Posts {
		if q.part != part {
			continue
		}
		if of.Posts = append(of.Posts, q); !slices.Contains(of.Notes, q.N.ID) {
			of.Notes = append(of.Notes, q.N.ID)
		}
	}
	slices.SortFunc(of.Notes, func(a, b note.ID) int { return cmp.Compare(slices.Index(m.Notes, a), slices.Index(m.Notes, b)) })
	return of
}

// RowsOf returns the rows of one log in the month.
func (m *LogMonth) RowsOf(n *note.Note) []site.Row {
	var out []site.Row
	for _, q := range m.Posts {
		if q.N == n && q.Row != nil {
			out = append(out, *q.Row)
		}
	}
	return out
}

// Remarks reports whether a post of the month has remarks.
func (m *LogMonth) Remarks() bool {
	return slices.ContainsFunc(m.Posts, func(q Post) bool {
		return q.Row != nil && slices.ContainsFunc(q.Row.Blocks, func(b *note.Block) bool {
			return b.Type == note.Remark || len(b.Remarks()) > 0
		})
	})
}

// listMonthPages returns the number of pages of each month. It counts the version with the most
// posts, so the number does not depend on the language.
func (lg *Log) listMonthPages() map[string]int {
	posts := map[string]int{}
	for _, id := range lg.Notes() {
		most := map[string]int{}
		for _, n := range lg.site.Versions(id) {
			of := map[string]int{}
			var days dayReader
			for i := range n.Blocks {
				if day := days.of(&n.Blocks[i]); day != "" && n.Blocks[i].Type != note.Heading {
					of[day[:len("2023-04")]]++
				}
			}
			for month, count := range of {
				most[month] = max(most[month], count)
			}
		}
		for month, count := range most {
			posts[month] += count
		}
	}
	out := map[string]int{}
	for month, n := range posts {
		out[month] = pagesFor(n)
	}
	return out
}

// PartsOfMonth returns the pages of a month as paths below that of the month: "", "2/", "3/".
func (lg *Log) PartsOfMonth(month string) []string {
	out := []string{""}
	for i := 1; i < lg.pageCounts()[month]; i++ {
		out = append(out, monthPart(i))
	}
	return out
}

func monthPart(i int) string {
	if i == 0 {
		return ""
	}
	return strconv.Itoa(i+1) + "/"
}

// paginate assigns posts to pages. All remaining posts go to the last page, because the versions
// shown may have more posts than listMonthPages counted.
func (lg *Log) paginate(month string, posts []Post) {
	last := max(lg.pageCounts()[month], 1) - 1
	seen := 0
	for i := range posts {
		posts[i].part = monthPart(min(seen/pageRoom, last))
		if posts[i].Row != nil {
			seen++
		}
	}
}

// Head returns the first block of a row, or of its counterpart if only that has blocks.
func Head(r site.Row) *note.Block {
	if len(r.Blocks) > 0 {
		return r.Blocks[0]
	}
	return r.Other[0].Blocks[0]
}

// postPath returns the most specific path that is valid in all languages: the path of the post,
// of its day, or of its month.
func (lg *Log) postPath(id note.ID, day, anchor string) string {
	var at []logPlace
	var days []string
	for _, l := range lg.languages.All {
		at = append(at, lg.Month(day[:7], l.Code).places[logAnchor{id, anchor}])
		days = append(days, lg.DayPath(day, l.Code))
	}
	if same := slices.Compact(at); len(same) == 1 && same[0].anchor != "" {
		return MonthPath(day) + same[0].part + fragment.Hash(same[0].anchor)
	}
	if same := slices.Compact(days); len(same) == 1 {
		return same[0]
	}
	return MonthPath(day)
}
