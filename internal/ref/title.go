package ref

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// matchTitle matches the title of a KEP. Letter case, hyphens, small words, plurals and one typing
// error in a long word do not matter.
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
		candidates = slices.Concat(candidates, s.misspelled(stop, first))
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

// misspelled returns the titles whose first word resembles first, and whose second word follows in
// the text.
func (s *scanner) misspelled(i int, first string) []title {
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
			return slices.DeleteFunc(slices.Clone(s.names.titles[bySecond+w]), func(t title) bool { return !differByOneLetter(first, t.words[0]) })
		}
		i = stop
	}
	return nil
}

const titleGap = " -/,:'\"()&.{}"

// leastSlip is the minimum length of a word in which a typing error is tolerated.
const leastSlip = 5

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
			if slips++; slips > 1 || !differByOneLetter(w, words[k]) {
				return 0
			}
		}
		k++
	}
	return end
}

// differByOneLetter reports whether two words of at least leastSlip letters differ by one replaced,
// missing, doubled or swapped letter.
func differByOneLetter(a, b string) bool {
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
