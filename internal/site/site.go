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
	"maps"
	"slices"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Site is a linked site. Its parts are listed from the lowest up: each uses only those above it
// in the list.
type Site struct {
	data *upstream.Data
	opts Options

	*keys
	*lines
	*official
	*changelog
	*index
	*citations
	*entries
	*translations
	*places
	*apis
	*things
	*related
	*pairings
	*boards
	*upgrades
}

// Link links the notes, official ones among them, with upstream data. Notes that
// cannot be published beside the others (two at one address, a reserved name) are
// left out, with a diagnostic; drafts are left out without one.
func Link(notes []*note.Note, data *upstream.Data, opts Options) (*Site, []diag.Diagnostic) {
	return newEmpty(data, opts).Relink(notes)
}

// newEmpty returns a site without notes.
func newEmpty(data *upstream.Data, opts Options) *Site {
	k := &keys{data}
	s := &Site{data: data, opts: opts, keys: k, lines: &lines{keys: k, data: data}, index: &index{}, citations: &citations{}}
	s.official = newOfficial(data, opts.Only, nil)
	s.changelog = newChangelog(s.lines, s.official)
	return s
}

// Relink returns what [Link] returns for these notes and the data and options of s. It takes
// from s what is a pure function of a note, of the files at one address, or of the data: after
// an edit only the notes that are new values are read.
func (s *Site) Relink(notes []*note.Note) (*Site, []diag.Diagnostic) {
	files := make(map[string]*note.Note, len(notes))
	for _, n := range notes {
		files[n.Path] = n
	}
	if list := listOfficial(files); !slices.Equal(list, s.official.files) {
		s = newEmpty(s.data, s.opts)
		s.official = newOfficial(s.data, s.opts.Only, list)
		s.changelog = newChangelog(s.lines, s.official)
	}
	x := newIndex(s.keys, s.opts.Only, files, s.index)
	next := &Site{data: s.data, opts: s.opts, keys: s.keys, lines: s.lines, official: s.official, changelog: s.changelog, index: x}
	next.citations = newCitations(x, s.opts, s.citations)
	next.connect()
	return next, newLinkCheck(x, next.citations, next.translations).problems()
}

// connect makes the parts of a site that hold nothing but memos.
func (s *Site) connect() {
	s.entries = &entries{s.keys, s.lines, s.official, s.changelog, s.citations, s.data}
	s.translations = &translations{s.index, s.citations, s.official, s.opts, s.data}
	s.places = &places{keys: s.keys, index: s.index, citations: s.citations, translations: s.translations}
	s.apis = newAPIs(s.index, s.citations)
	s.things = (&things{
		keys: s.keys, index: s.index, citations: s.citations, official: s.official, changelog: s.changelog,
		places: s.places, apis: s.apis, data: s.data, only: s.opts.Only,
	}).prepare()
	s.related = &related{keys: s.keys, citations: s.citations, entries: s.entries, changelog: s.changelog}
	s.pairings = newPairings(s.index, s.official, s.translations, s.related)
	s.boards = &boards{keys: s.keys, index: s.index, citations: s.citations, changelog: s.changelog, data: s.data}
	s.upgrades = &upgrades{index: s.index, lines: s.lines, citations: s.citations, changelog: s.changelog, apis: s.apis, data: s.data}
}

// With is Relink after an edit: changed notes replace those of the same path, and removed paths
// are gone.
func (s *Site) With(changed []*note.Note, removed []string) (*Site, []diag.Diagnostic) {
	files := maps.Clone(s.index.files)
	for _, path := range removed {
		delete(files, path)
	}
	for _, n := range changed {
		files[n.Path] = n
	}
	return s.Relink(slices.Collect(maps.Values(files)))
}

// Since compares a site with one of before, for those who keep what they made of it.
type Since struct {
	now, before *Site
	same        bool
}

// Since returns the comparison with a site of before; nil stands for none.
func (s *Site) Since(before *Site) Since {
	return Since{s, before, before != nil && s.data == before.data && s.opts.Only == before.opts.Only &&
		maps.EqualFunc(s.opts.Fallback, before.opts.Fallback, slices.Equal) && maps.Equal(s.citations.kepOfGate, before.citations.kepOfGate)}
}

// Same reports whether everything is as it was that belongs to no one note: upstream data, the
// options, and to which KEP a gate belongs by all notes together.
func (c Since) Same() bool { return c.same }

// Note reports whether a note is surely what it was: its versions, what they name by words,
// what upstream says of it ([Site.Join]), its anchors, and in each language which version is
// shown, with which blocks. What other notes say of the same things is no part of it, and is
// shown beside it at most: only where a machine made something of a version, before which the
// words of another note come, can that decide what is shown, so that of such a note it is never
// sure.
func (c Since) Note(id note.ID) bool {
	if !c.same || !slices.Equal(c.now.index.Versions(id), c.before.index.Versions(id)) {
		return false
	}
	return !slices.ContainsFunc(c.now.index.Versions(id), func(n *note.Note) bool {
		part := c.now.citations.parts[n]
		return part != c.before.citations.parts[n] || part.partly
	})
}

// Data returns the upstream data that the notes were linked with.
func (s *Site) Data() *upstream.Data { return s.data }

// Only returns the release that the site is restricted to; empty when it is whole.
func (s *Site) Only() note.Release { return s.opts.Only }
