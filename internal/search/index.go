package search

import (
	"cmp"
	"slices"
	"sync"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// group is a directory of shards with a name from its content, so that unchanged groups keep their
// URLs.
type group struct {
	name string
	from int // first term shard or document
	size int // number of shards or documents
}

// compressors are idle zlib writers. The checksum of zlib lets the reader detect a truncated or
// damaged file.
type compressors struct{ idle sync.Pool }

// perShard is the number of documents in a document shard.
const perShard = 2

// maskLangs is the number of bits that JavaScript can shift.
const maskLangs = 31

// Index is a complete index. Its files are compressed on demand. It is immutable.
type Index struct {
	docs        []located
	langs       []note.Lang
	releases    []note.Release
	terms       [][]byte // the term shards
	seps        []string // separator of each term shard: the shortest string after the shard before, up to its first key
	compressors *compressors

	termGroups, docGroups []group
	facetGroup, hanGroup  group
	facets                []byte
	names                 map[string]bool // of groups
}

// located is a document with its number, address and sort keys.
type located struct {
	chunk   *Chunk
	local   int
	typ     int // index into Types
	release int // index into releases; -1: none
	langs   uint32
}

func (l *located) digested() *digested { return &l.chunk.docs[l.local] }

func (l *located) record() string {
	from, to := between(l.chunk.ends.recs, l.local)
	return l.chunk.recs[from:to]
}

func (l *located) posts() []uint32 {
	from, to := between(l.chunk.ends.posts, l.local)
	return l.chunk.posts[from:to]
}

// scales returns the sorted languages, and the releases with the oldest first.
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

// locate numbers the documents: items by type, then parts of notes by release. So a higher number
// is a newer document, and similar documents are adjacent: the root stores type, release and
// languages in a few runs.
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

// compareKeys compares strings like JavaScript, by UTF-16 unit. This differs from the order of
// UTF-8 for characters above U+FFFF, which come before U+E000 to U+FFFF.
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
