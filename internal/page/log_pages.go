package page

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/view"
)

// listMonthPages returns how many pages each month of the log has. The number does not depend on
// the reader's language: of each log the version with the most posts counts.
func (p *planner) listMonthPages() map[string]int {
	posts := map[string]int{}
	for _, id := range p.logNotes() {
		most := map[string]int{}
		for _, n := range p.s.Versions(id) {
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

// partsOfMonth lists the pages of a month by their addresses below it: "", "2/", "3/".
func (p *planner) partsOfMonth(month string) []string {
	out := []string{""}
	for i := 1; i < p.monthPageCounts()[month]; i++ {
		out = append(out, monthPart(i))
	}
	return out
}

// monthPart is the address of a page of a month below the month's own; the first is 0.
func monthPart(i int) string {
	if i == 0 {
		return ""
	}
	return itoa(i+1) + "/"
}

// paginate puts the posts of a month, which are in order, on its pages. The last page takes what
// is left: versions of a log that differ may have more posts together than any of them alone.
func (p *planner) paginate(month string, posts []post) {
	last := max(p.monthPageCounts()[month], 1) - 1
	seen := 0
	for i := range posts {
		posts[i].part = monthPart(min(seen/pageRoom, last))
		if posts[i].row != nil {
			seen++
		}
	}
}

// logPage makes a page of a month.
func (sh *sheet) logPage(month, part string) any {
	m := sh.month(month, sh.lang).on(part)
	v := view.LogView{Frame: sh.frame(sh.l.T("log.title", sh.monthTitle(month, part))), Month: *sh.date(month), Notes: sh.noteRows(m.notes)}
	logs := sh.logsOf(m)
	v.Days = sh.days(m, logs)
	if v.Two, v.Pairs = m.bar(logs); v.Two != nil {
		v.Two.Remarks = m.remarks()
	}
	v.Crumbs = []view.Link{{Href: sh.href("log/"), Text: sh.l.T("nav.log")}}
	if part != "" {
		v.Crumbs = append(v.Crumbs, *sh.monthLink(month))
	}
	for _, d := range v.Days {
		v.Outline = append(v.Outline, view.OutlineItem{ID: d.ID, Text: d.Date.Text, Level: 2})
	}
	v.Prev, v.Next = sh.monthsAround(month, part)
	return v
}

// monthTitle is the name of a month, with the number of a further page: April 2023 · 2.
func (sh *sheet) monthTitle(month, part string) string {
	if part == "" {
		return sh.l.Date(month)
	}
	return sh.l.Date(month) + " · " + part[:len(part)-1]
}

// monthsAround links to the page of the log before a page of a month, and to the one after it.
func (sh *sheet) monthsAround(month, part string) (prev, next *view.Link) {
	parts := sh.partsOfMonth(month)
	link := func(part string) *view.Link {
		return &view.Link{Href: sh.href(monthPath(month) + part), Text: sh.monthTitle(month, part)}
	}
	i := slices.Index(parts, part)
	if prev = sh.monthAt(month, -1); i > 0 {
		prev = link(parts[i-1])
	}
	if next = sh.monthAt(month, 1); i+1 < len(parts) {
		next = link(parts[i+1])
	}
	return prev, next
}

// monthAt links to the month that is so many after another; nil where there is none.
func (sh *sheet) monthAt(month string, by int) *view.Link {
	all := sh.months()
	if i := slices.Index(all, month) + by; i >= 0 && i < len(all) {
		return sh.monthLink(all[i])
	}
	return nil
}
