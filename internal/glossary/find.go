package glossary

import "github.com/kawaraban/kawaraban/internal/note"

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
	next map[string]*node
	end  end
}

// end is what a path through the trie means; without a term it means nothing.
type end struct {
	term  *Term
	avoid bool
}

// put lets a name mean something, unless it means something already, which it returns.
func (n *node) put(name string, e end) (old end) {
	for _, t := range cut(name) {
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
