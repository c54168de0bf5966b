package search

import (
	"encoding/binary"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// write writes the terms in the order of their keys.
func (m *merger) write() *termWriter {
	order := make([]uint32, len(m.keys))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int { return compareKeys(m.keys[a], m.keys[b]) })
	w := &termWriter{m: m, order: order, starts: make([]int, 0, len(order)+1), masks: make([]int, 0, len(order))}
	for i := range order {
		w.add(i)
	}
	w.starts = append(w.starts, len(w.body))
	return w
}

// termWriter writes all terms one after another, to be cut into shards.
type termWriter struct {
	m      *merger
	order  []uint32 // of the keys
	body   []byte
	starts []int // of each term in body, and the end of the last
	masks  []int // where in body the mask of each term is, behind its key
	lists  [fields][]uint32
}

// key returns the key at a place in the order; before the first it is empty.
func (w *termWriter) key(i int) string {
	if i < 0 {
		return ""
	}
	return w.m.keys[w.order[i]]
}

func (w *termWriter) add(i int) {
	key := w.key(i)
	shared := common(w.key(i-1), key)
	w.starts = append(w.starts, len(w.body))
	w.body = binary.AppendUvarint(w.body, uint64(shared))
	w.body = appendString(w.body, key[shared:])
	w.masks = append(w.masks, len(w.body))
	w.postings(w.order[i])
}

// postings writes the mask of a key and what it announces.
func (w *termWriter) postings(id uint32) {
	for f := range w.lists {
		w.lists[f] = w.lists[f][:0]
	}
	for _, p := range w.m.of(id) {
		w.lists[p&3] = append(w.lists[p&3], p>>2)
	}
	mask, names, named := byte(0), w.m.names[id], w.m.named[id]
	if len(names) > 0 {
		mask |= maskNames
	}
	if len(named) > 0 {
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
	if len(named) > 0 {
		w.body = appendString(w.body, strings.Join(named, "\n"))
	}
	for f := fields - 1; f >= 0; f-- {
		w.body = appendDocs(w.body, w.lists[f])
	}
}

// shard is the terms from one place in the order up to another; the first has its
// whole key.
func (w *termWriter) shard(from, to int) []byte {
	if from == to {
		return []byte{0}
	}
	key := w.key(from)
	rest := w.body[w.masks[from]:w.starts[to]]
	b := make([]byte, 0, len(rest)+len(key)+3*binary.MaxVarintLen32)
	b = binary.AppendUvarint(b, uint64(to-from))
	b = append(b, 0)
	return append(appendString(b, key), rest...)
}

// separator parts the shard that begins at a place from the one before.
func (w *termWriter) separator(from int) string {
	if from == 0 {
		return ""
	}
	return separator(w.key(from-1), w.key(from))
}

// The bits of a mask above those of fields, which are 1 << field.
const (
	maskConcept = 16 // the key names a concept
	maskNames   = 32 // the key is that of a concept
)

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

// maxFronted is how many units [fronted] says at most that two keys have in common.
const maxFronted = 64

// fronted writes ascending keys, a line feed between them, each as the character that is
// so many behind "0" as it has units of UTF-16 in common with the one before, then the
// rest. It saves a fifth of the root.
func fronted(keys []string) string {
	var b strings.Builder
	last := ""
	for i, key := range keys {
		if i > 0 {
			b.WriteByte('\n')
		}
		shared, units := sharedUnits(last, key)
		b.WriteByte('0' + byte(units))
		b.WriteString(key[shared:])
		last = key
	}
	return b.String()
}

// sharedUnits returns how many bytes of whole characters two keys begin with alike, and
// how many units of UTF-16 these are.
func sharedUnits(a, b string) (bytes, units int) {
	n := common(a, b)
	for i, r := range b {
		end := i + utf8.RuneLen(r)
		if end > n || units+utf16.RuneLen(r) > maxFronted {
			break
		}
		bytes, units = end, units+utf16.RuneLen(r)
	}
	return bytes, units
}
