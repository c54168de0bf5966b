package page

import (
	"maps"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/view"
)

// maxPosts is how many posts a page of the log has. A month with more is cut: its own page has the
// first days, whole, for as long as there is room, and each later day has a page of its own, or
// several. What is written later is of a later day, or the last of its day, so that posts stay
// where they are while a log grows. The month's page has a heading for each day in any case, and
// what leads to a post that has moved all the same is led on: see Page.Places.
const maxPosts = 100

// logCut is how a month is cut. It does not depend on the reader's language: a part has one
// address in all.
type logCut struct {
	pages map[string]int // days that are not on the month's own page -> how many pages they have
}

// listLogCuts says how the months with too many posts for one page are cut.
func (p *planner) listLogCuts() map[string]*logCut {
	count := p.countPosts()
	sums, out := map[string]int{}, map[string]*logCut{}
	for _, day := range slices.Sorted(maps.Keys(count)) {
		month := day[:7]
		if sums[month] += count[day]; sums[month] <= maxPosts {
			continue
		}
		if out[month] == nil {
			out[month] = &logCut{map[string]int{}}
		}
		out[month].pages[day] = (count[day] + maxPosts - 1) / maxPosts
	}
	return out
}

// countPosts counts the posts of each day: of each log those of the version that has the most.
func (p *planner) countPosts() map[string]int {
	out := map[string]int{}
	for _, id := range p.logNotes() {
		most := map[string]int{}
		for _, n := range p.s.Versions(id) {
			of := map[string]int{}
			var days dayReader
			for i := range n.Blocks {
				if day := days.of(&n.Blocks[i]); day != "" && n.Blocks[i].Type != note.Heading {
					of[day]++
					most[day] = max(most[day], of[day])
				}
			}
		}
		for day, n := range most {
			out[day] += n
		}
	}
	return out
}

// parts lists the parts of a month but for its own page, in order; none where it is whole.
func (c *logCut) parts() []string {
	if c == nil {
		return nil
	}
	var out []string
	for _, day := range slices.Sorted(maps.Keys(c.pages)) {
		for i := range c.pages[day] {
			out = append(out, dayPart(day, i))
		}
	}
	return out
}

// dayPart is the address of a page of a day below that of its month: d-08/, then d-08/2/.
func dayPart(day string, i int) string {
	part := "d-" + day[8:] + "/"
	if i > 0 {
		part += itoa(i+1) + "/"
	}
	return part
}

// place says of the posts of a month, which are in order, on which part of it they stand. The last
// page of a day takes what versions have together and none alone.
func (c *logCut) place(posts []post) {
	if c == nil {
		return
	}
	seen := map[string]int{}
	for i := range posts {
		q := &posts[i]
		pages := c.pages[q.date]
		if pages == 0 {
			continue
		}
		q.part = dayPart(q.date, min(seen[q.date]/maxPosts, pages-1))
		if q.row != nil {
			seen[q.date]++
		}
	}
}

// dayPath is where a day of the log begins, below /{l}/.
func (p *planner) dayPath(day string) string {
	if c := p.cuts()[day[:7]]; c != nil && c.pages[day] > 0 {
		return monthPath(day) + dayPart(day, 0)
	}
	return monthPath(day) + fragment.Hash(dayID(day))
}

// logPage makes the page of a month, or of one of its parts.
func (sh *sheet) logPage(month, part string) any {
	m := sh.month(month, sh.lang).on(part)
	v := view.LogView{Frame: sh.frame(sh.logTitle(month, part)), Month: *sh.date(month), Notes: sh.noteRows(m.notes)}
	logs := sh.logsOf(m)
	v.Days = sh.days(sh.month(month, sh.lang), part, logs)
	if v.Two, v.Pairs = m.bar(logs); v.Two != nil {
		v.Two.Remarks = m.remarks()
	}
	v.Crumbs = []view.Link{{Href: sh.href("log/"), Text: sh.l.T("nav.log")}}
	if sh.cuts()[month] != nil {
		v.Places = depth(part) + PlacesName
	}
	if part != "" {
		v.Crumbs = append(v.Crumbs, *sh.monthLink(month))
		sh.partsAround(&v, month, part)
		return v
	}
	for _, d := range v.Days {
		v.Outline = append(v.Outline, view.OutlineItem{ID: d.ID, Text: d.Date.Text, Level: 2})
	}
	v.Prev, v.Next = sh.monthAt(month, -1), sh.monthAt(month, 1)
	return v
}

// logTitle names the page of a month, or of a part of it: its day, and the number of a further
// page of the same.
func (sh *sheet) logTitle(month, part string) string {
	if part == "" {
		return sh.l.T("log.title", sh.l.Date(month))
	}
	return sh.l.T("log.title", sh.partDate(month, part))
}

// partDate is the day of a part of a month, with the number of a further page of it.
func (sh *sheet) partDate(month, part string) string {
	day, further, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(part, "d-"), "/"), "/")
	text := sh.l.Date(month + "-" + day)
	if further != "" {
		text += " · " + further
	}
	return text
}

// partsAround links to the parts before and after one: before the first is the month's own page,
// after the last the next month.
func (sh *sheet) partsAround(v *view.LogView, month, part string) {
	all := sh.cuts()[month].parts()
	link := func(i int) *view.Link {
		return &view.Link{Href: sh.href(monthPath(month) + all[i]), Text: sh.partDate(month, all[i])}
	}
	i := slices.Index(all, part)
	if v.Prev = sh.monthLink(month); i > 0 {
		v.Prev = link(i - 1)
	}
	if v.Next = sh.monthAt(month, 1); i+1 < len(all) {
		v.Next = link(i + 1)
	}
}

// monthAt links to the month that is so many after another; nil where there is none.
func (sh *sheet) monthAt(month string, by int) *view.Link {
	all := sh.months()
	if i := slices.Index(all, month) + by; i >= 0 && i < len(all) {
		return sh.monthLink(all[i])
	}
	return nil
}

// PlacesName is the name of the file beside the page of a month that is cut, which holds what
// Page.Places says.
const PlacesName = "places.json"

// placesOf makes what Page.Places is.
func (p *planner) placesOf(l *locale.Language, r route) func() map[string][]string {
	month, part, ok := monthAt(r.path)
	if r.kind != "log" || !ok || part != "" || p.cuts()[month] == nil {
		return nil
	}
	return func() map[string][]string {
		out := map[string][]string{}
		for _, at := range p.month(month, l.Code).places {
			out[at.part] = append(out[at.part], at.anchor)
		}
		for _, anchors := range out {
			slices.Sort(anchors)
		}
		return out
	}
}
