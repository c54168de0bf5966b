package glossary

import (
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Hit is a place of a text where a term is named.
type Hit struct {
	Start, End int // offsets in bytes
	Term       *Term
}

// Find returns where a text in a language names terms, in order and without overlaps. Where
// several names begin at one place the longest counts. Time is linear in the text.
func (g *Glossary) Find(text string, lang note.Lang) []Hit { return g.find(text, lang, false) }

// Avoided returns where a text in a language uses words that are wrong for a term. What
// is part of a longer name is none of them.
func (g *Glossary) Avoided(text string, lang note.Lang) []Hit { return g.find(text, lang, true) }

func (g *Glossary) find(text string, lang note.Lang, avoid bool) []Hit {
	root := g.trieOf(lang)
	if root == nil {
		return nil
	}
	var hits []Hit
	t, ok := next(text, 0)
	for ok {
		if !root.heads.may(text, t) {
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

// trieOf returns the names that a text in a language may use: English ones where the
// glossary does not have the language.
func (g *Glossary) trieOf(lang note.Lang) *node {
	if g == nil {
		return nil
	}
	if root := g.tries[lang]; root != nil {
		return root
	}
	return g.tries["en"]
}

// node is a place in a trie of tokens.
type node struct {
	next  map[string]*node
	end   end
	heads *heads // of the root: what is known of where its names begin
}

// heads are the characters of East Asia that names begin with, a bit for each. A text has a
// token for nearly each of its characters, and hardly any name begins there.
type heads [lastHead / 64]uint64

// lastHead is behind the last character of which heads tell.
const lastHead = 1 << 16

// headOf returns the character that a name begins with if it does with this token; false where
// heads do not tell, since words of this class are compared in another form than they are
// written in.
func headOf(text string, t token) (rune, bool) {
	if t.class != single && t.class != katakana {
		return 0, false
	}
	r, _ := utf8.DecodeRuneInString(text[t.start:])
	return r, r < lastHead
}

// may reports whether a name may begin with a token.
func (h *heads) may(text string, t token) bool {
	r, told := headOf(text, t)
	return !told || h != nil && h[r/64]&(1<<(r%64)) != 0
}

// end is what a path through the trie means; without a term it means nothing.
type end struct {
	term  *Term
	avoid bool
}

// put lets a name mean something, unless it means something already, which it returns.
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

// begins notes at the root that a name begins with a token.
func (n *node) begins(name string, t token) {
	r, told := headOf(name, t)
	if !told {
		return
	}
	if n.heads == nil {
		n.heads = new(heads)
	}
	n.heads[r/64] |= 1 << (r % 64)
}

// longest finds the longest name that begins with a token, and where it ends; where none
// does, that is the end of the token.
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

// after returns the place that a token leads to, or nil. Nothing is allocated for words as
// long as those of names, since each word of all texts is looked up.
func (n *node) after(text string, t token) *node {
	var key [2 * maxName]byte
	return n.next[string(t.appendKey(key[:0], text))]
}
