package ref

import (
	"strings"
	"unicode"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Titles finds the KEPs that are named by words and not by number: by their titles, or
// by any names that were learned for them. Letter case, hyphens, small words, plurals and
// one slip in a long word aside, the words must be the same. A name that means two KEPs
// means none. It is immutable; the nil Titles finds nothing.
type Titles struct {
	names *Names
	exact map[string]string // names in other letters than ASCII's, folded: number, or "" where it means two KEPs
}

// NewTitles makes the set of the names of each KEP, by number.
func NewTitles(names map[string][]string) *Titles {
	t := &Titles{names: &Names{titles: newTitleIndex(names)}, exact: map[string]string{}}
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

// foreign reports whether a name has letters that no ASCII word shows.
func foreign(name string) bool {
	return strings.ContainsFunc(fold(name).text, func(r rune) bool { return r >= 0x80 && unicode.IsLetter(r) })
}

// exactly is the form in which names in other letters are compared: spaces are the writer's.
func exactly(name string) string {
	return strings.ToLower(strings.Join(strings.Fields(fold(name).text), ""))
}

// Find returns the names that stand in a text, of three words or more, and where they are.
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

// Whole returns the number of the KEP of which a text is the name; false where it is the
// name of none. Two words are enough.
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
