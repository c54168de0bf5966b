package ref

import "strings"

// gateWords lists the words for feature gate, in lower case, in the languages of notes.
var gateWords = []string{
	"feature gate", "feature-gate", "featuregate", "feature flag", "gate",
	"フィーチャーゲート", "フィーチャゲート", "フィーチャーフラグ", "機能ゲート", "ゲート",
	"特性门控", "功能门控", "特性门", "功能门", "特性開關", "特性开关", "門控", "门控",
	"переключател", "гейт", "фиче-гейт", "фичагейт",
}

// matchGate matches the exact name of a feature gate, such as NodeLogQuery. If the name is also an
// API kind, one of gateWords must be next to it.
func matchGate(s *scanner, i int) found {
	if s.names == nil || s.text[i] < 'A' || s.text[i] > 'Z' || !s.freeGate(i) {
		return found{}
	}
	end := s.run(i, isWord, 100)
	id, ok := s.names.gates[s.text[i:end]]
	if !ok || isLetter(s.byteAt(end+1)) && strings.IndexByte("./", s.byteAt(end)) >= 0 {
		return found{}
	}
	if s.names.kinds[s.text[i:end]] && !s.besideGate(i, end) {
		return found{}
	}
	return found{end: end, id: id}
}

// freeGate is like free, but a flag may set a gate: --feature-gates=NodeLogQuery=true.
func (s *scanner) freeGate(i int) bool {
	c := s.prevByte(i)
	return c == '=' || c == '/' && s.prevByte(i-1) >= 0x80 || s.free(i)
}

// besideGate reports whether a name is marked as a gate: by an adjacent word for gate, by a value,
// or by its place in a list of feature gates.
func (s *scanner) besideGate(i, end int) bool {
	after := s.text[end:min(len(s.text), end+120)]
	if strings.HasPrefix(after, "=true") || strings.HasPrefix(after, "=false") || s.prevByte(i) == '=' {
		return true
	}
	after = strings.ToLower(strings.TrimLeft(after, between))
	before := strings.TrimRight(s.text[max(0, i-60):i], between)
	before = strings.ToLower(strings.TrimRight(strings.TrimSuffix(before, "の"), between))
	for _, w := range gateWords {
		if strings.HasPrefix(after, w) || strings.HasSuffix(before, w) || strings.HasSuffix(before, w+"s") {
			return true
		}
	}
	return s.listedGate(i)
}

// listedGate reports whether other gates and a word for gates precede: the feature gates
// NodeLogQuery, SeccompDefault and PodSecurity.
func (s *scanner) listedGate(i int) bool {
	rest := s.text[max(0, i-maxGateList):i]
	for {
		joined := strings.TrimRight(rest, between)
		list := strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(joined, "and"), "or"), between+",")
		if list == joined {
			return false
		}
		at := len(list)
		for at > 0 && isWord(list[at-1]) {
			at--
		}
		if _, ok := s.names.gates[list[at:]]; !ok {
			return false
		}
		rest = list[:at]
		before := strings.ToLower(strings.TrimRight(rest, between))
		if strings.HasSuffix(before, "gates") || strings.HasSuffix(before, "feature flags") {
			return true
		}
	}
}

const maxGateList = 400

// between lists the characters allowed between a gate and a word for gate.
const between = " `'\"“”「」『』«»():*_"
