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

	// wholeLimit is the maximum size of all shards, uncompressed, for an index in one file.
	wholeLimit = 130_000
)

// nameLength is the length of the name of a group in characters of five bits. It must differ only
// from the name of the same group in an older, cached index.
const nameLength = 6

// maxInGroup limits the shards or documents of a group: the root has the number as one UTF-16 unit
// below the surrogates.
const maxInGroup = 0xD800 - '0' - 1

// grouped splits a list into groups of about the given size. Borders depend on the content of
// items, not on their number, so that an edit changes only the groups around it. A group has at
// least half of the size. It ends before the next item whose hash matches; the condition becomes
// weaker when the group is large.
func grouped(n, about int, key func(i int) []byte) []group {
	var groups []group
	for i := range n {
		last := len(groups) - 1
		if i == 0 || groups[last].size == maxInGroup || begins(key(i), groups[last].size, about) {
			groups = append(groups, group{from: i})
			last++
		}
		groups[last].size++
	}
	return groups
}

// begins reports whether an item begins a group after one of the given size.
func begins(key []byte, size, about int) bool {
	one := about // one of so many items begins a group
	switch {
	case size < about/2:
		return false
	case size >= about:
		one = max(1, about/8)
	}
	sum := sha256.Sum256(key)
	return binary.LittleEndian.Uint32(sum[:])%uint32(one) == 0
}

// aboutDocs and aboutTerms return the size of groups, a power of two that grows with the square
// root of the number of documents or term shards. So an edit renames a few hundred more files than
// it changes, and names take 5 % of the root.
func aboutDocs(n int) int  { return 1 << ((bits.Len(uint(n)) + 5) / 2) }
func aboutTerms(n int) int { return 1 << ((bits.Len(uint(n)) + 1) / 2) }

// group splits shards and documents into groups and names them.
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

// name names a group by a hash of its content, and by another hash after a collision.
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

func (l *located) path() []byte {
	path, _, _ := strings.Cut(l.record(), `",`)
	return []byte(path)
}

// folders returns the names of all groups, and their sizes as characters after "0": facets,
// variants, term shards, documents.
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
