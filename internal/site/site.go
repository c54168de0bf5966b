// Package site links notes with upstream data and with each other. [Link] is its entry point and
// returns an immutable [Site], which provides:
//
//   - the notes that cite a thing ([Mention]), and whether a thing has a page ([Site.HasPage]);
//   - the content of a release ([Facts]), and its coverage by notes ([Board]);
//   - the upstream data of an entry ([Site.Join]);
//   - the stage of a KEP at a release and now ([Then], [Line]);
//   - the changes between two releases ([Upgrade]);
//   - the counterpart of each block in another language ([Site.Pairing]), the age of a
//     translation ([Site.StaleOf], [Site.Translations]), and anchors for all languages
//     ([Site.Anchor]).
//
// A thing is an upstream subject that notes can name: a KEP, a pull request, a feature gate, a
// person and so on. A [note.Key] identifies it. [Site.Normal] maps all spellings of a thing to
// one key.
//
// Linking combines one contribution per note. After an edit, [Site.Relink] reuses the
// contributions of unchanged notes, with the same result as [Link]. The package reads no files
// and renders no pages.
package site

import (
	"maps"
	"slices"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Site is a linked site. Its fields are in the order of their dependencies: each uses only fields
// above it.
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

// Link links notes, including official notes, with upstream data. It omits drafts. It also omits
// notes that cannot be published, for example because of a duplicate address, and returns a
// diagnostic for each.
func Link(notes []*note.Note, data *upstream.Data, opts Options) (*Site, []diag.Diagnostic) {
	return newEmpty(data, opts).Relink(notes)
}

func newEmpty(data *upstream.Data, opts Options) *Site {
	k := &keys{data}
	s := &Site{data: data, opts: opts, keys: k, lines: &lines{keys: k, data: data}, index: &index{}, citations: &citations{}}
	s.official = newOfficial(data, opts.Only, nil)
	s.changelog = newChangelog(s.lines, s.official)
	return s
}

// Relink returns the result of [Link] for these notes, with the data and options of s. It reuses
// values that depend only on a note, on the files of an address, or on the data. After an edit it
// therefore reads only new notes.
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

// connect creates the fields of a site that contain only caches.
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

// With calls Relink with the notes after an edit. changed notes replace the notes with the same
// path, and removed lists deleted paths.
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

// Since compares a site with an earlier one, for callers that cache derived values.
type Since struct {
	now, before *Site
	same        bool
}

// Since returns the comparison with an earlier site. before may be nil; then all values count as
// changed.
func (s *Site) Since(before *Site) Since {
	return Since{s, before, before != nil && s.data == before.data && s.opts.Only == before.opts.Only &&
		maps.EqualFunc(s.opts.Fallback, before.opts.Fallback, slices.Equal) && maps.Equal(s.citations.kepOfGate, before.citations.kepOfGate)}
}

// Same reports whether the upstream data, the options and the KEPs of gates did not change.
func (c Since) Same() bool { return c.same }

// Note reports whether a note certainly did not change. This includes its versions, the KEPs it
// names in words, its upstream data ([Site.Join]), its anchors, and the version shown in each
// language. It does not include entries of other notes about the same things. Such entries can
// replace machine translations, so the result is false for notes with machine translations.
func (c Since) Note(id note.ID) bool {
	if !c.same || !slices.Equal(c.now.index.Versions(id), c.before.index.Versions(id)) {
		return false
	}
	return !slices.ContainsFunc(c.now.index.Versions(id), func(n *note.Note) bool {
		part := c.now.citations.parts[n]
		return part != c.before.citations.parts[n] || part.partly
	})
}

// Data returns the upstream data of the site.
func (s *Site) Data() *upstream.Data { return s.data }

// Only returns the release to which the site is restricted, or "".
func (s *Site) Only() note.Release { return s.opts.Only }
