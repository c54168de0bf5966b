package search

import (
	"encoding/binary"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

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

// termWriter holds all written terms, to be cut into shards.
type termWriter struct {
	m      *merger
	order  []uint32 // of the keys
	body   []byte
	starts []int // of each term in body, and the end of the last
	masks  []int // offset in body of each term's mask, after its key
	lists  [fields][]uint32
}

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

// shard returns the terms of a range. The first has its full key.
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

// separator returns the separator of the shard that begins at from.
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

// appendDocs writes ascending numbers as their count, the first and the differences; nothing if
// there are none.
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

// separator returns the shortest string greater than a and at most b; "" for the first shard.
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

func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// maxFronted limits the common prefix that [fronted] uses.
const maxFronted = 64

// fronted joins ascending keys with line feeds. Each key is the length of its common prefix with
// the one before, in UTF-16 units, as a character after "0", and the rest. This saves 20 % of the
// root.
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

// sharedUnits returns the length of the common prefix of whole characters, in bytes and in UTF-16
// units.
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
