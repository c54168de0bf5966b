package site

import (
	"cmp"
	"maps"
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// index lists the published notes by release, kind, SIG and author.
type index struct {
	keys *keys
	data *upstream.Data
	only note.Release

	files     map[string]*note.Note // all notes passed to Link, by path
	addresses map[string]*address   // by the case-folded ID of their files
	published map[note.ID]*address  // addresses with a published note
	notes     []*note.Note          // published notes by ID, the original of each ID first

	byRelease  map[note.Release][]note.ID
	byKind     map[note.NoteKind][]note.ID
	bySIG      map[note.SIG][]note.ID
	byAuthor   map[note.Key][]note.ID
	releases   []note.Release // newest first
	hasRelease map[note.Release]bool
}

func newIndex(k *keys, only note.Release, files map[string]*note.Note, before *index) *index {
	s := &index{keys: k, data: k.data, only: only, files: files}
	s.publish(before)
	s.listNotes()
	return s
}

func (s *index) filesOf(id note.ID) []*note.Note {
	a := s.addresses[outdir.Fold(string(id))]
	if a == nil {
		return nil
	}
	var out []*note.Note
	for _, n := range a.files {
		if n.ID == id {
			out = append(out, n)
		}
	}
	return out
}

func (s *index) authors(a *address) []note.Key {
	var out []note.Key
	for _, p := range gathered(a, func(n *note.Note) []note.Person { return n.Meta.Authors }) {
		out = with(out, s.keys.Normal(note.Key{Kind: note.PersonRef, ID: string(p)}))
	}
	return out
}

func (s *index) ids() []string {
	seen := map[string]bool{}
	for _, a := range s.addresses {
		for _, n := range a.files {
			seen[string(n.ID)] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

func (s *index) file(id note.ID, lang note.Lang) *note.Note {
	return slices.MinFunc(s.filesOf(id), func(a, b *note.Note) int {
		switch {
		case a.Lang == lang && b.Lang != lang:
			return -1
		case b.Lang == lang && a.Lang != lang:
			return 1
		}
		return cmp.Compare(a.Path, b.Path)
	})
}

// publish groups the files by address and lists the published notes. An address whose files did
// not change keeps its pointer.
func (s *index) publish(was *index) {
	asking := make(map[string][]*note.Note, len(was.addresses))
	for _, n := range s.files {
		folded := outdir.Fold(string(n.ID))
		asking[folded] = append(asking[folded], n)
	}
	s.addresses, s.published = make(map[string]*address, len(asking)), make(map[note.ID]*address, len(asking))
	for folded, files := range asking {
		slices.SortFunc(files, comparePaths)
		a := was.addresses[folded]
		if a == nil || !slices.Equal(a.files, files) {
			a = newAddress(files, s.only)
		}
		s.addresses[folded] = a
		if id := a.id(); id != "" {
			s.published[id] = a
			s.notes = append(s.notes, a.versions...)
		}
	}
	slices.SortFunc(s.notes, compareNotes)
}

func (s *index) listNotes() {
	s.byRelease = listBy(s, (*address).releases)
	s.byKind = listBy(s, (*address).kinds)
	s.bySIG = listBy(s, (*address).sigs)
	s.byAuthor = listBy(s, s.authors)
	for _, list := range s.bySIG {
		slices.SortFunc(list, s.byNewest)
	}
	for _, list := range s.byAuthor {
		slices.SortFunc(list, s.byNewest)
	}
	s.releases, s.hasRelease = s.listReleases(), map[note.Release]bool{}
	for _, r := range s.releases {
		s.hasRelease[r] = true
	}
}

func listBy[K comparable](s *index, keys func(*address) []K) map[K][]note.ID {
	out := map[K][]note.ID{}
	for i, n := range s.notes {
		if i > 0 && s.notes[i-1].ID == n.ID {
			continue
		}
		for _, k := range keys(s.published[n.ID]) {
			out[k] = append(out[k], n.ID)
		}
	}
	return out
}

func (s *index) listAuthors() map[note.Key]note.Person {
	out, from := map[note.Key]note.Person{}, map[note.Key]note.ID{}
	for _, n := range s.notes {
		if n != s.Original(n.ID) {
			continue
		}
		for _, a := range n.Meta.Authors {
			key := s.keys.Normal(note.Key{Kind: note.PersonRef, ID: string(a)})
			if id := from[key]; id == "" || s.byNewest(n.ID, id) < 0 {
				out[key], from[key] = a, n.ID
			}
		}
	}
	return out
}

func (s *index) byNewest(a, b note.ID) int {
	return cmp.Or(upstream.CompareReleases(s.newest(b), s.newest(a)), cmp.Compare(a, b))
}

func (s *index) newest(id note.ID) note.Release { return s.published[id].newest }

func (s *index) listReleases() []note.Release {
	if s.only != "" {
		return []note.Release{s.only}
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

// Notes returns all published notes, sorted by ID. The original of each ID comes first.
func (s *index) Notes() []*note.Note { return s.notes }

// Versions returns the published versions of a note, the original first. It returns nil for an
// unknown note.
func (s *index) Versions(id note.ID) []*note.Note {
	if a := s.published[id]; a != nil {
		return a.versions
	}
	return nil
}

// Drafts returns the draft versions of a note. Lower-case paths come first.
func (s *index) Drafts(id note.ID) []*note.Note {
	return slices.DeleteFunc(s.filesOf(id), func(n *note.Note) bool { return n.Kind == note.Official || !n.Meta.Draft })
}

// Original returns the version from which the others are translated, or nil if the note does not
// exist.
func (s *index) Original(id note.ID) *note.Note {
	if a := s.published[id]; a != nil {
		return a.versions[0]
	}
	return nil
}

// Releases returns the releases that have a page, newest first.
func (s *index) Releases() []note.Release { return s.releases }

// HasRelease reports whether a release has a page.
func (s *index) HasRelease(r note.Release) bool { return s.hasRelease[r] }

// NotesOf returns the IDs of the notes of a release, sorted.
func (s *index) NotesOf(r note.Release) []note.ID { return s.byRelease[r] }

// NotesOfSIG returns the IDs of the notes about a SIG, newest release first.
func (s *index) NotesOfSIG(g note.SIG) []note.ID { return s.bySIG[g] }

// NotesBy returns the IDs of the notes by a person, newest release first.
func (s *index) NotesBy(p note.Person) []note.ID {
	return s.byAuthor[s.keys.Normal(note.Key{Kind: note.PersonRef, ID: string(p)})]
}

// NotesOfKind returns the IDs of the notes of a kind, sorted.
func (s *index) NotesOfKind(kind note.NoteKind) []note.ID { return s.byKind[kind] }

// Options restricts and configures the linked site.
type Options struct {
	// Only restricts the site to one release: to its notes and to the things that its pages name.
	// If empty, the site has all releases.
	Only note.Release
	// Fallback lists the languages in which a reader gets notes that their own language lacks,
	// best first. The key is the language of the reader. The default is English.
	Fallback map[note.Lang][]note.Lang
	// Each calls f for every number below n, possibly in parallel. The default is a loop.
	Each func(n int, f func(i int))
}

func (o Options) each(n int, f func(i int)) {
	if o.Each != nil && n > 1 {
		o.Each(n, f)
		return
	}
	for i := range n {
		f(i)
	}
}
