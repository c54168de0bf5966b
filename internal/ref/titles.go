package ref

import (
	"strings"
	"unicode"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Titles finds KEPs by title or by other names. Letter case, hyphens, small words, plurals and one
// typing error in a long word do not matter. A name of two KEPs never matches. Titles is immutable;
// nil finds nothing.
type Titles struct {
	names *Names
	exact map[string]string // folded names that are not ASCII to number, or "" if ambiguous
}

// NewTitles builds the set from the names of each KEP, by number. slugs are names that count only
// if they are not the name of another KEP.
func NewTitles(names, slugs map[string][]string) *Titles {
	t := &Titles{names: &Names{titles: newTitleIndex(names, slugs)}, exact: map[string]string{}}
	for number, all := range names {
		for _, name := range all {
			if !foreign(name) {
				continue
			}
			key := exactly(name)
			if other, ok := t.exact[key]; ok && other != number {
				number = ""
			}
			t.exact[key] = number
		}
	}
	return t
}

func foreign(name string) bool {
	return strings.ContainsFunc(fold(name).text, func(r rune) bool { return r >= 0x80 && unicode.IsLetter(r) })
}

func exactly(name string) string {
	return strings.ToLower(strings.Join(strings.Fields(fold(name).text), ""))
}

// Find returns the names of at least three words in a text.
func (t *Titles) Find(text string) []Match {
	if t == nil {
		return nil
	}
	s := &scanner{folded: fold(text), names: t.names}
	var out []Match
	for i := 0; i < len(s.text); {
		if !isWord(s.text[i]) {
			i++
			continue
		}
		f := matchTitle(s, i)
		if f.end <= i {
			i = s.wordEnd(i)
			continue
		}
		out = append(out, s.match(text, i, note.KEP, f))
		i = f.end
	}
	return out
}

// Whole returns the number of the KEP whose name is the whole text. Two words are enough.
func (t *Titles) Whole(text string) (string, bool) {
	if t == nil {
		return "", false
	}
	if foreign(text) {
		number := t.exact[exactly(text)]
		return number, number != ""
	}
	s := &scanner{folded: fold(text), names: t.names}
	for i := 0; i < len(s.text); i++ {
		if !isWord(s.text[i]) {
			continue
		}
		f := matchTitle(s, i)
		if f.end <= i || strings.ContainsFunc(s.text[f.end:], func(r rune) bool { return r < 0x80 && isWord(byte(r)) }) {
			return "", false
		}
		return f.id, true
	}
	return "", false
}
