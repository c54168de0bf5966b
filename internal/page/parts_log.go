package page

import (
	"iter"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

// A year of the log in which a thing is named more often than a page of the log has posts is cut
// as the year is: into its months, of which those of a half or a quarter share a page where they
// have room on one; a month with more into its days, of which those of a half or a quarter of the
// month do; and a long day into several pages. The pages of such a year and of such a month stay:
// they quote the newest places, and lead to all others.
//
//	log-2026  log-2026/01-06  log-2026/10  log-2026/11  log-2026/11/d-01-16  log-2026/11/d-21  log-2026/11/d-21/2
//
// These are addresses below that of the thing, and they do not depend on the reader's language.

// The widths of what may share a page: halves and quarters.
var (
	monthsJoined = []int{6, 3}
	daysJoined   = []int{16, 8}
)

// The last month of a year and the last day of a month.
const (
	lastMonth = 12
	lastDay   = 31
)

// cutYears puts behind each year of the log that is too long for one page its parts.
func cutYears(parts []string, count map[string]int, all iter.Seq[site.Mention]) []string {
	var out []string
	for _, part := range parts {
		out = append(out, part)
		if !strings.HasPrefix(part, "log-") || count[part] <= maxPosts {
			continue
		}
		if days, sum := countDays(all, part); sum > maxPosts {
			out = append(out, cutYear(part, days)...)
		}
	}
	return out
}

// countDays counts the places of a year of the log by their days, and all of them: of each note
// those of the version that has the most on that day, since a reader is shown one.
func countDays(all iter.Seq[site.Mention], year string) (days map[string]int, sum int) {
	type version struct {
		day  string
		id   note.ID
		lang note.Lang
	}
	count := map[version]int{}
	var parts partReader
	for m := range all {
		if parts.of(m) == year {
			count[version{dateOf(m), m.Note.ID, m.Note.Lang}]++
		}
	}
	most := map[version]int{} // without language
	for v, n := range count {
		v.lang = ""
		most[v] = max(most[v], n)
	}
	days = map[string]int{}
	for v, n := range most {
		days[v.day] += n
		sum += n
	}
	return days, sum
}

// cutYear lists the parts of a year by how many places each day has, newest first, each of them
// before those that it is cut into itself.
func cutYear(year string, days map[string]int) []string {
	months := map[int]int{}
	for day, n := range days {
		months[number(day[5:7])] += n
	}
	var out []string
	for _, at := range joinStretches(months, monthsJoined, lastMonth) {
		part := year + "/" + at.String()
		out = append(out, part)
		if months[at.from] > maxPosts && at.from == at.to {
			out = append(out, cutMonth(part, days)...)
		}
	}
	return out
}

// cutMonth is cutYear of a month.
func cutMonth(month string, days map[string]int) []string {
	in := map[int]int{}
	from, to := periodOf(month)
	for day, n := range days {
		if from <= day && day <= to {
			in[number(day[8:])] += n
		}
	}
	var out []string
	for _, at := range joinStretches(in, daysJoined, lastDay) {
		part := month + "/d-" + at.String()
		out = append(out, part)
		for i := maxPosts; at.from == at.to && i < in[at.from]; i += maxPosts {
			out = append(out, part+"/"+itoa(i/maxPosts+1))
		}
	}
	return out
}

// stretch are months of a year, or days of a month, of which both ends are meant.
type stretch struct{ from, to int }

// String is a stretch in an address: 03, 01-06.
func (s stretch) String() string {
	two := func(n int) string { return strconv.Itoa(100 + n)[1:] }
	if s.from == s.to {
		return two(s.from)
	}
	return two(s.from) + "-" + two(s.to)
}

// joinStretches joins what has room on one page, as far as the widths say, newest first. A half
// and a quarter begin and end where they do, so that a page keeps its address while places are
// added.
func joinStretches(count map[int]int, widths []int, last int) []stretch {
	seen := map[stretch]bool{}
	for n := range count {
		at := stretch{n, n}
		for _, width := range widths {
			from := n - (n-1)%width
			wide, sum := stretch{from, min(from+width-1, last)}, 0
			for i := wide.from; i <= wide.to; i++ {
				sum += count[i]
			}
			if sum <= maxPosts {
				at = wide
				break
			}
		}
		seen[at] = true
	}
	return slices.SortedFunc(maps.Keys(seen), func(a, b stretch) int { return b.from - a.from })
}

func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// periodOf returns the first and the last day that a year of the log, or a part of it, is of, the
// last of a month being the 31st; two empty ones for any other part.
func periodOf(part string) (from, to string) {
	at := strings.Split(part, "/")
	year, ok := strings.CutPrefix(at[0], "log-")
	if !ok {
		return "", ""
	}
	ends := func(i int, prefix, first, last string) (string, string) {
		if i >= len(at) {
			return first, last
		}
		from, to, several := strings.Cut(strings.TrimPrefix(at[i], prefix), "-")
		if !several {
			to = from
		}
		return from, to
	}
	firstMonth, lastMonth := ends(1, "", "01", "12")
	firstDay, lastDay := ends(2, "d-", "01", "31")
	return year + "-" + firstMonth + "-" + firstDay, year + "-" + lastMonth + "-" + lastDay
}

// pageOf returns which page of its day a part is, from 0, and of how many among parts.
func pageOf(parts []string, part string) (i, of int) {
	day := part
	if strings.Count(part, "/") == 3 {
		day = part[:strings.LastIndexByte(part, '/')]
		i = number(part[len(day)+1:]) - 1
	}
	for of = 1; slices.Contains(parts, day+"/"+itoa(of+1)); {
		of++
	}
	return i, of
}

// above is the year or the month of the log of which something is a part; "" for what is none.
func above(part string) string {
	at := strings.Split(part, "/")
	return strings.Join(at[:min(len(at)-1, 2)], "/")
}

// cutInto are the parts that one is cut into, newest first; with "", those that are in no other.
func cutInto(parts []string, part string) []string {
	return slices.DeleteFunc(slices.Clone(parts), func(p string) bool { return above(p) != part })
}

// cut are the places of a part of a year of the log, newest first; of one page of them, if its day
// has several. These are as long as each other in any language, so that none is empty.
func (pl *places) cut(parts []string, part string) []site.Mention {
	year, _, _ := strings.Cut(part, "/")
	all := pl.byPart[year]
	from, to := periodOf(part)
	all = all[sort.Search(len(all), func(i int) bool { return dateOf(all[i]) <= to }):]
	all = all[:sort.Search(len(all), func(i int) bool { return dateOf(all[i]) < from })]
	i, of := pageOf(parts, part)
	return all[i*len(all)/of : (i+1)*len(all)/of]
}

// front quotes of a part that is cut the newest places; the headings lead on to all.
func (sh *sheet) front(pl *places, parts []string, part, path string, fill func(*view.EntryGroup, []site.Mention)) []view.EntryGroup {
	var out []view.EntryGroup
	room := maxSaid
	for _, below := range cutInto(parts, part) {
		all := pl.cut(parts, below)
		if len(all) == 0 {
			continue // for this reader
		}
		href := sh.href(fragment.EscapePath(path + below + "/"))
		g := view.EntryGroup{ID: strings.ReplaceAll(below, "/", "-"), Title: sh.periodText(below), Href: href}
		shown := shownOf(len(all), room, len(out) == 0)
		if shown < len(all) {
			room = shown
			g.More = &view.Link{Href: href, Text: sh.l.N("said.all", len(all))}
		}
		fill(&g, all[:shown])
		room -= shown
		out = append(out, g)
	}
	return out
}

// shownOf is how many of so many places are quoted where there is room for some: all, or none; of
// the first group as many as there is room for.
func shownOf(n, room int, first bool) int {
	switch {
	case n <= room:
		return n
	case first:
		return room
	}
	return 0
}

// periodText names what a part of a year of the log is of: October 2026, 1 October 2026 – 16
// October 2026, with the number of a further page of a day.
func (sh *sheet) periodText(part string) string {
	from, to := periodOf(part)
	length := len("2026-10-01")
	if !strings.Contains(part, "/d-") {
		length = len("2026-10")
	}
	text := sh.l.Date(from[:length])
	if to[:length] != from[:length] {
		text += " – " + sh.l.Date(lastOf(to)[:length])
	}
	if i, _ := pageOf(nil, part); i > 0 {
		text += " · " + itoa(i+1)
	}
	return text
}

// lastOf is the last day that its month has.
func lastOf(day string) string {
	for n := number(day[8:]); n > 0; n-- {
		if _, err := time.Parse(time.DateOnly, day[:8]+itoa(n)); err == nil {
			return day[:8] + itoa(n)
		}
	}
	return day
}

// partCrumbs lead to the year, and to the month, that a part of the log is in.
func (sh *sheet) partCrumbs(part, path string) []view.Link {
	var out []view.Link
	for up := above(part); up != ""; up = above(up) {
		out = append(out, view.Link{Href: sh.href(fragment.EscapePath(path + up + "/")), Text: sh.partName(up)})
	}
	slices.Reverse(out)
	return out
}

// saidPath is where what is said of a thing stands below /{l}/: on the page of the thing, or of a
// thread of another repository on the one that it may have.
func (p *planner) saidPath(key note.Key) string {
	if key.Kind == note.Thread || key.Kind == note.RepoRelease {
		return p.pathOf(note.Key{Kind: note.Repo, ID: site.RepoOf(key)}) + threadID(key) + "/"
	}
	return p.pathOf(key)
}
