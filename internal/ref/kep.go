package ref

import "strings"

// matchKEP matches
// - KEP-127, KEP 3761, KEP- 2008, KEP - 2008, KEP #3521, also for unknown numbers
// - #3673 and kubernetes/enhancements#3673, if the number belongs to a KEP
// - Feature gate 3070
// - the directory of a KEP: 2043-pod-resource-concrete-assigments
//
// Unknown numbers are reported later, when notes are linked.
func matchKEP(s *scanner, i int) found {
	switch c := s.text[i]; {
	case c == '#':
		return s.kepNumber(i)
	case isDigit(c):
		return s.kepFolder(i)
	case c|0x20 == 'k':
		if f := s.kepWord(i); f.end > 0 {
			return f
		}
	case c|0x20 == 'f':
		if f := s.kepGate(i); f.end > 0 {
			return f
		}
	}
	return s.kepNumber(i)
}

func (s *scanner) kepWord(i int) found {
	end, ok := s.word(i, "KEP")
	if !ok {
		end, ok = s.word(i, "KEPs")
	}
	if !ok || !s.free(i) {
		return found{}
	}
	digits, joined := s.joint(end)
	n, end := s.number(digits, 5)
	if n == "" || s.byteAt(end) == '.' && isDigit(s.byteAt(end+1)) {
		return found{}
	}
	own, known := s.names.KEP(n)
	switch {
	case !joined && (len(n) < 3 && !known || s.counts(end)):
		return found{}
	case known:
		return found{end: end, id: own}
	}
	return found{end: end, id: n}
}

// joint skips the separator between KEP and its number. It reports whether the separator contains
// more than spaces.
func (s *scanner) joint(i int) (int, bool) {
	i = s.spaces(i)
	if c := s.byteAt(i); c == '-' || c == '#' || c == ':' {
		return s.spaces(i + 1), true
	}
	return i, false
}

// counts reports whether a counter or a word for year follows: KEP 30 件, KEP 2023 年.
func (s *scanner) counts(i int) bool {
	rest := s.text[s.spaces(i):]
	for _, w := range counters {
		if strings.HasPrefix(rest, w) {
			return true
		}
	}
	return false
}

var counters = []string{"年", "月", "件", "個", "つ", "本", "项", "个", "год", "шт", "%"}

// kepGate matches "Feature gate 3070": gates have no numbers, so the KEP is meant.
func (s *scanner) kepGate(i int) found {
	end, ok := s.word(i, "Feature")
	if !ok || !s.free(i) {
		return found{}
	}
	end = s.spaces(end)
	next, ok := s.word(end, "gate")
	if !ok {
		return found{}
	}
	digits, _ := s.joint(next)
	n, end := s.number(digits, 5)
	if len(n) < 3 || !s.names.IsKEP(n) {
		return found{}
	}
	return found{end: end, id: n}
}

// kepFolder matches the directory name of a KEP. It needs two words of letters, so that dates and
// `1000-node` do not match.
func (s *scanner) kepFolder(i int) found {
	if !s.free(i) {
		return found{}
	}
	end := s.run(i, func(c byte) bool { return isWord(c) || c == '-' }, 120)
	number, slug, _ := strings.Cut(s.text[i:end], "-")
	number = strings.TrimLeft(number, "0")
	own, known := s.names.KEP(number)
	if !known {
		return found{}
	}
	words := 0
	for w := range strings.SplitSeq(slug, "-") {
		if w != "" && isLetter(w[0]) {
			words++
		}
	}
	if words < 2 || s.byteAt(end) == '/' {
		return found{}
	}
	return found{end: end, id: own}
}
