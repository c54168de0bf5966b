package ref

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// longestGroup is how many bytes the display name of a group may have.
const longestGroup = 40

// matchSIG: SIG Node, SIG-Node, sig-node, sig/network, and each name within a bracket
// such as [SIG Cloud Provider, Node and Testing].
func matchSIG(s *scanner, i int) found {
	if s.names == nil || !isLetter(s.text[i]) || !s.free(i) {
		return found{}
	}
	if name, ok := s.groupPrefix(i, "SIG"); ok {
		if end, label := s.group(name, s.names.sigs); label != "" {
			return found{end: end, id: label}
		}
		return found{}
	}
	if i < s.list {
		if end, label := s.group(i, s.names.sigs); label != "" {
			return found{end: end, id: label}
		}
	}
	return found{}
}

// matchWG: WG-LTS, wg-lts, WG Batch. Working groups end and leave the data of the
// living, so WG- with any word is one; a space asks for one that is known.
func matchWG(s *scanner, i int) found {
	if !isLetter(s.text[i]) || !s.free(i) {
		return found{}
	}
	name, ok := s.groupPrefix(i, "WG")
	if !ok {
		return found{}
	}
	if s.names != nil {
		if end, label := s.group(name, s.names.wgs); label != "" {
			return found{end: end, id: label}
		}
	}
	end := s.run(name, func(c byte) bool { return isDigit(c) || isLetter(c) || c == '-' }, longestGroup)
	word := strings.TrimRight(s.text[name:end], "-")
	end = name + len(word)
	if s.text[name-1] == ' ' || len(word) < 2 || !isLetter(word[0]) || s.continues(end) {
		return found{}
	}
	return found{end: end, id: strings.ToLower(word)}
}

// groupPrefix reads SIG or WG and what joins it to the name that follows. In lower case
// only a hyphen or a stroke joins: "sig node" is no form.
func (s *scanner) groupPrefix(i int, prefix string) (int, bool) {
	end, ok := s.word(i, prefix)
	if !ok {
		return i, false
	}
	switch s.byteAt(end) {
	case '-', '/':
		return end + 1, isLetter(s.byteAt(end + 1))
	case ' ':
		upper := s.text[i:end] == prefix
		return end + 1, upper && isLetter(s.byteAt(end+1))
	}
	return i, false
}

// group returns the end and label of the longest known name at i.
func (s *scanner) group(i int, names map[string]string) (end int, label string) {
	for j := i + 1; j <= len(s.text) && j-i <= longestGroup; j++ {
		if c := s.text[j-1]; c >= 0x80 || c == '\n' || strings.IndexByte(",;:()[]/.", c) >= 0 {
			break
		}
		if s.continues(j) {
			continue
		}
		if l, ok := names[foldGroup(s.text[i:j])]; ok && s.text[j-1] != ' ' && s.text[j-1] != '-' {
			end, label = j, l
		}
	}
	return end, label
}

// continues reports whether the word that ends at i goes on there: the name of a job
// (sig-node-containerd), a path (sig-release/releases).
func (s *scanner) continues(i int) bool {
	c, next := s.byteAt(i), s.byteAt(i+1)
	return isWord(c) || (c == '-' || c == '/' || c == '.') && isWord(next)
}

// sigList returns the end of the bracket at i if it holds a list of SIGs, else 0.
func (s *scanner) sigList(i int) int {
	end := strings.IndexByte(s.text[i:min(len(s.text), i+600)], ']')
	if end < 0 || len(ParseSIGList(s.text[i:i+end], s.names)) == 0 {
		return 0
	}
	return i + end
}

// ParseSIGList reads a list of SIGs in any of its forms, with or without its brackets:
// "SIG Cloud Provider, Node and Testing", "sig/node,sig/testing", "SIG-Node". It
// returns labels without repeats in the order of the list, and nothing when the text is
// no such list. Names that are not known are taken by their form: "SIG New Thing" is
// new-thing. Working groups have their wg- in front.
func ParseSIGList(list string, names *Names) []note.SIG {
	list = strings.Trim(strings.TrimSpace(fold(list).text), "[]")
	if !isSIGList(list) {
		return nil
	}
	list = strings.ReplaceAll(list, "、", ",")
	var out []note.SIG
	for part := range strings.SplitSeq(list, ",") {
		for _, name := range splitAnd(part, names) {
			if g := groupLabel(name, names); g != "" && !slices.Contains(out, g) {
				out = append(out, g)
			}
		}
	}
	return out
}

// isSIGList reports whether the text begins with SIG or WG and a sign or space.
func isSIGList(s string) bool {
	if len(s) < 4 {
		return false
	}
	for _, p := range [...]string{"sig", "wg"} {
		if strings.EqualFold(s[:len(p)], p) && strings.IndexByte(" -/", s[len(p)]) >= 0 {
			return true
		}
	}
	return false
}

// splitAnd splits "Node and Testing", but not the name of a group that has an and.
func splitAnd(part string, names *Names) []string {
	if !strings.Contains(part, " and ") {
		return []string{part} // as nearly always
	}
	if _, ok := names.SIG(part); ok {
		return []string{part}
	}
	return strings.Split(part, " and ")
}

// groupLabel returns the label of a name in any spelling, by its form if unknown.
func groupLabel(name string, names *Names) note.SIG {
	if g, ok := names.SIG(name); ok {
		return g
	}
	label := strings.TrimPrefix(foldGroup(strings.ReplaceAll(name, "/", "-")), "sig-")
	for i := range len(label) {
		if !ownerByte(label[i]) {
			return ""
		}
	}
	if label == "sig" || label == "wg" || label == "and" {
		return ""
	}
	return note.SIG(label)
}
