package search

import (
	"cmp"
	"slices"
	"sync"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// group is a folder of shards, named after what they hold, so that what an edit does not
// reach keeps its address.
type group struct {
	name string
	from int // the first term shard or document
	size int // how many of these
}

// compressors are idle zlib writers. The checksum of a zlib stream lets the reader detect what is
// cut off or damaged.
type compressors struct{ idle sync.Pool }

// perShard is how many documents a document shard holds.
const perShard = 2

// maskLangs is how many languages the bits of a number hold that JavaScript shifts.
const maskLangs = 31

// Index is a whole index; its files are compressed when they are asked for. It does
// not change.
type Index struct {
	docs        []located
	langs       []note.Lang
	releases    []note.Release
	terms       [][]byte // the term shards
	seps        []string // by term shard: its first key or, of several between the shard before and it, the shortest
	compressors *compressors

	termGroups, docGroups []group
	facetGroup, hanGroup  group
	facets                []byte
	names                 map[string]bool // of groups
}

// located is a document by its number: where it is found, and what it is numbered by.
type located struct {
	chunk   *Chunk
	local   int
	typ     int // index into Types
	release int // index into the index's releases, -1: none
	langs   uint32
}

func (l *located) digested() *digested { return &l.chunk.docs[l.local] }

// record returns the JSON of the document's record.
func (l *located) record() string {
	from, to := between(l.chunk.ends.recs, l.local)
	return l.chunk.recs[from:to]
}

// posts returns the terms of the document, with their fields.
func (l *located) posts() []uint32 {
	from, to := between(l.chunk.ends.posts, l.local)
	return l.chunk.posts[from:to]
}

// scales returns the languages in the order of their codes and the releases, oldest
// first.
func scales(chunks []*Chunk) (langs []note.Lang, releases []note.Release) {
	seenLang, seenRelease := map[note.Lang]bool{}, map[note.Release]bool{}
	for _, c := range chunks {
		for i := range c.docs {
			d := &c.docs[i]
			if d.release != "" && !seenRelease[d.release] {
				seenRelease[d.release] = true
				releases = append(releases, d.release)
			}
			for _, l := range d.langs {
				if !seenLang[l] {
					seenLang[l] = true
					langs = append(langs, l)
				}
			}
		}
	}
	slices.Sort(langs)
	slices.SortFunc(releases, func(a, b note.Release) int {
		return cmp.Or(upstream.CompareReleases(a, b), cmp.Compare(a, b))
	})
	return langs, releases
}

// locate numbers the documents: things by type, then what notes hold by release; so
// a later number is a newer document, what is alike stands together, and the root
// tells type, release and languages of all in a few runs.
func (x *Index) locate(chunks []*Chunk) {
	count := 0
	for _, c := range chunks {
		count += len(c.docs)
	}
	x.docs = make([]located, 0, count)
	for _, c := range chunks {
		for i := range c.docs {
			x.docs = append(x.docs, x.place(c, i))
		}
	}
	notes := slices.Index(Types, Note)
	slices.SortStableFunc(x.docs, func(a, b located) int {
		return cmp.Or(
			cmp.Compare(min(a.typ, notes), min(b.typ, notes)),
			cmp.Compare(a.release, b.release),
			cmp.Compare(a.typ, b.typ),
			cmp.Compare(a.langs, b.langs),
		)
	})
}

func (x *Index) place(c *Chunk, i int) located {
	d := &c.docs[i]
	l := located{chunk: c, local: i, release: slices.Index(x.releases, d.release)}
	if l.typ = slices.Index(Types, d.typ); l.typ < 0 {
		l.typ = slices.Index(Types, Entry)
	}
	for _, lang := range d.langs {
		if n := slices.Index(x.langs, lang); n < maskLangs {
			l.langs |= 1 << n
		}
	}
	return l
}

// compareKeys orders keys as JavaScript compares strings, by UTF-16 code units: as by
// bytes of UTF-8, but for the characters beyond the first 65,536, which come before
// the last 8,192 of these.
func compareKeys(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return cmp.Compare(unit(a[i]), unit(b[i]))
		}
	}
	return cmp.Compare(len(a), len(b))
}

func unit(b byte) byte {
	switch {
	case b >= 0xF0:
		return b - 2
	case b >= 0xEE:
		return b + 8
	}
	return b
}
