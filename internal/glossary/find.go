package glossary

import (
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Hit is a term in a text.
type Hit struct {
	Start, End int // byte offsets
	Term       *Term
}

// Find returns the terms in a text, in order and without overlap. If several names start at one
// position, the longest counts. Time is linear in the text.
func (g *Glossary) Find(text string, lang note.Lang) []Hit { return g.find(text, lang, false) }

// Avoided returns the non-preferred words in a text. A part of a longer name does not count.
func (g *Glossary) Avoided(text string, lang note.Lang) []Hit { return g.find(text, lang, true) }

func (g *Glossary) find(text string, lang note.Lang, avoid bool) []Hit {
	root := g.trieOf(lang)
	if root == nil {
		return nil
	}
	var hits []Hit
	t, ok := next(text, 0)
	for ok {
		if !root.heads.mayStart(text, t) {
			t, ok = next(text, t.end)
			continue
		}
		end, found := root.longest(text, t)
		if found.term != nil && found.avoid == avoid {
			hits = append(hits, Hit{t.start, end, found.term})
		}
		t, ok = next(text, end)
	}
	return hits
}

// trieOf returns the names for texts in a language: English ones if the glossary does not have it.
func (g *Glossary) trieOf(lang note.Lang) *node {
	if g == nil {
		return nil
	}
	if root := g.tries[lang]; root != nil {
		return root
	}
	return g.tries["en"]
}

type node struct {
	next  map[string]*node
	end   end
	heads *heads // of the root: the first characters of names
}

// heads is a bit set of the East Asian characters that names start with. Nearly every such
// character of a text is a token, but few names start with it.
type heads [lastHead / 64]uint64

const lastHead = 1 << 16

// headOf returns the first character of a token; false for tokens that are compared in another form
// than written.
func headOf(text string, t token) (rune, bool) {
	if t.class != single && t.class != katakana {
		return 0, false
	}
	r, _ := utf8.DecodeRuneInString(text[t.start:])
	return r, r < lastHead
}

func (h *heads) mayStart(text string, t token) bool {
	r, indexed := headOf(text, t)
	return !indexed || h != nil && h[r/64]&(1<<(r%64)) != 0
}

// end is the meaning of a path in the trie; without a term it has none.
type end struct {
	term  *Term
	avoid bool
}

// put adds a name. If the name already has a meaning, put returns that.
func (n *node) put(name string, e end) (old end) {
	tokens := cut(name)
	if len(tokens) > 0 {
		n.begins(name, tokens[0])
	}
	for _, t := range tokens {
		if n.next == nil {
			n.next = map[string]*node{}
		}
		key := t.key(name)
		if n.next[key] == nil {
			n.next[key] = &node{}
		}
		n = n.next[key]
	}
	if n.end.term != nil {
		return n.end
	}
	n.end = e
	return end{}
}

func (n *node) begins(name string, t token) {
	r, indexed := headOf(name, t)
	if !indexed {
		return
	}
	if n.heads == nil {
		n.heads = new(heads)
	}
	n.heads[r/64] |= 1 << (r % 64)
}

// longest finds the longest name at a token and its end. Without a name it returns the end of the
// token.
func (n *node) longest(text string, t token) (to int, found end) {
	to = t.end
	if !opens(text, t) {
		return to, end{}
	}
	for {
		if n = n.after(text, t); n == nil {
			return to, found
		}
		if n.end.term != nil && closes(text, t) {
			to, found = t.end, n.end
		}
		if n.next == nil {
			return to, found
		}
		following, ok := next(text, t.end)
		if !ok || !near(text, t, following) {
			return to, found
		}
		t = following
	}
}

// after returns the child for a token, or nil. It does not allocate for words as short as names,
// because it is called for each word of all texts.
func (n *node) after(text string, t token) *node {
	var key [2 * maxName]byte
	return n.next[string(t.appendKey(key[:0], text))]
}
