package ref

// matchPerson matches @wojtek-t, but not e-mail addresses and scopes of npm packages.
func matchPerson(s *scanner, i int) found {
	if s.text[i] != '@' {
		return found{}
	}
	if c := s.prevByte(i); isWord(c) || c == '.' || c == '-' || c == '/' || c == '@' || c == '+' {
		return found{}
	}
	end := s.run(i+1, ownerByte, 39)
	for end > i+1 && s.text[end-1] == '-' {
		end--
	}
	if end == i+1 || s.text[i+1] == '-' || isWord(s.byteAt(end)) {
		return found{}
	}
	if c := s.byteAt(end); (c == '/' || c == '@' || c == '.') && isWord(s.byteAt(end+1)) {
		return found{}
	}
	return found{end: end, id: s.text[i+1 : end]}
}
