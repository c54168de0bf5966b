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

// Clues are words by which it can be told without a look at any title that a text is not
// touched by a change of names: two sets of Titles find the same in a text, all of it or within
// it, if its clues have none in common with the names that only one of the sets has. Names
// that differ as Titles compares them may share clues, so it is no more than a sieve.
type Clues []uint32

// NameClues returns the clues of a name.
func NameClues(name string) Clues {
	var out Clues
	if foreign(name) {
		out = append(out, clue(exactly(name)))
	}
	if words := titleWords(name); len(words) >= fewestWholeTitle {
		out = append(out, clue(words[0]), clue(words[1]))
	}
	return out
}

// WholeClues returns those of a text that is read by Whole: a name in other letters is all of
// it, another begins with its first words.
func WholeClues(text string) Clues {
	if foreign(text) {
		return Clues{clue(exactly(text))}
	}
	return textClues(text, 2)
}

// FindClues returns those of a text that is read by Find.
func FindClues(text string) Clues { return textClues(text, -1) }

// textClues are the first words of a text that names are compared by; all where most is -1.
func textClues(text string, most int) Clues {
	var out Clues
	for w := range strings.FieldsFuncSeq(fold(text).text, func(r rune) bool { return r >= 0x80 || !isWord(byte(r)) }) {
		for ; len(w) > longestWord; w = w[longestWord:] { // as the scanner cuts it
			out = append(out, clue(titleWord(w[:longestWord])))
		}
		if w = titleWord(w); w == "" {
			continue
		}
		if out = append(out, clue(w)); most > 0 && len(out) >= most {
			break
		}
	}
	return out
}

// clue is the FNV-1a hash of a word.
func clue(word string) uint32 {
	h := uint32(2166136261)
	for i := range len(word) {
		h = (h ^ uint32(word[i])) * 16777619
	}
	return h
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
