// Package site links notes with upstream data and with each other: a [Site] is what
// [Link] makes of all notes, and answers who mentions what ([Mention]), which
// things have a page of their own, and what happened in a release ([Facts]). It joins an
// entry with what upstream says of its pull requests ([Site.Join]), knows what held of a KEP
// then and what holds now ([Then], [Line]), how far a release has been gone through
// ([Board]), and what stands between two releases ([Upgrade]); and what stands beside each
// block of a note in another language ([Site.Pairing]), how old a translation is
// ([Site.StaleOf], [Site.Translations]), and which anchor a block has in all languages
// ([Site.Anchor]).
//
// A Site is immutable. Linking is a sum of contributions, one per note. After an edit
// [Site.Relink] links all notes again; the contributions of notes that did not change are
// taken from the site before. It returns what [Link] returns.
//
// Every question about a thing is asked by its [note.Key], and every way to write
// the thing leads to one key: see [Site.Normal].
package site

import (
	"cmp"
	"maps"
	"slices"

	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Options says what of the content becomes the site.
type Options struct {
	// Only restricts the site to one release: its notes, and of everything else
	// what its pages name. Empty means all.
	Only note.Release
	// Fallback says in which languages readers of a language are shown notes that are not
	// in their own, the best first. Where it says nothing of a language, in English.
	Fallback map[note.Lang][]note.Lang
	// Each, when set, calls f for every number below n, several at a time: what many notes say by
	// themselves is then read beside each other. Nil reads one after another.
	Each func(n int, f func(i int))
}

// each is Options.Each with its nil case.
func (s *Site) each(n int, f func(i int)) {
	if s.opts.Each != nil && n > 1 {
		s.opts.Each(n, f)
		return
	}
	for i := range n {
		f(i)
	}
}

// Site is a linked site.
type Site struct {
	data *upstream.Data
	opts Options

	files     map[string]*note.Note // everything given to Link, by path
	addresses map[string]*address   // by the folded ID of their files
	published map[note.ID]*address  // those of them at which a note is published
	notes     []*note.Note          // published, by ID, the original version of an ID first

	bases map[*note.Note]*contribution // what each note says by itself
	parts map[*note.Note]*contribution // with what it names by words
	names *nameIndex

	proposing   []*contribution // of bases, those with proposals, in the order of notes
	translating []*note.Note    // what may be a translation, in the order of notes

	kepOfGate   map[string]string   // gates of which only notes tell the KEP; "" where they do not agree
	gatesBeside map[string][]string // the same by number of the KEP

	mentions      map[note.Key][]*run
	official      map[note.Release]*officialNotes
	officialFiles []*note.Note

	byRelease  map[note.Release][]note.ID
	byKind     map[note.NoteKind][]note.ID
	bySIG      map[note.SIG][]note.ID
	byAuthor   map[note.Key][]note.ID
	releases   []note.Release // newest first
	hasRelease map[note.Release]bool

	crossed crossed

	lazy *lazy
}

// lazy holds what is made when it is first asked for, for one site.
type lazy struct {
	keys    once[map[note.RefKind][]string]
	authors once[map[note.Key]note.Person] // by the spelling of notes
	any     memo.Map[note.RefKind, bool]
	repos   once[map[string][]note.Key]
	scope   once[map[note.Key]bool]
	labels  once[map[note.SIG]bool]
	apis    once[[]APIResource]

	steps   memo.Map[note.Release, *UpgradeStep]
	tallies memo.Map[note.Release, tally]
	boards  memo.Map[boardKey, *Board]

	pairings *memo.Map[pairingKey, *Pairing] // a note's is asked for by its own pages
	tellers  memo.Map[string, *tellers]      // by number of the KEP

	citations memo.Map[note.Key, int]

	upstream *readings
}

// keptPairings is how many pairings are kept at least: those of some hundred notes, each in the
// languages of the interface, and of as many logs for their months.
const keptPairings = 512

func newLazy() *lazy {
	return &lazy{pairings: memo.Bounded[pairingKey, *Pairing](keptPairings), upstream: &readings{}}
}

// readings holds what is read from upstream data and the official notes alone. Sites with the
// same data and official notes share it.
type readings struct {
	lines      memo.Map[*upstream.KEP, Line]
	components memo.Map[*upstream.ReleaseNote, []Component]
	pulls      once[map[string][]string] // by number of the KEP
	facts      memo.Map[note.Release, *Facts]
}

// byNewest orders notes by their newest release, newest first, logs last.
func (s *Site) byNewest(a, b note.ID) int {
	return cmp.Or(upstream.CompareReleases(s.newest(b), s.newest(a)), cmp.Compare(a, b))
}

// newest is the newest release of a published note; empty for one that is about none.
func (s *Site) newest(id note.ID) note.Release { return s.published[id].newest }

func (s *Site) listReleases() []note.Release {
	if s.opts.Only != "" {
		return []note.Release{s.opts.Only}
	}
	seen := map[note.Release]bool{}
	for r := range s.byRelease {
		seen[r] = true
	}
	for r := range s.data.Releases {
		seen[r] = true
	}
	maps.DeleteFunc(seen, func(r note.Release, _ bool) bool { return !upstream.IsRelease(string(r)) })
	return slices.SortedFunc(maps.Keys(seen), func(a, b note.Release) int { return upstream.CompareReleases(b, a) })
}

// Data returns the upstream data that the notes were linked with.
func (s *Site) Data() *upstream.Data { return s.data }

// Only returns the release that the site is restricted to; empty when it is whole.
func (s *Site) Only() note.Release { return s.opts.Only }

// Notes returns every published note by ID, the original of its versions first.
func (s *Site) Notes() []*note.Note { return s.notes }

// Versions returns a note in every language it was written in, the original
// first; nothing when there is no such note.
func (s *Site) Versions(id note.ID) []*note.Note {
	if a := s.published[id]; a != nil {
		return a.versions
	}
	return nil
}

// Drafts returns the files of a note that are left out as drafts, those spelt as usual first.
func (s *Site) Drafts(id note.ID) []*note.Note {
	return slices.DeleteFunc(s.filesOf(id), func(n *note.Note) bool { return n.Kind == note.Official || !n.Meta.Draft })
}

// Original returns the version of a note that the others translate; nil when
// there is no such note.
func (s *Site) Original(id note.ID) *note.Note {
	if a := s.published[id]; a != nil {
		return a.versions[0]
	}
	return nil
}

// Releases returns the releases that have a page, newest first.
func (s *Site) Releases() []note.Release { return s.releases }

// HasRelease reports whether a release has a page.
func (s *Site) HasRelease(r note.Release) bool { return s.hasRelease[r] }

// NotesOf returns the notes of a release, by ID.
func (s *Site) NotesOf(r note.Release) []note.ID { return s.byRelease[r] }

// NotesOfSIG returns the notes that are about a SIG, newest release first.
func (s *Site) NotesOfSIG(g note.SIG) []note.ID { return s.bySIG[g] }

// NotesBy returns the notes that a person wrote, newest release first.
func (s *Site) NotesBy(p note.Person) []note.ID {
	return s.byAuthor[s.Normal(note.Key{Kind: note.PersonRef, ID: string(p)})]
}

// NotesOfKind returns the IDs of the notes of a kind, in order.
func (s *Site) NotesOfKind(kind note.NoteKind) []note.ID { return s.byKind[kind] }
