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

// Digest keeps one mention per section of prose, because prose repeats names. It returns the given
// slice if nothing is dropped.
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

// MaxQuoted is how many citations a page quotes. If there are more, the page quotes the newest and
// links to its parts. The list of proposals is divided in the same way.
const MaxQuoted = 60

const pageRoom = 100

func pagesFor(n int) int { return (n + pageRoom - 1) / pageRoom }

// partOf returns the part of a mention: the release of its note, else its month of the log.
func partOf(m site.Mention) string {
	if r := upstream.Newest(m.Note.Releases); upstream.IsRelease(string(r)) {
		return string(r)
	}
	if date := DateOf(m); IsDay(date) {
		return "log-" + date[:len("2023-04")]
	}
	return "log"
}

// partsOf returns the pages of a long list of mentions, newest first: 1.27, 1.27/2, log-2023-04. It
// returns nil if one page is enough. The result does not depend on the language.
func partsOf(all iter.Seq[site.Mention]) []string {
	if !tooMany(all) {
		return nil
	}
	count := countParts(Digest(slices.Collect(all)))
	var out []string
	for _, part := range sortedParts(count) {
		out = append(out, part)
		for page := 2; page <= pagesFor(count[part]); page++ {
			out = append(out, part+"/"+strconv.Itoa(page))
		}
	}
	return out
}

// countParts counts the mentions per part. Readers see one version of a note, so only the version
// with the most mentions is counted.
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
	most := map[version]int{} // lang is empty
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

func sortedParts[V any](parts map[string]V) []string {
	return slices.SortedFunc(maps.Keys(parts), func(a, b string) int { return compareParts(b, a) })
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

// Places holds mentions by part, in the order in which pages quote them.
type Places struct {
	Parts  []string // newest first
	ByPart map[string][]site.Mention
}

// NewPlaces groups mentions into parts, newest first.
func NewPlaces(all []site.Mention) *Places {
	pl := &Places{ByPart: map[string][]site.Mention{}}
	for _, m := range all {
		part := partOf(m)
		pl.ByPart[part] = append(pl.ByPart[part], m)
	}
	for _, of := range pl.ByPart {
		slices.SortStableFunc(of, func(a, b site.Mention) int { return cmp.Compare(DateOf(b), DateOf(a)) })
	}
	pl.Parts = sortedParts(pl.ByPart)
	return pl
}

// OnPage returns the places on a page of a part. Places are spread evenly, so that no page is empty
// if the reader's versions have fewer places.
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
	all := pl.ByPart[part]
	return all[(i-1)*len(all)/of : i*len(all)/of]
}

// DateOf returns the day of a mention in a log, or "".
func DateOf(m site.Mention) string {
	if m.Block == nil {
		return ""
	}
	return m.Block.Date
}
