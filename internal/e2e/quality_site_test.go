package e2e

import (
	"context"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/corpus"
	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/search"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/testcorpus"
)

// realContent is the directory of real notes.
var realContent = testcorpus.Path("notes")

// furtherNotes returns the directory of real notes, if it exists.
func furtherNotes(t *testing.T) []fs.FS {
	t.Helper()
	if _, err := os.Stat(realContent); err != nil {
		t.Logf("no real notes at %s", realContent)
		return nil
	}
	return []fs.FS{os.DirFS(realContent)}
}

// measured is a site for measurements of the search.
type measured struct {
	*build.Result
	*library
	queries func() []query // random queries with the seed of the flag
}

// sharedSite is a site that several tests use. The first of them builds it.
type sharedSite struct {
	once sync.Once
	site *measured
}

func (s *sharedSite) get(t *testing.T, build func() *measured) *measured {
	t.Helper()
	s.once.Do(func() { s.site = build() })
	if s.site == nil {
		t.Fatal("the site could not be built")
	}
	return s.site
}

// own is the generated site of this repository's content and the real notes.
var own sharedSite

func ownMade(t *testing.T) *measured {
	t.Helper()
	return own.get(t, func() *measured { return madeSite(t, furtherNotes(t)) })
}

// madeSite returns a site of 800 generated notes with 25 entries each. They are generated from this
// repository's content and from further directories, with its upstream data. It includes the
// original notes.
func madeSite(t *testing.T, further []fs.FS) *measured {
	t.Helper()
	own := os.DirFS("../../content")
	material, err := corpus.Gather(append([]fs.FS{own}, further...)...)
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	addAll(t, files, own, "")
	addAll(t, files, os.DirFS(listedNotes), "listed-")
	for _, f := range further {
		addAll(t, files, f, "real-")
	}
	taken := map[string]bool{}
	for p := range files {
		taken[idOf(p)] = true
	}
	for _, f := range corpus.Make(corpus.Options{Notes: 800, Entries: 25, Translated: 5, Seed: 1, From: material}, corpus.Kawaraban) {
		if !taken[idOf(f.Path)] {
			files[f.Path] = &fstest.MapFile{Data: f.Data}
		}
	}
	return measure(t, files)
}

// listedNotes is the directory of notes for the listed queries.
const listedNotes = "testdata/listed"

// ownContent returns the directory content of this repository's site.
func ownContent(t *testing.T) fs.FS {
	t.Helper()
	own, err := fs.Sub(testcorpus.Site(t), "content")
	if err != nil {
		t.Fatal(err)
	}
	return own
}

// idOf returns the path of a note without its language, because a generated note must not become a
// version of an existing one. Paths of data files are unchanged.
func idOf(p string) string {
	stem, isNote := strings.CutSuffix(p, ".md")
	if !isNote {
		return p
	}
	return strings.TrimSuffix(stem, path.Ext(stem))
}

// addAll adds the files of a directory as content, with a prefix before their names.
func addAll(t *testing.T, to fstest.MapFS, from fs.FS, prefix string) {
	t.Helper()
	err := fs.WalkDir(from, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(from, p)
		to[path.Join("content", path.Dir(p), prefix+path.Base(p))] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// measure builds a site without the bytes of pages, and reads its documents.
func measure(t *testing.T, files fs.FS) *measured {
	t.Helper()
	result, err := build.New(build.Options{}).Build(context.Background(), files)
	if err != nil {
		t.Fatal(err)
	}
	plan := page.NewPlanner(result.Site, result.Words, page.Options{})
	keys := keysOf(result.Site, plan)
	lib := &library{byPath: map[string][]int{}, dirs: map[string]string{}, known: map[query]found{}}
	for _, k := range result.Site.Data().KEPList {
		lib.dirs[k.Number] = k.Dir
	}
	for _, t := range result.Site.Data().Glossary.Terms {
		lib.terms = append(lib.terms, foldedNames(t))
	}
	for _, s := range search.Sources(result.Site, plan.Book) {
		for _, doc := range s.Docs() {
			lib.byPath[doc.Path] = append(lib.byPath[doc.Path], len(lib.docs))
			lib.docs = append(lib.docs, scanOf(doc, keys[doc.Path]))
		}
	}
	return &measured{result, lib, sync.OnceValue(func() []query { return lib.draw(*drawSeed) })}
}

func foldedNames(t glossary.Term) (names []string) {
	for _, of := range []map[note.Lang][]string{t.Names, t.Forms} {
		for _, list := range of {
			for _, name := range list {
				names = append(names, fold(name))
			}
		}
	}
	return names
}

// namedAt maps each address to the subjects that are there or named there.
type namedAt map[string]map[note.Key]bool

func (n namedAt) add(address string, keys ...note.Key) {
	if n[address] == nil {
		n[address] = map[note.Key]bool{}
	}
	for _, k := range keys {
		n[address][k] = true
	}
}

// keysOf determines the subjects from the site and not from documents.
func keysOf(s *site.Site, plan page.Planner) namedAt {
	at := namedAt{}
	for _, kind := range []note.RefKind{note.KEP, note.PR, note.SIGRef, note.Gate} {
		for _, id := range s.Keys(kind) {
			key := note.Key{Kind: kind, ID: id}
			at.add(plan.Thing(key), key)
			at.add(plan.Thing(key), behind(s, key)...)
		}
	}
	for _, r := range s.Releases() {
		key := note.Key{Kind: note.ReleaseRef, ID: string(r)}
		at.add(plan.Thing(key), key)
		at.changes(s, plan, r)
	}
	for _, n := range s.Notes() {
		at.note(s, plan, n)
	}
	return at
}

// changes adds the changes of a release, which have a page or are in a list.
func (n namedAt) changes(s *site.Site, plan page.Planner, r note.Release) {
	facts := s.Facts(r)
	for i := range facts.Changes {
		c := &facts.Changes[i]
		address := plan.Change(r, c)
		n.add(address, c.Key())
		n.add(address, sigKeys(c.Note.SIGs...)...)
		n.add(address, keysFor(note.KEP, c.KEPs)...)
		if c.Text != nil {
			n.add(address, keysIn(s, c.Text)...)
		}
	}
}

// behind returns the subjects that upstream assigns to a subject.
func behind(s *site.Site, key note.Key) (keys []note.Key) {
	switch key.Kind {
	case note.KEP:
		for _, k := range s.Data().KEPs[key.ID] {
			keys = append(keys, sigKeys(k.SIG)...)
		}
		keys = append(keys, keysFor(note.Gate, s.GatesOfKEP(key.ID))...)
	case note.Gate:
		keys = append(keys, keysFor(note.KEP, s.KEPsOfGate(key.ID))...)
	case note.PR:
		for _, o := range s.Published(key.ID) {
			keys = append(keys, sigKeys(o.Note.SIGs...)...)
			keys = append(keys, keysOfOfficial(s, o)...)
		}
	}
	return keys
}

func keysOfOfficial(s *site.Site, o site.OfficialNote) []note.Key {
	keys := keysFor(note.KEP, s.Data().KEPsOfNote(o.Note))
	if o.Text != nil {
		keys = append(keys, keysIn(s, o.Text)...)
	}
	return keys
}

func keysFor(kind note.RefKind, ids []string) (keys []note.Key) {
	for _, id := range ids {
		keys = append(keys, note.Key{Kind: kind, ID: id})
	}
	return keys
}

func sigKeys(sigs ...note.SIG) (keys []note.Key) {
	for _, g := range sigs {
		keys = append(keys, note.Key{Kind: note.SIGRef, ID: string(g)})
	}
	return keys
}

// keysIn returns the subjects that a block names, including its attribution and children.
func keysIn(s *site.Site, b *note.Block) []note.Key {
	keys := append(sigKeys(b.Attr.SIGs...), keysFor(note.PR, b.Attr.PRs)...)
	for _, r := range b.Refs {
		keys = append(keys, s.Normal(r.Key()))
	}
	return keys
}

// note adds the subjects of a version of a note, at its entries, and at its headings with the
// blocks below them.
func (n namedAt) note(s *site.Site, plan page.Planner, v *note.Note) {
	under := plan.Note(v.ID)
	n.add(under, sigKeys(v.SIGs...)...)
	for i := range v.Blocks {
		b := &v.Blocks[i]
		switch b.Type {
		case note.Entry:
			continue
		case note.Heading:
			under = plan.Block(v, b)
		}
		n.add(under, keysIn(s, b)...)
	}
	for b := range v.Entries {
		n.entry(s, v, b, plan.Block(v, b))
	}
}

func (n namedAt) entry(s *site.Site, v *note.Note, b *note.Block, address string) {
	joined := s.Join(v, b)
	n.add(address, keysIn(s, b)...)
	n.add(address, sigKeys(joined.SIGs...)...)
	n.add(address, keysFor(note.KEP, joined.KEPs)...)
	for _, o := range joined.Official {
		n.add(address, keysOfOfficial(s, o)...)
	}
}
