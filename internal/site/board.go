package site

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strconv"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Board is how far a release has been gone through: which of its published pull requests
// notes cover, who has taken what, which notes stand elsewhere.
//
// A change is covered where an entry of a changes note on that release is attributed to
// it and says something. It is covered under all of its groups then, whichever the note
// is about, and counts once in the sums of the board, however many groups it belongs to.
type Board struct {
	Release   note.Release
	Lang      note.Lang // empty: entries in any language count
	Published int
	Covered   int
	Mentioned int                  // not covered, but named somewhere in a note
	Missing   []*Change            // not covered, by number; those that are mentioned among them
	Written   []LangCount          // how many are covered in each language, most first
	Rows      []BoardRow           // by label; changes without a group come last
	Elsewhere []upstream.Elsewhere // notes on the whole release
	covered   map[*Change]bool
}

// BoardRow is a group's part of a board. Rows overlap, so their sums are no counts.
type BoardRow struct {
	SIG       note.SIG // empty: changes without any group
	Published int
	Covered   int
	Mentioned int
	Missing   []*Change
	Written   []LangCount
	Notes     []note.ID // changes notes about the group
	Claims    []upstream.Claim
	Elsewhere []upstream.Elsewhere
}

// LangCount is how many changes are covered in a language.
type LangCount struct {
	Lang    note.Lang
	Covered int
}

// boardKey is a release, and the language of the entries that count.
type boardKey struct {
	release note.Release
	lang    note.Lang
}

// Board returns the board of a release, on which entries in any language count; never
// nil. Nobody writes into it.
func (s *Site) Board(r note.Release) *Board { return s.BoardIn(r, "") }

// BoardIn returns the board of a release on which only what is written in one language
// counts; with an empty language it is Board. Never nil.
func (s *Site) BoardIn(r note.Release, lang note.Lang) *Board {
	key := boardKey{r, lang}
	return s.lazy.boards.Make(key, func() *Board { return s.newBoard(key) })
}

// Row returns the part of a group; nil where the board has none.
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

// Bare reports that there is nothing on the board: no change, no claim, no note.
func (b *Board) Bare() bool { return len(b.Rows) == 0 && len(b.Elsewhere) == 0 }

// HasBoard reports whether there is anything on the board of a release, without counting
// it.
func (s *Site) HasBoard(r note.Release) bool {
	if len(s.Facts(r).Changes) > 0 {
		return true
	}
	return slices.ContainsFunc(s.data.Claims, func(c upstream.Claim) bool { return c.Release == r }) ||
		slices.ContainsFunc(s.data.Elsewhere, func(e upstream.Elsewhere) bool { return e.Release == r }) ||
		slices.ContainsFunc(s.byRelease[r], func(id note.ID) bool {
			n := s.Original(id)
			return n.Kind == note.Changes && len(n.SIGs) > 0 && !n.Sample
		})
}

func (s *Site) newBoard(key boardKey) *Board {
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
	facts := s.Facts(key.release)
	for i := range facts.Changes {
		s.count(b, &facts.Changes[i], at)
	}
	s.addHands(b, at)
	b.countLanguages(in, at)
	for _, g := range slices.SortedFunc(maps.Keys(rows), groupless) {
		b.Rows = append(b.Rows, *rows[g])
	}
	return b
}

// groupless orders labels by letter, the empty one last.
func groupless(a, b note.SIG) int {
	empty := func(g note.SIG) int {
		if g == "" {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(empty(a), empty(b)), cmp.Compare(a, b))
}

// count enters a change once into the board and once into the row of each of its groups.
func (s *Site) count(b *Board, c *Change, at func(note.SIG) *BoardRow) {
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

// countLanguages enters how many changes are covered in each language.
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

// addHands enters the notes of the release, and what is kept by hand.
func (s *Site) addHands(b *Board, at func(note.SIG) *BoardRow) {
	for _, id := range s.byRelease[b.Release] {
		n := s.Original(id)
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

// tally is how many entries cover each change of a release, by language. It is the sum of what
// the notes of the release tell.
type tally map[*Change]map[note.Lang]int

// tallyOf returns the tally of a release. Nobody writes into it.
func (s *Site) tallyOf(r note.Release) tally {
	return s.lazy.tallies.Make(r, func() tally {
		t := tally{}
		for _, id := range s.byRelease[r] {
			for _, n := range s.Versions(id) {
				if slices.Contains(n.Releases, r) {
					t.add(s.Facts(r), s.parts[n])
				}
			}
		}
		return t
	})
}

// in is the part of a tally in one language; all of it for the empty one.
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

// add counts what the entries of a note cover.
func (t tally) add(facts *Facts, part *contribution) {
	for c, lang := range facts.coveredBy(part) {
		if t[c] == nil {
			t[c] = map[note.Lang]int{}
		}
		t[c][lang]++
	}
}

// coveredBy are the changes of a release that a note on it covers, in reading order, each with
// the language of the entry; a change can stand there twice.
func (f *Facts) coveredBy(part *contribution) iter.Seq2[*Change, note.Lang] {
	return func(yield func(*Change, note.Lang) bool) {
		for _, t := range part.told {
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

// told is what an entry covers, whatever any release has published.
type told struct {
	prs     []string // numbers in kubernetes/kubernetes
	threads []string // owner/name#N of other repositories
	lang    note.Lang
}

// tellings lists what the entries of a changes note cover. It is read once per note, since
// an edit of one note asks for the boards anew.
func tellings(n *note.Note) []told {
	if n.Kind != note.Changes || n.Sample {
		return nil
	}
	var out []told
	for b := range n.Entries {
		if (len(b.Attr.PRs) > 0 || len(b.Attr.Threads) > 0) && Written(b) {
			out = append(out, told{b.Attr.PRs, b.Attr.Threads, b.Lang})
		}
	}
	return out
}

// Written reports whether an entry says anything: one that was begun for its author and
// holds only numbers does not, and its remarks are no part of what the change is.
func Written(b *note.Block) bool {
	if !b.Text.Blank() {
		return true
	}
	for i := range b.Children {
		if c := &b.Children[i]; c.Type != note.Remark && c.Type != note.Entry && !c.Text.Blank() {
			return true
		}
	}
	return false
}

// Waits reports whether an entry of a note was begun for its author and waits for its
// words: in a changes note it has an attribution and says nothing but numbers, in an
// overview nothing stands under its English title, and the note is in another language.
func Waits(n *note.Note, b *note.Block) bool {
	if n.Kind == note.Overview {
		return b.Level > 0 && b.Lang == "en" && n.Lang != "en" && len(b.Children) == 0
	}
	return n.Kind == note.Changes && b.Level == 0 && !b.Attr.IsZero() && b.Text.Blank()
}

// mentioned reports whether a note names a change anywhere but in an entry that is not
// yet written.
func (s *Site) mentioned(c *Change, lang note.Lang) bool {
	for m := range each(s.named(s.Normal(c.Key()))) {
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

// Key is what a change is cited by: a pull request of kubernetes/kubernetes, else a
// thread of another repository.
func (c *Change) Key() note.Key {
	if c.PR != "" {
		return note.Key{Kind: note.PR, ID: c.PR}
	}
	return note.Key{Kind: note.Thread, ID: c.Note.Repo + "#" + strconv.Itoa(c.Note.PR)}
}

// Groups lists the groups of a change, each once; the empty group where it has none.
func (c *Change) Groups() []note.SIG {
	if len(c.Note.SIGs) == 0 {
		return []note.SIG{""}
	}
	return slices.Compact(slices.Sorted(slices.Values(c.Note.SIGs)))
}

// Coverage counts how much of what its release published for its SIGs a note tells of.
type Coverage struct{ Covered, Published int }

// CoverageOf returns the coverage of a note by its own entries; zero for notes that do
// not go through a release SIG by SIG (overviews, logs, talks, notes on several releases).
func (s *Site) CoverageOf(n *note.Note) Coverage {
	if n.Kind != note.Changes || len(n.Releases) != 1 || len(n.SIGs) == 0 {
		return Coverage{}
	}
	facts := s.Facts(n.Releases[0])
	covered := map[*Change]bool{}
	if part := s.parts[n]; part != nil {
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

func inAny(c *Change, sigs []note.SIG) bool {
	return slices.ContainsFunc(sigs, c.In)
}
