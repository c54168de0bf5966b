package address

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Digest keeps one mention per section of prose, because prose repeats names. It keeps all
// mentions in entries. It returns the given slice if nothing is removed.
func Digest(all []site.Mention) []site.Mention {
	if !slices.ContainsFunc(all, func(m site.Mention) bool { return !m.Entry() }) {
		return all
	}
	seen := map[*note.Block]bool{}
	var out []site.Mention
	for _, m := range all {
		under := m.Heading
		if m.Block != nil && m.Block.Type == note.Heading {
			under = m.Block
		}
		if !m.Entry() && under != nil {
			if seen[under] {
				continue
			}
			seen[under] = true
		}
		out = append(out, m)
	}
	return out
}

// MaxQuoted is the maximum number of citations that the page of a thing quotes. If there are
// more, the page quotes the newest ones and links to further pages. The list of proposals is
// divided in the same way.
const MaxQuoted = 60

const pageRoom = 100

func pagesFor(n int) int { return (n + pageRoom - 1) / pageRoom }

// GroupOf returns the group of a mention: the newest release of its note, else the month of the
// log, such as log-2023-04, else "log".
func GroupOf(m site.Mention) string {
	if r := upstream.Newest(m.Note.Releases); upstream.IsRelease(string(r)) {
		return string(r)
	}
	if date := DateOf(m); IsDay(date) {
		return "log-" + date[:len("2023-04")]
	}
	return "log"
}

// partOf returns the page of a group: ten releases, such as 1.20-1.29, or a year of the log, such
// as log-2023.
func partOf(group string) string {
	if strings.HasPrefix(group, "log") {
		return group[:min(len(group), len("log-2023"))]
	}
	return TenOf(note.Release(group))
}

// partsOf returns the names of the pages of a long list of mentions, newest first: 1.20-1.29,
// 1.20-1.29/2, log-2023. It returns nil if one page is enough. The result does not depend on the
// language.
func partsOf(all iter.Seq[site.Mention]) []string {
	if !tooMany(all) {
		return nil
	}
	count, sum := countParts(Digest(slices.Collect(all)))
	if sum <= MaxQuoted {
		return nil
	}
	var out []string
	for _, part := range newestFirst(count) {
		out = append(out, part)
		for page := 2; page <= pagesFor(count[part]); page++ {
			out = append(out, part+"/"+strconv.Itoa(page))
		}
	}
	return out
}

// countParts counts the mentions of each page and of all pages. A reader sees one version of a
// note, so it counts only the version with the most mentions.
func countParts(all []site.Mention) (count map[string]int, sum int) {
	type version struct {
		part string
		id   note.ID
		lang note.Lang
	}
	versions := map[version]int{}
	for _, m := range all {
		versions[version{partOf(GroupOf(m)), m.Note.ID, m.Note.Lang}]++
	}
	most := map[version]int{} // lang is empty
	for v, n := range versions {
		v.lang = ""
		most[v] = max(most[v], n)
	}
	count = map[string]int{}
	for v, n := range most {
		count[v.part] += n
		sum += n
	}
	return count, sum
}

// newestFirst returns the names of groups or pages, newest first and logs last.
func newestFirst[V any](named map[string]V) []string {
	return slices.SortedFunc(maps.Keys(named), func(a, b string) int { return compareParts(b, a) })
}

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
	a, _, _ = strings.Cut(a, "-")
	b, _, _ = strings.Cut(b, "-")
	return upstream.CompareReleases(note.Release(a), note.Release(b))
}

func tooMany(all iter.Seq[site.Mention]) bool {
	n := 0
	for range all {
		if n++; n > MaxQuoted {
			return true
		}
	}
	return false
}

// Places groups mentions, in the order in which pages quote them.
type Places struct {
	Groups  []string // releases and months of the log, newest first
	ByGroup map[string][]site.Mention
	byPart  map[string][]site.Mention
}

// NewPlaces groups mentions, newest first.
func NewPlaces(all []site.Mention) *Places {
	pl := &Places{ByGroup: map[string][]site.Mention{}, byPart: map[string][]site.Mention{}}
	for _, m := range all {
		group := GroupOf(m)
		pl.ByGroup[group] = append(pl.ByGroup[group], m)
	}
	for _, of := range pl.ByGroup {
		slices.SortStableFunc(of, func(a, b site.Mention) int { return cmp.Compare(DateOf(b), DateOf(a)) })
	}
	pl.Groups = newestFirst(pl.ByGroup)
	for _, group := range pl.Groups {
		part := partOf(group)
		pl.byPart[part] = append(pl.byPart[part], pl.ByGroup[group]...)
	}
	return pl
}

// OnPage returns the mentions on a page. It spreads them evenly, so no page is empty if the
// versions that the reader sees have fewer mentions.
func (pl *Places) OnPage(parts []string, page string) []site.Mention {
	part, further, _ := strings.Cut(page, "/")
	of := 1
	for slices.Contains(parts, part+"/"+strconv.Itoa(of+1)) {
		of++
	}
	i := 1
	if further != "" {
		i, _ = strconv.Atoi(further)
	}
	all := pl.byPart[part]
	return all[(i-1)*len(all)/of : i*len(all)/of]
}

// PageOf returns the name of the page on which a group begins.
func (pl *Places) PageOf(parts []string, group string) string {
	part := partOf(group)
	for _, page := range parts {
		first, _, _ := strings.Cut(page, "/")
		if first == part && slices.ContainsFunc(pl.OnPage(parts, page), func(m site.Mention) bool { return GroupOf(m) == group }) {
			return page
		}
	}
	return part
}

// DateOf returns the date of the log post that has a mention, or "".
func DateOf(m site.Mention) string {
	if m.Block == nil {
		return ""
	}
	return m.Block.Date
}
