package ref

// matchPerson: @wojtek-t. Neither an address of electronic mail nor the scope of an npm
// package is a person.
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
