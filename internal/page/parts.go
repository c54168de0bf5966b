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

// maxSaid is how many places a page quotes. If notes name a thing more often, its page quotes the
// newest places and links to the parts: see the package comment. The list of proposals is split
// in the same way.
const maxSaid = 60

// pageRoom is how many places a page of a part has, and how many entries a page of the log.
const pageRoom = 100

// pagesFor returns how many pages so many places need.
func pagesFor(n int) int { return (n + pageRoom - 1) / pageRoom }

// partOf returns the part that a mention belongs to: its note's release, else its month of the log.
func partOf(m site.Mention) string {
	if r := upstream.Newest(m.Note.Releases); upstream.IsRelease(string(r)) {
		return string(r)
	}
	if date := dateOf(m); isDay(date) {
		return "log-" + date[:len("2023-04")]
	}
	return "log"
}

// partsOf lists the pages of the parts of mentions, newest first: 1.27, 1.27/2, log-2023-04. It
// returns nothing if one page has room for all. The pages do not depend on the reader's language:
// a page has the same address in all languages.
func partsOf(all iter.Seq[site.Mention]) []string {
	if !tooMany(all) {
		return nil
	}
	count := countParts(digest(slices.Collect(all)))
	var out []string
	for _, part := range sortedParts(count) {
		out = append(out, part)
		for page := 2; page <= pagesFor(count[part]); page++ {
			out = append(out, part+"/"+itoa(page))
		}
	}
	return out
}

// countParts counts the mentions of each part. A reader sees one version of a note, so only the
// version with the most mentions counts.
func countParts(all []site.Mention) map[string]int {
	type version struct {
		part string
		id   note.ID
		lang note.Lang
	}
	count := map[version]int{}
	for _, m := range all {
		count[version{partOf(m), m.Note.ID, m.Note.Lang}]++
	}
	most := map[version]int{} // without language
	for v, n := range count {
		v.lang = ""
		most[v] = max(most[v], n)
	}
	out := map[string]int{}
	for v, n := range most {
		out[v.part] += n
	}
	return out
}

// sortedParts lists parts, newest first.
func sortedParts[V any](parts map[string]V) []string {
	return slices.SortedFunc(maps.Keys(parts), func(a, b string) int { return compareParts(b, a) })
}

// compareParts orders parts: the log by months, then releases.
func compareParts(a, b string) int {
	inLog := func(part string) bool { return strings.HasPrefix(part, "log") }
	switch {
	case inLog(a) && inLog(b):
		return cmp.Compare(a, b)
	case inLog(a):
		return -1
	case inLog(b):
		return 1
	}
	return upstream.CompareReleases(note.Release(a), note.Release(b))
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

// partsSaid lists the pages of the parts of what notes say about a thing; none if one page has
// room for all. The list is memoized for the plan and for the pages in all languages.
func (p *planner) partsSaid(key note.Key) []string {
	if !tooMany(p.saying(key)) {
		return nil
	}
	return p.parted.Make(key, func() []string { return partsOf(p.saying(key)) })
}

// saying returns the places in any language that say something about a thing.
func (p *planner) saying(key note.Key) iter.Seq[site.Mention] {
	return func(yield func(site.Mention) bool) {
		for m := range p.s.EachMention(key) {
			if !m.Waits && !yield(m) {
				return
			}
		}
	}
}

// saidRoutes returns the pages of the parts of what notes say about a thing.
func (p *planner) saidRoutes(key note.Key) []route {
	parts, path := p.partsSaid(key), p.saidPath(key)
	var out []route
	for _, part := range parts {
		out = append(out, route{path + part + "/", "said", func(sh *sheet) any { return sh.saidPart(key, part, parts) }, nil})
	}
	return out
}

// saidPath returns the path below /{l}/ of the page with what notes say about a thing: the page of
// the thing, or the page that a thread of another repository may have.
func (p *planner) saidPath(key note.Key) string {
	if key.Kind == note.Thread || key.Kind == note.RepoRelease {
		return p.pathOf(note.Key{Kind: note.Repo, ID: site.RepoOf(key)}) + threadID(key) + "/"
	}
	return p.pathOf(key)
}

// partTitle returns the title of a part, or of one of its pages: 1.27, 1.27 · 2, Daily log April 2023.
func (sh *sheet) partTitle(part string) string {
	part, page, _ := strings.Cut(part, "/")
	if month, ok := strings.CutPrefix(part, "log"); ok {
		part = sh.l.T("nav.log")
		if month != "" {
			part += " " + sh.l.Date(strings.TrimPrefix(month, "-"))
		}
	}
	if page != "" {
		part += " · " + page
	}
	return part
}

// places are mentions by part, in the order in which pages quote them.
type places struct {
	parts  []string // newest first
	byPart map[string][]site.Mention
}

func newPlaces(all []site.Mention) *places {
	pl := &places{byPart: map[string][]site.Mention{}}
	for _, m := range all {
		part := partOf(m)
		pl.byPart[part] = append(pl.byPart[part], m)
	}
	for _, of := range pl.byPart {
		slices.SortStableFunc(of, func(a, b site.Mention) int { return cmp.Compare(dateOf(b), dateOf(a)) })
	}
	pl.parts = sortedParts(pl.byPart)
	return pl
}

// onPage returns the places on a page of a part. All pages of a part are of about the same length,
// so that no page is empty where the reader's versions have fewer places than others.
func (pl *places) onPage(parts []string, page string) []site.Mention {
	part, further, _ := strings.Cut(page, "/")
	of := 1
	for slices.Contains(parts, part+"/"+itoa(of+1)) {
		of++
	}
	i := 1
	if further != "" {
		i, _ = strconv.Atoi(further)
	}
	all := pl.byPart[part]
	return all[(i-1)*len(all)/of : i*len(all)/of]
}

// saidPart makes a page of a part of what notes say about a thing.
func (sh *sheet) saidPart(key note.Key, part string, parts []string) view.SaidView {
	name, lang := sh.thingName(key)
	pl, path := sh.named(key).places(), sh.saidPath(key)
	sh.about = sh.ownOf(key)
	v := sh.partView(pl, parts, part, path, name)
	v.TitleLang = lang
	told, rows := sh.changesOf(key, pl.onPage(parts, part))
	v.Entries, v.Rows = quoted(told, sh.quote), rows
	v.Crumbs = append(sh.saidCrumbs(key), view.Link{Href: sh.href(fragment.EscapePath(path)), Text: name, Lang: lang})
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

// partView makes the title of a page of a part, and its links to the pages before and after it.
func (sh *sheet) partView(pl *places, parts []string, part, path, name string) view.SaidView {
	v := view.SaidView{Frame: sh.frame(name + " · " + sh.partTitle(part))}
	link := func(i int) *view.Link {
		if i < 0 || i >= len(parts) {
			return nil
		}
		return &view.Link{
			Href: sh.href(fragment.EscapePath(path + parts[i] + "/")), Text: sh.partTitle(parts[i]),
			Note: sh.l.N("count.entries", len(pl.onPage(parts, parts[i]))),
		}
	}
	i := slices.Index(parts, part)
	v.Prev, v.Next = link(i+1), link(i-1)
	return v
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

// bounded groups places by part for a page whose parts have pages below path. It quotes the newest
// groups; each other group is a heading with a link to its part.
func (sh *sheet) bounded(pl *places, path string, fill func(*view.EntryGroup, []site.Mention)) []view.EntryGroup {
	var out []view.EntryGroup
	room := maxSaid
	for _, part := range pl.parts {
		all := pl.byPart[part]
		g := sh.partGroup(part)
		shown := shownOf(len(all), room, len(out) == 0)
		if shown < len(all) {
			room = shown
			g.More = &view.Link{Href: sh.href(fragment.EscapePath(path + part + "/")), Text: sh.l.N("said.all", len(all))}
		}
		fill(&g, all[:shown])
		room -= shown
		out = append(out, g)
	}
	return out
}

// shownOf returns how many of n places a page quotes: all or none of a group, but as many of the
// first group as there is room for.
func shownOf(n, room int, first bool) int {
	switch {
	case n <= room:
		return n
	case first:
		return room
	}
	return 0
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
