package glossary

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

type class uint8

const (
	none     class = iota // neither letter nor digit
	latin                 // letters, digits and underscores; runs
	cyrillic              // runs
	katakana              // runs
	single                // Chinese characters, hiragana, hangul, Thai: single characters
	other                 // every other script; runs
)

type token struct {
	start, end int
	class      class
}

func cut(text string) []token {
	var out []token
	for t, ok := next(text, 0); ok; t, ok = next(text, t.end) {
		out = append(out, t)
	}
	return out
}

// next returns the first token at or after a byte offset.
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

func endOf(text string, at int, of class) int {
	for at < len(text) {
		r, size := runeAt(text, at)
		c := classOf(r)
		accent := c == none && r >= utf8.RuneSelf && unicode.Is(unicode.Mn, r) // a separate combining mark
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

// key returns a value that is equal for tokens of the same word.
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

// near reports whether only spaces or one hyphen separate two tokens.
func near(text string, a, b token) bool {
	gap := text[a.end:b.start]
	return gap == "-" || gap == "\u2011" || strings.TrimSpace(gap) == ""
}

// opens reports whether a name may start with a token. Latin letters within a flag, a file name or
// a field may not.
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

func closes(text string, t token) bool {
	if t.class != latin || t.end+1 >= len(text) || !strings.ContainsRune("-./:=@", rune(text[t.end])) {
		return true
	}
	after, _ := utf8.DecodeRuneInString(text[t.end+1:])
	return classOf(after) != latin
}

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

func keyOf(name string) string {
	var keys []string
	for _, t := range cut(name) {
		keys = append(keys, t.key(name))
	}
	return strings.Join(keys, " ")
}
