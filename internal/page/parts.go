package page

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// maxSaid is how many places a page quotes. Of a thing that notes name more often, and
// of a long list of proposals, the page has the newest releases; each release has a
// page of its own below it, and a link from its heading leads there.
const maxSaid = 60

// maxJoined is how many places a part of several releases has, and maxTold of a thing whose
// parts tell of a change in one line.
const (
	maxJoined = maxSaid
	maxTold   = 200
)

// joins returns how many places a part of what is said of a thing has where it is of several
// releases.
func joins(key note.Key) int {
	if key.Kind == note.PersonRef || key.Kind == note.Gate {
		return maxTold
	}
	return maxJoined
}

// partOf says which part of what is said of a thing a mention belongs to: its note's
// release, else a year of the log.
func partOf(m site.Mention) string {
	if r := upstream.Newest(m.Note.Releases); upstream.IsRelease(string(r)) {
		return string(r)
	}
	if date := dateOf(m); isDay(date) {
		return "log-" + date[:4]
	}
	return "log"
}

// partReader says the parts of mentions, of which one note has many after each other.
type partReader struct {
	n          *note.Note
	date, part string
}

func (r *partReader) of(m site.Mention) string {
	if date := dateOf(m); r.n != m.Note || r.date != date {
		*r = partReader{m.Note, date, partOf(m)}
	}
	return r.part
}

// partsOf lists the parts of mentions, newest first, where there are too many for one
// page; nothing else. Behind a year of the log that is cut stand its own: see cutYears. They must
// not depend on the reader's language: a part has one address in all.
func partsOf(all iter.Seq[site.Mention], room int) []string {
	if !tooMany(all) {
		return nil
	}
	count := map[string]int{}
	var parts partReader
	for m := range all {
		count[parts.of(m)]++
	}
	return cutYears(joinParts(count, room), count, all)
}

// joinParts joins neighbouring releases of which few places tell: all of one ten, or of half of
// one, where these are no more than there is room for on a page. A ten begins and ends where it does, so that
// a page keeps its address while notes are added.
func joinParts(count map[string]int, room int) []string {
	sums := map[string]int{}
	for part, n := range count {
		for _, span := range spansOf(part) {
			sums[span] += n
		}
	}
	seen := map[string]bool{}
	for part := range count {
		for _, span := range spansOf(part) {
			if sums[span] <= room {
				part = span
				break
			}
		}
		seen[part] = true
	}
	return slices.SortedFunc(maps.Keys(seen), func(a, b string) int { return compareParts(b, a) })
}

// spansOf names the ten that a release is in, and the half of it: 1.20-1.29, 1.25-1.29. The log
// is in none.
func spansOf(part string) []string {
	major, n, ok := releaseNumbers(part)
	if !ok {
		return nil
	}
	out := make([]string, 0, 2)
	for _, width := range []int{10, 5} {
		from := n - n%width
		out = append(out, major+"."+itoa(from)+"-"+major+"."+itoa(from+width-1))
	}
	return out
}

// inSpan reports whether a release is one of those that a span joins.
func inSpan(part, span string) bool {
	first, last, _ := strings.Cut(span, "-")
	major, n, ok := releaseNumbers(part)
	from, least, _ := releaseNumbers(first)
	_, most, spans := releaseNumbers(last)
	return ok && spans && major == from && least <= n && n <= most
}

// releaseNumbers are the two numbers of a release; false of what is none.
func releaseNumbers(r string) (major string, minor int, ok bool) {
	major, rest, _ := strings.Cut(r, ".")
	minor, err := strconv.Atoi(rest)
	return major, minor, err == nil
}

// isSpan reports whether a part joins several releases.
func isSpan(part string) bool {
	return strings.Contains(part, "-") && !strings.HasPrefix(part, "log")
}

// holding returns which of the parts that have pages a release, or year of the log, is in.
func holding(parts []string, part string) string {
	for _, span := range spansOf(part) {
		if slices.Contains(parts, span) {
			return span
		}
	}
	return part
}

// tooMany reports whether mentions are too many for one page.
func tooMany(all iter.Seq[site.Mention]) bool {
	n := 0
	for range all {
		if n++; n > maxSaid {
			return true
		}
	}
	return false
}

// partsSaid are the parts of what is said of a thing; none where that stands on one page. They are
// listed once, for the plan and for the pages of the thing in all languages.
func (p *planner) partsSaid(key note.Key) []string {
	if !tooMany(p.saying(key)) {
		return nil
	}
	return p.parted.Make(key, func() []string { return partsOf(p.saying(key), joins(key)) })
}

// saying are the places that say something of a thing, in whatever language.
func (p *planner) saying(key note.Key) iter.Seq[site.Mention] {
	return func(yield func(site.Mention) bool) {
		for m := range p.s.EachMention(key) {
			if !m.Waits && !yield(m) {
				return
			}
		}
	}
}

// saidRoutes are the pages of the parts of what is said of a thing.
func (p *planner) saidRoutes(key note.Key) []route {
	parts, path := p.partsSaid(key), p.saidPath(key)
	var out []route
	for _, part := range parts {
		out = append(out, route{path + part + "/", "said", func(sh *sheet) any { return sh.saidPart(key, part, parts) }, nil})
	}
	return out
}

// partTitle names a part to the reader: 1.27, 1.20–1.29, or the log and its year, or its month.
func (sh *sheet) partTitle(part string) string {
	if strings.Contains(part, "/") {
		return sh.l.T("nav.log") + " " + sh.partName(part)
	}
	if year, ok := strings.CutPrefix(part, "log"); ok {
		return strings.TrimSpace(sh.l.T("nav.log") + " " + strings.TrimPrefix(year, "-"))
	}
	return strings.Replace(part, "-", "–", 1)
}

// partName names a part where that of which it is one is named: by the months or days alone.
func (sh *sheet) partName(part string) string {
	if strings.Contains(part, "/") {
		return sh.periodText(part)
	}
	return sh.partTitle(part)
}

// places are mentions in the order in which pages quote them, whole and part by part.
type places struct {
	all    []site.Mention
	parts  []string // releases and years of the log, newest first
	byPart map[string][]site.Mention
}

func newPlaces(all []site.Mention) *places {
	count := map[string]int{}
	for part, run := range partRuns(all) {
		count[part] += len(run)
	}
	pl := &places{all: make([]site.Mention, len(all)), byPart: make(map[string][]site.Mention, len(count))}
	pl.parts = slices.SortedFunc(maps.Keys(count), func(a, b string) int { return compareParts(b, a) })
	from := 0
	for _, part := range pl.parts {
		end := from + count[part]
		pl.byPart[part], from = pl.all[from:from:end], end // room in all, and no copy of its own
	}
	for part, run := range partRuns(all) {
		pl.byPart[part] = append(pl.byPart[part], run...)
	}
	for _, of := range pl.byPart {
		slices.SortStableFunc(of, func(a, b site.Mention) int { return cmp.Compare(dateOf(b), dateOf(a)) })
	}
	return pl
}

// partRuns cuts mentions where the next is of another part: those of one note, and of one
// release, mostly stand together.
func partRuns(all []site.Mention) iter.Seq2[string, []site.Mention] {
	return func(yield func(string, []site.Mention) bool) {
		var parts partReader
		for len(all) > 0 {
			part, end := parts.of(all[0]), 1
			for end < len(all) && parts.of(all[end]) == part {
				end++
			}
			if !yield(part, all[:end]) {
				return
			}
			all = all[end:]
		}
	}
}

// saidPart makes the page of one of the parts of what is said of a thing.
func (sh *sheet) saidPart(key note.Key, part string, parts []string) view.SaidView {
	name, lang := sh.thingName(key)
	pl, path := sh.named(key).places(), sh.saidPath(key)
	sh.about = sh.ownOf(key)
	v := sh.partView(pl, parts, part, path, name)
	v.TitleLang = lang
	sh.fillPart(&v, pl, parts, part, path, func(g *view.EntryGroup, all []site.Mention) {
		told, rows := sh.changesOf(key, all)
		g.Entries, g.Rows = quoted(told, sh.quote), rows
	})
	v.Crumbs = append(sh.saidCrumbs(key), view.Link{Href: sh.href(fragment.EscapePath(path)), Text: name, Lang: lang})
	v.Crumbs = append(v.Crumbs, sh.partCrumbs(part, path)...)
	return v
}

// saidCrumbs lead to the page above that of a thing.
func (sh *sheet) saidCrumbs(key note.Key) []view.Link {
	list, _, _ := strings.Cut(sh.saidPath(key), "/")
	out := []view.Link{{Href: sh.href(list + "/"), Text: sh.l.T("nav." + list)}}
	if key.Kind == note.Thread || key.Kind == note.RepoRelease {
		repo := note.Key{Kind: note.Repo, ID: site.RepoOf(key)}
		out = append(out, view.Link{Href: sh.href(fragment.EscapePath(sh.pathOf(repo))), Text: sh.s.Spelling(repo)})
	}
	return out
}

// fillPart quotes what a part says, under the releases where there may be several, and under its
// own parts where it is cut.
func (sh *sheet) fillPart(v *view.SaidView, pl *places, parts []string, part, path string, fill func(*view.EntryGroup, []site.Mention)) {
	if v.Groups = sh.front(pl, parts, part, path, fill); len(v.Groups) > 0 {
		return
	}
	if all := pl.of(parts, part); len(all) > 0 {
		var g view.EntryGroup
		fill(&g, all)
		v.Entries, v.Rows = g.Entries, g.Rows
		return
	}
	for own, all := range pl.in(part) {
		g := sh.partGroup(own)
		fill(&g, all)
		v.Groups = append(v.Groups, g)
	}
}

// in are the releases of a part that joins several, with their places, newest first.
func (pl *places) in(part string) iter.Seq2[string, []site.Mention] {
	return func(yield func(string, []site.Mention) bool) {
		if !isSpan(part) {
			return
		}
		for _, own := range pl.parts {
			if inSpan(own, part) && !yield(own, pl.byPart[own]) {
				return
			}
		}
	}
}

// of are the places of a part that is no span.
func (pl *places) of(parts []string, part string) []site.Mention {
	if strings.Contains(part, "/") {
		return pl.cut(parts, part)
	}
	return pl.byPart[part]
}

// len returns how many places a part has.
func (pl *places) len(parts []string, part string) int {
	n := len(pl.of(parts, part))
	for _, all := range pl.in(part) {
		n += len(all)
	}
	return n
}

// partView makes what stands around the entries of a part.
func (sh *sheet) partView(pl *places, parts []string, part, path, name string) view.SaidView {
	v := view.SaidView{Frame: sh.frame(name + " · " + sh.partTitle(part))}
	beside := cutInto(parts, above(part))
	i := slices.Index(beside, part)
	link := func(i int) *view.Link {
		return &view.Link{
			Href: sh.href(fragment.EscapePath(path + beside[i] + "/")), Text: sh.partName(beside[i]),
			Note: sh.l.N("count.entries", pl.len(parts, beside[i])),
		}
	}
	if i+1 < len(beside) {
		v.Prev = link(i + 1)
	}
	if i > 0 {
		v.Next = link(i - 1)
	}
	return v
}

// compareParts orders parts: the log by years, then releases.
func compareParts(a, b string) int {
	if x, y := strings.HasPrefix(a, "log"), strings.HasPrefix(b, "log"); x != y {
		if x {
			return -1
		}
		return 1
	} else if x {
		return strings.Compare(a, b)
	}
	a, _, _ = strings.Cut(a, "-")
	b, _, _ = strings.Cut(b, "-")
	return upstream.CompareReleases(note.Release(a), note.Release(b))
}

// thingName is how a part's title names the thing, with the language of the words.
func (sh *sheet) thingName(key note.Key) (string, string) {
	switch key.Kind {
	case note.KEP:
		return "KEP-" + key.ID, ""
	case note.PR:
		return "#" + key.ID, ""
	}
	return sh.s.Spelling(key), ""
}

// bounded groups places for a page below which their parts stand at path: the newest
// groups are quoted, of the others the headings lead on.
func (sh *sheet) bounded(pl *places, parts []string, path string, fill func(*view.EntryGroup, []site.Mention)) []view.EntryGroup {
	var out []view.EntryGroup
	room := maxSaid
	for i, all := 0, pl.all; len(all) > 0; i++ {
		part := pl.parts[i]
		end := len(pl.byPart[part])
		g := sh.partGroup(part)
		shown := shownOf(end, room, len(out) == 0)
		if shown < end {
			room = shown
			g.More = &view.Link{Href: sh.partHref(parts, path, part, g.ID), Text: sh.l.N("said.all", end)}
		}
		fill(&g, all[:shown])
		room -= shown
		out, all = append(out, g), all[end:]
	}
	return out
}

// partHref leads to what is said of a release, on the page of the part that it is in.
func (sh *sheet) partHref(parts []string, path, part, id string) string {
	page := holding(parts, part)
	href := sh.href(fragment.EscapePath(path + page + "/"))
	if page != part {
		href += fragment.Hash(id)
	}
	return href
}

// partGroup is the heading of a part, without entries.
func (sh *sheet) partGroup(part string) view.EntryGroup {
	if !strings.HasPrefix(part, "log") {
		return sh.emptyGroup(note.Release(part))
	}
	g := sh.emptyGroup("")
	if part != "log" {
		g.ID, g.Title = part, sh.partTitle(part)
	}
	return g
}
