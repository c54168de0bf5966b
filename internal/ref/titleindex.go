package ref

import (
	"maps"
	"slices"
	"strings"
)

// title is a KEP's title in the words by which it is compared.
type title struct {
	number string
	words  []string
	lead   string // small word that it begins with: In-place Update
}

// titleIndex finds titles by their first word and, for slips in that one, by bySecond and
// their second.
type titleIndex map[string][]title

// Titles of fewer words than fewestTitleWords are ordinary phrases (Pod Overhead) unless
// they are all of a text, as in a heading; of a single word not even then.
const (
	fewestTitleWords = 3
	fewestWholeTitle = 2
)

const bySecond = "\x00"

// longestWord is how many bytes of a word are compared.
const longestWord = 60

func titleWord(w string) string {
	w = strings.ToLower(w)
	switch w {
	case "a", "an", "the", "of", "to", "for", "in", "on", "and", "with", "kep", "k8s", "kubernetes":
		return ""
	}
	if len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") {
		return w[:len(w)-1]
	}
	return w
}

// titleWords splits a title into compared words: ASCII letters and digits in lower
// case, without the small words that people drop and the s of a plural.
func titleWords(t string) []string {
	var out []string
	for w := range strings.FieldsFuncSeq(fold(t).text, func(r rune) bool { return r >= 0x80 || !isWord(byte(r)) }) {
		if w = titleWord(w); w != "" {
			out = append(out, w)
		}
	}
	return out
}

// leadOf returns the small word, in lower case, that a title begins with; "" for others.
func leadOf(t string) string {
	w := fold(t).text
	if i := strings.IndexFunc(w, func(r rune) bool { return r >= 0x80 || !isWord(byte(r)) }); i >= 0 {
		w = w[:i]
	}
	if titleWord(w) != "" {
		return ""
	}
	return strings.ToLower(w)
}

// newTitleIndex indexes every title that names one KEP only.
func newTitleIndex(keps map[string][]string) titleIndex {
	owners := map[string]map[string]bool{}
	byKey := map[string]title{}
	for _, number := range slices.Sorted(maps.Keys(keps)) {
		for _, t := range keps[number] {
			words := titleWords(t)
			key := strings.Join(words, " ")
			if len(words) < fewestWholeTitle {
				continue
			}
			if owners[key] == nil {
				owners[key] = map[string]bool{}
			}
			owners[key][number] = true
			byKey[key] = title{number, words, leadOf(t)}
		}
	}
	out := titleIndex{}
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		if len(owners[key]) == 1 {
			t := byKey[key]
			out[t.words[0]] = append(out[t.words[0]], t)
			out[bySecond+t.words[1]] = append(out[bySecond+t.words[1]], t)
		}
	}
	return out
}
