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
// A Site is immutable. Linking is a sum of contributions, one per note: after an edit
// [Site.With] takes the old contribution out, puts the new one in, and shares
// everything else. What only all notes together say (by which names they call the KEPs, to
// which KEP a gate belongs) is gathered from the contributions; where the names change, the
// notes in which they may stand are read for them again. It returns what a clean Link of
// the same notes returns.
//
// Every question about a thing is asked by its [note.Key], and every way to write
// the thing leads to one key: see [Site.Normal].
package site

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/pair"
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
}

// Site is a linked site.
type Site struct {
	data  *upstream.Data
	opts  Options
	files map[string]*note.Note // everything given to Link, by path

	notes    []*note.Note // published, by ID, the original version of an ID first
	versions map[note.ID][]*note.Note
	bases    map[*note.Note]*contribution // what each note says by itself
	names    *nameIndex

	kepOfGate   map[string]string   // gates of which only notes tell the KEP; "" where they do not agree
	gatesBeside map[string][]string // the same by number of the KEP

	parts    map[*note.Note]*contribution // with what it names by words
	mentions map[note.Key][]Mention
	official map[note.Release]*officialNotes

	byRelease map[note.Release][]note.ID
	bySIG     map[note.SIG][]note.ID
	byAuthor  map[note.Key][]note.ID
	releases  []note.Release // newest first

	lazy *lazy
}

// lazy holds what is made when it is first asked for. Making it twice gives the
// same value, so it is no state.
type lazy struct {
	keys   func() map[note.RefKind][]string
	repos  func() map[string][]note.Key
	scope  func() map[note.Key]bool
	labels func() map[note.SIG]bool
	apis   func() []APIResource

	mu     sync.Mutex
	facts  map[note.Release]*Facts
	steps  map[note.Release]*UpgradeStep
	boards map[boardKey]*Board

	pairings   map[pairingKey]*Pairing
	alignments map[[2]*note.Note]*pair.Alignment // of two versions, in their order
	anchors    map[note.ID]*anchors
	tellers    map[string]*tellers // by number of the KEP

	translations map[*note.Note]*Translation

	upstream *readings
}

// readings holds what is read from upstream data alone. An edit of notes does not change
// it, so a site shares it with the one that it was made from.
type readings struct {
	lines      sync.Map                   // *upstream.KEP -> Line
	components sync.Map                   // *upstream.ReleaseNote -> []Component
	pulls      func() map[string][]string // by number of the KEP
}

// Link links the notes, official ones among them, with upstream data. Notes that
// cannot be published beside the others (two at one address, a reserved name) are
// left out, with a diagnostic; drafts are left out without one.
func Link(notes []*note.Note, data *upstream.Data, opts Options) (*Site, []diag.Diagnostic) {
	files := make(map[string]*note.Note, len(notes))
	for _, n := range notes {
		files[n.Path] = n
	}
	empty := &Site{data: data, opts: opts, parts: map[*note.Note]*contribution{}, mentions: map[note.Key][]Mention{}}
	return empty.relink(files)
}

// With returns the site after an edit: changed notes take the place of those of
// the same path, removed paths are gone. The diagnostics are those of the whole site.
func (s *Site) With(changed []*note.Note, removed []string) (*Site, []diag.Diagnostic) {
	files := maps.Clone(s.files)
	for _, path := range removed {
		delete(files, path)
	}
	for _, n := range changed {
		files[n.Path] = n
	}
	return s.relink(files)
}

// relink makes the site of files and takes from s what has not changed.
func (s *Site) relink(files map[string]*note.Note) (*Site, []diag.Diagnostic) {
	next := &Site{data: s.data, opts: s.opts, files: files}
	ds := next.admit()
	next.arrange()
	next.contribute(s)
	next.lazy = next.newLazy(s)
	for _, n := range next.notes {
		ds = append(ds, next.parts[n].diags...)
	}
	ds = append(ds, next.crossings()...)
	return next, diag.Sort(ds)
}

// arrange makes the lists that need a look at every note, not at every block.
func (s *Site) arrange() {
	s.versions = map[note.ID][]*note.Note{}
	s.byRelease, s.bySIG = map[note.Release][]note.ID{}, map[note.SIG][]note.ID{}
	s.byAuthor = map[note.Key][]note.ID{}
	for _, n := range s.notes {
		s.versions[n.ID] = append(s.versions[n.ID], n)
		for _, r := range n.Releases {
			addID(s.byRelease, r, n.ID)
		}
		for _, g := range n.SIGs {
			addID(s.bySIG, g, n.ID)
		}
		for _, p := range n.Meta.Authors {
			addID(s.byAuthor, s.Normal(note.Key{Kind: note.PersonRef, ID: string(p)}), n.ID)
		}
	}
	for _, g := range slices.Collect(maps.Keys(s.bySIG)) {
		slices.SortStableFunc(s.bySIG[g], s.byNewest)
	}
	for _, p := range slices.Collect(maps.Keys(s.byAuthor)) {
		slices.SortStableFunc(s.byAuthor[p], s.byNewest)
	}
	s.releases = s.listReleases()
}

// addID adds an ID to a list that is filled in the order of IDs, each once.
func addID[K comparable](m map[K][]note.ID, key K, id note.ID) {
	if list := m[key]; len(list) == 0 || list[len(list)-1] != id {
		m[key] = append(list, id)
	}
}

// byNewest orders notes by their newest release, newest first, logs last.
func (s *Site) byNewest(a, b note.ID) int {
	return cmp.Or(upstream.CompareReleases(s.newest(b), s.newest(a)), cmp.Compare(a, b))
}

func (s *Site) newest(id note.ID) note.Release {
	var best note.Release
	for _, r := range s.versions[id][0].Releases {
		if best == "" || upstream.CompareReleases(r, best) > 0 {
			best = r
		}
	}
	return best
}

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
func (s *Site) Versions(id note.ID) []*note.Note { return s.versions[id] }

// Original returns the version of a note that the others translate; nil when
// there is no such note.
func (s *Site) Original(id note.ID) *note.Note {
	if v := s.versions[id]; len(v) > 0 {
		return v[0]
	}
	return nil
}

// Releases returns the releases that have a page, newest first.
func (s *Site) Releases() []note.Release { return s.releases }

// HasRelease reports whether a release has a page.
func (s *Site) HasRelease(r note.Release) bool { return slices.Contains(s.releases, r) }

// NotesOf returns the notes of a release, by ID.
func (s *Site) NotesOf(r note.Release) []note.ID { return s.byRelease[r] }

// NotesOfSIG returns the notes that are about a SIG, newest release first.
func (s *Site) NotesOfSIG(g note.SIG) []note.ID { return s.bySIG[g] }

// NotesBy returns the notes that a person wrote, newest release first.
func (s *Site) NotesBy(p note.Person) []note.ID {
	return s.byAuthor[s.Normal(note.Key{Kind: note.PersonRef, ID: string(p)})]
}

// NotesOfKind returns the IDs of the notes of a kind, in order.
func (s *Site) NotesOfKind(kind note.NoteKind) []note.ID {
	var out []note.ID
	for _, n := range s.notes {
		if n.Kind == kind && (len(out) == 0 || out[len(out)-1] != n.ID) {
			out = append(out, n.ID)
		}
	}
	return out
}
