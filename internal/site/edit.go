package site

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"github.com/kawaraban/kawaraban/internal/artifact"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

// edit is the way from one site to the next. Each of its steps takes out of a sum what is gone
// and puts in what is fresh, and looks at nothing else: an edit costs what it changes, and a
// copy of the lists in which that stands. A clean link is an edit of the site without notes.
type edit struct {
	was, is *Site
	moves   []move       // of the addresses whose files differ, in order
	out, in []*note.Note // the published notes that are gone, and the fresh ones, in order
	said    delta        // what these say by themselves
	named   delta        // what they name, and notes that name otherwise than before by words
	gates   bool         // what notes tell of gates is as it was
}

// move is what an edit does to an address; neither is nil.
type move struct{ was, is *address }

// delta is what is taken out of a sum and what is put in, both in the order of notes.
type delta struct{ gone, fresh []*contribution }

// apply makes the next site.
func (e *edit) apply(changed []*note.Note, removed []string) []diag.Diagnostic {
	e.place(changed, removed)
	e.publish()
	e.shelve()
	e.contribute()
	e.cross()
	e.carry()
	return e.is.problems()
}

// place gives the files their addresses.
func (e *edit) place(changed []*note.Note, removed []string) {
	addresses := e.was.addresses.edit(len(changed))
	differ := e.edited(changed, removed)
	for _, folded := range slices.Sorted(maps.Keys(differ)) {
		d := differ[folded]
		slices.SortFunc(d.gone, comparePaths)
		slices.SortFunc(d.fresh, comparePaths)
		was, is := cmp.Or(addresses.get(folded), &address{}), &address{}
		if asking := spliced(was.files, d.gone, d.fresh, comparePaths); len(asking) > 0 {
			is = e.is.newAddress(asking)
			is.inherit(was)
			addresses.put(folded, is)
		} else {
			addresses.drop(folded)
		}
		e.moves = append(e.moves, move{was, is})
	}
	e.is.addresses = addresses.table
}

// files are those that an edit takes from an address and puts there.
type files struct{ gone, fresh []*note.Note }

// edited keeps the files of the next site, and says which differ, by the addresses for which
// they ask. A file that is the same value as before is no edit.
func (e *edit) edited(changed []*note.Note, removed []string) map[string]*files {
	now := make(map[string]*note.Note, len(changed)+len(removed))
	for _, path := range removed {
		now[path] = nil
	}
	for _, n := range changed {
		now[n.Path] = n
	}
	differ := map[string]*files{}
	at := func(n *note.Note) *files {
		folded := artifact.Fold(string(n.ID))
		if differ[folded] == nil {
			differ[folded] = &files{}
		}
		return differ[folded]
	}
	all := e.was.files.edit(len(changed))
	for path, n := range now {
		old := all.get(path)
		if old == n {
			continue
		}
		if old != nil {
			at(old).gone = append(at(old).gone, old)
			all.drop(path)
		}
		if n != nil {
			at(n).fresh = append(at(n).fresh, n)
			all.put(path, n)
		}
	}
	e.is.files = all.table
	return differ
}

// publish lists the notes.
func (e *edit) publish() {
	published := e.was.published.edit(len(e.moves))
	for _, m := range e.moves {
		if id := m.was.id(); id != "" {
			published.drop(id)
		}
		if id := m.is.id(); id != "" {
			published.put(id, m.is)
		}
		e.out = append(e.out, without(m.was.versions, m.is.versions)...)
		e.in = append(e.in, without(m.is.versions, m.was.versions)...)
	}
	slices.SortFunc(e.out, compareNotes)
	slices.SortFunc(e.in, compareNotes)
	e.is.published = published.table
	e.is.notes = spliced(e.was.notes, e.out, e.in, compareNotes)
}

// without lists the notes of a list that are not in another.
func without(list, other []*note.Note) []*note.Note {
	var out []*note.Note
	for _, n := range list {
		if !slices.Contains(other, n) {
			out = append(out, n)
		}
	}
	return out
}

// shelve lists the notes by what the notes themselves say that they are about.
func (e *edit) shelve() {
	byID := func(a, b note.ID) int { return cmp.Compare(a, b) }
	e.is.byRelease = shelved(e, e.was.byRelease, (*address).releases, byID)
	e.is.byKind = shelved(e, e.was.byKind, (*address).kinds, byID)
	e.is.bySIG = shelved(e, e.was.bySIG, (*address).sigs, e.is.byNewest)
	e.is.byAuthor = shelved(e, e.was.byAuthor, e.is.authors, e.is.byNewest)
	if e.was.releases != nil && maps.EqualFunc(e.is.byRelease, e.was.byRelease, func(_, _ []note.ID) bool { return true }) {
		e.is.releases, e.is.hasRelease = e.was.releases, e.was.hasRelease
		return
	}
	e.is.releases, e.is.hasRelease = e.is.listReleases(), map[note.Release]bool{}
	for _, r := range e.is.releases {
		e.is.hasRelease[r] = true
	}
}

// shelved moves IDs between the lists of an index, each list in order and each ID once in it.
func shelved[K comparable](e *edit, index map[K][]note.ID, on func(*address) []K, compare func(a, b note.ID) int) map[K][]note.ID {
	type shelf struct {
		gone  map[note.ID]bool
		fresh []note.ID
	}
	at := map[K]*shelf{}
	of := func(k K) *shelf {
		if at[k] == nil {
			at[k] = &shelf{gone: map[note.ID]bool{}}
		}
		return at[k]
	}
	for _, m := range e.moves {
		was, is := on(m.was), on(m.is)
		if m.was.id() == m.is.id() && m.was.newest == m.is.newest && slices.Equal(was, is) {
			continue
		}
		for _, k := range was {
			of(k).gone[m.was.id()] = true
		}
		for _, k := range is {
			s := of(k)
			s.fresh = append(s.fresh, m.is.id())
		}
	}
	if len(at) == 0 {
		return index
	}
	out := make(map[K][]note.ID, len(index)+len(at))
	maps.Copy(out, index)
	for k, s := range at {
		slices.SortFunc(s.fresh, compare)
		kept := slices.DeleteFunc(slices.Clone(index[k]), func(id note.ID) bool { return s.gone[id] })
		if out[k] = spliced(kept, nil, s.fresh, compare); len(out[k]) == 0 {
			delete(out, k)
		}
	}
	return out
}

// contribute takes what notes name out of the sums, and puts it in.
func (e *edit) contribute() {
	bases := e.was.bases.edit(len(e.in))
	for _, n := range e.out {
		e.said.gone = append(e.said.gone, bases.get(n))
		bases.drop(n)
	}
	e.said.fresh = make([]*contribution, len(e.in))
	gatherers := sync.Pool{New: func() any { return new(gatherer) }}
	e.is.each(len(e.in), func(i int) {
		g := gatherers.Get().(*gatherer)
		e.said.fresh[i] = e.is.read(e.in[i], g)
		gatherers.Put(g)
	})
	for i, n := range e.in {
		bases.put(n, e.said.fresh[i])
	}
	e.is.bases = bases.table
	e.is.proposing = spliced(e.was.proposing, proposing(e.said.gone), proposing(e.said.fresh), byNote)
	e.listTranslating()
	e.joinGates()
	var news ref.Clues
	e.is.names, news = e.is.newNameIndex(e.was.names, e.said)
	e.findNames(news)
	e.is.mentions = summed(e.is.each, &e.was.mentions, runsOf(e.named.gone), runsOf(e.named.fresh), compareRuns)
}

func byNote(a, b *contribution) int { return compareNotes(a.note, b.note) }

// proposing are those of some contributions that have proposals.
func proposing(parts []*contribution) []*contribution {
	return slices.DeleteFunc(slices.Clone(parts), func(part *contribution) bool { return len(part.proposals) == 0 })
}

// listTranslating keeps the list of what may be a translation: which version of a note is the
// original, all of them decide.
func (e *edit) listTranslating() {
	var gone, fresh []*note.Note
	for _, m := range e.moves {
		gone = append(gone, e.was.translatingAt(m.was)...)
		fresh = append(fresh, e.is.translatingAt(m.is)...)
	}
	slices.SortFunc(gone, compareNotes)
	slices.SortFunc(fresh, compareNotes)
	e.is.translating = spliced(e.was.translating, gone, fresh, compareNotes)
}

// findNames finds what the fresh notes name by words; and where other names are printed than
// before, what any note does that has clues of them.
func (e *edit) findNames(news ref.Clues) {
	parts := e.was.parts.edit(len(e.in))
	for _, n := range e.out {
		e.named.gone = append(e.named.gone, parts.get(n))
		parts.drop(n)
	}
	for n, was := range e.was.parts.all() {
		if len(news) == 0 {
			break
		}
		if parts.get(n) == nil || !slices.ContainsFunc(news, func(c uint32) bool { return holds(was.clues, c) }) {
			continue
		}
		if part := e.is.names.find(e.is.bases.get(n)); !part.sameNames(was) {
			e.named.gone, e.named.fresh = append(e.named.gone, was), append(e.named.fresh, part)
			parts.put(n, part)
		}
	}
	found := make([]*contribution, len(e.said.fresh))
	e.is.each(len(found), func(i int) { found[i] = e.is.names.find(e.said.fresh[i]) })
	for _, part := range found {
		e.named.fresh = append(e.named.fresh, part)
		parts.put(part.note, part)
	}
	e.is.parts = parts.table
	slices.SortFunc(e.named.gone, byNote)
	slices.SortFunc(e.named.fresh, byNote)
}

// holds reports whether a clue is among some in order.
func holds(clues ref.Clues, c uint32) bool {
	_, ok := slices.BinarySearch(clues, c)
	return ok
}
