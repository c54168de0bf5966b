package ref

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

const longestGroup = 40

// matchSIG matches SIG Node, SIG-Node, sig-node, sig/network, and each name within a bracket such
// as [SIG Cloud Provider, Node and Testing].
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

// matchWG matches WG-LTS, wg-lts, WG Batch. Upstream data omits former working groups, so WG- with
// any word matches; with a space only a known name does.
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

// groupPrefix reads SIG or WG and the separator. In lower case the separator is a hyphen or slash,
// so "sig node" does not match.
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

// continues reports whether the word at i is part of a longer name: of a job (sig-node-containerd)
// or a path (sig-release/releases).
func (s *scanner) continues(i int) bool {
	c, next := s.byteAt(i), s.byteAt(i+1)
	return isWord(c) || (c == '-' || c == '/' || c == '.') && isWord(next)
}

func (s *scanner) sigList(i int) int {
	end := strings.IndexByte(s.text[i:min(len(s.text), i+600)], ']')
	if end < 0 || len(ParseSIGList(s.text[i:i+end], s.names)) == 0 {
		return 0
	}
	return i + end
}

// ParseSIGList parses a list of SIGs in any form, with or without brackets: "SIG Cloud Provider,
// Node and Testing", "sig/node,sig/testing", "SIG-Node". It returns distinct labels in order, or
// nil for other texts. The label of an unknown name is derived from it: "SIG New Thing" is
// new-thing. Labels of working groups have the prefix wg-.
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

// splitAnd splits "Node and Testing", but not a group name that contains "and".
func splitAnd(part string, names *Names) []string {
	if !strings.Contains(part, " and ") {
		return []string{part} // the usual case
	}
	if _, ok := names.SIG(part); ok {
		return []string{part}
	}
	return strings.Split(part, " and ")
}

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
