package align

import (
	"strings"
)

// Edit is a piece of text with its operation: kept, removed or added.
type Edit struct {
	Op   Op
	Text string // never empty
}

// Diff returns the edits from one text to another. An edit consists of whole words. In Japanese
// and Chinese it consists of characters, and katakana words are not split. A removed piece
// precedes the piece that replaces it. A few words between two changes are included in the
// change, for readability.
//
// The time is limited. Long texts with little in common are compared by sentence, or replaced as
// a whole.
func Diff(was, now string) []Edit {
	for _, cut := range []func(string) []string{wordsOf, sentencesOf} {
		p, q := cut(was), cut(now)
		if ops, ok := shortest(p, q); ok {
			return edits(was, now, readable(changes(ops, p, q)))
		}
	}
	return edits(was, now, []change{{size: size{cut: len(was), add: len(now)}}})
}

// size is the length of a change in bytes or letters: removed, added, and kept after it.
type size struct{ cut, add, keep int }

func (s *size) grow(op Op, n int) {
	switch op {
	case Keep:
		s.keep += n
	case Cut:
		s.cut += n
	case Add:
		s.add += n
	}
}

// change is a piece that differs, and the equal text after it.
type change struct {
	size
	letters size
}

func changes(ops []Op, p, q []string) []change {
	out := []change{{}}
	for _, op := range ops {
		last := &out[len(out)-1]
		if op != Keep && last.keep > 0 {
			out = append(out, change{})
			last = &out[len(out)-1]
		}
		piece := ""
		if op != Add {
			piece, p = p[0], p[1:]
		}
		if op != Cut {
			piece, q = q[0], q[1:]
		}
		last.grow(op, len(piece))
		last.letters.grow(op, letters(piece))
	}
	return out
}

// readable merges two changes if the text between them has at most as many letters as each of
// them.
func readable(in []change) []change {
	var out []change
	for _, c := range in {
		out = append(out, c)
		for len(out) > 1 {
			p, q := &out[len(out)-2], out[len(out)-1]
			kept := p.letters.keep
			if p.cut+p.add == 0 || q.cut+q.add == 0 || kept > max(p.letters.cut, p.letters.add) || kept > max(q.letters.cut, q.letters.add) {
				break
			}
			p.size, p.letters = p.size.with(q.size), p.letters.with(q.letters)
			out = out[:len(out)-1]
		}
	}
	return out
}

func (s size) with(next size) size {
	return size{cut: s.cut + s.keep + next.cut, add: s.add + s.keep + next.add, keep: next.keep}
}

func edits(was, now string, in []change) []Edit {
	var out []Edit
	put := func(op Op, s string) {
		if s != "" {
			out = append(out, Edit{op, s})
		}
	}
	for _, c := range in {
		put(Cut, was[:c.cut])
		put(Add, now[:c.add])
		was, now = was[c.cut:], now[c.add:]
		put(Keep, now[:c.keep])
		was, now = was[c.keep:], now[c.keep:]
	}
	return out
}

func sentencesOf(s string) []string {
	var out []string
	for s != "" {
		at := strings.IndexAny(s, "。.!?！？\n")
		if at < 0 {
			return append(out, s)
		}
		end := at + 1
		for end < len(s) && (s[end] == ' ' || s[end]&0xC0 == 0x80) {
			end++
		}
		out = append(out, s[:end])
		s = s[end:]
	}
	return out
}
