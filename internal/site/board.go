package site

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// boards computes how many changes of each release the notes cover.
type boards struct {
	keys      *keys
	index     *index
	citations *citations
	changelog *changelog
	data      *upstream.Data
	memo      memo.Map[boardKey, *Board]
	tallies   memo.Map[note.Release, tally]
}

// Board is the coverage of a release. It has the published pull requests that notes cover, the
// claims of authors to SIGs, and notes on other sites.
//
// A change is covered if it is in the attribution of a written entry of a changes note on that
// release. It is then covered in all of its SIGs, but counts once in the totals.
type Board struct {
	Release   note.Release
	Lang      note.Lang // counts only entries in this language; empty for any language
	Published int
	Covered   int
	Mentioned int                  // not covered, but cited in a note
	Missing   []*Change            // not covered, by number; includes the mentioned ones
	Written   []LangCount          // covered changes per language, most first
	Rows      []BoardRow           // by label of the SIG; changes without a SIG last
	Elsewhere []upstream.Elsewhere // notes on other sites about the whole release
	covered   map[*Change]bool
}

// BoardRow is the coverage of one SIG. A change can be in several rows, so the sum of the rows
// exceeds the total.
type BoardRow struct {
	SIG       note.SIG // empty for changes without a SIG
	Published int
	Covered   int
	Mentioned int
	Missing   []*Change
	Written   []LangCount
	Notes     []note.ID // changes notes about the SIG
	Claims    []upstream.Claim
	Elsewhere []upstream.Elsewhere
}

// LangCount is the number of changes covered in a language.
type LangCount struct {
	Lang    note.Lang
	Covered int
}

type boardKey struct {
	release note.Release
	lang    note.Lang
}

// Board returns the board of a release. Entries in any language count. The result is never nil,
// and callers must not modify it.
func (s *boards) Board(r note.Release) *Board { return s.BoardIn(r, "") }

// BoardIn returns the board of a release that counts only entries in one language. An empty
// language means any. The result is never nil, and callers must not modify it.
func (s *boards) BoardIn(r note.Release, lang note.Lang) *Board {
	key := boardKey{r, lang}
	return s.memo.Make(key, func() *Board { return s.newBoard(key) })
}

// Row returns the row of a SIG, or nil.
func (b *Board) Row(g note.SIG) *BoardRow {
	for i := range b.Rows {
		if b.Rows[i].SIG == g {
			return &b.Rows[i]
		}
	}
	return nil
}

// Covers reports whether a change of the board's release is covered.
func (b *Board) Covers(c *Change) bool { return b.covered[c] }

// Bare reports whether the board has no change, claim or note.
func (b *Board) Bare() bool { return len(b.Rows) == 0 && len(b.Elsewhere) == 0 }

// HasBoard reports whether the board of a release would have content. It does not compute the
// board.
func (s *boards) HasBoard(r note.Release) bool {
	if len(s.changelog.Facts(r).Changes) > 0 {
		return true
	}
	return slices.ContainsFunc(s.data.Claims, func(c upstream.Claim) bool { return c.Release == r }) ||
		slices.ContainsFunc(s.data.Elsewhere, func(e upstream.Elsewhere) bool { return e.Release == r }) ||
		slices.ContainsFunc(s.index.byRelease[r], func(id note.ID) bool {
			n := s.index.Original(id)
			return n.Kind == note.Changes && len(n.SIGs) > 0 && !n.Sample
		})
}

func (s *boards) newBoard(key boardKey) *Board {
	b := &Board{Release: key.release, Lang: key.lang, covered: map[*Change]bool{}}
	in := s.tallyOf(key.release).in(key.lang)
	for c := range in {
		b.covered[c] = true
	}
	rows := map[note.SIG]*BoardRow{}
	at := func(g note.SIG) *BoardRow {
		if rows[g] == nil {
			rows[g] = &BoardRow{SIG: g}
		}
		return rows[g]
	}
	facts := s.changelog.Facts(key.release)
	for i := range facts.Changes {
		s.count(b, &facts.Changes[i], at)
	}
	s.addHandKept(b, at)
	b.countLanguages(in, at)
	for _, g := range slices.SortedFunc(maps.Keys(rows), groupless) {
		b.Rows = append(b.Rows, *rows[g])
	}
	return b
}

func groupless(a, b note.SIG) int {
	empty := func(g note.SIG) int {
		if g == "" {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(empty(a), empty(b)), cmp.Compare(a, b))
}

func (s *boards) count(b *Board, c *Change, at func(note.SIG) *BoardRow) {
	covered := b.covered[c]
	mentioned := !covered && s.mentioned(c, b.Lang)
	add := func(published, done, named *int, missing *[]*Change) {
		*published++
		if covered {
			*done++
			return
		}
		*missing = append(*missing, c)
		if mentioned {
			*named++
		}
	}
	add(&b.Published, &b.Covered, &b.Mentioned, &b.Missing)
	for _, g := range c.Groups() {
		row := at(g)
		add(&row.Published, &row.Covered, &row.Mentioned, &row.Missing)
	}
}

func (b *Board) countLanguages(in tally, at func(note.SIG) *BoardRow) {
	all, groups := map[note.Lang]int{}, map[note.SIG]map[note.Lang]int{}
	for c, langs := range in {
		for l := range langs {
			all[l]++
			for _, g := range c.Groups() {
				if groups[g] == nil {
					groups[g] = map[note.Lang]int{}
				}
				groups[g][l]++
			}
		}
	}
	b.Written = mostFirst(all)
	for g, counts := range groups {
		at(g).Written = mostFirst(counts)
	}
}

func mostFirst(counts map[note.Lang]int) []LangCount {
	var out []LangCount
	for l, n := range counts {
		out = append(out, LangCount{l, n})
	}
	slices.SortFunc(out, func(a, b LangCount) int {
		return cmp.Or(cmp.Compare(b.Covered, a.Covered), cmp.Compare(a.Lang, b.Lang))
	})
	return out
}

// addHandKept adds the notes of the release. It also adds claims and notes on other sites, from
// files that are maintained by hand.
func (s *boards) addHandKept(b *Board, at func(note.SIG) *BoardRow) {
	for _, id := range s.index.byRelease[b.Release] {
		n := s.index.Original(id)
		if n.Kind != note.Changes || n.Sample {
			continue
		}
		for _, g := range n.SIGs {
			row := at(g)
			row.Notes = append(row.Notes, id)
		}
	}
	for _, c := range s.data.Claims {
		if c.Release == b.Release {
			row := at(c.SIG)
			row.Claims = append(row.Claims, c)
		}
	}
	for _, e := range s.data.Elsewhere {
		if e.Release != b.Release || b.Lang != "" && e.Lang != b.Lang {
			continue
		}
		if e.SIG == "" {
			b.Elsewhere = append(b.Elsewhere, e)
			continue
		}
		row := at(e.SIG)
		row.Elsewhere = append(row.Elsewhere, e)
	}
}

type tally map[*Change]map[note.Lang]int

// tallyOf returns the tally of a release. It is cached, so callers must not modify it.
func (s *boards) tallyOf(r note.Release) tally {
	return s.tallies.Make(r, func() tally {
		t := tally{}
		for _, id := range s.index.byRelease[r] {
			for _, n := range s.index.Versions(id) {
				if slices.Contains(n.Releases, r) {
					t.add(s.changelog.Facts(r), s.citations.parts[n])
				}
			}
		}
		return t
	})
}

func (t tally) in(lang note.Lang) tally {
	if lang == "" {
		return t
	}
	out := tally{}
	for c, langs := range t {
		if n := langs[lang]; n > 0 {
			out[c] = map[note.Lang]int{lang: n}
		}
	}
	return out
}

func (t tally) add(facts *Facts, part *contribution) {
	for c, lang := range facts.coveredBy(part) {
		if t[c] == nil {
			t[c] = map[note.Lang]int{}
		}
		t[c][lang]++
	}
}

// coveredBy yields the changes of a release that a note covers, in reading order. The second
// value is the language of the entry. A change can occur twice.
func (f *Facts) coveredBy(part *contribution) iter.Seq2[*Change, note.Lang] {
	return func(yield func(*Change, note.Lang) bool) {
		for _, t := range part.covers {
			for _, pr := range t.prs {
				if c := f.Change(pr); c != nil && !yield(c, t.lang) {
					return
				}
			}
			for _, thread := range t.threads {
				if c := f.Thread(thread); c != nil && !yield(c, t.lang) {
					return
				}
			}
		}
	}
}

func (s *boards) mentioned(c *Change, lang note.Lang) bool {
	for m := range each(s.citations.named(s.keys.Normal(c.Key()))) {
		switch {
		case m.Note.Sample:
		case m.Block == nil && (lang == "" || m.Note.Lang == lang):
			return true
		case m.Block == nil || lang != "" && m.Block.Lang != lang:
		case !m.Entry() || Written(m.Block):
			return true
		}
	}
	return false
}

// Coverage is the number of published changes of the SIGs of a note, and how many of them the
// note covers.
type Coverage struct{ Covered, Published int }

// CoverageOf returns the coverage of a note by its own entries. It is zero except for changes
// notes with SIGs and a single release.
func (s *boards) CoverageOf(n *note.Note) Coverage {
	if n.Kind != note.Changes || len(n.Releases) != 1 || len(n.SIGs) == 0 {
		return Coverage{}
	}
	facts := s.changelog.Facts(n.Releases[0])
	covered := map[*Change]bool{}
	if part := s.citations.parts[n]; part != nil {
		for c := range facts.coveredBy(part) {
			covered[c] = covered[c] || inAny(c, n.SIGs)
		}
	}
	maps.DeleteFunc(covered, func(_ *Change, in bool) bool { return !in })
	cov := Coverage{Covered: len(covered)}
	for i := range facts.Changes {
		if inAny(&facts.Changes[i], n.SIGs) {
			cov.Published++
		}
	}
	return cov
}
