package glossary

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// class is a kind of letters that a token is made of.
type class uint8

const (
	none     class = iota // no letter and no digit
	latin                 // letters, digits and low lines; runs
	cyrillic              // runs
	katakana              // runs
	single                // Chinese characters, hiragana, hangul, Thai: one by one
	other                 // every other script; runs
)

// token is a piece of a text that names are compared by.
type token struct {
	start, end int
	class      class
}

// cut parts a text into its tokens.
func cut(text string) []token {
	var out []token
	for t, ok := next(text, 0); ok; t, ok = next(text, t.end) {
		out = append(out, t)
	}
	return out
}

// next returns the first token at a place of a text or behind it, if there is one.
func next(text string, at int) (t token, ok bool) {
	for at < len(text) {
		r, size := runeAt(text, at)
		c := classOf(r)
		at += size
		if c != none {
			return token{at - size, endOf(text, at, c), c}, true
		}
	}
	return token{}, false
}

// endOf returns where a token ends of which a character ends at a place.
func endOf(text string, at int, of class) int {
	for at < len(text) {
		r, size := runeAt(text, at)
		c := classOf(r)
		accent := c == none && r >= utf8.RuneSelf && unicode.Is(unicode.Mn, r) // written by itself
		if !accent && (c != of || c == single) {
			break
		}
		at += size
	}
	return at
}

func runeAt(text string, at int) (rune, int) {
	if c := text[at]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeRuneInString(text[at:])
}

// classOf says what a character is. What most of most texts is made of is decided first.
func classOf(r rune) class {
	switch {
	case r < utf8.RuneSelf:
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_' {
			return latin
		}
		return none
	case 'ぁ' <= r && r <= 'ゖ' || '一' <= r && r <= '鿿':
		return single
	case 'ァ' <= r && r <= 'ヺ' || r == 'ー':
		return katakana
	case 'А' <= r && r <= 'я':
		return cyrillic
	case '、' <= r && r <= '。' || '「' <= r && r <= '】' || '！' <= r && r <= '／':
		return none
	}
	return classByTable(r)
}

// classByTable is classOf by the tables of Unicode.
func classByTable(r rune) class {
	switch {
	case unicode.Is(unicode.Cyrillic, r):
		return cyrillic
	case r == 'ー' || r == 'ｰ' || unicode.Is(unicode.Katakana, r):
		return katakana
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Hangul, unicode.Thai):
		return single
	case unicode.Is(unicode.Latin, r) || '０' <= r && r <= '９':
		return latin
	case unicode.IsLetter(r) || unicode.IsDigit(r):
		return other
	}
	return none
}

// key is what must be equal for two tokens to be the same word.
func (t token) key(text string) string { return string(t.appendKey(nil, text)) }

func (t token) appendKey(b []byte, text string) []byte {
	word := text[t.start:t.end]
	switch t.class {
	case latin:
		return appendSingular(b, word)
	case cyrillic:
		return appendStem(b, word)
	case other:
		word = strings.ToLower(word)
	}
	return append(b, word...)
}

// near reports whether nothing parts two tokens of a name: no character, blanks, or one
// hyphen.
func near(text string, a, b token) bool {
	gap := text[a.end:b.start]
	return gap == "-" || gap == "\u2011" || strings.TrimSpace(gap) == ""
}

// opens reports whether a name may begin with a token: Latin letters not within something
// that is written as one, as a flag, a file or a field.
func opens(text string, t token) bool {
	if t.class != latin || t.start == 0 {
		return true
	}
	switch text[t.start-1] {
	case '-':
		before, _ := utf8.DecodeLastRuneInString(text[:t.start-1])
		c := classOf(before)
		return c != none && c != latin
	case '/', ':', '=':
		before, _ := utf8.DecodeLastRuneInString(text[:t.start-1])
		return classOf(before) != latin
	case '.', '@', '$', '#', '\\':
		return false
	}
	return true
}

// closes reports whether a name may end with a token: see opens.
func closes(text string, t token) bool {
	if t.class != latin || t.end+1 >= len(text) || !strings.ContainsRune("-./:=@", rune(text[t.end])) {
		return true
	}
	after, _ := utf8.DecodeRuneInString(text[t.end+1:])
	return classOf(after) != latin
}

// findable reports whether Find could find a name: whether it consists of tokens that are
// near to each other.
func findable(name string) bool {
	tokens := cut(name)
	if len(tokens) == 0 || tokens[0].start != 0 || tokens[len(tokens)-1].end != len(name) {
		return false
	}
	for i := 1; i < len(tokens); i++ {
		if !near(name, tokens[i-1], tokens[i]) {
			return false
		}
	}
	return true
}

// keyOf is what is equal for two names that Find cannot tell apart.
func keyOf(name string) string {
	var keys []string
	for _, t := range cut(name) {
		keys = append(keys, t.key(name))
	}
	return strings.Join(keys, " ")
}
