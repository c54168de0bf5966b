package site

import (
	"maps"
	"slices"
	"sync"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Link links the notes, official ones among them, with upstream data. Notes that
// cannot be published beside the others (two at one address, a reserved name) are
// left out, with a diagnostic; drafts are left out without one.
func Link(notes []*note.Note, data *upstream.Data, opts Options) (*Site, []diag.Diagnostic) {
	return (&Site{data: data, opts: opts}).Relink(notes)
}

// Relink returns what [Link] returns for these notes and the data and options of s. It takes
// from s what is a pure function of a note, of the files at one address, or of the data: after
// an edit only the notes that are new values are read.
func (s *Site) Relink(notes []*note.Note) (*Site, []diag.Diagnostic) {
	next := &Site{data: s.data, opts: s.opts, lazy: newLazy(), files: make(map[string]*note.Note, len(notes))}
	for _, n := range notes {
		next.files[n.Path] = n
	}
	if next.listOfficial(); slices.Equal(next.officialFiles, s.officialFiles) && s.lazy != nil {
		next.official, next.lazy.upstream = s.official, s.lazy.upstream
	} else {
		next.admitOfficial()
		s = &Site{}
	}
	next.publish(s)
	next.shelve()
	next.contribute(s)
	next.joinGates()
	next.findNames(s)
	next.cite(len(s.mentions))
	return next, next.cross(s)
}

// With is Relink after an edit: changed notes replace those of the same path, and removed paths
// are gone.
func (s *Site) With(changed []*note.Note, removed []string) (*Site, []diag.Diagnostic) {
	files := maps.Clone(s.files)
	for _, path := range removed {
		delete(files, path)
	}
	for _, n := range changed {
		files[n.Path] = n
	}
	return s.Relink(slices.Collect(maps.Values(files)))
}

// publish gives the files their addresses and lists the notes that are published there. An
// address with the same files as before is the same value.
func (s *Site) publish(was *Site) {
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
			a = s.newAddress(files)
		}
		s.addresses[folded] = a
		if id := a.id(); id != "" {
			s.published[id] = a
			s.notes = append(s.notes, a.versions...)
		}
	}
	slices.SortFunc(s.notes, compareNotes)
}

// shelve lists the notes by what they say that they are about.
func (s *Site) shelve() {
	s.byRelease = shelved(s, (*address).releases)
	s.byKind = shelved(s, (*address).kinds)
	s.bySIG = shelved(s, (*address).sigs)
	s.byAuthor = shelved(s, s.authors)
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

// shelved lists the IDs of the published notes by some keys, in order.
func shelved[K comparable](s *Site, keys func(*address) []K) map[K][]note.ID {
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

// contribute reads what each note says by itself, unless it was read for the site before.
func (s *Site) contribute(was *Site) {
	gatherers := sync.Pool{New: func() any { return new(gatherer) }}
	read := make([]*contribution, len(s.notes))
	s.each(len(read), func(i int) {
		if read[i] = was.bases[s.notes[i]]; read[i] != nil {
			return
		}
		g := gatherers.Get().(*gatherer)
		read[i] = s.read(s.notes[i], g)
		gatherers.Put(g)
	})
	s.bases = make(map[*note.Note]*contribution, len(read))
	for i, part := range read {
		s.bases[part.note] = part
		if len(part.proposals) > 0 {
			s.proposing = append(s.proposing, part)
		}
		// All versions of a note but the original may be translations, and an original that
		// keeps its source in comments.
		if part.recorded != "" || i > 0 && s.notes[i-1].ID == part.note.ID {
			s.translating = append(s.translating, part.note)
		}
	}
}

// findNames finds what the notes name by words. A contribution with the same names as before is
// the same value, so that [Since.Note] can tell.
func (s *Site) findNames(was *Site) {
	s.names = s.newNameIndex(was.names)
	found := make([]*contribution, len(s.notes))
	s.each(len(found), func(i int) {
		n := s.notes[i]
		old := was.parts[n]
		if found[i] = old; old == nil || s.names != was.names {
			found[i] = s.names.find(s.bases[n])
		}
		if old != nil && found[i].sameNames(old) {
			found[i] = old
		}
	})
	s.parts = make(map[*note.Note]*contribution, len(found))
	for _, part := range found {
		s.parts[part.note] = part
	}
}

// cite lists the places that name each thing, in the order of notes. About as many things are
// named as size says.
func (s *Site) cite(size int) {
	s.mentions = make(map[note.Key][]*run, size)
	for _, n := range s.notes {
		runs := s.parts[n].runs
		for i := range runs {
			s.mentions[runs[i].key] = append(s.mentions[runs[i].key], &runs[i])
		}
	}
}
