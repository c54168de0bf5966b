package search

import (
	"encoding/binary"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/token"
)

// backward begins the keys that hold a word from its end, for typos in its first half.
const backward = "\u0001"

// merger holds the terms of all chunks, each once, with their postings.
type merger struct {
	ids   map[string]uint32
	keys  []string
	word  []bool              // by key: whether it is a whole word
	ends  []uint32            // by key, plus one: where in posts its postings end
	posts []uint32            // document<<2 | field, key after key, ascending
	names map[uint32][]string // by key: the other names of the concept that it names
}

// merge gathers the postings of the documents, which are in the order of their numbers.
func merge(chunks []*Chunk, concepts []Concept, docs []located) *merger {
	m := &merger{ids: map[string]uint32{}, names: map[uint32][]string{}}
	global := make(map[*Chunk][]uint32, len(chunks))
	for _, c := range chunks {
		global[c] = m.number(c)
	}
	m.gather(docs, global)
	for id, word := range m.word {
		if word {
			m.id(backward + reversed(m.keys[id]))
		}
	}
	for _, c := range concepts {
		m.concept(c)
	}
	return m
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

// number returns the ids of a chunk's terms, and marks which are whole words.
func (m *merger) number(c *Chunk) []uint32 {
	ids := make([]uint32, len(c.terms))
	for i, t := range c.terms {
		ids[i] = m.id(t)
	}
	for _, w := range c.words {
		m.word[ids[w]] = true
	}
	return ids
}

// gather sorts the postings by key, by counting: first how many each key has, which
// says where its own begin, then each to its place.
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

// of returns the postings of a key.
func (m *merger) of(id uint32) []uint32 {
	if int(id) >= len(m.ends)-1 {
		return nil // a key of the index's own, which no document has
	}
	from := uint32(0)
	if id > 0 {
		from = m.ends[id-1]
	}
	return m.posts[from:m.ends[id]]
}

// concept lets each name of a concept lead to the others.
func (m *merger) concept(c Concept) {
	for _, name := range c.Names {
		key := joined(name)
		if !fit(key) {
			continue
		}
		id := m.id(key)
		for _, other := range c.Names {
			other = strings.ToValidUTF8(other, "\uFFFD")
			if joined(other) != key && !slices.Contains(m.names[id], other) {
				m.names[id] = append(m.names[id], other)
			}
		}
	}
}

// joined makes one key of a name, as a query makes one of a run of its words.
func joined(name string) string {
	var b strings.Builder
	for _, p := range token.Query(strings.ToValidUTF8(name, "\uFFFD")) {
		b.WriteString(p.Text)
	}
	return b.String()
}

func reversed(s string) string {
	r := []rune(s)
	slices.Reverse(r)
	return string(r)
}

// shards writes the terms in the order of their keys, and returns the bytes of each
// shard with the key that parts it from the one before.
func (m *merger) shards() (shards [][]byte, seps []string) {
	order := make([]uint32, len(m.keys))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int { return compareKeys(m.keys[a], m.keys[b]) })
	w := shardWriter{m: m}
	for _, id := range order {
		w.add(id)
	}
	w.flush()
	return w.shards, w.seps
}

// shardWriter fills term shards.
type shardWriter struct {
	m      *merger
	shards [][]byte
	seps   []string
	body   []byte // of the shard at hand, without the number of terms
	count  int
	last   string // the key before
	lists  [fields][]uint32
}

func (w *shardWriter) add(id uint32) {
	key := w.m.keys[id]
	if len(w.body) >= termShard {
		w.flush()
	}
	shared := 0
	if w.count == 0 {
		w.seps = append(w.seps, separator(w.last, key))
	} else {
		shared = common(w.last, key)
	}
	w.body = binary.AppendUvarint(w.body, uint64(shared))
	w.body = appendString(w.body, key[shared:])
	w.postings(id)
	w.last = key
	w.count++
}

// postings writes the mask of a key and what it announces.
func (w *shardWriter) postings(id uint32) {
	for f := range w.lists {
		w.lists[f] = w.lists[f][:0]
	}
	for _, p := range w.m.of(id) {
		w.lists[p&3] = append(w.lists[p&3], p>>2)
	}
	mask, names := byte(0), w.m.names[id]
	if len(names) > 0 {
		mask |= maskConcept
	}
	for f, list := range w.lists {
		if len(list) > 0 {
			mask |= 1 << f
		}
	}
	w.body = append(w.body, mask)
	if len(names) > 0 {
		w.body = binary.AppendUvarint(w.body, uint64(len(names)))
		for _, n := range names {
			w.body = appendString(w.body, n)
		}
	}
	for f := fields - 1; f >= 0; f-- {
		w.body = appendDocs(w.body, w.lists[f])
	}
}

// maskConcept is the bit of a mask that announces the names of a concept; those below
// are 1 << field.
const maskConcept = 16

// appendDocs writes ascending numbers as their count, the first and the differences;
// nothing where there is none.
func appendDocs(b []byte, docs []uint32) []byte {
	if len(docs) == 0 {
		return b
	}
	b = binary.AppendUvarint(b, uint64(len(docs)))
	last := uint32(0)
	for _, d := range docs {
		b = binary.AppendUvarint(b, uint64(d-last))
		last = d
	}
	return b
}

func (w *shardWriter) flush() {
	if w.count == 0 {
		return
	}
	shard := binary.AppendUvarint(make([]byte, 0, len(w.body)+3), uint64(w.count))
	w.shards = append(w.shards, append(shard, w.body...))
	w.body, w.count = w.body[:0], 0
}

// separator returns the shortest string above a and not above b, where b is above a;
// for the first shard, that has none before it, the empty one.
func separator(a, b string) string {
	if a == "" {
		return ""
	}
	n := common(a, b) + 1
	for n < len(b) && !utf8.RuneStart(b[n]) {
		n++
	}
	return b[:n]
}

// common returns how many bytes two keys begin with alike.
func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
