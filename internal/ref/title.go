package ref

import (
	"maps"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
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

const bySecond = "\x00"

// Titles of fewer words than fewestTitleWords are ordinary phrases (Pod Overhead) unless
// they are all of a text, as in a heading; of a single word not even then.
const (
	fewestTitleWords = 3
	fewestWholeTitle = 2
)

// longestWord is how many bytes of a word are compared.
const longestWord = 60

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

// matchTitle: a KEP named by its title, exact or nearly so: letter case, hyphens, small
// words, plurals and one slip in a long word aside.
func matchTitle(s *scanner, i int) found {
	if s.names == nil || !isWord(s.text[i]) {
		return found{}
	}
	stop := s.run(i, isWord, longestWord)
	first, lead := titleWord(s.text[i:stop]), ""
	if first == "" && stop+1 < len(s.text) && strings.IndexByte(" -", s.text[stop]) >= 0 {
		lead = strings.ToLower(s.text[i:stop])
		first = titleWord(s.text[stop+1 : s.run(stop+1, isWord, longestWord)])
	}
	candidates := s.names.titles[first]
	if lead == "" && len(first) >= leastSlip {
		candidates = slices.Concat(candidates, s.slipped(stop, first))
	}
	var best found
	for _, t := range candidates {
		if lead != "" && t.lead != lead {
			continue
		}
		end := s.readTitle(i, t.words)
		if len(t.words) < fewestTitleWords && s.alone(i, end) != whole {
			continue
		}
		if end > best.end {
			best = found{end: end, id: t.number, kind: note.KEP}
		}
	}
	return best
}

// slipped returns the titles whose first word is nearly first and whose second one is the
// next word of the text from i on that is not small.
func (s *scanner) slipped(i int, first string) []title {
	for range 3 {
		start := i
		for start-i < 4 && start < len(s.text) && strings.IndexByte(titleGap, s.text[start]) >= 0 {
			start++
		}
		stop := s.run(start, isWord, longestWord)
		if stop == start || start == i {
			return nil
		}
		if w := titleWord(s.text[start:stop]); w != "" {
			return slices.DeleteFunc(slices.Clone(s.names.titles[bySecond+w]), func(t title) bool { return !oneSlip(first, t.words[0]) })
		}
		i = stop
	}
	return nil
}

// titleGap are the signs that may stand between two words of a title.
const titleGap = " -/,:'\"()&.{}"

// leastSlip is how many letters a word has in which a slip is told from another word.
const leastSlip = 5

// readTitle returns the end of the title at i, or 0.
func (s *scanner) readTitle(i int, words []string) int {
	end, slips := i, 0
	for k := 0; k < len(words); {
		start := end
		for start-end < 4 && start < len(s.text) && strings.IndexByte(titleGap, s.text[start]) >= 0 {
			start++
		}
		stop := s.run(start, isWord, longestWord)
		if stop == start || k > 0 && start == end {
			return 0
		}
		w := titleWord(s.text[start:stop])
		end = stop
		if w == "" { // a small word
			continue
		}
		if w != words[k] {
			if slips++; slips > 1 || !oneSlip(w, words[k]) {
				return 0
			}
		}
		k++
	}
	return end
}

// oneSlip reports whether two words of five letters or more differ by one letter
// written wrongly, dropped, doubled or swapped.
func oneSlip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < leastSlip || len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return a[i:] == b[i+1:]
	}
	if i == len(a) || a[i+1:] == b[i+1:] {
		return true
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}
