package search

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"math/bits"
	"strings"
)

const (
	version = 2

	// wholeLimit is the length in bytes, before compression, up to which all shards
	// stand in the root.
	wholeLimit = 130_000
)

// nameLength is how many characters the name of a group has, of five bits each. A name has to
// be another than that of what stood in the place of the group in an index that somebody still
// has in a cache, and no more.
const nameLength = 6

// mostInGroup is how many shards or documents a group can have: the root says it with one
// character below the surrogates of UTF-16.
const mostInGroup = 0xD800 - '0' - 1

// grouped parts what stands in a row into groups of about so many, by what each thing is and
// not by where it stands: behind what is put in or taken out the same groups follow. A group
// has at least half of that, and ends before the next thing whose sum says so: before few, and
// before more of them once it is large enough.
func grouped(n, about int, key func(i int) []byte) []group {
	var groups []group
	for i := range n {
		last := len(groups) - 1
		if i == 0 || groups[last].size == mostInGroup || begins(key(i), groups[last].size, about) {
			groups = append(groups, group{from: i})
			last++
		}
		groups[last].size++
	}
	return groups
}

// begins reports whether a thing begins a group behind one of a size.
func begins(key []byte, size, about int) bool {
	one := about // of so many things begins one
	switch {
	case size < about/2:
		return false
	case size >= about:
		one = max(1, about/8)
	}
	sum := sha256.Sum256(key)
	return binary.LittleEndian.Uint32(sum[:])%uint32(one) == 0
}

// aboutDocs and aboutTerms are how large groups are, powers of two that grow with the root of
// how many there are of everything: of documents, and of term shards. So an edit reaches a
// few hundred files more than it changes, and names have a twentieth of the root.
func aboutDocs(n int) int  { return 1 << ((bits.Len(uint(n)) + 5) / 2) }
func aboutTerms(n int) int { return 1 << ((bits.Len(uint(n)) + 1) / 2) }

// group parts the shards and the documents of an index into groups, and names them.
func (x *Index) group() {
	x.termGroups = grouped(len(x.terms), aboutTerms(len(x.terms)), func(i int) []byte { return []byte(x.seps[i]) })
	x.docGroups = grouped(len(x.docs), aboutDocs(len(x.docs)), func(i int) []byte { return x.docs[i].path() })
	for i := range x.termGroups {
		g := &x.termGroups[i]
		x.name(g, 't', func(b []byte, n int) []byte { return append(b, x.terms[g.from+n]...) })
	}
	for i := range x.docGroups {
		g := &x.docGroups[i]
		x.name(g, 'd', func(b []byte, n int) []byte { return append(b, x.docs[g.from+n].record()...) })
	}
	x.facetGroup, x.hanGroup = group{size: 1}, group{size: 1}
	x.facets = x.scales()
	x.name(&x.facetGroup, 'f', func(b []byte, _ int) []byte { return append(b, x.facets...) })
	x.name(&x.hanGroup, 'h', func(b []byte, _ int) []byte { return append(b, hanVariants()...) })
}

// name names a group after its content, and by a further sum where another has that name.
func (x *Index) name(g *group, kind byte, content func(b []byte, n int) []byte) {
	h := sha256.New()
	h.Write([]byte{version, perShard, kind})
	var b []byte
	var size [8]byte
	for n := range g.size {
		b = content(b[:0], n)
		binary.LittleEndian.PutUint64(size[:], uint64(len(b)))
		h.Write(size[:])
		h.Write(b)
	}
	sum := h.Sum(nil)
	for g.name == "" || x.names[g.name] {
		g.name = strings.ToLower(base32.HexEncoding.EncodeToString(sum))[:nameLength]
		next := sha256.Sum256(sum)
		sum = next[:]
	}
	x.names[g.name] = true
}

// path is what the record of a document begins with.
func (l *located) path() []byte {
	path, _, _ := strings.Cut(l.record(), `",`)
	return []byte(path)
}

// folders lists the names of all groups one after another, and what each has, as a character so
// many behind "0": that of the facets, that of the variants, those of the term shards, those of
// the documents.
func (x *Index) folders() (names, sizes string) {
	var n, s strings.Builder
	for _, list := range [][]group{{x.facetGroup, x.hanGroup}, x.termGroups, x.docGroups} {
		for _, g := range list {
			n.WriteString(g.name)
			s.WriteRune('0' + rune(g.size))
		}
	}
	return n.String(), s.String()
}
