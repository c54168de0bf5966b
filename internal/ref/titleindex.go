package ref

import (
	"maps"
	"slices"
	"strings"
)

type title struct {
	number string
	words  []string
	lead   string // the leading small word: In-place Update
}

// titleIndex maps the first word of titles to them; the key bySecond maps the second word, for
// typing errors in the first.
type titleIndex map[string][]title

// Titles with fewer words than fewestTitleWords are ordinary phrases (Pod Overhead) unless they are
// the whole text, as in a heading. Titles of one word never match.
const (
	fewestTitleWords = 3
	fewestWholeTitle = 2
)

const bySecond = "\x00"

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

// titleWords normalizes a title: words of ASCII letters and digits in lower case, without small
// words and plural s.
func titleWords(t string) []string {
	var out []string
	for w := range strings.FieldsFuncSeq(fold(t).text, func(r rune) bool { return r >= 0x80 || !isWord(byte(r)) }) {
		if w = titleWord(w); w != "" {
			out = append(out, w)
		}
	}
	return out
}

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

// newTitleIndex indexes the titles that belong to one KEP only, and slugs that differ from
// all titles.
func newTitleIndex(titles, slugs map[string][]string) titleIndex {
	owners, byKey := ownersOf(titles)
	slugOwners, bySlug := ownersOf(slugs)
	for key, t := range bySlug {
		if owners[key] == nil {
			owners[key], byKey[key] = slugOwners[key], t
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

// ownersOf returns the KEPs of each name of two words or more, by its normalized words.
func ownersOf(keps map[string][]string) (owners map[string]map[string]bool, byKey map[string]title) {
	owners, byKey = map[string]map[string]bool{}, map[string]title{}
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
	return owners, byKey
}
