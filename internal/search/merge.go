package search

import (
	"slices"
)

// backward is the prefix of keys with a reversed word, for typing errors in its first half.
const backward = "\u0001"

// merger holds the unique terms of all chunks with their postings.
type merger struct {
	ids   map[string]uint32
	keys  []string
	word  []bool              // by key: is a whole word
	ends  []uint32            // by key, plus one: where its postings end in posts
	posts []uint32            // document<<2 | field, by key, ascending
	names map[uint32][]string // by key of a concept: its names
	named map[uint32][]string // by key that names concepts: their keys
}

func (m *merger) id(key string) uint32 {
	id, ok := m.ids[key]
	if !ok {
		id = uint32(len(m.keys))
		m.ids[key] = id
		m.keys = append(m.keys, key)
		m.word = append(m.word, false)
	}
	return id
}

func (m *merger) number(c *Chunk) []uint32 {
	ids := make([]uint32, len(c.cuts))
	for i, t := range c.terms {
		ids[i] = m.id(t)
	}
	for _, w := range c.words {
		m.word[ids[w]] = true
	}
	return ids
}

// gather sorts the postings by key with a counting sort.
func (m *merger) gather(docs []located, global map[*Chunk][]uint32) {
	m.ends = make([]uint32, len(m.keys)+1)
	for i := range docs {
		ids := global[docs[i].chunk]
		for _, p := range docs[i].posts() {
			m.ends[ids[p>>2]+1]++
		}
	}
	for i := 1; i < len(m.ends); i++ {
		m.ends[i] += m.ends[i-1]
	}
	m.posts = make([]uint32, m.ends[len(m.ends)-1])
	for i := range docs {
		ids := global[docs[i].chunk]
		for _, p := range docs[i].posts() {
			at := &m.ends[ids[p>>2]]
			m.posts[*at] = uint32(i)<<2 | p&3
			*at++
		}
	}
}

func (m *merger) of(id uint32) []uint32 {
	if int(id) >= len(m.ends)-1 {
		return nil // a reserved key, which no document has
	}
	from := uint32(0)
	if id > 0 {
		from = m.ends[id-1]
	}
	return m.posts[from:m.ends[id]]
}

func reversed(s string) string {
	r := []rune(s)
	slices.Reverse(r)
	return string(r)
}
