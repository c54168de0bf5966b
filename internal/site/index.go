package site

import (
	"cmp"
	"maps"
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// index lists the published notes by what they are about.
type index struct {
	keys *keys
	data *upstream.Data
	only note.Release

	files     map[string]*note.Note // everything given to Link, by path
	addresses map[string]*address   // by the folded ID of their files
	published map[note.ID]*address  // the addresses at which a note is published
	notes     []*note.Note          // published, by ID, the original version of an ID first

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

// filesOf are the files with an ID, drafts too, by path.
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

// ids are the addresses of all files.
func (s *index) ids() []string {
	seen := map[string]bool{}
	for _, a := range s.addresses {
		for _, n := range a.files {
			seen[string(n.ID)] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// file is the version of a note to lead to from a text in lang.
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

// publish gives the files their addresses and lists the notes that are published there. An
// address with the same files as before is the same value.
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

// listNotes lists the notes by release, kind, SIG and author.
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

// listBy lists the IDs of the published notes by some keys, in order.
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

// listAuthors returns how the authors of notes are written: as the original of the newest note
// that names them does.
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

// byNewest orders notes by their newest release, newest first, logs last.
func (s *index) byNewest(a, b note.ID) int {
	return cmp.Or(upstream.CompareReleases(s.newest(b), s.newest(a)), cmp.Compare(a, b))
}

// newest is the newest release of a published note; empty for one that is about none.
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

// Notes returns every published note by ID, the original of its versions first.
func (s *index) Notes() []*note.Note { return s.notes }

// Versions returns a note in every language it was written in, the original
// first; nothing when there is no such note.
func (s *index) Versions(id note.ID) []*note.Note {
	if a := s.published[id]; a != nil {
		return a.versions
	}
	return nil
}

// Drafts returns the files of a note that are left out as drafts, those spelt as usual first.
func (s *index) Drafts(id note.ID) []*note.Note {
	return slices.DeleteFunc(s.filesOf(id), func(n *note.Note) bool { return n.Kind == note.Official || !n.Meta.Draft })
}

// Original returns the version of a note that the others translate; nil when
// there is no such note.
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

// NotesOf returns the notes of a release, by ID.
func (s *index) NotesOf(r note.Release) []note.ID { return s.byRelease[r] }

// NotesOfSIG returns the notes that are about a SIG, newest release first.
func (s *index) NotesOfSIG(g note.SIG) []note.ID { return s.bySIG[g] }

// NotesBy returns the notes that a person wrote, newest release first.
func (s *index) NotesBy(p note.Person) []note.ID {
	return s.byAuthor[s.keys.Normal(note.Key{Kind: note.PersonRef, ID: string(p)})]
}

// NotesOfKind returns the IDs of the notes of a kind, in order.
func (s *index) NotesOfKind(kind note.NoteKind) []note.ID { return s.byKind[kind] }

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

// each is o.Each, and calls f in turn if that is nil.
func (o Options) each(n int, f func(i int)) {
	if o.Each != nil && n > 1 {
		o.Each(n, f)
		return
	}
	for i := range n {
		f(i)
	}
}
