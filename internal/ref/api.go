package ref

import "strings"

var apiGroups = set("apps", "autoscaling", "batch", "extensions", "policy", "core")

// matchAPI matches group/version/resource: flowcontrol.apiserver.k8s.io/v1beta3/flowschemas.
func matchAPI(s *scanner, i int) found {
	if !s.free(i) || s.text[i] < 'a' || s.text[i] > 'z' {
		return found{}
	}
	group := s.run(i, func(c byte) bool { return ownerByte(c) || c == '.' }, 100)
	if s.byteAt(group) != '/' {
		return found{}
	}
	version := s.run(group+1, isWord, 20)
	if s.byteAt(version) != '/' || !isVersion(s.text[group+1:version]) {
		return found{}
	}
	end := s.run(version+1, func(c byte) bool { return c >= 'a' && c <= 'z' || c == '/' }, 80)
	for end > version+1 && s.text[end-1] == '/' {
		end--
	}
	if end == version+1 || isWord(s.byteAt(end)) || !apiGroup(s.text[i:group]) {
		return found{}
	}
	return found{end: end, id: s.text[i:end]}
}

func apiGroup(group string) bool { return strings.Contains(group, ".") || apiGroups[group] }

// IsAPI reports whether s is exactly an API resource: group/version/resource.
func IsAPI(s string) bool {
	if s == "" {
		return false
	}
	return matchAPI(&scanner{folded: folded{text: s}}, 0).end == len(s)
}
