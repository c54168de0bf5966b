package check

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// shortest is the minimum length of a word that is checked. Shorter words are similar to too many
// names.
const shortest = 5

// word is a run of ASCII letters, digits, underscores and single hyphens. Full-width characters
// are converted to ASCII.
type word struct {
	text   string
	start  int     // offset of its first byte
	end    int     // offset after its last byte
	off    []int32 // offset of each byte of text; nil if they are consecutive
	dashes int     // number of hyphens directly before it
	before byte    // ASCII character before the word and its hyphens; 0 for other characters or none
	after  byte    // ASCII character after the word; 0 for other characters or none
}

// at returns the offset in the file of byte i. i may be the length of the word.
func (w word) at(i int) int {
	switch {
	case i >= len(w.text):
		return w.end
	case w.off == nil:
		return w.start + i
	}
	return int(w.off[i])
}

// part returns the bytes from i to j as a word.
func (w word) part(i, j int) word {
	p := word{text: w.text[i:j], start: w.at(i), end: w.at(j), before: w.before, after: w.after}
	if j < len(w.text) {
		p.after = w.text[j]
	}
	if i > 0 {
		p.before = w.text[i-1]
	} else {
		p.dashes = w.dashes
	}
	if w.off != nil {
		p.off = w.off[i:j]
	}
	return p
}

// words yields the words of a text. base is the offset of the text in the file. It accepts any
// bytes and takes linear time.
func words(text string, base int) iter.Seq[word] {
	return func(yield func(word) bool) {
		for i := 0; i < len(text); {
			c, size := narrow(text, i)
			if !wordByte(c) {
				i += size
				continue
			}
			w := readWord(text, i)
			w.dashes, w.before = preceding(text, i)
			if w.end < len(text) && text[w.end] < utf8.RuneSelf {
				w.after = text[w.end]
			}
			i = w.end
			if trimmed := strings.TrimLeft(w.text, "_"); trimmed != "" {
				w = w.part(len(w.text)-len(trimmed), len(strings.TrimRight(w.text, "_")))
				if !yield(w.moved(base)) {
					return
				}
			}
		}
	}
}

func atoms(w word) iter.Seq[word] {
	return func(yield func(word) bool) {
		from := 0
		for i := 0; i <= len(w.text); i++ {
			if i < len(w.text) && w.text[i] != '-' {
				continue
			}
			if len(w.text[from:i]) >= shortest && !yield(w.part(from, i)) {
				return
			}
			from = i + 1
		}
	}
}

func (w word) moved(base int) word {
	w.start += base
	w.end += base
	if base > 0 && w.off != nil {
		off := make([]int32, len(w.off))
		for i, o := range w.off {
			off[i] = o + int32(base)
		}
		w.off = off
	}
	return w
}

func readWord(text string, i int) word {
	j := i
	for j < len(text) && (wordByte(text[j]) || text[j] == '-' && j > i && text[j-1] != '-' && j+1 < len(text) && wordByte(text[j+1])) {
		j++
	}
	if j == len(text) || text[j] < utf8.RuneSelf {
		return word{text: text[i:j], start: i, end: j}
	}
	if c, _ := narrow(text, j); !wordByte(c) && c != '-' {
		return word{text: text[i:j], start: i, end: j}
	}
	return readWide(text, i)
}

// readWide is readWord for text with full-width characters.
func readWide(text string, i int) word {
	var b strings.Builder
	w := word{start: i}
	for j := i; j < len(text); {
		c, size := narrow(text, j)
		if c == '-' {
			next, _ := narrow(text, j+size)
			if b.Len() == 0 || !wordByte(next) {
				break
			}
		} else if !wordByte(c) {
			break
		}
		b.WriteByte(c)
		w.off = append(w.off, int32(j))
		j += size
		w.end = j
	}
	w.text = b.String()
	return w
}

// preceding counts the hyphens before i, and returns the character before them.
func preceding(text string, i int) (dashes int, before byte) {
	for i > 0 && text[i-1] == '-' && dashes < 3 {
		dashes++
		i--
	}
	if i > 0 && text[i-1] < utf8.RuneSelf {
		before = text[i-1]
	}
	return dashes, before
}

// narrow returns the ASCII character at i and its length in bytes. It converts a full-width
// character to ASCII. The character is 0 for all other characters.
func narrow(text string, i int) (byte, int) {
	if i >= len(text) {
		return 0, 0
	}
	if c := text[i]; c < utf8.RuneSelf {
		return c, 1
	}
	r, size := utf8.DecodeRuneInString(text[i:])
	if r >= 0xFF01 && r <= 0xFF5E {
		return byte(r - 0xFF01 + '!'), size
	}
	return 0, size
}

func wordByte(c byte) bool { return letter(c) || digit(c) || c == '_' }

func letter(c byte) bool { return upper(c) || lower(c) }

func upper(c byte) bool { return c >= 'A' && c <= 'Z' }

func lower(c byte) bool { return c >= 'a' && c <= 'z' }

func digit(c byte) bool { return c >= '0' && c <= '9' }

// humps splits a camel-case word at capitals, underscores and hyphens. PodDisruptionBudget has
// three humps. LBService is split into LB and Service, but APIs is one hump.
func humps(w string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := 0
		for i := 0; i <= len(w); i++ {
			if i < len(w) && !humpEnds(w, i) {
				continue
			}
			if i > start && !yield(w[start:i]) {
				return
			}
			start = i
			if i < len(w) && (w[i] == '-' || w[i] == '_') {
				start++
			}
		}
	}
}

func humpEnds(w string, i int) bool {
	c := w[i]
	if c == '-' || c == '_' {
		return true
	}
	if i == 0 || !upper(c) {
		return false
	}
	if !upper(w[i-1]) {
		return true
	}
	return i+1 < len(w) && lower(w[i+1]) && !pluralSign(w, i+1)
}

// pluralSign reports whether the s at i is the plural ending of an acronym: APIs, CRDsFound.
func pluralSign(w string, i int) bool {
	return w[i] == 's' && i >= 2 && upper(w[i-2]) && (i+1 == len(w) || !lower(w[i+1]))
}

func composed(w string) bool {
	n := 0
	for range humps(w) {
		if n++; n > 1 {
			return true
		}
	}
	return false
}
